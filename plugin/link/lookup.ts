/**
 * Nodes by what they are: of a kind, named so, of a function. In: the whole program. Out: node numbers in ascending order, found
 * in one pass and remembered, so that whoever is about few nodes need not look at all. Nothing here asks the solver.
 */
import { Kind } from '../graph'
import type { Whole } from './whole/index'

/** Names that are asked for: one, several, or a test, which each different name is put to once. */
export type Names = string | ReadonlySet<string> | RegExp | ((name: string) => boolean)

/** Kinds whose nodes have a name: what is called, read, written or defined by it, and a literal's own text. */
type Named = Kind.Call | Kind.New | Kind.Load | Kind.Store | Kind.Property | Kind.String | Kind.Regex | Kind.Global

const NONE = new Int32Array(0)

function allNodes({ size }: Whole): Int32Array {
  const all = new Int32Array(size)
  for (let node = 0; node < size; node++) all[node] = node
  return all
}

/** Numbers in groups: those of group g are `items[starts[g]] … items[starts[g + 1] - 1]`. */
class Groups {
  private readonly starts: Int32Array
  private readonly items: Int32Array

  /** @param groups of each item, -1 where it belongs to none */
  constructor(
    items: Int32Array,
    readonly count: number,
    groups: Int32Array | Uint8Array,
  ) {
    const ends = new Int32Array(count + 1)
    for (let i = 0; i < items.length; i++) {
      const group = groups[i] as number
      if (group >= 0) ends[group + 1] = (ends[group + 1] as number) + 1
    }
    for (let group = 0; group < count; group++) ends[group + 1] = (ends[group + 1] as number) + (ends[group] as number)
    this.starts = ends.slice()
    this.items = new Int32Array(ends[count] as number)
    for (let i = 0; i < items.length; i++) {
      const group = groups[i] as number
      if (group < 0) continue
      this.items[ends[group] as number] = items[i] as number
      ends[group] = (ends[group] as number) + 1
    }
  }

  /** Groups that hold anything, ascending: of all names of a program, few are those of one kind. */
  filled(): Int32Array {
    if (!this.inUse) {
      const found: number[] = []
      for (let group = 0; group < this.count; group++) if (this.starts[group] !== this.starts[group + 1]) found.push(group)
      this.inUse = Int32Array.from(found)
    }
    return this.inUse
  }
  private inUse: Int32Array | undefined

  of(group: number): Int32Array {
    if (group < 0 || group >= this.count) return NONE
    const from = this.starts[group] as number
    const to = this.starts[group + 1] as number
    return from === to ? NONE : this.items.subarray(from, to)
  }
}

export class Lookup {
  private readonly byKind: Groups
  private readonly merged = new Map<string, Int32Array>()
  private readonly byName = new Map<Named, Groups>()
  private byFunction: Groups | undefined
  private byVariable: Map<string, number[]> | undefined
  private objects: Int32Array | undefined
  private returners: Groups | undefined

  constructor(private readonly whole: Whole) {
    this.byKind = new Groups(allNodes(whole), 256, whole.kind)
  }

  /** Nodes of any of these kinds. */
  of(...kinds: Kind[]): Int32Array {
    if (kinds.length === 1) return this.byKind.of(kinds[0] as Kind)
    const key = kinds.join()
    let nodes = this.merged.get(key)
    if (!nodes) {
      const isMeant = new Uint8Array(256)
      for (const kind of kinds) isMeant[kind] = 1
      nodes = new Int32Array(kinds.reduce((sum, kind) => sum + this.byKind.of(kind).length, 0))
      let length = 0
      for (let node = 0; node < this.whole.size; node++) if (isMeant[this.whole.kind[node] as number]) nodes[length++] = node
      this.merged.set(key, nodes)
    }
    return nodes
  }

  /** Each different name of a kind, with how many nodes have it. */
  names(kind: Named): { name: string; count: number }[] {
    const groups = this.byName.get(kind) ?? this.groupByName(kind)
    return [...groups.filled()].map((text) => ({ name: this.whole.strings[text] as string, count: groups.of(text).length }))
  }

