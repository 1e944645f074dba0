/** Names in a context: what a parameter, a loop variable or one of `...args` stands for in one way of getting there. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { MINUS } from '../operators'
import { literalProperty } from './definitions'
import { memberAtKey } from './own-keys'
import type { Bound, Context, Reading } from './reading'
import { taken } from './turns'

/** What an expression may be in a context. */
export function labelsIn(reading: Reading, node: number, context: Context, hops: number): readonly number[] {
  const bound = context.bindings.get(node)
  if (bound) return reading.labels(bound.node, bound.context, hops + 1)
  const { whole } = reading
  switch (whole.kind[node] as Kind) {
    case Kind.Choice:
    case Kind.Cell: {
      const all = new Set<number>()
      for (const item of taken(reading, node, context)) for (const label of reading.labels(item, context, hops + 1)) all.add(label)
      return [...all]
    }
    case Kind.Refine:
    case Kind.Await:
      return reading.labels(whole.a[node] as number, context, hops + 1)
    case Kind.LoadDynamic: {
      const item = restItem(reading, node, context) ?? memberAtKey(reading, node, context)?.value
      return item ? reading.labels(item.node, item.context, hops + 1) : reading.solver.of(node)
    }
    case Kind.Load:
      return labelsOfMember(reading, node, context, hops)
    case Kind.Call: {
      const fn = boundFunction(reading, node)
      return fn < 0 ? reading.solver.of(node) : reading.labels(fn, context, hops + 1)
    }
    default:
      return reading.solver.of(node)
  }
}

/** `f` of `f.bind(this)`, -1 of other calls. */
function boundFunction({ whole }: Reading, call: number): number {
  const callee = whole.a[call] as number
  return whole.kind[callee] === Kind.Load && whole.text(whole.b[callee] as number) === 'bind' ? (whole.a[callee] as number) : -1
}

/** A property is read from what the object is in that context, where it is another one there. */
function labelsOfMember(reading: Reading, node: number, context: Context, hops: number): readonly number[] {
  const { whole, solver } = reading
  if (!dependsOn(reading, whole.a[node] as number, context)) return solver.of(node)
  const item = restItem(reading, node, context) ?? written(reading, node, context)
  if (item) return reading.labels(item.node, item.context, hops + 1)
  const all = new Set<number>()
  const property = whole.b[node] as number
  for (const base of reading.labels(whole.a[node] as number, context, hops + 1)) {
    const kind = solver.labels.kind[base]
    if (kind === LabelKind.Value || kind === LabelKind.Api || kind === LabelKind.Interface) continue
    const field = solver.fieldAt(base, property)
    if (field >= 0) for (const label of solver.of(field)) all.add(label)
  }
  return all.size > 0 ? [...all] : solver.of(node)
}

/** What is written for a property, where the object is written on the spot: `handler` of `add({ path, handler })`. */
function written(reading: Reading, load: number, context: Context): Bound | undefined {
  const object = standsFor(reading, { node: reading.whole.a[load] as number, context })
  const node = literalProperty(reading, object.node, reading.whole.text(reading.whole.b[load] as number))
  return node < 0 ? undefined : { node, context: object.context }
}

/** What a name stands for in a context, and the context in which that is to be read. */
export function standsFor(reading: Reading, { node, context }: Bound): Bound {
  let at: Bound = { node, context }
  for (let hops = 0; hops < 8; hops++) {
    const inner = at.context.bindings.get(at.node) ?? { node: named(reading, at.node), context: at.context }
    if (inner.node < 0 || inner.node >= reading.whole.size) break
    at = inner
  }
  return at
}

/** What a name stands for in a context: the argument, or the one of several that it takes; else itself. */
export function boundNode(reading: Reading, node: number, context: Context): number {
  let found = node
  for (let at: Bound = { node, context }, hops = 0; hops < 12; hops++) {
    const bound: Bound | undefined =
      at.context.bindings.get(at.node) ?? restItem(reading, at.node, at.context) ?? memberAtKey(reading, at.node, at.context)?.value
    if (bound?.rest || (bound && bound.node >= reading.whole.size)) break
    if (bound) found = bound.node
    const inner = bound ? -1 : named(reading, at.node)
    if (!bound && inner < 0) break
    at = bound ?? { node: inner, context: at.context }
  }
  return found
}

/** What a name that has one meaning is another name for; -1 where it is no such name. */
function named(reading: Reading, node: number): number {
  const { whole } = reading
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Refine) return whole.a[node] as number
  const items = kind === Kind.Cell ? whole.items(whole.a[node] as number) : undefined
  return items?.length === 1 ? (items[0] as number) : -1
}

/** `args[0]`, `args[args.length - 1]`, `const [a] = args` of `...args`: the one that is meant, where that can be told. */
function restItem(reading: Reading, node: number, context: Context): Bound | undefined {
  const { whole } = reading
  const kind = whole.kind[node] as Kind
  if (kind !== Kind.Load && kind !== Kind.LoadDynamic) return undefined
  const key = whole.b[node] as number
  const rest = kind === Kind.Load && !/^\d+$/.test(whole.text(key)) ? undefined : restOf(reading, whole.a[node] as number, context)
  if (!rest) return undefined
  if (kind === Kind.Load) return rest[Number(whole.text(key))]
  const isFromEnd = whole.kind[key] === Kind.Binary && whole.c[key] === MINUS && isLengthOf(reading, whole.a[key] as number)
  const back = isFromEnd ? Number(reading.texts(whole.b[key] as number, context)[0]?.value) : Number.NaN
  return rest[rest.length - back]
}

function isLengthOf(reading: Reading, node: number): boolean {
  const inner = named(reading, node)
  if (inner >= 0) return isLengthOf(reading, inner)
  return reading.whole.kind[node] === Kind.Load && reading.whole.text(reading.whole.b[node] as number) === 'length'
}

/** All that a parameter for further arguments stands for, where an expression is that parameter. */
export function restOf(reading: Reading, node: number, context: Context, hops = 0): readonly Bound[] | undefined {
  const bound = context.bindings.get(node)
  if (bound || hops > 8) return bound && (bound.rest ?? restOf(reading, bound.node, bound.context, hops + 1))
  const inner = named(reading, node)
  return inner < 0 ? undefined : restOf(reading, inner, context, hops + 1)
}

function dependsOn(reading: Reading, node: number, context: Context): boolean {
  return variablesOf(reading, [node]).some((variable) => context.bindings.has(variable))
}

/** Parameters and loop elements that the given expressions are made of. */
export function variablesOf(reading: Reading, nodes: readonly number[]): number[] {
  const { whole } = reading
  const seen = new Set<number>()
  const found: number[] = []
  const stack = [...nodes]
  while (stack.length > 0 && seen.size < 400) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    if (whole.kind[node] === Kind.Param || whole.kind[node] === Kind.Element || whole.kind[node] === Kind.Key) found.push(node)
    else stack.push(...whole.madeOf(node))
  }
  return found
}
