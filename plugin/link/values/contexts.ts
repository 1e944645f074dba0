/** The ways in which control gets to a call, as far as they change its arguments: call sites, and elements that a loop goes over. */
import { Kind } from '../../graph'
import { isTest, triesOut } from '../test-files'
import { restOf, variablesOf } from './bound'
import { entriesOf, objectOfKeys } from './own-keys'
import { type Bound, type Context, NO_CONTEXT, type Reading } from './reading'

const MOST_CONTEXTS = 300
/** Turns of loops over keys, in all contexts together. */
const MOST_TURNS = 1500
const MOST_HOPS = 4

/** The ways in which control gets to a call, as far as they change its arguments. At least one. */
export function contextsOf(reading: Reading, nodes: readonly number[], hops: number): Context[] {
  const { whole } = reading
  let contexts: Context[] = [NO_CONTEXT]
  if (hops > MOST_HOPS) return contexts
  const variables = variablesOf(reading, nodes)
  const functions = new Set<number>()
  const keyed = keyedIn(reading, variables)
  for (const object of keyed.values())
    for (const outer of variablesOf(reading, [object])) if (whole.kind[outer] === Kind.Param) functions.add(whole.a[outer] as number)
  for (const variable of variables) {
    if (keyed.has(variable)) continue
    if (whole.kind[variable] === Kind.Element) contexts = spread(contexts, variable, elementsOf(reading, whole.a[variable] as number))
    else functions.add(whole.a[variable] as number)
  }
  for (const fn of functions) {
    const element = elementParameter(reading, fn)
    if (element) {
      contexts = spread(contexts, element.parameter, element.items)
      continue
    }
    const ways = waysInto(reading, fn, hops)
    if (!ways) continue
    contexts = joined(contexts, ways)
  }
  for (const [variable, object] of keyed) contexts = atKeys(reading, contexts, variable, object)
  return contexts
}

/** Variables of loops over an object's own keys, and the object. */
function keyedIn(reading: Reading, variables: readonly number[]): ReadonlyMap<number, number> {
  const { whole } = reading
  const found = new Map<number, number>()
  for (const variable of variables) {
    const kind = whole.kind[variable]
    const list = kind === Kind.Param ? listGoneOver(reading, variable) : variable
    const object = list < 0 ? -1 : objectOfKeys(reading, list)
    if (object >= 0) found.set(variable, object)
  }
  return found
}

/** A turn of the loop for each key that the object has in a context. */
function atKeys(reading: Reading, contexts: readonly Context[], variable: number, object: number): Context[] {
  return contexts
    .flatMap((context): Context[] => {
      const entries = entriesOf(reading, object, context)
      if (entries.length === 0) return [context]
      return entries.map((node) => ({ ...context, bindings: new Map([...context.bindings, [variable, { node, context: NO_CONTEXT }] as const]) }))
    })
    .slice(0, MOST_TURNS)
}

/** Each way in each context, up to the most that are looked at. */
function joined(contexts: readonly Context[], ways: readonly Context[]): Context[] {
  const found: Context[] = []
  for (const context of contexts)
    for (const way of ways) {
      if (found.length === MOST_CONTEXTS) return found
      const by = context.by && way.by ? { by: [...context.by, ...way.by] } : {}
      found.push(context.bindings.size === 0 ? way : { ...way, ...by, bindings: new Map([...context.bindings, ...way.bindings]) })
    }
  return found
}

/** A context for each call of a function and each way of getting there; undefined where they are too many, or none. */
function waysInto(reading: Reading, fn: number, hops: number): Context[] | undefined {
  const { whole, solver } = reading
  const all = [...(solver.callers.get(fn) ?? [])].sort((one, other) => one - other)
  // What tests call a function with is no part of the program, as long as anything else calls it.
  const own = isInTest(reading, whole.functions[fn]?.node ?? -1) ? all : all.filter((call) => !isInTest(reading, call))
  const callers = own.length > 0 ? own : all
  if (callers.length === 0 || callers.length > MOST_CONTEXTS) return undefined
  const params = whole.functions[fn]?.params ?? []
  const ways: Context[] = []
  for (const caller of callers)
    for (const outer of argumentContexts(reading, caller, hops + 1)) {
      const bindings = bindingsOf(reading, params, whole.args(caller), outer)
      bindSelf(reading, bindings, fn, caller, outer)
      ways.push({ bindings, from: outer.from ?? caller, by: [...(outer.by ?? []), caller] })
      if (ways.length > MOST_CONTEXTS) break
    }
  return ways
}

function isInTest({ whole }: Reading, node: number): boolean {
  if (node < 0) return false
  const file = whole.fileOf(node)
  return isTest((whole.files[file] as { path: string }).path) || triesOut(whole, file)
}

