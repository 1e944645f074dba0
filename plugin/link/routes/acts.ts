/** What calls mean for routes, in the order in which it has to be known: members of instances first, then plugins, then the rest. */
import { Kind } from '../../graph'
import { callsToPaths } from '../acts'
import { LabelKind } from '../labels'
import { atPlace, receiverOf, somePath } from '../linked'
import { lookupOf } from '../lookup'
import type { Act } from '../models'
import { madePerCall } from './per-call'
import { tellApart } from './per-class'
import { addPlugin } from './plugins'
import { addAttachment, addBuilder, addGroup, addGroupBody, addHook, addParam, addPrefix, addRoute, addUse } from './registrations'
import { addResource } from './resources'
import { type Meant, type RouteTree, routersAt } from './tree'

export function registerAll(tree: RouteTree): void {
  const { solver } = tree.linked
  nameStrangers(tree)
  nameComputed(tree)
  for (const [call, , act] of callsOf(tree)) if (act.act === 'decorate') addDecoration(tree, call, act)
  solver.resume()
  // Plugins bring calls on the instance they are handed, and among those may be further plugins.
  const done = new Set<string>()
  let calls = callsOf(tree)
  // Groups first: what a plugin or a route is put on depends on the group around it.
  for (const [call, , act] of calls) if (act.act === 'group') addGroupBody(tree, call, act)
  for (const [call, , act] of calls) if (act.act === 'group') addGroup(tree, call, act)
  for (let more = true; more; ) {
    more = false
    calls = callsOf(tree)
    for (const [call, library, act] of calls) {
      if (act.act !== 'register' || done.has(`${call} ${act.plugin}`)) continue
      done.add(`${call} ${act.plugin}`)
      more = true
      addPlugin(tree, call, library, act)
    }
  }
  // Plugins bring instances that have no member yet, and calls that add more of them.
  for (const [call, , act] of calls) if (act.act === 'decorate') addDecoration(tree, call, act)
  solver.resume()
  tree.calls = calls
  // What a router hands back to go on with is told with its own router.
  const handedBack = new Set(calls.flatMap(([call, , act]) => (act.act === 'builder' || act.act === 'route' || act.act === 'group' ? [call] : [])))
  tree.perCall = madePerCall(tree.linked, (site) => handedBack.has(site))
  tree.apart = new Map([...[...tree.perCall].map(([router, { own }]) => [router, own] as const), ...tellApart(tree.linked)])
  for (const [call, , act] of calls) if (act.act === 'builder') addBuilder(tree, call, act.path)
  for (const [call, , act] of calls) if (act.act === 'prefix') addPrefix(tree, call, act.path)
  for (const [call, library, act] of calls) addAct(tree, call, library, act)
}

function addAct(tree: RouteTree, call: number, library: string, act: Act): void {
  switch (act.act) {
    case 'route':
      addRoute(tree, call, library, act)
      break
    case 'use':
      addUse(tree, call, library)
      break
    case 'hook':
      addHook(tree, call, library, act)
      break
    case 'param':
      addParam(tree, call, library, act)
      break
    case 'resource':
      addResource(tree, call, library, act)
      break
    case 'attach':
      addAttachment(tree, call, act)
      break
  }
}

/** Calls that mean something, in source order. */
function callsOf({ linked }: RouteTree): Meant[] {
  const { models, solver, whole } = linked
  const calls: Meant[] = []
  const means = (path: number) => models.acts.has(path) || models.acts.has(models.paths.find(path, '!'))
  for (const call of callsToPaths(linked, means)) {
    // `router[verb](…)` may be any of several members; where they mean one thing it is said once.
    const meant = new Set<Act>()
    for (const path of solver.apiCalls.get(call) ?? []) {
      const made = whole.kind[call] === Kind.New ? models.paths.find(path, '!') : -1
      for (const { library, act } of [...(models.acts.get(path) ?? []), ...(models.acts.get(made) ?? [])]) {
        if (meant.has(act)) continue
        meant.add(act)
        calls.push([call, library, act])
      }
    }
  }
  return calls
}

/**
 * `module.exports = (app) => { app.get('/', …) }`, which nothing here calls: by what its parameter is called, and by the one
 * framework of the package that hands such objects on.
 */
function nameStrangers({ linked }: RouteTree): void {
  const { models, solver, whole, dependencies } = linked
  const imported = new Set(whole.files.flatMap(({ graph }) => graph.imports.map(({ specifier }) => specifier)))
  const candidates = models.names.filter(({ library }) => imported.has(library) || dependencies.has(library))
  if (candidates.length === 0) return
  for (const [index, fn] of whole.functions.entries()) {
    if (solver.callers.has(index)) continue
    fn.params.forEach((param, position) => {
      if (solver.of(param).length > 0) return
      const name = fn.fact.paramNames[position] ?? ''
      const known = candidates.find(({ names }) => names.has(name))
      if (known) solver.add(param, solver.labels.of(LabelKind.ApiObject, param, known.path))
    })
  }
  solver.resume()
}

/** `app[method](path, handler)`: the members of a router that the key may name. */
function nameComputed(tree: RouteTree): void {
  const { models, solver, values, whole } = tree.linked
  for (const load of lookupOf(whole).of(Kind.LoadDynamic)) {
    const routers = routersAt(tree, whole.a[load] as number)
    if (routers.length === 0) continue
    const key = whole.b[load] as number
    const callee = whole.kind[key] === Kind.Call ? (whole.a[key] as number) : -1
    const text = callee >= 0 && whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : key
    for (const context of values.contexts([text]))
      for (const { value, exact } of values.texts(text, context))
        for (const router of exact ? routers : []) {
          const member = models.paths.find(solver.labels.extra[router] as number, `.${text === key ? value : value.toLowerCase()}`)
          if (member >= 0 && models.acts.has(member)) solver.add(load, solver.labels.of(LabelKind.Api, member))
        }
  }
  solver.resume()
}

/** A member added to an instance is there on all of them: children inherit, and plugins hand on. */
function addDecoration(tree: RouteTree, call: number, { name, value, of }: Extract<Act, { act: 'decorate' }>): void {
  const { solver, values, whole, models } = tree.linked
  const [key] = atPlace(tree.linked, call, name)
    .flatMap((node) => values.texts(node))
    .map((text) => text.value)
  const [node] = atPlace(tree.linked, call, value)
  if (key === undefined || node === undefined) return
  if (of !== undefined) {
    for (const load of lookupOf(whole).named(Kind.Load, key))
      if (somePath(tree.linked, whole.a[load] as number, (path) => models.paths.show(path) === of)) solver.flow(node, load)
    return
  }
  const types = new Set(routersAt(tree, receiverOf(tree.linked, call)).map((label) => solver.labels.extra[label] as number))
  for (let label = 0; label < solver.labels.count; label++)
    if (solver.labels.kind[label] === LabelKind.ApiObject && types.has(solver.labels.extra[label] as number))
      solver.flow(node, solver.field(label, whole.string(key)))
}
