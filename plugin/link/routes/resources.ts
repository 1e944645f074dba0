/** Routes that one call makes for a whole resource: REST generators, controllers with the usual actions, services. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { cite, receiverOf } from '../linked'
import type { Act } from '../models'
import { joinPaths } from '../paths'
import type { Context } from '../values/index'
import { methodOf, namedAction } from './actions'
import { plain } from './registrations'
import { type Handler, madeAt, pathsAt, put, putMount, type RouteTree, routersAt, valuesAt } from './tree'

type Resource = Extract<Act, { act: 'resource' }>

export function addResource(tree: RouteTree, call: number, library: string, act: Resource): void {
  const { values, whole } = tree.linked
  for (const context of values.contexts([...whole.args(call)]))
    if (act.paths !== undefined) addListed(tree, call, library, act.paths, context)
    else addActions(tree, call, library, act, context)
}

/** Collection and member routes as REST generators make them, on whichever application there is. */
function addListed(tree: RouteTree, call: number, library: string, place: string, context: Context): void {
  const order = tree.timeline.of(call)
  const [collection, member] = pathsAt(tree, call, place, context)
  const ways: [string | undefined, string[]][] = [
    [collection, ['GET', 'POST']],
    [member, ['GET', 'PUT', 'DELETE']],
  ]
  for (const [path, methods] of ways)
    if (path)
      for (const router of rootsOfProgram(tree))
        put(tree, router, plain({ order, node: call, paths: [path], methods, handlers: [], kind: 'route', framework: library, generated: true }))
}

/** One route for each action, handled by the controller's method of that name. */
function addActions(tree: RouteTree, call: number, library: string, act: Resource, context: Context): void {
  if (act.keys !== undefined) {
    const { values } = tree.linked
    const names = valuesAt(tree, call, act.keys, context).flatMap((node) => values.propertyNames(node))
    // What is in a file of data is not known; that there is something is.
    for (const name of names.length > 0 ? names : [':resource']) addBelow(tree, call, library, act, context, name)
    return
  }
  const [base] = act.base === undefined ? [] : pathsAt(tree, call, act.base, context)
  if (base !== undefined && !base.startsWith('{')) addBelow(tree, call, library, act, context, base)
}

function addBelow(tree: RouteTree, call: number, library: string, act: Resource, context: Context, base: string): void {
  const order = tree.timeline.of(call)
  const controllers = act.controller === undefined ? [] : valuesAt(tree, call, act.controller, context)
  const has = (name: string) => controllers.flatMap((node) => actionsOf(tree, node, name))
  const kept = narrowed(tree, call, act, context)
  if (act.existing && !Object.keys(act.actions).some((name) => has(name).length > 0) && !controllers.some((node) => isOfLibrary(tree, node))) return
  const ofLibrary = !act.existing || controllers.some((node) => isOfLibrary(tree, node))
  const [own] = madeAt(tree, call)
  const path = act.dotted ? nested(base) : base
  const receivers = routersAt(tree, receiverOf(tree.linked, call))
  for (const receiver of receivers.length > 0 || own === undefined ? receivers : [own]) {
    if (own !== undefined && own !== receiver)
      putMount(tree, own, { parent: receiver, order, node: call, path: '', handlers: [], inheritsHooks: true })
    for (const [name, told] of Object.entries(act.actions)) {
      const functions = has(name)
      if (!kept(name) || (functions.length === 0 && !ofLibrary)) continue
      const [methods = 'GET', below = ''] = told.split(' ')
      put(
        tree,
        own ?? receiver,
        plain({
          order,
          node: call,
          paths: [joinPaths(path, below)],
          methods: methods.split('|'),
          handlers: [handlerOf(tree, call, name, functions, controllers)],
          kind: 'route',
          framework: library,
          generated: functions.length === 0,
        }),
      )
    }
  }
}

/** `posts.comments` is a resource below another one. */
function nested(name: string): string {
  return name
    .split('.')
    .map((part, index, all) => (index < all.length - 1 ? `${part}/:${part.replace(/^.*\//, '').replace(/s$/, '')}_id` : part))
    .join('/')
}

function handlerOf({ linked }: RouteTree, call: number, name: string, functions: number[], controllers: number[]): Handler {
  const { solver, values, whole } = linked
  const owner = controllers.map((node) => values.nameOf(node)).find((text) => text !== '')
  const fn = whole.functions[functions[0] ?? -1]
  return {
    node: fn?.node ?? call,
    name: owner ? `${owner}.${name}` : fn?.fact.name || name,
    at: cite(linked, fn?.node ?? call),
    labels: functions.map((one) => solver.labels.of(LabelKind.Function, one)),
    functions,
  }
}

