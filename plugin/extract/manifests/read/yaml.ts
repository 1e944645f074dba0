/** YAML: all documents of a text, aliases followed, merge keys merged. Unknown tags are ignored. */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml'
import type { Source } from '../format'
import { type Entry, entriesOf, type Located, list, map, oneOrMore, scalar } from './located'

const DEEPEST = 60
/** The parser's work grows with the square of this. */
const MOST_BRACKETS = 500

/** A file is read for what it states, what it declares, what it deploys and what it sets: one after the other, and the text is parsed once. */
let last: { text: string; read: Located[]; problems: string[] } = { text: '', read: [], problems: [] }

export function readYaml(source: Source): Located[] {
  if (source.text !== last.text) {
    const problems: string[] = []
    const read = parsed({ ...source, problem: (detail) => void problems.push(detail) })
    last = { text: source.text, read, problems }
  }
  for (const problem of last.problems) source.problem(problem)
  return last.read
}

function parsed(source: Source): Located[] {
  if (isNestedBeyondReason(source.text)) {
    source.problem(`The YAML was not read: it opens more than ${MOST_BRACKETS} brackets inside one another.`)
    return []
  }
  const lines = new LineCounter()
  let documents: Document.Parsed[]
  try {
    const all = parseAllDocuments(source.text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent', strict: false })
    documents = Array.isArray(all) ? (all as Document.Parsed[]) : []
  } catch (cause) {
    source.problem(`The YAML could not be read: ${(cause as Error).message}`)
    return []
  }
  const read: Located[] = []
  for (const document of documents) {
    const [error] = document.errors
    if (error)
      source.problem(
        `The YAML has a mistake in line ${lines.linePos(error.pos[0]).line}: ${error.message.split('\n')[0]?.replace(/ at line \d+.*$/, '')}.`,
      )
    if (document.contents) read.push(locator(document, lines)(document.contents, 0))
  }
  return read
}

function isNestedBeyondReason(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 91 || char === 123) depth++
    else if ((char === 93 || char === 125) && depth > 0) depth--
    if (depth > MOST_BRACKETS) return true
  }
  return false
}

function locator(document: Document.Parsed, lines: LineCounter) {
  const known = new Map<Node, Located>()
  const lineOf = (node: Node) => lines.linePos(node.range?.[0] ?? 0).line

  const locate = (node: Node | null | undefined, depth: number): Located => {
    if (!node) return scalar(null, 1)
    const line = lineOf(node)
    if (depth > DEEPEST) return scalar(null, line)
    if (isAlias(node)) {
      const target = node.resolve(document)
      return target ? locate(target, depth + 1) : scalar(null, line)
    }
    const before = known.get(node)
    if (before) return before
    if (isMap(node)) {
      const entries: Entry[] = []
      const located = map(entries, line)
      // Known before its contents are: an alias inside its own anchor finds the map, not the way down without end.
      known.set(node, located)
      const merged: Located[] = []
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : String(key)
        const inner = locate(value as Node | null, depth + 1)
        if (name === '<<') merged.push(...oneOrMore(inner))
        else entries.push({ key: name, line: isScalar(key) ? lineOf(key) : line, value: inner })
      }
      const own = new Set(entries.map(({ key }) => key))
      for (const base of merged) if (base !== located) for (const entry of entriesOf(base)) if (!own.has(entry.key)) entries.push(entry)
      return located
    }
    if (isSeq(node)) {
      const items: Located[] = []
      const located = list(items, line)
      known.set(node, located)
      for (const item of node.items) items.push(locate(item as Node | null, depth + 1))
      return located
    }
    const value = isScalar(node) ? node.value : null
    const plain = typeof value === 'number' && isScalar(node) && typeof node.source === 'string' ? node.source : value
    return scalar(typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean' ? plain : null, blockLine(node, line))
  }

  /** A block scalar begins on the line after its `|`. */
  const blockLine = (node: Node, line: number) =>
    isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') ? line + 1 : line
  return locate
}