/** Parameters and the arguments that they stand for. */
function bindingsOf(reading: Reading, params: readonly number[], args: readonly number[], outer: Context): Context['bindings'] {
  const { whole } = reading
  const bindings: Context['bindings'] = new Map()
  params.forEach((param, index) => {
    const argument = args[index]
    const rest = whole.c[param] === 1 ? furtherArguments(reading, args, index, outer) : undefined
    if (rest) {
      // Elements of the list are asked for where only this context is known.
      for (const [variable, value] of outer.bindings) if (!bindings.has(variable)) bindings.set(variable, value)
      bindings.set(param, { node: argument ?? param, context: outer, rest })
    } else if (argument !== undefined && whole.kind[argument] !== Kind.Spread) bindings.set(param, { node: argument, context: outer })
  })
  return bindings
}

/** `this` of a method is what it is called on; of one that is called by `super`, the caller's own. */
function bindSelf({ whole }: Reading, bindings: Context['bindings'], fn: number, caller: number, outer: Context): void {
  const self = whole.functions[fn]?.self ?? -1
  const callee = whole.a[caller] as number
  if (self < 0 || whole.kind[caller] !== Kind.Call || whole.kind[callee] !== Kind.Load) return
  const receiver = whole.a[callee] as number
  const isSuper = whole.kind[receiver] === Kind.Global && whole.text(whole.a[receiver] as number) === 'super'
  const node = isSuper ? (whole.functions[whole.functionOf(caller)]?.self ?? -1) : receiver
  if (node >= 0) bindings.set(self, { node, context: outer })
}

/** Arguments from one on, lists that are spread among them taken apart; undefined where one of those is not known. */
function furtherArguments(reading: Reading, args: readonly number[], from: number, context: Context): Bound[] | undefined {
  const found: Bound[] = []
  for (const argument of args.slice(from)) {
    if (reading.whole.kind[argument] !== Kind.Spread) {
      found.push({ node: argument, context })
      continue
    }
    const list = reading.whole.a[argument] as number
    const inner = restOf(reading, list, context)
    const items = inner ?? reading.elements(list, context).map((node) => ({ node, context }))
    if (!inner && items.length === 1 && items[0]?.node === list) return undefined
    found.push(...items)
  }
  return found
}

/** Contexts of the arguments of a call, by hops. Calls of one function ask for those of its callers again and again. */
function argumentContexts(reading: Reading, call: number, hops: number): Context[] {
  const key = call * (MOST_HOPS + 2) + hops
  let known = reading.known.contexts.get(key)
  if (!known) {
    known = contextsOf(reading, [...reading.whole.args(call)], hops)
    reading.known.contexts.set(key, known)
  }
  return known
}

function spread(contexts: Context[], variable: number, items: number[]): Context[] {
  if (items.length === 0) return contexts
  return contexts
    .flatMap((context) =>
      items.map((node) => ({ ...context, bindings: new Map([...context.bindings, [variable, { node, context: NO_CONTEXT }] as const]) })),
    )
    .slice(0, MOST_CONTEXTS)
}

function elementsOf(reading: Reading, iterable: number): number[] {
  const items = reading.elements(iterable)
  return items.length === 1 && items[0] === iterable ? [] : items
}

/** `list.forEach((item) => …)`: the parameter and what it takes in turn. */
function elementParameter(reading: Reading, fn: number): { parameter: number; items: number[] } | undefined {
  const { whole } = reading
  const fact = whole.functions[fn]
  if (!fact) return undefined
  const list = listAround(reading, fact.node)
  const parameter = fact.params[0]
  const items = list < 0 ? [] : elementsOf(reading, list)
  return parameter === undefined || items.length === 0 ? undefined : { parameter, items }
}

/** The list of `list.forEach(f)` in which a function stands, -1 where it does not. */
function listAround(reading: Reading, functionNode: number): number {
  const { whole } = reading
  const call = reading.callAround(functionNode)
  const callee = call < 0 ? -1 : (whole.a[call] as number)
  if (callee < 0 || whole.kind[callee] !== Kind.Load) return -1
  return /^(?:forEach|map|flatMap|filter|some|every|find)$/.test(whole.text(whole.b[callee] as number)) ? (whole.a[callee] as number) : -1
}

/** The list that a parameter goes over: the first of a function that stands in `list.forEach(f)`. */
function listGoneOver(reading: Reading, parameter: number): number {
  const { whole } = reading
  const fact = whole.functions[whole.a[parameter] as number]
  return fact && fact.params[0] === parameter ? listAround(reading, fact.node) : -1
}
