/** A change of one place in a text, as people read changes. In: the text before and after. Out: a unified diff with one hunk. */

const context = 3

export function diff(before: string, after: string, file: string): string {
  const [old, made] = [before, after].map((text) => text.split(/\r?\n/)) as [string[], string[]]
  const shorter = Math.min(old.length, made.length)
  let head = 0
  while (head < shorter && old[head] === made[head]) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === made.at(-1 - tail)) tail++
  const from = Math.max(0, head - context)
  const [oldEnd, madeEnd] = [old.length - tail, made.length - tail]
  const last = Math.min(old.length, oldEnd + context)
  const size = (end: number) => end - from + last - oldEnd
  return [
    `--- ${file}`,
    `+++ ${file}`,
    `@@ -${from + 1},${size(oldEnd)} +${from + 1},${size(madeEnd)} @@`,
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, oldEnd).map((line) => `-${line}`),
    ...made.slice(head, madeEnd).map((line) => `+${line}`),
    ...old.slice(oldEnd, last).map((line) => ` ${line}`),
  ].join('\n')
}
