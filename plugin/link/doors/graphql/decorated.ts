/**
 * Fields that resolver classes declare with decorators. In: decorated methods. Out: operations with arguments, types and guards;
 * where a root field only holds operations together, those.
 */
import { HOLDS_OPERATIONS, Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Guard, Shape } from '../../../types'
import type { Listener } from '../../decorated/index'
import { parametersOf } from '../../decorated/parameters'
import { LabelKind } from '../../labels'
import type { Linked } from '../../linked'
import { shapeOf } from '../../shapes/index'
import type { RootField } from './field'

/** What a model says of fields that are no root fields: `@ResolveField()`. */
const OF_TYPES = 'FIELD'

/** A root field, and the type that it gives where that is a single object. */
interface Declared {
  field: RootField
  gives?: string
}

export function decoratedFields(linked: Linked, listeners: readonly Listener[]): RootField[] {
  const ofGraphql = listeners.filter(({ model }) => model.kind === 'graphql')
  const roots = ofGraphql.filter(({ model }) => model.method !== OF_TYPES).map((listener) => rootField(linked, listener))
  const members = membersByType(ofGraphql.filter(({ model }) => model.method === OF_TYPES))
  if (members.size === 0) return roots.map(({ field }) => field)
  const givenBy = (type: string | undefined) => roots.filter(({ gives }) => gives === type).length
  return roots.flatMap(({ field, gives }) => {
    const held = (gives === undefined ? undefined : members.get(gives)) ?? []
    if (held.length === 0 || field.parameters.length > 0 || givenBy(gives) !== 1) return [field]
    const inside = held.map((listener) => rootField(linked, listener).field)
    const isNamespace =
      HOLDS_OPERATIONS.test(gives as string) || (field.root === 'MUTATION' && inside.some(({ parameters }) => parameters.length > 0))
    if (!isNamespace) return [field]
    return inside.map((member) => ({
      ...member,
      root: field.root,
      name: `${field.name}.${member.name}`,
      guards: [...field.guards, ...member.guards.filter((guard) => !isInForce(field.guards, guard))],
      asks: [...(field.asks ?? []), ...(member.asks ?? [])],
    }))
  })
}

/**
 * What stands in front of the root field has run by then, and what that one is spared its members are: frameworks ask guards of
 * the application once, in front of the operation.
 */
const isInForce = (guards: readonly Guard[], { name, scope }: Guard) => scope === 'application' || guards.some((known) => known.name === name)

/** Methods that resolve fields, by the name of the type that their class is about. */
function membersByType(listeners: readonly Listener[]): Map<string, Listener[]> {
  const found = new Map<string, Listener[]>()
  for (const listener of listeners)
    for (const type of listener.about ?? []) {
      const list = found.get(type)
      if (list) list.push(listener)
      else found.set(type, [listener])
    }
  return found
}

function rootField(linked: Linked, { model, library, node, cls, method, labels, fn, guards, asks, byMarks, purpose }: Listener): Declared {
  const { whole } = linked
  const decorators = whole.parameterDecorators.filter((decorator) => decorator.fn === fn).map(({ expression }) => expression)
  const answer = answerOf(linked, node)
  return {
    field: {
      root: model.method as RootField['root'],
      name: labels[0] ?? method,
      framework: library,
      node,
      resolvers: [],
      functions: fn < 0 ? [] : [fn],
      handler: `${whole.classes[cls]?.fact.name || 'anonymous'}.${method}`,
      parameters: parametersOf(linked, fn, decorators, []),
      ...(answer ? { answer } : {}),
      ...(purpose ? { purpose } : {}),
      guards,
      asks,
      ...(byMarks ? { byMarks } : {}),
    },
    ...(answer?.name === undefined ? {} : { gives: answer.name }),
  }
}

/** `() => User`, `(returns) => [User]`. */
function answerOf(linked: Linked, decorator: number): Shape | undefined {
  const { whole, solver } = linked
  if (whole.kind[decorator] !== Kind.Call) return undefined
  const [first] = whole.args(decorator)
  if (first === undefined) return undefined
  for (const label of solver.of(first)) {
    if (solver.labels.kind[label] !== LabelKind.Function) continue
    for (const value of whole.functions[solver.labels.data[label] as number]?.returns ?? []) {
      const isList = whole.kind[value] === Kind.Array
      const item = isList ? whole.items(whole.a[value] as number)[0] : value
      if (item === undefined) continue
      const shape = shapeOf(linked, item) ?? SCALARS[linked.values.nameOf(item)]
      if (shape) return isList ? { type: 'array', items: shape } : shape
    }
  }
  return undefined
}

const SCALARS: Record<string, Shape> = rowsByName({
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date-time' },
})