/** Methods of a controller: an instance, an object, a class, what an import brings later, or its name. */
function actionsOf(tree: RouteTree, node: number, name: string, hops = 0): number[] {
  const { solver, values, whole } = tree.linked
  const found = solver.of(node).flatMap((label) => {
    const data = solver.labels.data[label] as number
    switch (solver.labels.kind[label] as LabelKind) {
      case LabelKind.Instance:
      case LabelKind.Object:
      case LabelKind.Constructed:
        return methodOf(tree.linked, label, name)
      case LabelKind.Class:
        return methodOf(tree.linked, solver.labels.of(LabelKind.Instance, data), name)
      case LabelKind.Module: {
        const field = solver.fieldsOf.get(label)?.get(whole.string('default'))
        return field === undefined || hops > 2 ? [] : actionsOf(tree, field, name, hops + 1)
      }
      case LabelKind.Function:
        return hops > 2 ? [] : (whole.functions[data]?.returns ?? []).flatMap((value) => actionsOf(tree, value, name, hops + 1))
      default:
        return []
    }
  })
  if (found.length > 0 || whole.kind[node] !== Kind.String) return [...new Set(found)]
  return values
    .texts(node)
    .filter(({ exact }) => exact)
    .flatMap(({ value }) => namedAction(tree, `${value}.${name}`))
}

/** Made by a library, or of a class that extends a library's: its methods are there and cannot be seen. */
function isOfLibrary({ linked }: RouteTree, node: number): boolean {
  const { solver, models, whole } = linked
  const isPackage = (label: number) => {
    const kind = solver.labels.kind[label]
    const path = kind === LabelKind.Api ? solver.labels.data[label] : kind === LabelKind.ApiObject ? solver.labels.extra[label] : undefined
    return path !== undefined && models.paths.rootOf(path).startsWith('npm:')
  }
  return solver.of(node).some((label) => {
    if (solver.labels.kind[label] !== LabelKind.Instance) return isPackage(label) && /\(\)|!/.test(showOf(label))
    for (let cls: number | undefined = solver.labels.data[label] as number, hops = 0; cls !== undefined && hops < 8; hops++) {
      const parent = whole.classes[cls]?.extends ?? -1
      if (parent >= 0 && solver.of(parent).some(isPackage)) return true
      cls = solver.superclass.get(cls)
    }
    return false
  })
  function showOf(label: number): string {
    const path = solver.labels.kind[label] === LabelKind.Api ? solver.labels.data[label] : solver.labels.extra[label]
    return models.paths.show(path as number)
  }
}

/** What of the actions is left by `only`, `except` and their kin, said in the options or in the chain behind. */
function narrowed(tree: RouteTree, call: number, act: Resource, context: Context): (name: string) => boolean {
  const { values } = tree.linked
  const tests: ((name: string) => boolean)[] = []
  const namesAt = (at: number, place: string, inside: Context) =>
    valuesAt(tree, at, place, inside)
      .flatMap((node) => values.elements(node, inside))
      .flatMap((node) => values.texts(node, inside))
      .map(({ value }) => value)
  const put = (names: string[], keeps: boolean) => {
    if (names.length > 0) tests.push((name) => names.includes(name) === keeps)
  }
  if (act.only !== undefined) put(namesAt(call, act.only, context), true)
  if (act.except !== undefined) put(namesAt(call, act.except, context), false)
  const [own] = madeAt(tree, call)
  if (own !== undefined)
    for (const [later, , narrow] of tree.calls) {
      if (narrow.act !== 'narrow' || !routersAt(tree, receiverOf(tree.linked, later)).includes(own)) continue
      if (narrow.only !== undefined) put(namesAt(later, narrow.only, context), true)
      if (narrow.except !== undefined) put(namesAt(later, narrow.except, context), false)
      put(narrow.without, false)
    }
  return (name) => tests.every((test) => test(name))
}

/** Applications that were made, for libraries that are handed one elsewhere. */
function rootsOfProgram({ linked }: RouteTree): number[] {
  const { solver, models, whole } = linked
  for (let label = 0; label < solver.labels.count; label++)
    if (
      solver.labels.kind[label] === LabelKind.ApiObject &&
      models.roots.has(solver.labels.extra[label] as number) &&
      whole.kind[solver.labels.data[label] as number] === Kind.Call
    )
      return [label]
  return []
}
