/**
 * Metadata of handlers and the guards that look it up: `SetMetadata('roles', ['admin'])`, `@Public()`. In: decorations and
 * the function that decides for a guard. Out: which keys are set, and what each key means to the guard.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { isEqual, NOT } from '../operators'
import type { Context } from '../values/index'
import { argumentsOf, type Decoration, textsIn } from './decorations'

/** Key → its texts. A key is the text it is known by, or `#` and the node that makes the decorator. */
export type Metadata = Map<string, string[]>

/** What one decorator sets. */
export interface Mark {
  decoration: Decoration
  /** What it sets it to. */
  given: readonly number[]
}

/** @param decorations the nearest first: what a method says counts before what its class says */
export function marksOf(linked: Linked, decorations: readonly Decoration[]): Map<string, Mark> {
  const found = new Map<string, Mark>()
  for (const decoration of decorations) {
    if (decoration.model.decorator !== 'metadata') continue
    const args = argumentsOf(linked, decoration)
    const created = isCreated(linked, decoration)
    const key = created ? madeKey(linked, linked.whole.a[decoration.node] as number) : keyOf(linked, args[0], decoration.context)
    if (key !== undefined && !found.has(key)) found.set(key, { decoration, given: created ? args : args.slice(1) })
  }
  return found
}

export function metadataOf(linked: Linked, decorations: readonly Decoration[]): Metadata {
  const marks = [...marksOf(linked, decorations)]
  return new Map(marks.map(([key, { decoration, given }]) => [key, given.flatMap((node) => textsIn(linked, decoration, node))]))
}

/** `const Roles = Reflector.createDecorator<string[]>()`: the decorator is its own key. */
function isCreated({ solver, models }: Linked, { node }: Decoration): boolean {
  return [...(solver.apiCalls.get(node) ?? [])].some((path) => models.paths.show(path).endsWith('createDecorator()'))
}

function madeKey({ values }: Linked, node: number): string {
  return `#${values.definitions(node)[0] ?? node}`
}

function keyOf(linked: Linked, node: number | undefined, context?: Context): string | undefined {
  if (node === undefined) return undefined
  const text = linked.values.texts(node, context).find(({ exact }) => exact)?.value
  if (text !== undefined) return text
  const [made = node] = linked.values.definitions(node)
  return linked.whole.kind[made] === Kind.Call ? `#${made}` : linked.values.nameOf(node) || undefined
}

/** What metadata does to a guard. */
export interface Looked {
  /** Every key it looks up. */
  keys: Set<string>
  /** Set, they let everyone pass. */
  opens: Set<string>
  /** Where they are not set, everyone passes. */
  needs: Set<string>
  /** Where they hold one of these texts, everyone passes: `rights.includes(Right.Public)`. */
  opensAt: Map<string, string[]>
  /** What is looked up is held against something, and the answer is whether that suffices: `mayOf(user, note) >= wanted`. */
  measures: Set<string>
}

/** Methods that one hands the decision on to, one after the other. */
const MOST_METHODS = 3

function add(found: Looked, other: Looked): void {
  for (const part of ['keys', 'opens', 'needs', 'measures'] as const) for (const key of other[part]) found[part].add(key)
  for (const [key, texts] of other.opensAt) found.opensAt.set(key, [...(found.opensAt.get(key) ?? []), ...texts])
}

/** Methods beside a function whose answer it gives back as its own: `return this.check(context)`. */
function leftToOwn({ whole, solver }: Linked, fn: number): number[] {
  return (whole.functions[fn]?.returns ?? []).flatMap((value) => {
    const call = whole.kind[value] === Kind.Await ? (whole.a[value] as number) : value
    const callees = whole.kind[call] === Kind.Call ? [...(solver.callees.get(call) ?? [])] : []
    return callees.length === 1 && callees[0] !== fn ? callees : []
  })
}

/** Methods by which a guard looks up what a decorator set. */
export const READS: ReadonlySet<string> = new Set(['get', 'getAll', 'getAllAndOverride', 'getAllAndMerge'])

/** Calls of a function that look metadata up, each with its key. */
export function metadataRead(linked: Linked, fn: number): Map<number, string> {
  const { whole, effects } = linked
  const reads = new Map<number, string>()
  for (const call of effects.within(fn)) {
    if (whole.kind[call] !== Kind.Call || !looksUp(linked, call, READS)) continue
    const key = keyOf(linked, whole.args(call)[0])
    if (key !== undefined) reads.set(call, key)
  }
  return reads
}

export function looksUp(linked: Linked, call: number, reads: ReadonlySet<string>): boolean {
  if (!reads.has(calledName(linked, call))) return false
  const receiver = receiverOf(linked, call)
  return receiver >= 0 && /reflect/i.test(linked.values.nameOf(receiver))
}

/** Every key that a call may look up; undefined where it cannot be told. */
export function keysLookedUp(linked: Linked, call: number): readonly string[] | undefined {
  const [node] = linked.whole.args(call)
  if (node === undefined) return undefined
  const texts = linked.values.texts(node)
  if (texts.length > 1 && texts.every(({ exact }) => exact)) return texts.map(({ value }) => value)
  const key = keyOf(linked, node)
  return key === undefined ? undefined : [key]
}

