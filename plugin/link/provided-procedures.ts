/**
 * What a server of tRPC hands every procedure as `ctx`: what `createContext` makes, and what middleware hands on in its place by
 * `next({ ctx: { ...ctx, user } })`. In: the solved values. Out: `ctx` of each procedure and middleware is any of these.
 */
import { Kind } from '../graph'
import type { ApiPaths } from './api-paths'
import { functionsAt } from './linked'
import { lookupOf } from './lookup'
import type { Solver } from './solver/index'
import type { Whole } from './whole/index'

const PACKAGE = '@trpc/server'
/** More contexts than one program has; with more than these nobody can tell which is whose. */
const MOST_MAKERS = 6
const MOST_CONTEXTS = 60
const HANDED = /^(?:query|mutation|subscription|use|middleware)$/

/** @returns whether there is anything that was not known before */
export function tieProcedures(whole: Whole, solver: Solver, paths: ApiPaths): boolean {
  const lookup = lookupOf(whole)
  const makers = new Set([...lookup.named(Kind.Property, 'createContext')].flatMap((entry) => functionsAt({ solver }, whole.b[entry] as number)))
  if (makers.size === 0 || makers.size > MOST_MAKERS) return false
  const ofPackage = (call: number) => [...(solver.apiCalls.get(call) ?? [])].some((path) => paths.show(path).startsWith(PACKAGE))
  const handed = new Set([...lookup.called(HANDED)].filter(ofPackage).flatMap((call) => functionsHanded(whole, solver, call)))
  const contexts = [...makers].flatMap((fn) => whole.functions[fn]?.returns ?? [])
  for (const call of lookup.called('next')) if (handed.has(whole.functionOf(call))) contexts.push(...contextsTold(whole, call))
  if (contexts.length > MOST_CONTEXTS) return false
  let tied = false
  for (const load of lookup.named(Kind.Load, 'ctx')) {
    const of = whole.a[load] as number
    if (whole.kind[of] !== Kind.Param || whole.b[of] !== 0 || !handed.has(whole.a[of] as number)) continue
    for (const context of contexts) solver.flow(context, load)
    tied = true
  }
  return tied
}

/** The resolver or middleware that a call is given; version 9 puts it into an object: `.query('notes', { resolve })`. */
function functionsHanded(whole: Whole, solver: Solver, call: number): number[] {
  const given = [...whole.args(call)]
  const inside = given.filter((argument) => whole.kind[argument] === Kind.Object).flatMap((argument) => propertiesOf(whole, argument, 'resolve'))
  return [...given, ...inside].flatMap((node) => functionsAt({ solver }, node))
}

const contextsTold = (whole: Whole, call: number): number[] =>
  [...whole.args(call)].filter((argument) => whole.kind[argument] === Kind.Object).flatMap((argument) => propertiesOf(whole, argument, 'ctx'))

const propertiesOf = (whole: Whole, object: number, name: string): number[] =>
  [...whole.items(whole.a[object] as number)]
    .filter((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name)
    .map((entry) => whole.b[entry] as number)
