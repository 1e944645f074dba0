/** JSON, with the comments and trailing commas that many tools allow. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Source } from '../format'
import { type Entry, type Located, list, map, scalar } from './located'

/** Real files stay far below; one that does not was made to exhaust the stack. */
const DEEPEST = 100

/** A file is read for what it states, what it declares and what it sets: one after the other, and the text is parsed once. */
let last: { text: string; read: Located | undefined; problems: string[] } = { text: '', read: undefined, problems: [] }

export function readJson(source: Source): Located | undefined {
  if (source.text !== last.text) {
    const problems: string[] = []
    const read = parsed({ ...source, problem: (detail) => void problems.push(detail) })
    last = { text: source.text, read, problems }
  }
  for (const problem of last.problems) source.problem(problem)
  return last.read
}

function parsed(source: Source): Located | undefined {
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(source.text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  } catch (cause) {
    source.problem(`The JSON could not be read: ${(cause as Error).message}`)
    return undefined
  }
  const [first] = errors
  if (first) source.problem(`The JSON has a mistake in line ${source.lineAt(first.offset)}: ${sentence(printParseErrorCode(first.error))}.`)
  return root && locate(root, source, 0)
}

function locate(node: Node, source: Source, depth: number): Located {
  const line = source.lineAt(node.offset)
  if (depth > DEEPEST) return scalar(null, line)
  if (node.type === 'array')
    return list(
      (node.children ?? []).map((child) => locate(child, source, depth + 1)),
      line,
    )
  if (node.type === 'object') {
    const entries: Entry[] = []
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? []
      if (key && value) entries.push({ key: String(key.value), line: source.lineAt(key.offset), value: locate(value, source, depth + 1) })
    }
    return map(entries, line)
  }
  return scalar(node.value ?? null, line)
}

/** `PropertyNameExpected` as words. */
function sentence(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()
}
