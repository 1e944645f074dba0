/**
 * A function's own statements as they stand inside each other. In: a function. Out: calls, stores, throws and returns in the order
 * in which they run, nested by condition, loop and try.
 */
import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'

export interface Block {
  region: number
  kind: RegionKind
  condition: number
  entries: Entry[]
}

/** A node; a return, by its index; or what stands in a region of its own. */
export type Entry = { is: 'node'; node: number } | { is: 'return'; index: number } | { is: 'block'; block: Block }

/** The regions of one test: where it holds, where it does not, and what follows where one of the two does not come back. */
export interface Test {
  condition: number
  yes: number
  no: number
  rest: number
  /** Which of the two does not come back. */
  ends: 'yes' | 'no' | undefined
}

export function blockOf(linked: Linked, fn: number): Block {
  const { whole, effects } = linked
  const fact = whole.functions[fn]
  const nodes = [...effects.ofFunction(fn)].sort((one, other) => one - other)
  const returns = (fact?.returnRegions ?? [])
    .map((region, index) => ({ region, index, end: fact?.fact.returnsAt[index * 3 + 1] ?? 0 }))
    .filter(({ region }) => region >= 0)
    .sort((one, other) => one.end - other.end)
  const root: Block = { region: -1, kind: RegionKind.Body, condition: -1, entries: [] }
  const open: Block[] = [root]
  const put = (region: number, entry: Entry) => {
    const way: number[] = []
    for (let at = region; at >= 0 && whole.regions[at * 4] !== RegionKind.Body; at = whole.regions[at * 4 + 1] as number) way.unshift(at)
    let depth = 0
    while (depth < way.length && open[depth + 1]?.region === way[depth]) depth++
    open.length = depth + 1
    for (const at of way.slice(depth)) {
      const block: Block = { region: at, kind: whole.regions[at * 4] as RegionKind, condition: whole.regions[at * 4 + 2] as number, entries: [] }
      ;(open[open.length - 1] as Block).entries.push({ is: 'block', block })
      open.push(block)
    }
    ;(open[open.length - 1] as Block).entries.push(entry)
  }
  let next = 0
  for (const node of nodes) {
    // A return's own calls run before it, and stand before its end.
    for (let at = returns[next]; at && at.end <= startOf(linked, node); at = returns[++next]) put(at.region, { is: 'return', index: at.index })
    put(whole.region[node] as number, { is: 'node', node })
  }
  for (; next < returns.length; next++) put(returns[next]?.region as number, { is: 'return', index: returns[next]?.index as number })
  return root
}

/** A call's own position is that of the method's name: late enough, since its receiver runs first. */
const startOf = ({ whole }: Linked, node: number): number =>
  whole.kind[node] === Kind.Call ? (whole.pos[node] as number) : (whole.pos[node] as number)

/** The tests of one condition in one region, in source order. A value that is asked for twice makes several. */
export function testsBeside({ whole }: Linked, region: number): Test[] {
  const { regions } = whole
  const parent = regions[region * 4 + 1] as number
  const condition = regions[region * 4 + 2] as number
  const ids: number[] = []
  const isBeside = (at: number) => regions[at * 4 + 1] === parent && regions[at * 4 + 2] === condition && isBranch(regions[at * 4] as RegionKind)
  // What lies inside the parent stands in one row behind it.
  for (let at = parent + 1; at * 4 < regions.length && (regions[at * 4 + 1] as number) >= parent; at++) if (isBeside(at)) ids.push(at)
  const tests: Test[] = []
  for (let i = 0; i < ids.length; ) {
    const kind = (offset: number): RegionKind | undefined => {
      const id = ids[i + offset]
      return id === undefined ? undefined : (regions[id * 4] as RegionKind)
    }
    if (kind(0) !== RegionKind.True || kind(1) !== RegionKind.False) {
      const isTrue = kind(0) === RegionKind.True
      tests.push({ condition, yes: isTrue ? (ids[i] as number) : -1, no: isTrue ? -1 : (ids[i] as number), rest: -1, ends: undefined })
      i++
      continue
    }
    const test: Test = { condition, yes: ids[i] as number, no: ids[i + 1] as number, rest: -1, ends: undefined }
    if (kind(2) === RegionKind.False) Object.assign(test, { rest: ids[i + 2], ends: 'yes' })
    else if (kind(2) === RegionKind.True && kind(3) !== RegionKind.False) Object.assign(test, { rest: ids[i + 2], ends: 'no' })
    i += test.ends ? 3 : 2
    tests.push(test)
  }
  return tests
}

const isBranch = (kind: RegionKind): boolean => kind === RegionKind.True || kind === RegionKind.False
