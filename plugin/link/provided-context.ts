/**
 * What a server of GraphQL hands every resolver as its context: `new ApolloServer({ resolvers, context: ({ req }) => ({ req, User }) })`.
 * In: the solved values. Out: the third parameter of each resolver is what the context is made as.
 */

import { Kind } from '../graph'
import { LabelKind } from './labels'
import { functionsAt } from './linked'
import { lookupOf } from './lookup'
import type { Solver } from './solver/index'
import type { Whole } from './whole/index'

/** More contexts than one program has; with more than these nobody can tell which is whose. */
const MOST_CONTEXTS = 4
const MOST_RESOLVERS = 2000
/** What stands beside a context where it is one of GraphQL. */
const BESIDE = new Set(['resolvers', 'typeDefs', 'schema', 'gateway', 'modules'])
const CONTEXT = 2

/** @returns whether there is anything that was not known before */
export function tieContexts(whole: Whole, solver: Solver): boolean {
  const resolvers: number[] = []
  const contexts: number[] = []
  for (const entry of lookupOf(whole).named(Kind.Property, /^resolvers$/)) resolvers.push(whole.b[entry] as number)
  if (resolvers.length === 0) return false
  for (const object of lookupOf(whole).of(Kind.Object)) {
    const entries = whole.items(whole.a[object] as number).filter((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1)
    const context = entries.find((entry) => whole.text(whole.a[entry] as number) === 'context')
    if (context !== undefined && entries.some((entry) => BESIDE.has(whole.text(whole.a[entry] as number)))) contexts.push(whole.b[context] as number)
  }
  if (contexts.length === 0 || contexts.length > MOST_CONTEXTS) return false
  const functions = new Set(resolvers.flatMap((node) => resolversIn(whole, solver, node)).slice(0, MOST_RESOLVERS))
  let tied = false
  for (const context of contexts)
    for (const made of madeBy(whole, solver, context))
      for (const fn of functions) {
        const param = whole.functions[fn]?.params[CONTEXT]
        if (param === undefined) continue
        solver.flow(made, param)
        tied = true
      }
  return tied
}

/** Nodes of a context: the object itself, or what the function that makes it returns. */
function madeBy(whole: Whole, solver: Solver, node: number): number[] {
  const functions = functionsAt({ solver }, node)
  return functions.length === 0 ? [node] : functions.flatMap((fn) => whole.functions[fn]?.returns ?? [])
}

/** Functions in an object of objects, and those that something wraps there: `combineResolvers(mustBeKnown, (root, args, context) => …)`. */
function resolversIn(whole: Whole, solver: Solver, node: number, depth = 0): number[] {
  const found = functionsAt({ solver }, node)
  if (depth > 4) return found
  for (const label of solver.of(node)) {
    if (solver.labels.kind[label] !== LabelKind.Object) continue
    for (const field of solver.fieldsOf.get(label)?.values() ?? []) found.push(...resolversIn(whole, solver, field, depth + 1))
    const at = solver.labels.data[label] as number
    if (whole.kind[at] !== Kind.Object) continue
    for (const entry of whole.items(whole.a[at] as number)) {
      const value = whole.kind[entry] === Kind.Property ? (whole.b[entry] as number) : -1
      if (value >= 0 && whole.kind[value] === Kind.Call)
        for (const argument of whole.args(value)) if (functionsAt({ solver }, argument).length > 0) found.push(...functionsAt({ solver }, argument))
    }
  }
  return found
}
