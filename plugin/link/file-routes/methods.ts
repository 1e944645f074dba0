/** Methods that a handler asks for: `if (req.method === 'POST')`, `switch (req.method)`; and those that a wrapper lets through to it. */

import { Kind, RegionKind } from '../../graph'
import type { Guards } from '../guards'
import { handedOr, makersOf, regionAround } from '../guards/refusals-by-option'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { thingNamed } from '../names'
import { isEqual, isUnequal } from '../operators'
import { takenApart } from '../regions'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** @param functions handlers; what stands in functions inside them counts as well */
export function testedMethods(linked: Linked, functions: number[]): string[] {
  const { whole, effects } = linked
  const lookup = lookupOf(whole)
  const found = new Set<string>()
  const seen = new Set<number>()
  const stack = [...functions]
  while (stack.length > 0 && seen.size < 200) {
    const fn = stack.pop() as number
    if (seen.has(fn)) continue
    seen.add(fn)
    stack.push(...effects.functionsIn(fn))
    for (const node of lookup.inFunction(fn)) {
      // `handlers[req.method](req, res)`
      if (whole.kind[node] === Kind.LoadDynamic && linked.values.nameOf(whole.b[node] as number) === 'method')
        for (const name of linked.values.propertyNames(whole.a[node] as number)) if (METHODS.includes(name)) found.add(name)
      if (whole.kind[node] !== Kind.Binary) continue
      const operator = whole.c[node] as number
      // Refusing every method but one is asking for that one.
      if (!isEqual(operator) && !isUnequal(operator)) continue
      for (const [one, other] of [
        [whole.a[node], whole.b[node]],
        [whole.b[node], whole.a[node]],
      ] as [number, number][]) {
        const text = whole.kind[one] === Kind.String ? whole.text(whole.a[one] as number).toUpperCase() : ''
        if (METHODS.includes(text) && linked.values.nameOf(other) === 'method') found.add(text)
      }
    }
  }
  // Answering a preflight or a probe first says nothing about what follows.
  if ([...found].every((method) => method === 'OPTIONS' || method === 'HEAD')) return []
  return METHODS.filter((method) => found.has(method))
}

/**
 * `withMethods(handler, { methods: ['GET', 'POST'] })`, where the wrapper runs the handler for those alone:
 * `if (!options.methods.includes(request.method)) return refuse()`. Undefined where it runs it for others too, or that could not be told.
 */
export function methodsLetThrough(linked: Linked, guards: Guards, node: number): string[] | undefined {
  const { whole, effects } = linked
  for (const { call, callee } of makersOf(linked, node)) {
    const isRun = (at: number) => whole.kind[at] === Kind.Call && (guards.outerParameter(at) >= 0 || guards.runsWhatWasHanded(at))
    const runs = effects.within(callee).filter(isRun)
    const lists = runs.map((run) => listAskedAround(linked, run, callee))
    const [list] = lists
    if (!list || !lists.every((other) => other && other.position === list.position && other.property === list.property)) continue
    const methods = textsGiven(linked, call, list)?.map((text) => text.toUpperCase())
    const known = METHODS.filter((method) => methods?.includes(method))
    // Preflights that are let through lead to no answer of their own.
    const own = known.filter((method) => method !== 'OPTIONS')
    if (known.length > 0) return own.length > 0 ? own : known
  }
  return undefined
}

/** What a wrapper is handed, or has under a name. */
interface Given {
  position: number
  property?: string
  usual?: number
}

/** What a wrapper was told the method of a request has to be, or to be among, for a node to be reached. */
function listAskedAround(linked: Linked, node: number, wrapper: number): Given | undefined {
  const { whole } = linked
  for (let region = whole.region[node] as number; region >= 0; region = regionAround(whole, region, wrapper)) {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) continue
    for (const { condition: test, holds } of takenApart(whole, condition, kind === RegionKind.True)) {
      const given = optionHolding(linked, test, holds, wrapper)
      if (given) return given
    }
  }
  return undefined
}

/** `options.methods.includes(request.method)`, `request.method === options.method` */
function optionHolding(linked: Linked, test: number, holds: boolean, wrapper: number): Given | undefined {
  const { whole, values } = linked
  const isMethod = (node: number) => /^(?:method|toUpperCase)$/.test(values.nameOf(node))
  if (whole.kind[test] === Kind.Call) {
    const [asked, more] = whole.args(test)
    const isAmong = holds && calledName(linked, test) === 'includes' && asked !== undefined && more === undefined && isMethod(asked)
    return isAmong ? givenIn(whole, receiverOf(linked, test), wrapper) : undefined
  }
  if (whole.kind[test] !== Kind.Binary || !(holds ? isEqual : isUnequal)(whole.c[test] as number)) return undefined
  const [one, other] = [whole.a[test] as number, whole.b[test] as number]
  return isMethod(one) ? givenIn(whole, other, wrapper) : isMethod(other) ? givenIn(whole, one, wrapper) : undefined
}

function givenIn(whole: Linked['whole'], node: number, wrapper: number): Given | undefined {
  if (node < 0) return undefined
  const at = thingNamed(whole, node)
  const property = whole.kind[at] === Kind.Load ? whole.text(whole.b[at] as number) : undefined
  const { param, usual } = handedOr(whole, property === undefined ? at : (whole.a[at] as number))
  if (whole.kind[param] !== Kind.Param || whole.a[param] !== wrapper) return undefined
  return { position: whole.b[param] as number, ...(property === undefined ? {} : { property }), ...(usual === undefined ? {} : { usual }) }
}

/** Texts that a call of a wrapper writes out; undefined where it does not. */
function textsGiven({ whole, values }: Linked, call: number, { position, property, usual }: Given): string[] | undefined {
  const args = whole.args(call)
  if (args.some((argument) => whole.kind[argument] === Kind.Spread)) return undefined
  const handed = args[position] ?? usual
  if (handed === undefined) return undefined
  const object = thingNamed(whole, handed)
  let given: number = object
  if (property !== undefined) {
    if (whole.kind[object] !== Kind.Object) return undefined
    const items = whole.items(whole.a[object] as number)
    const named = items.filter((item) => whole.kind[item] === Kind.Property && whole.text(whole.a[item] as number) === property)
    if (named.length !== 1 || items.some((item) => whole.kind[item] === Kind.Spread)) return undefined
    given = thingNamed(whole, whole.b[named[0] as number] as number)
  }
  const written = whole.kind[given] === Kind.Array ? whole.items(whole.a[given] as number) : [given]
  const texts = written.map((item) => values.texts(item))
  return texts.every((ways) => ways.length === 1 && ways[0]?.exact) ? texts.map((ways) => ways[0]?.value as string) : undefined
}
