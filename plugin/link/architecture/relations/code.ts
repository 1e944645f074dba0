/** Parts that lean on parts. In: imports and the call graph. Out: one relation a pair, with the import and the call that prove it. */
import { Kind } from '../../../graph'
import type { Evidence, Relation } from '../../../types'
import { cite, citeLine } from '../../linked'
import { skipTrivia } from '../../whole/index'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'

interface Pair {
  imports: number
  types: number
  calls: number
  evidence: Evidence[]
  /** Which line of the evidence is a call, -1 where none is. */
  call: number
}

const MOST_IMPORTS = 3

export function codeRelations(known: KnownArchitecture, model: Model): Relation[] {
  const { linked, imports } = known
  const { whole, solver } = linked
  const pairs = new Map<string, Pair>()
  const pairOf = (from: string, to: string): Pair => {
    const key = `${from}\n${to}`
    let pair = pairs.get(key)
    if (!pair) {
      pair = { imports: 0, types: 0, calls: 0, evidence: [], call: -1 }
      pairs.set(key, pair)
    }
    return pair
  }
  /** Those of two files: many calls lead from one to another. */
  const between = new Map<number, Pair[]>()
  const pairsOf = (from: number, to: number): readonly Pair[] => {
    const key = from * whole.files.length + to
    let found = between.get(key)
    if (!found) {
      found = ends(from, to).map(([a, b]) => pairOf(a, b))
      between.set(key, found)
    }
    return found
  }
  /** Ends of an arrow between two files: parts within a container, containers otherwise. */
  const ends = (from: number, to: number): [string, string][] => {
    const [one, other] = [model.containerOfFile[from], model.containerOfFile[to]]
    if (!one || !other) return []
    const [a, b] = [model.componentOf[from] as string, model.componentOf[to] as string]
    if (one === other) return a === b ? [] : [[a, b]]
    const [outerA, outerB] = [model.ids.get(one) as string, model.ids.get(other) as string]
    return [[outerA, outerB], ...(a !== outerA ? ([[a, outerB]] as [string, string][]) : [])]
  }
  for (const { from, to, typesOnly, pos } of imports.edges)
    for (const pair of pairsOf(from, to)) {
      if (typesOnly) pair.types++
      else pair.imports++
      if (pair.evidence.length < MOST_IMPORTS) pair.evidence.push(citeLine(linked, from, lineOf(known, from, pos)))
    }
  solver.callees.forEach((functions, call) => {
    // Who is handed a function and calls it does not lean on where it came from.
    if (whole.kind[whole.a[call] as number] === Kind.Param) return
    const from = whole.fileOf(call)
    const seen = new Set<number>()
    for (const fn of functions) {
      const to = whole.functions[fn]?.file
      if (to === undefined || to === from || seen.has(to)) continue
      seen.add(to)
      for (const pair of pairsOf(from, to)) {
        pair.calls++
        if (pair.call < 0) {
          pair.call = pair.evidence.length
          pair.evidence.push(cite(linked, call))
        }
      }
    }
  })
  // Two programs do not call each other's functions: where neither loads the other's files, a call only seems to lead there.
  const containers = new Set(model.ids.values())
  for (const [key, pair] of pairs) {
    const to = key.slice(key.indexOf('\n') + 1)
    if (pair.imports > 0 || !containers.has(to)) continue
    if (pair.types === 0) pairs.delete(key)
    else if (pair.calls > 0) {
      pair.calls = 0
      pair.evidence.splice(pair.call, 1)
    }
  }
  return [...pairs].map(([key, { imports: count, types, calls, evidence }]): Relation => {
    const [from, to] = key.split('\n') as [string, string]
    return {
      from,
      to,
      kind: calls > 0 ? 'calls' : 'imports',
      through: calls > 0 ? (count > 0 ? 'imports and calls' : 'calls') : count > 0 ? 'imports' : 'types only',
      evidence: calls > 0 ? [...evidence].reverse() : evidence,
      count: count + types + calls,
    }
  })
}

/** An import begins after the white space and comments in front of it. */
export function lineOf({ linked }: KnownArchitecture, file: number, pos: number): number {
  const { whole } = linked
  return whole.lineAt(file, skipTrivia(whole.files[file]?.text ?? '', pos))
}
