/**
 * What builders of actions hand the function that does the work: `client.use(({ next }) => next({ ctx: { user } })).action(({ ctx }) => …)`
 * of next-safe-action, and the same of zsa and oRPC under their own names. In: the solved values. Out: the context of each action, and of
 * each middleware, is what those in front of it in its own chain hand on.
 */
import { Kind } from '../graph'
import { calledName, functionsAt, type Linked, receiverOf } from './linked'
import { lookupOf } from './lookup'
import { thingNamed } from './names'

/** The first library of the model of typed actions, by which all of them are known. */
const LIBRARY = 'next-safe-action'
/** Calls that are given a function which is handed the context. */
const GIVEN = /^(?:use|useValidated|define|middleware|action|stateAction|handler)$/
/** Members of what that function is handed, and of what it hands on: of next-safe-action and zsa, and of oRPC. */
const CONTEXTS = ['ctx', 'context']
/** What the handler of a procedure of zsa returns is the context of the actions behind it. */
const RETURNS_CONTEXT = /^createServerActionProcedure$/
/** Calls of one builder, and builders that it goes on from. */
const MOST_CALLS = 24

/** @returns whether there is anything that was not known before */
export function tieActions(linked: Linked): boolean {
  const { whole, solver, models } = linked
  const isOfLibrary = (call: number) => [...(solver.apiCalls.get(call) ?? [])].some((path) => models.paths.show(path).startsWith(LIBRARY))
  const calls = [...lookupOf(whole).called(GIVEN)].filter(isOfLibrary)
  if (calls.length === 0) return false
  /** By what they are read of. */
  const contexts = new Map<number, number[]>()
  for (const load of CONTEXTS.flatMap((name) => [...lookupOf(whole).named(Kind.Load, name)]))
    contexts.set(whole.a[load] as number, [...(contexts.get(whole.a[load] as number) ?? []), load])
  return calls.filter((call) => tie(linked, call, contexts)).length > 0
}

/** @param read loads of contexts, by what they are read of */
function tie(linked: Linked, call: number, read: ReadonlyMap<number, readonly number[]>): boolean {
  const { whole, solver } = linked
  const loads = givenTo(linked, call)
    .flatMap((fn) => whole.functions[fn]?.params.slice(0, 1) ?? [])
    .flatMap((param) => read.get(param) ?? [])
  if (loads.length === 0) return false
  const contexts = inFront(linked, call).flatMap((before) => handedOn(linked, before))
  for (const load of loads) for (const context of contexts) solver.flow(context, load)
  return contexts.length > 0
}

/** Calls of the chain that stand in front of one, those of builders that it goes on from among them: the nearest first. */
function inFront(linked: Linked, call: number): number[] {
  const { whole, values } = linked
  const found: number[] = []
  for (let at = call; found.length < MOST_CALLS; ) {
    const receiver = receiverOf(linked, at)
    // `createServerActionProcedure(another)` goes on from another.
    const before = (receiver < 0 ? whole.args(at) : [receiver])
      .flatMap((node) => values.definitions(node))
      .find((made) => made < whole.size && whole.kind[made] === Kind.Call)
    if (before === undefined || found.includes(before)) break
    found.push(before)
    at = before
  }
  return found
}

function handedOn(linked: Linked, call: number): number[] {
  const { whole, effects, values } = linked
  const functions = givenTo(linked, call)
  if (inFront(linked, call).some((made) => RETURNS_CONTEXT.test(calledName(linked, made))))
    return functions.flatMap((fn) => whole.functions[fn]?.returns ?? [])
  return functions
    .flatMap((fn) => effects.within(fn))
    .filter((made) => whole.kind[made] === Kind.Call && calledName(linked, made) === 'next')
    .flatMap((next) => whole.args(next))
    .flatMap((argument) => CONTEXTS.flatMap((name) => values.property(argument, name)))
}

/** Functions that a call of a builder is given: themselves, or as middleware that was made apart. */
function givenTo(linked: Linked, call: number): number[] {
  const { whole, values } = linked
  return whole.args(call).flatMap((argument) => {
    const functions = functionsAt(linked, argument)
    if (functions.length > 0) return functions
    const made = values.definitions(thingNamed(whole, argument)).filter((node) => whole.kind[node] === Kind.Call)
    return made.flatMap((node) => whole.args(node).flatMap((inner) => functionsAt(linked, inner)))
  })
}