  /** Nodes of a kind by name: calls of a function or method, reads and writes of a property, keys, literals. */
  named(kind: Named, names: Names): Int32Array {
    const groups = this.byName.get(kind) ?? this.groupByName(kind)
    if (typeof names === 'string') return groups.of(this.whole.string(names))
    if (names instanceof Set)
      return this.anyOf(
        groups,
        Array.from(names as ReadonlySet<string>, (name) => this.whole.string(name)),
      )
    if (!(names instanceof RegExp)) return this.passing(groups, names as (name: string) => boolean)
    const words = wordsOf(names)
    return words
      ? this.anyOf(
          groups,
          words.map((word) => this.whole.numberOf(word)),
        )
      : this.passing(groups, (name) => names.test(name))
  }

  private anyOf(groups: Groups, names: readonly number[]): Int32Array {
    const found: Int32Array[] = []
    for (const name of names) {
      const nodes = groups.of(name)
      if (nodes.length > 0) found.push(nodes)
    }
    return merge(found)
  }

  private passing(groups: Groups, isMeant: (name: string) => boolean): Int32Array {
    const found: Int32Array[] = []
    const { strings } = this.whole
    const filled = groups.filled()
    for (let i = 0; i < filled.length; i++) if (isMeant(strings[filled[i] as number] as string)) found.push(groups.of(filled[i] as number))
    return merge(found)
  }

  private groupByName(kind: Named): Groups {
    const { whole } = this
    const nodes = this.byKind.of(kind)
    // A name of a parameter or function may have no number yet, so all have one before they are counted.
    const numbers = new Int32Array(nodes.length)
    for (let i = 0; i < nodes.length; i++) numbers[i] = nameNumber(whole, kind, nodes[i] as number)
    const groups = new Groups(nodes, whole.strings.length, numbers)
    this.byName.set(kind, groups)
    return groups
  }

  /** Calls, with `new` or without, by what is called. */
  called(names: Names): Int32Array {
    return merge([this.named(Kind.Call, names), this.named(Kind.New, names)])
  }

  /** Nodes in the body of a function itself, not of those inside it. */
  inFunction(fn: number): Int32Array {
    const { whole } = this
    if (!this.byFunction) {
      const functions = new Int32Array(whole.size)
      for (let node = 0; node < functions.length; node++) functions[node] = whole.functionOf(node)
      this.byFunction = new Groups(allNodes(whole), whole.functions.length, functions)
    }
    return this.byFunction.of(fn)
  }

  /** Values put into variables of a name, in source order. */
  putInto(name: string): readonly number[] {
    if (!this.byVariable) {
      this.byVariable = new Map()
      for (const { node, name: variable } of this.whole.names) {
        const known = this.byVariable.get(variable)
        if (known) known.push(node)
        else this.byVariable.set(variable, [node])
      }
    }
    return this.byVariable.get(name) ?? []
  }

  /** The object that a property or spread is written in, -1 where it is none of an object. */
  objectOf(entry: number): number {
    const { whole } = this
    if (!this.objects) {
      this.objects = new Int32Array(whole.size).fill(-1)
      for (const object of this.byKind.of(Kind.Object)) for (const item of whole.items(whole.a[object] as number)) this.objects[item] = object
    }
    return this.objects[entry] ?? -1
  }

  /** Functions in which one of these nodes stands, at whatever depth. */
  functionsWith(nodes: Iterable<number>): Set<number> {
    const { whole } = this
    const found = new Set<number>()
    for (const node of nodes) for (let fn = whole.functionOf(node); fn >= 0 && !found.has(fn); fn = whole.functions[fn]?.parent ?? -1) found.add(fn)
    return found
  }

  /** Functions that return a value. */
  returning(value: number): Int32Array {
    if (!this.returners) {
      const { functions, size } = this.whole
      const values = functions.flatMap(({ returns }) => returns)
      const returners = Int32Array.from(functions.flatMap(({ returns }, fn) => returns.map(() => fn)))
      this.returners = new Groups(returners, size, Int32Array.from(values))
    }
    return this.returners.of(value)
  }
}

