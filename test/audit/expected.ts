/** Documents with their expectation on the line: `text ✗ command` must be told there, as that kind, and nothing else of these kinds. */
import { discrepancies, type Files, hold } from './documented'

const MARK = /[ \t]*✗ ([\w-]+(?: \(undocumented\))?)$/

export async function toldAndExpected(files: Files, kinds: string[]): Promise<{ told: string[]; expected: string[] }> {
  const expected: string[] = []
  const plain = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      text
        .split('\n')
        .map((line, index) => {
          const kind = MARK.exec(line)?.[1]
          if (kind) expected.push(`${file}:${index + 1} ${kind}`)
          return line.replace(MARK, '')
        })
        .join('\n'),
    ]),
  )
  const { audited } = await hold(plain)
  if (audited.problems.length > 0) throw new Error(audited.problems.map(({ detail }) => detail).join('\n'))
  const told = discrepancies(audited)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ doc, kind, from }) => `${doc.file}:${doc.line} ${kind}${from === 'code' ? ' (undocumented)' : ''}`)
  return { told: told.sort(), expected: expected.sort() }
}
