/**
 * A Helm template as YAML that can be read. In: the text of a template. Out: the same text with as many lines, in which lines
 * that only steer are empty and every other expression is one word; and what those words stood for. Nothing is filled in here:
 * values are in another file.
 */

const EXPRESSION = /\{\{-?\s*(\/\*[\s\S]*?\*\/|[\s\S]*?)\s*-?\}\}/g

export interface Readable {
  text: string
  /** Words back into the expressions they stand for: `{{ .Values.image }}`. */
  restored(text: string): string
  /** Conditions under which a line stands, outermost first. */
  conditionsAt(line: number): string[]
}

export function readableTemplate(written: string): Readable {
  const expressions: string[] = []
  const conditions = new Map<number, string[]>()
  const open: { word: string; condition: string | undefined }[] = []
  let line = 1
  let from = 0
  let text = ''
  const copy = (part: string) => {
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) conditions.set(++line, conditionsOf(open))
    text += part
  }
  for (const match of written.matchAll(EXPRESSION)) {
    copy(written.slice(from, match.index))
    from = match.index + match[0].length
    const inside = (match[1] as string).trim()
    const breaks = match[0].split('\n').length - 1
    steer(inside, open)
    const start = written.lastIndexOf('\n', match.index) + 1
    const end = written.indexOf('\n', from)
    const before = written.slice(start, match.index)
    const after = written.slice(from, end < 0 ? undefined : end)
    // Alone on its line, or steering: `{{- if … }}`, `{{- toYaml . | nindent 4 }}`. What it would put there is not known.
    const alone = before.trim() === '' && after.replace(EXPRESSION, '').trim() === ''
    if (!/^(?:if|else|end|range|with|define|block|template|include\b.*nindent|toYaml|\$\w+\s*:?=|\/\*|#)/.test(inside) && !alone)
      text += `PLUMB${expressions.push(`{{ ${inside.replace(/\s+/g, ' ')} }}`) - 1}LINE`
    copy('\n'.repeat(breaks))
  }
  copy(written.slice(from))
  return {
    text,
    restored: (part) => part.replace(/PLUMB(\d+)LINE/g, (_, index: string) => expressions[Number(index)] as string),
    conditionsAt: (at) => conditions.get(at) ?? [],
  }
}

function steer(inside: string, open: { word: string; condition: string | undefined }[]): void {
  const [, word, rest] = /^(if|range|with|define|block|else if|else|end)\b\s*([\s\S]*)$/.exec(inside) ?? []
  if (word === undefined) return
  if (word === 'end') open.pop()
  else if (word === 'else' || word === 'else if') {
    const last = open.at(-1)
    if (last?.word === 'if') last.condition = `not (${last.condition})`
  } else open.push({ word, condition: word === 'if' ? (rest as string).replace(/\s+/g, ' ') : word === 'range' ? `each of ${rest}` : undefined })
}

function conditionsOf(open: { condition: string | undefined }[]): string[] {
  return open.flatMap(({ condition }) => condition ?? [])
}
