/** Awaits in a row as one. In: await nodes. Out: the lines that begin them together, in the code's own words. */
import type { Scene } from './scene'

/** `const [a, b] = await Promise.all([…])`, in the code's own words; undefined where they are not plain declarations. */
export function together({ linked: { whole } }: Scene, run: readonly { node: number }[]): string | undefined {
  const parts: { name: string; source: string }[] = []
  let changes = false
  for (const { node } of run) {
    const { text } = whole.files[whole.fileOf(node)] as { text: string }
    const start = text.indexOf('await', whole.pos[node] as number)
    const declared = /\b(const|let|var)\s+((?:[\w$]+|\{[^{}=]*\}|\[[^[\]=]*\]))(?:\s*:[^=\n]+)?\s*=\s*$/.exec(
      text.slice(Math.max(0, start - 200), start),
    )
    const name = declared?.[2]
    if (declared && declared[1] !== 'const') changes = true
    const source = text.slice(start + 'await'.length, whole.end[node] as number).trim()
    if (start < 0 || !name || source.length > 700) return undefined
    parts.push({ name: name.replace(/\s+/g, ' '), source: outdented(source) })
  }
  return `${changes ? 'let' : 'const'} [${parts.map(({ name }) => name).join(', ')}] = await Promise.all([\n${parts.map(({ source }) => `${source.replace(/^/gm, '  ')},`).join('\n')}\n])`
}

/** The later lines of an expression, moved to where its first begins. */
function outdented(source: string): string {
  const lines = source.split('\n')
  const deep = Math.min(
    ...lines
      .slice(1)
      .filter((line) => line.trim())
      .map((line) => /^\s*/.exec(line)?.[0].length ?? 0),
  )
  return lines.map((line, index) => (index === 0 || !Number.isFinite(deep) ? line : line.slice(deep))).join('\n')
}
