/**
 * Values that know their line: what JSON, YAML and TOML texts are read into, so that one format's reader does not care in
 * which of them it is written.
 */

export interface Located {
  line: number
  value: string | number | boolean | null | Entry[] | Located[]
  kind: 'scalar' | 'map' | 'list'
}

export interface Entry {
  key: string
  /** Line of the key. */
  line: number
  value: Located
}

export function scalar(value: string | number | boolean | null, line: number): Located {
  return { kind: 'scalar', value, line }
}

export function map(entries: Entry[], line: number): Located {
  return { kind: 'map', value: entries, line }
}

export function list(items: Located[], line: number): Located {
  return { kind: 'list', value: items, line }
}

/** The entries of a map; none where the value is something else, so that a file of another shape has no facts and no crash. */
export function entriesOf(located: Located | undefined): Entry[] {
  return located?.kind === 'map' ? (located.value as Entry[]) : []
}

export function itemsOf(located: Located | undefined): Located[] {
  return located?.kind === 'list' ? (located.value as Located[]) : []
}

/** The items of a list, or the value itself where only one was written. */
export function oneOrMore(located: Located | undefined): Located[] {
  if (!located) return []
  return located.kind === 'list' ? itemsOf(located) : [located]
}

/** Text of a scalar; numbers and booleans as written out. */
export function textOf(located: Located | undefined): string | undefined {
  if (located?.kind !== 'scalar' || located.value === null) return undefined
  return String(located.value)
}

export function entryAt(located: Located | undefined, ...keys: string[]): Entry | undefined {
  let entry: Entry | undefined
  let here = located
  for (const key of keys) {
    entry = entriesOf(here).find((each) => each.key === key)
    here = entry?.value
  }
  return entry
}

export function at(located: Located | undefined, ...keys: string[]): Located | undefined {
  return keys.length === 0 ? located : entryAt(located, ...keys)?.value
}

/** Every map in the value, outermost first. Values shared through aliases are visited once. */
export function mapsIn(located: Located | undefined): Located[] {
  const found: Located[] = []
  const seen = new Set<Located>()
  const queue = located ? [located] : []
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (next.kind === 'map') found.push(next)
    const inner = next.kind === 'map' ? entriesOf(next).map((entry) => entry.value) : itemsOf(next)
    queue.push(...inner.toReversed())
  }
  return found
}
