/** Schemas made of objects of graphql-js: `new GraphQLObjectType({ name: 'Query', fields: … })`. */
import { Kind } from '../../../graph'
import type { Parameter, Shape } from '../../../types'
import { calledName, type Linked } from '../../linked'
import { callsTo, entriesOf, textOf, writtenAs } from '../written'
import { fieldOf, resultsOrSelf } from './built-field'
import { type RootField, rootNamed } from './field'

type Root = RootField['root']

export function ofGraphqlJs(linked: Linked): RootField[] {
  const { whole, values } = linked
  const types = new Map<number, Root>()
  for (const call of callsTo(linked, 'graphql', 'GraphQLSchema'))
    for (const [name, root] of [
      ['query', 'QUERY'],
      ['mutation', 'MUTATION'],
      ['subscription', 'SUBSCRIPTION'],
    ] as const)
      for (const node of values.property(whole.args(call)[0] ?? -1, name)) for (const made of values.definitions(node)) types.set(made, root)
  const objects = callsTo(linked, 'graphql', 'GraphQLObjectType')
  if (!objects.some((node) => types.has(node)))
    for (const node of objects) {
      const root = rootNamed(textOf(linked, values.property(whole.args(node)[0] ?? -1, 'name')[0]) ?? '')
      if (root) types.set(node, root)
    }
  return objects.flatMap((node) => {
    const root = types.get(node)
    return root
      ? values
          .property(whole.args(node)[0] ?? -1, 'fields')
          .flatMap((fields) => resultsOrSelf(linked, fields))
          .flatMap((fields) => entriesOf(linked, fields))
          .map(({ key, value }) => fieldOf(linked, root, key, 'graphql', value, value, (argument) => argumentOfType(linked, argument)))
      : []
  })
}

/** `{ type: new GraphQLNonNull(GraphQLString), defaultValue, description }`. */
export function argumentOfType(linked: Linked, node: number): Pick<Parameter, 'shape' | 'required' | 'default'> {
  const { values } = linked
  const [type] = values.property(node, 'type')
  const [fallback] = values.property(node, 'defaultValue')
  const written = writtenAs(linked, fallback)
  const read = type === undefined ? undefined : typeOf(linked, type)
  return {
    ...(read ? { shape: read.shape, required: read.required && fallback === undefined } : {}),
    ...(written === undefined ? {} : { default: written }),
  }
}

function typeOf(linked: Linked, node: number, depth = 0): { shape: Shape; required: boolean } {
  const { whole, values } = linked
  const [made = node] = values.definitions(node)
  if (depth < 6 && (whole.kind[made] === Kind.New || whole.kind[made] === Kind.Call)) {
    const name = calledName(linked, made)
    const [inner] = whole.args(made)
    if (inner !== undefined) {
      if (name === 'GraphQLNonNull') return { ...typeOf(linked, inner, depth + 1), required: true }
      if (name === 'GraphQLList') return { shape: { type: 'array', items: typeOf(linked, inner, depth + 1).shape }, required: false }
      const called = textOf(linked, values.property(inner, 'name')[0])
      if (name === 'GraphQLInputObjectType') return { shape: inputObject(linked, inner, called, depth), required: false }
      if (called !== undefined) return { shape: { type: 'unknown', name: called }, required: false }
    }
  }
  return { shape: scalarNamed(values.nameOf(node).replace(/^GraphQL/, '')), required: false }
}

function inputObject(linked: Linked, options: number, name: string | undefined, depth: number): Shape {
  const fields = linked.values
    .property(options, 'fields')
    .flatMap((node) => resultsOrSelf(linked, node))
    .flatMap((node) => entriesOf(linked, node))
    .map(({ key, value }) => {
      const [type] = linked.values.property(value, 'type')
      const read = type === undefined ? undefined : typeOf(linked, type, depth + 2)
      return { name: key, shape: read?.shape ?? { type: 'unknown' as const }, required: read?.required ?? false }
    })
  return { type: 'object', ...(name === undefined ? {} : { name }), fields }
}

export function scalarNamed(name: string): Shape {
  switch (name.toLowerCase()) {
    case 'string':
    case 'id':
      return { type: 'string' }
    case 'int':
      return { type: 'integer' }
    case 'float':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    default:
      return name === '' ? { type: 'unknown' } : { type: 'unknown', name }
  }
}