export function lookedUp(linked: Linked, fn: number, depth = 0): Looked {
  const { whole, effects } = linked
  const found: Looked = { keys: new Set(), opens: new Set(), needs: new Set(), opensAt: new Map(), measures: new Set() }
  const reads = metadataRead(linked, fn)
  // `const wanted = this.wantedBy(context)`: a method beside it looks it up.
  if (depth === 0)
    for (const call of effects.within(fn)) {
      const callees = whole.kind[call] === Kind.Call ? [...(linked.solver.callees.get(call) ?? [])] : []
      if (callees.length !== 1) continue
      const [key, ...others] = lookedUp(linked, callees[0] as number, 1).keys
      if (key !== undefined && others.length === 0) reads.set(call, key)
    }
  for (const key of reads.values()) found.keys.add(key)
  for (const other of leftToOwn(linked, fn)) if (depth < MOST_METHODS) add(found, lookedUp(linked, other, depth + 1))
  if (reads.size === 0) return found
  for (const returned of whole.functions[fn]?.returns ?? []) {
    for (const [call, key] of reads) {
      const way = wayTo(linked, returned, call)
      if (way > 0) found.opens.add(key)
      if (way < 0) found.needs.add(key)
      const texts = openingTexts(linked, returned, call)
      if (texts.length > 0) found.opensAt.set(key, [...(found.opensAt.get(key) ?? []), ...texts])
      if (way === 0 && isHeldAgainst(linked, returned, call)) found.measures.add(key)
    }
  }
  return found
}

/** `await this.mayOf(user, note) >= wanted`, `roles.some((role) => wanted.includes(role))` are not meant: only what is compared by itself. */
function isHeldAgainst({ whole, values }: Linked, returned: number, call: number): boolean {
  if (whole.kind[returned] !== Kind.Binary) return false
  return [whole.a[returned] as number, whole.b[returned] as number].some((side) => side === call || values.definitions(side).includes(call))
}

/** Whether a returned value lets everyone pass where the metadata is set (1), is not set (-1), or does not depend on it so (0). */
function wayTo(linked: Linked, returned: number, call: number): number {
  const { whole } = linked
  if (whole.kind[returned] === Kind.Choice && whole.c[returned] === ChoiceKind.Or)
    for (const item of whole.items(whole.a[returned] as number).slice(0, -1)) {
      const way = signOf(linked, item, call)
      if (way !== 0) return way
    }
  if (whole.kind[returned] !== Kind.Boolean || whole.a[returned] !== 1) return 0
  for (let region = whole.region[returned] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as number
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) continue
    const way = signOf(linked, condition, call)
    // Behind a test that has ended other ways, this one is left over: only where it turned requests away does that say something.
    if (way !== 0 && kind === RegionKind.True) return way
  }
  return 0
}

/** Texts of which one among the metadata lets everyone pass: `if (wanted.includes('public')) return true`. */
function openingTexts(linked: Linked, returned: number, call: number): string[] {
  const { whole } = linked
  if (whole.kind[returned] !== Kind.Boolean || whole.a[returned] !== 1) return []
  const found: string[] = []
  for (let region = whole.region[returned] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
    if (whole.regions[region * 4] === RegionKind.True) found.push(...includedTexts(linked, whole.regions[region * 4 + 2] as number, call))
  return found
}

/** Of `wanted && wanted.includes('public')`, or that among alternatives, the text. */
function includedTexts(linked: Linked, node: number, call: number, depth = 0): string[] {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || depth > 8) return []
  const a = whole.a[node] as number
  const kind = whole.kind[node]
  if (kind === Kind.Refine) return includedTexts(linked, a, call, depth + 1)
  if (kind === Kind.Cell || kind === Kind.Choice) return whole.items(a).flatMap((item) => includedTexts(linked, item, call, depth + 1))
  if (kind !== Kind.Call || calledName(linked, node) !== 'includes' || signOf(linked, receiverOf(linked, node), call) <= 0) return []
  const [text] = whole.args(node)
  return text === undefined ? [] : values.texts(text).flatMap(({ exact, value }) => (exact ? [value] : []))
}

/** 1 where a condition holds with the value, -1 where it holds without, 0 where it is about something else. */
function signOf(linked: Linked, node: number, call: number, depth = 0): number {
  const { whole } = linked
  if (node === call) return 1
  if (node < 0 || depth > 8) return 0
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Unary:
      return whole.c[node] === NOT ? -signOf(linked, a, call, depth + 1) : signOf(linked, a, call, depth + 1)
    case Kind.Refine:
    case Kind.Await:
    // `roles.length`
    case Kind.Load:
      return signOf(linked, a, call, depth + 1)
    case Kind.Binary: {
      const empty = [a, whole.b[node] as number].some(
        (side) =>
          whole.kind[side] === Kind.Undefined ||
          whole.kind[side] === Kind.Null ||
          (whole.kind[side] === Kind.Number && whole.text(whole.a[side] as number) === '0'),
      )
      const way = signOf(linked, a, call, depth + 1) || signOf(linked, whole.b[node] as number, call, depth + 1)
      if (!empty || way === 0) return way
      return isEqual(whole.c[node] as number) ? -way : way
    }
    case Kind.Cell:
    case Kind.Choice:
      for (const item of whole.items(a)) {
        const way = signOf(linked, item, call, depth + 1)
        if (way !== 0) return way
      }
      return 0
    case Kind.Call:
      // `Boolean(x)`
      return linked.values.nameOf(a) === 'Boolean' ? signOf(linked, whole.args(node)[0] ?? -1, call, depth + 1) : 0
    default:
      return 0
  }
}

/** `@Public()` and its kin by their names, for guards whose code does not tell. */
export function hasMark({ whole }: Linked, decorators: readonly number[]): boolean {
  return decorators.some((node) =>
    /^(?:Public|IsPublic|PublicRoute|SkipAuth|AllowAnonymous|AllowAny|Anonymous|NoAuth|Unprotected|AllowUnauthorized\w*|AuthPublic)\b/.test(
      whole.sourceOf(node, 40).replace(/^@/, ''),
    ),
  )
}
