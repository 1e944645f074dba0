/** What arguments say as they are written: texts, entries of objects, members of modules, and calls by their API path. */
import { Kind } from '../../graph'
import type { Shape } from '../../types'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { merge } from '../lookup'
import { NO_CONTEXT } from '../values/index'

/** Texts an expression is known to be, holes left out. */
export function textsOf({ values }: Linked, node: number | undefined, context = NO_CONTEXT): string[] {
  if (node === undefined) return []
  return values
    .texts(node, context)
    .filter(({ exact }) => exact)
    .map(({ value }) => value)
}

export function textOf(linked: Linked, node: number | undefined): string | undefined {
  return textsOf(linked, node)[0]
}

/** Texts of a list, or the one text where it is none. */
export function listOf(linked: Linked, node: number | undefined): string[] {
  return node === undefined ? [] : linked.values.elements(node).flatMap((item) => textsOf(linked, item))
}

/** A member of an object, a module or a class's statics: the nodes it was given. */
export function memberOf({ values, solver, whole }: Linked, node: number, name: string): number[] {
  const found = new Set(values.property(node, name))
  for (const label of solver.of(node)) {
    const data = solver.labels.data[label] as number
    if (solver.labels.kind[label] === LabelKind.Module) for (const member of values.exported(data, name)) found.add(member)
    else if (solver.labels.kind[label] === LabelKind.Class)
      for (const member of whole.classes[data]?.members ?? []) if (member.static && member.name === name && member.node >= 0) found.add(member.node)
  }
  return [...found]
}

/** Keys and values of an object, those that were spread into it included. */
export function entriesOf({ values, whole }: Linked, node: number | undefined): { key: string; value: number }[] {
  if (node === undefined) return []
  return values.propertyNames(node).flatMap((key) => {
    const [value] = values.property(node, key)
    return value === undefined || value >= whole.size ? [] : [{ key, value }]
  })
}

/** A constant as the code writes it, for defaults. */
export function writtenAs({ whole }: Linked, node: number | undefined): string | undefined {
  if (node === undefined || node >= whole.size) return undefined
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number:
      return whole.text(whole.a[node] as number)
    case Kind.Boolean:
      return whole.a[node] === 1 ? 'true' : 'false'
    case Kind.Undefined:
      return undefined
    default:
      return whole.sourceOf(node, 60)
  }
}

export function isTrue({ whole }: Linked, nodes: readonly number[]): boolean {
  return nodes.some((node) => node < whole.size && whole.kind[node] === Kind.Boolean && whole.a[node] === 1)
}

const DEEPEST_SHAPE = 4

/** Form of a value that is written out; undefined where nothing is known of it. */
export function shapeOf(linked: Linked, node: number | undefined, depth = 0): Shape | undefined {
  const { whole, values } = linked
  if (node === undefined || node >= whole.size || depth > DEEPEST_SHAPE) return undefined
  const [made = node] = values.definitions(node)
  switch (whole.kind[made] as Kind) {
    case Kind.String:
    case Kind.Template:
      return { type: 'string' }
    case Kind.Number:
      return { type: 'number' }
    case Kind.Boolean:
      return { type: 'boolean' }
    case Kind.Array: {
      const items = shapeOf(linked, whole.items(whole.a[made] as number)[0], depth + 1)
      return { type: 'array', ...(items ? { items } : {}) }
    }
    case Kind.Object:
      return {
        type: 'object',
        fields: entriesOf(linked, made).map(({ key, value }) => ({
          name: key,
          shape: shapeOf(linked, value, depth + 1) ?? { type: 'unknown' as const },
          required: true,
        })),
      }
    case Kind.Call: {
      // `JSON.stringify(x)`, `Buffer.from(x)`: what is sent is x.
      const callee = whole.a[made] as number
      const name = whole.kind[callee] === Kind.Load ? whole.text(whole.b[callee] as number) : ''
      return name === 'stringify' || name === 'from' || name === 'encode' ? shapeOf(linked, whole.args(made)[0], depth + 1) : undefined
    }
    default:
      return undefined
  }
}

const called = new WeakMap<Linked, { changes: number; members: Map<number, Set<number>> }>()

/** API path → its members that are called. */
function calledMembers(linked: Linked): Map<number, Set<number>> {
  const { solver, models } = linked
  const known = called.get(linked)
  if (known && known.changes === solver.changes) return known.members
  const members = new Map<number, Set<number>>()
  for (const path of solver.callsOfPath.keys()) {
    const { parent, step } = models.paths.node(path)
    if (parent < 0 || !step.startsWith('.')) continue
    const ofParent = members.get(parent)
    if (ofParent) ofParent.add(path)
    else members.set(parent, new Set([path]))
  }
  called.set(linked, { changes: solver.changes, members })
  return members
}

/** Calls of a package's own function or of one of its exports: `callsTo(linked, 'arg', '')`, `callsTo(linked, 'citty', 'defineCommand')`. */
export function callsTo(linked: Linked, library: string, ...names: string[]): number[] {
  const { paths } = linked.models
  const root = paths.root(`npm:${library}`)
  const asked = names.map((name) => (name === '' ? root : paths.find(root, `.${name}`)))
  return [...merge(asked.map((path) => linked.solver.callsOfPath.get(path) ?? []))]
}

/** Calls of methods of a type that a model declares, in source order: `methodCalls(linked, 'commander/Command')`. */
export function methodCalls(linked: Linked, type: string): readonly { call: number; name: string }[] {
  const { solver, models } = linked
  const members = calledMembers(linked).get(models.paths.root(`type:${type}`))
  if (!members) return []
  return [...merge([...members].map((path) => solver.callsOfPath.get(path) ?? []))].flatMap((call) =>
    [...(solver.apiCalls.get(call) ?? [])].flatMap((path) => (members.has(path) ? [{ call, name: models.paths.node(path).step.slice(1) }] : [])),
  )
}

/** Objects of a type that a model declares among what a node may be: the nodes that make them. */
export function objectsOf({ models, solver }: Linked, node: number, type: string): number[] {
  const root = models.paths.root(`type:${type}`)
  const { kind, data, extra } = solver.labels
  return solver.of(node).flatMap((label) => (kind[label] === LabelKind.ApiObject && extra[label] === root ? [data[label] as number] : []))
}
