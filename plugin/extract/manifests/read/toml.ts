/**
 * TOML with lines. The libraries for it tell values without places, and every fact needs its line; this reads what manifests
 * are made of (tables, arrays of tables, dotted and quoted keys, strings, arrays, inline tables) and passes over the rest.
 */
import type { Source } from '../format'
import { type Entry, entriesOf, entryAt, itemsOf, type Located, list, map, scalar } from './located'

const DEEPEST = 40

export function readToml(source: Source): Located {
  const { text } = source
  const root = map([], 1)
  let table = root
  let at = 0

  const line = () => source.lineAt(at)
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match?.[0]
  }
  const blank = () => void skip(/(?:\s|#[^\n]*)+/y)

  const word = (): string | undefined => {
    const bare = skip(/[A-Za-z0-9_-]+/y)
    return bare ?? quoted()
  }
  const quoted = (): string | undefined => {
    const long = skip(/"""(?:[^\\]|\\[\s\S])*?"""(?!")|'''[\s\S]*?'''(?!')/y)
    if (long !== undefined) return long.slice(3, -3).replace(/^\r?\n/, '')
    const single = skip(/'[^'\n]*'/y)
    if (single !== undefined) return single.slice(1, -1)
    const double = skip(/"(?:[^"\\\n]|\\.)*"/y)
    return double?.slice(1, -1).replace(/\\(["\\])/g, '$1')
  }
  const dotted = (): string[] => {
    const keys: string[] = []
    do {
      skip(/[ \t]+/y)
      const key = word()
      if (key === undefined) return []
      keys.push(key)
      skip(/[ \t]+/y)
    } while (skip(/\./y))
    return keys
  }

  const value = (depth: number): Located => {
    const start = line()
    if (depth > DEEPEST) return scalar(null, start)
    if (skip(/\[/y)) {
      const items: Located[] = []
      for (blank(); at < text.length && !skip(/\]/y); blank()) {
        const before = at
        items.push(value(depth + 1))
        blank()
        skip(/,/y)
        if (at === before) break
      }
      return list(items, start)
    }
    if (skip(/\{/y)) {
      const inline = map([], start)
      for (blank(); at < text.length && !skip(/\}/y); blank()) {
        const before = at
        pair(inline, depth + 1)
        blank()
        skip(/,/y)
        if (at === before) break
      }
      return inline
    }
    const string = quoted()
    if (string !== undefined) return scalar(string, start)
    const plain = skip(/[^\s,\]}#][^\n,\]}#]*/y)?.trim()
    return scalar(plain === 'true' ? true : plain === 'false' ? false : (plain ?? null), start)
  }

  const pair = (into: Located, depth: number): boolean => {
    const start = line()
    const keys = dotted()
    if (keys.length === 0 || !skip(/[ \t]*=[ \t]*/y)) return false
    const last = keys.pop() as string
    const target = descend(into, keys, start)
    const entry: Entry = { key: last, line: start, value: value(depth) }
    if (target) entriesOf(target).push(entry)
    return true
  }

  for (blank(); at < text.length; blank()) {
    const start = line()
    const header = skip(/\[\[?/y)
    if (header !== undefined) {
      const keys = dotted()
      skip(/\]\]?/y)
      table = (header === '[[' ? append(root, keys, start) : descend(root, keys, start)) ?? map([], start)
    } else if (!pair(table, 0)) {
      source.problem(`The TOML has a mistake in line ${start}: a key, a table or a comment was expected.`)
      skip(/[^\n]*/y)
    }
  }
  return root
}

/** The table under some keys, made where it is missing. Undefined where something else stands in its place. */
function descend(from: Located, keys: string[], line: number): Located | undefined {
  let here: Located = from
  for (const key of keys) {
    let next = entryAt(here, key)?.value
    if (!next) {
      next = map([], line)
      entriesOf(here).push({ key, line, value: next })
    }
    if (next.kind === 'list') next = itemsOf(next).at(-1)
    if (next?.kind !== 'map') return undefined
    here = next
  }
  return here
}

/** A further table of an array of tables. */
function append(root: Located, keys: string[], line: number): Located | undefined {
  const last = keys.pop()
  const parent = last === undefined ? undefined : descend(root, keys, line)
  if (!parent) return undefined
  let tables = entryAt(parent, last as string)?.value
  if (!tables) {
    tables = list([], line)
    entriesOf(parent).push({ key: last as string, line, value: tables })
  }
  if (tables.kind !== 'list') return undefined
  const table = map([], line)
  itemsOf(tables).push(table)
  return table
}