/** `get, post` of `/^(?:get|post)$/`: a test that is only for certain words need not be put to every name. */
function wordsOf({ source, flags }: RegExp): string[] | undefined {
  const [, several, one] = /^\^(?:\(\?:(\w+(?:\|\w+)*)\)|(\w+))\$$/.exec(source) ?? []
  return flags === '' ? (several ?? one)?.split('|') : undefined
}

const lookups = new WeakMap<Whole, Lookup>()

export function lookupOf(whole: Whole): Lookup {
  let lookup = lookups.get(whole)
  if (!lookup) {
    lookup = new Lookup(whole)
    lookups.set(whole, lookup)
  }
  return lookup
}

/** Ascending, each once. */
export function merge(lists: readonly (Int32Array | readonly number[])[]): Int32Array {
  const filled = lists.filter(({ length }) => length > 0)
  if (filled.length === 0) return NONE
  if (filled.length === 1 && filled[0] instanceof Int32Array) return filled[0]
  const all = new Int32Array(filled.reduce((sum, { length }) => sum + length, 0))
  let length = 0
  for (const list of filled) {
    all.set(list, length)
    length += list.length
  }
  all.sort()
  let kept = 0
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i] as number
  return all.subarray(0, kept)
}

function nameNumber(whole: Whole, kind: Named, node: number): number {
  switch (kind) {
    case Kind.Call:
    case Kind.New:
      return calledNumber(whole, node)
    case Kind.Load:
    case Kind.Store:
      return whole.b[node] as number
    default:
      return whole.a[node] as number
  }
}

/** Number of the name that a call names, as `calledName` tells it. */
function calledNumber(whole: Whole, call: number): number {
  const callee = whole.a[call] as number
  switch (whole.kind[callee] as Kind) {
    case Kind.Load:
    case Kind.Import:
    case Kind.Cell:
      return whole.b[callee] as number
    case Kind.Global:
      return whole.a[callee] as number
    case Kind.Param:
      return whole.string(whole.functions[whole.a[callee] as number]?.fact.paramNames[whole.b[callee] as number] ?? '')
    case Kind.Function:
      return whole.string(whole.functions[whole.a[callee] as number]?.fact.name ?? '')
    case Kind.Class:
      return whole.string(whole.classes[whole.a[callee] as number]?.fact.name ?? '')
    default:
      return whole.string('')
  }
}

/** A program whose solver counts what it learns. */
interface Solved {
  solver: { readonly changes: number }
}

/**
 * Answers about nodes, kept for as long as the solver learns nothing more. What a walk is asked at one depth it may be asked again
 * on another way: with its depth in the key, each is walked once, and the answer is the one that the whole walk would give.
 */
export function remember<T>(): (linked: Solved, node: number, depth: number, find: () => T) => T {
  const memories = new WeakMap<Solved, { changes: number; answers: Map<number, T> }>()
  return (linked, node, depth, find) => {
    let memory = memories.get(linked)
    if (!memory || memory.changes !== linked.solver.changes) {
      memory = { changes: linked.solver.changes, answers: new Map() }
      memories.set(linked, memory)
    }
    const key = node * DEPTHS + depth
    const known = memory.answers.get(key)
    if (known !== undefined || memory.answers.has(key)) return known as T
    const found = find()
    memory.answers.set(key, found)
    return found
  }
}

/** More than any walk goes down. */
const DEPTHS = 32

/** What is found out of a whole program, found again once the solver has learned more. */
export function untilMoreIsLearned<L extends Solved, T>(find: (linked: L) => T): (linked: L) => T {
  const memories = new WeakMap<L, { changes: number; found: T }>()
  return (linked) => {
    const memory = memories.get(linked)
    if (memory?.changes === linked.solver.changes) return memory.found
    const found = find(linked)
    memories.set(linked, { changes: linked.solver.changes, found })
    return found
  }
}

/** Nodes have become others: whoever looks next has them counted again. */
export function forgetLookup(whole: Whole): void {
  lookups.delete(whole)
}

/** A test of names that puts each different name to it once. */
export function once<T>(judge: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    let answer = known.get(name)
    if (answer === undefined && !known.has(name)) {
      answer = judge(name)
      known.set(name, answer)
    }
    return answer as T
  }
}
