/** Middleware that modules put in force: `consumer.apply(Session).exclude('health').forRoutes(CatsController)`. */
import { Kind } from '../../graph'
import type { Guard } from '../../types'
import { callsThat } from '../acts'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { cite, type Linked, receiverOf } from '../linked'
import { pathCovers } from '../paths'
import type { Applications } from './applications'

export interface Consumer {
  guards: Guard[]
  /** What a request runs through. */
  functions: number[]
  routes: { path: string; method: string }[]
  excluded: { path: string; method: string }[]
  /** Classes of controllers. */
  controllers: number[]
}

export function consumersOf(linked: Linked, guards: Guards, applications: Applications): Consumer[] {
  const { solver, whole, values } = linked
  const found: Consumer[] = []
  const calls = callsThat(linked, 'setting').filter(({ act }) => act.setting === 'forRoutes')
  for (const call of new Set(calls.map((acting) => acting.call))) {
    const consumer: Consumer = { guards: [], functions: [], routes: [], excluded: [], controllers: [] }
    for (let at = receiverOf(linked, call), hops = 0; at >= 0 && hops < 6 && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++) {
      const isExclusion = values.nameOf(whole.a[at] as number) === 'exclude'
      for (const argument of whole.args(at).flatMap((node) => values.elements(node)))
        if (isExclusion) consumer.excluded.push(...applications.routeRules(argument))
        else {
          consumer.guards.push(...middleware(linked, guards, argument, call))
          consumer.functions.push(...functionsOf(linked, guards, argument))
        }
    }
    for (const element of whole.args(call).flatMap((node) => values.elements(node))) {
      const classes = solver.of(element).filter((label) => solver.labels.kind[label] === LabelKind.Class)
      if (classes.length > 0) consumer.controllers.push(...classes.map((label) => solver.labels.data[label] as number))
      else consumer.routes.push(...applications.routeRules(element))
    }
    found.push(consumer)
  }
  return found
}

function middleware(linked: Linked, guards: Guards, argument: number, call: number): Guard[] {
  const { whole } = linked
  const roles = new Set<Guard['role']>(functionsOf(linked, guards, argument).flatMap((fn) => [...guards.ofFunction(fn).roles]))
  if (roles.size === 0) for (const role of guards.ofNode(argument).roles) roles.add(role)
  if (roles.size === 0) roles.add('other')
  return [...roles].map((role) => ({ name: whole.sourceOf(argument, 60), role, scope: 'path', at: cite(linked, call) }))
}

/** The method `use` of a class; what is handed over as a function is asked as a node. */
function functionsOf({ solver }: Linked, guards: Guards, argument: number): number[] {
  return solver.of(argument).flatMap((label) => {
    if (solver.labels.kind[label] !== LabelKind.Class) return []
    const fn = guards.method(solver.labels.of(LabelKind.Instance, solver.labels.data[label] as number), 'use')
    return fn < 0 ? [] : [fn]
  })
}

/** @param path of the route, without the application's prefix */
export function consumedBy(consumers: readonly Consumer[], cls: number, path: string, method: string): Consumer[] {
  const covers = (rules: Consumer['routes']) =>
    rules.some((rule) => pathCovers(rule.path, path, /\*\w*\}?$/.test(rule.path)) && (rule.method === 'ALL' || rule.method === method))
  return consumers.filter(({ controllers, routes, excluded }) => (controllers.includes(cls) || covers(routes)) && !covers(excluded))
}
