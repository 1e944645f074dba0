/**
 * Middleware in front of a path that is a regular expression (`middleware-path`), where another case of a route's path gets to the
 * route and not to the middleware: `route` is such a path. Routers of this kind take the case of a text path to be nothing, and of
 * an expression what the expression says.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { calledName, type Linked } from '../linked'
import { exactTexts, expressionsOf, type Written } from '../regex/expressions'
import { firstMatch } from '../regex/matching'
import { usage } from './modelled'
import { callsWithActs } from './registrations'

const constant = (...texts: string[]): Setting => ({ state: 'constant', texts })

export function middlewarePaths(linked: Linked): Usage[] {
  const { whole } = linked
  const guards: { node: number; api: string; expression: Written }[] = []
  const routes = new Set<string>()
  for (const node of registrations(linked)) {
    const [path, ...handlers] = whole.args(node)
    if (path === undefined || handlers.length === 0) continue
    const [expression] = whole.kind[path] === Kind.String ? [] : expressionsOf(linked, path)
    if (!expression) for (const text of exactTexts(linked, path)) routes.add(text)
    // Flags that are made while running may say anything.
    else if (expression.flags !== undefined && !expression.flags.includes('i') && goesOn(linked, handlers[handlers.length - 1] as number))
      guards.push({ node: path, api: calledName(linked, node), expression })
  }
  return guards.flatMap(({ node, api, expression: { pattern, flags } }) => {
    const covers = (path: string) => firstMatch(pattern, flags ?? '', path) !== undefined
    const route = [...routes].find((text) =>
      // What stands for a parameter is a word, or a number.
      ['x', '1']
        .map((value) => text.replace(/:\w+\??|\*\w*/g, value))
        .some((path) => covers(path) && [path.toUpperCase(), path.toLowerCase()].some((other) => !covers(other))),
    )
    return route === undefined ? [] : [usage(linked, node, 'middleware-path', 'express', api, { pattern: constant(pattern), route: constant(route) })]
  })
}

/** Routers whose paths are read without regard to case. */
const ROUTERS = new Set(['express'])

/** Calls that put a handler on a path, in ascending order. */
function registrations(linked: Linked): number[] {
  const found = new Set<number>()
  for (const { call, acts } of callsWithActs(linked))
    if (linked.whole.kind[call] === Kind.Call && acts.some(({ library, act }) => ROUTERS.has(library) && (act.act === 'route' || act.act === 'use')))
      found.add(call)
  return [...found].sort((one, other) => one - other)
}

/** Whether what comes after a handler may run: it calls its third parameter, or is made elsewhere. */
function goesOn(linked: Linked, handler: number): boolean {
  const { whole, values, effects, solver, models } = linked
  const [definition = handler] = values.definitions(handler)
  switch (whole.kind[definition] as Kind) {
    case Kind.Function: {
      const fn = whole.a[definition] as number
      const next = whole.functions[fn]?.params[2]
      if (next === undefined) return false
      return effects
        .within(fn)
        .some(
          (node) => whole.a[node] === next || ((whole.b[node] as number) >= 0 && whole.kind[node] === Kind.Call && whole.args(node).includes(next)),
        )
    }
    case Kind.Call:
      // What serves files answers by itself.
      return ![...(solver.apiCalls.get(definition) ?? [])].some((path) => models.roles.get(models.paths.call(path))?.serves)
    default:
      return true
  }
}
