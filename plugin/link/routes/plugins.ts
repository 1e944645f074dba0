/** Plugins: functions that are run with an instance of their own below the one they are registered on, and plugins of libraries. */
import { LabelKind } from '../labels'
import { receiverOf } from '../linked'
import type { Act } from '../models'
import type { Order } from '../order'
import { type Context, NO_CONTEXT } from '../values/index'
import { addAutoload } from './autoload'
import { handlersOf } from './handlers'
import { pluginRouters } from './instances'
import { elementsAt, plain } from './registrations'
import { type Handler, pathsAt, put, putMount, type RouteTree, routersAt, valuesAt } from './tree'

export function addPlugin(tree: RouteTree, call: number, library: string, act: Extract<Act, { act: 'register' }>): void {
  const { values, whole } = tree.linked
  const args = [...whole.args(call)]
  const order = tree.timeline.of(call)
  for (const router of routersAt(tree, receiverOf(tree.linked, call)))
    for (const context of values.contexts(args))
      for (const element of act.each === undefined ? [-1] : elementsAt(tree, call, act.each, context)) {
        const own = act.prefix ? pathsAt(tree, call, act.prefix, context, element) : []
        const paths = own.length === 0 && act.options ? pathsAt(tree, call, act.options, context) : own
        const handlers = act.handlers.flatMap((place) => handlersOf(tree, valuesAt(tree, call, place, context), context, library))
        addInstance(tree, { router, call, library, order, paths, handlers }, valuesAt(tree, call, act.plugin, context, element), context)
      }
}

interface Given {
  router: number
  call: number
  library: string
  order: Order
  paths: string[]
  handlers: Handler[]
}

function addInstance(tree: RouteTree, { router, call, library, order, paths, handlers }: Given, plugins: number[], context: Context): void {
  const { values, whole, solver, models } = tree.linked
  for (const node of plugins) {
    const labels = brought(tree, values.labels(node, context))
    // Wrapped so that it shares its parent's context.
    const shared = labels.some((label) => solver.labels.kind[label] === LabelKind.Api && models.shares.has(solver.labels.data[label] as number))
    addLibraryPlugin(tree, router, call, library, order, node, labels, paths)
    for (const label of labels) {
      if (solver.labels.kind[label] === LabelKind.Api)
        for (const { act: meant } of models.acts.get(solver.labels.data[label] as number) ?? [])
          if (meant.act === 'autoload') addAutoload(tree, call, meant.directory, meant.prefix)
      if (solver.labels.kind[label] !== LabelKind.Function) continue
      const first = whole.functions[solver.labels.data[label] as number]?.params[0]
      for (const child of first === undefined ? [] : pluginRouters(tree, first, router)) {
        if (child === router) continue
        if (shared) tree.merged.set(child, tree.merged.get(router) ?? router)
        else
          for (const path of paths.length > 0 ? paths : [''])
            putMount(tree, child, { parent: router, order, node: call, path, handlers, inheritsHooks: true })
      }
    }
  }
}

/** What an import that is awaited later brings: `register(import('./users'))`. */
function brought({ linked: { solver, whole } }: RouteTree, labels: readonly number[]): number[] {
  return labels.flatMap((label) => {
    const field = solver.labels.kind[label] === LabelKind.Module ? solver.fieldsOf.get(label)?.get(whole.string('default')) : undefined
    return field === undefined ? [label] : [...solver.of(field)]
  })
}

/** A plugin of a library with a role: a rate limiter for everything, a directory that is served. */
function addLibraryPlugin(
  tree: RouteTree,
  router: number,
  call: number,
  library: string,
  order: Order,
  node: number,
  labels: readonly number[],
  prefixes: string[],
): void {
  const { solver, models, values, whole } = tree.linked
  for (const label of labels) {
    const role = solver.labels.kind[label] === LabelKind.Api ? models.roles.get(solver.labels.data[label] as number) : undefined
    if (!role) continue
    const [, options] = whole.args(call)
    const isOff =
      options !== undefined && values.property(options, 'global').some((value) => values.texts(value).some((text) => text.value === 'false'))
    if (isOff) continue
    const handlers = handlersOf(tree, [node], NO_CONTEXT)
    const paths = role.serves ? (prefixes.length > 0 ? prefixes : ['']) : ['']
    put(tree, router, plain({ order, node: call, paths, handlers, kind: role.serves ? 'use' : 'hook', framework: library }))
  }
}
