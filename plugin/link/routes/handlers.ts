/** Values that stand where handlers stand: the functions they run, and how to call and cite them. */
import { Kind } from '../../graph'
import type { Evidence } from '../../types'
import { LabelKind } from '../labels'
import { cite } from '../linked'
import { type Context, NO_CONTEXT } from '../values/index'
import { namedAction, pairedAction } from './actions'
import type { Handler, RouteTree } from './tree'

/** @param library whose names for middleware hold here */
export function handlersOf(tree: RouteTree, nodes: number[], context: Context, library = ''): Handler[] {
  const { values, whole } = tree.linked
  return nodes
    .flatMap((node) => (pairedAction(tree, node).length > 0 ? [node] : values.elements(node, context)))
    .filter((node) => whole.kind[node] !== Kind.Undefined && whole.kind[node] !== Kind.Object)
    .map((node) => handlerAt(tree, node, context, library))
}

export function handlerAt(tree: RouteTree, node: number, context: Context, library: string): Handler {
  const bound = boundNode(tree, node, context)
  const others = tree.linked.values.handedElsewhere(bound, context)
  const labels = tree.linked.values.labels(node, context).filter((label) => !others.has(label))
  const paired = pairedAction(tree, node)
  const wraps = wrappedBy(tree, bound, context)
  const own = paired.length > 0 ? paired : functionsOf(tree, wraps, labels)
  const [text] = own.length > 0 ? [] : tree.linked.values.texts(node, context).filter(({ exact }) => exact)
  const member = memberRun(tree, own, context)
  const functions = text ? namedAction(tree, text.value) : member ? [member.fn, ...own] : own
  // A helper that registers says nothing of what it registers: what it was handed does.
  const [handed] = wraps.length === 1 && tree.guards.wrapped(bound)[0] !== wraps[0]?.node ? wraps : []
  const role = text ? tree.linked.models.guardNames.get(`${library} ${text.value.replace(/:.*$/s, '')}`) : undefined
  return {
    node: bound,
    name: text && functions.length === 0 ? text.value : member ? member.name : handlerName(tree, handed?.node ?? bound, functions),
    at: placeOf(tree, bound, functions),
    labels: functions === own ? labels : functions.map((fn) => tree.linked.solver.labels.of(LabelKind.Function, fn)),
    functions,
    ...(wraps.length > 0 ? { wraps } : {}),
    ...(member ? { runs: member.call } : {}),
    ...(role ? { role } : {}),
  }
}

/** `(request, response) => actions[key](request.body)` in a loop over the keys of `actions`: what it runs in the turn that a context is. */
function memberRun({ linked }: RouteTree, functions: readonly number[], context: Context): { call: number; fn: number; name: string } | undefined {
  const { solver, values, whole } = linked
  for (const fn of functions)
    for (const call of linked.effects.within(fn)) {
      const callee = whole.kind[call] === Kind.Call ? (whole.a[call] as number) : -1
      const member = callee < 0 || whole.kind[callee] !== Kind.LoadDynamic ? undefined : values.memberAtKey(callee, context)
      const [label] = member ? solver.of(member.node).filter((each) => solver.labels.kind[each] === LabelKind.Function) : []
      if (label === undefined) continue
      const run = solver.labels.data[label] as number
      solver.enter(call, run)
      const [text] = values.texts(whole.b[callee] as number, context)
      return { call, fn: run, name: whole.functions[run]?.fact.name || (text?.value ?? '') }
    }
  return undefined
}

/** What a wrapper is handed in this very context: a helper that registers wraps another handler at each of its calls. */
function wrappedBy(tree: RouteTree, node: number, context: Context): { node: number; labels: readonly number[] }[] {
  return tree.guards
    .wrapped(node)
    .map((argument) => ({ node: boundNode(tree, argument, context), labels: tree.linked.values.labels(argument, context) }))
}

/** Functions a handler may be; what a wrapper wraps comes before the wrapper's own. */
function functionsOf(tree: RouteTree, wraps: readonly { node: number; labels: readonly number[] }[], labels: readonly number[], hops = 0): number[] {
  const { solver } = tree.linked
  const inner = hops > 4 ? [] : wraps.flatMap((each) => functionsOf(tree, wrappedBy(tree, each.node, NO_CONTEXT), each.labels, hops + 1))
  const own = labels.filter((label) => solver.labels.kind[label] === LabelKind.Function).map((label) => solver.labels.data[label] as number)
  return [...new Set([...inner, ...own])]
}

function boundNode({ linked }: RouteTree, node: number, context: Context): number {
  return context.bindings.size === 0 ? node : linked.values.boundNode(node, context)
}

function handlerName(tree: RouteTree, node: number, functions: number[]): string {
  const { whole, values } = tree.linked
  if (node < whole.size && whole.kind[node] !== Kind.Function) {
    const source = whole.sourceOf(node, 60)
    if (source && !/=>|\bfunction\b/.test(source)) return source
    // What a wrapper wraps on the spot has the wrapper's name nowhere but here.
    if (tree.guards.wrapped(node).length > 0) return whole.functions[functions[0] ?? -1]?.fact.name || 'anonymous function'
    // Of `limit({ skip: (request) => … })` what is called is enough.
    const [called] = functions.length === 0 && whole.kind[node] === Kind.Call ? (/^[\w$.]+(?=\()/.exec(source) ?? []) : []
    if (called) return `${called}(…)`
  }
  const fact = whole.functions[functions[0] ?? -1]?.fact
  return fact?.name || (node < whole.size ? values.nameOf(node) : '') || 'anonymous function'
}

function placeOf({ linked }: RouteTree, node: number, functions: number[]): Evidence {
  const fn = linked.whole.functions[functions[0] ?? -1]
  return cite(linked, fn ? fn.node : node < linked.whole.size ? node : 0)
}
