/** Schemas that builders make: Pothos, Nexus and graphql-compose. In: calls of the builder. Out: root fields. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Guard, Parameter } from '../../../types'
import { calledName, cite, functionsAt, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { entriesOf, isTrue, textOf, textsOf, writtenAs } from '../written'
import { fieldOf, functionResults, resultsOrSelf, scopeGuards, scopesOf, withGuards } from './built-field'
import { type RootField, rootNamed } from './field'
import { argumentOfType, scalarNamed } from './graphql-js'

type Root = RootField['root']

/** Functions of builders by the root type that they add to. */
const BUILDERS: Record<string, Root> = rowsByName({
  queryField: 'QUERY',
  queryFields: 'QUERY',
  queryType: 'QUERY',
  mutationField: 'MUTATION',
  mutationFields: 'MUTATION',
  mutationType: 'MUTATION',
  relayMutationField: 'MUTATION',
  subscriptionField: 'SUBSCRIPTION',
  subscriptionFields: 'SUBSCRIPTION',
  subscriptionType: 'SUBSCRIPTION',
})
const EXTENDS = new Set(['extendType', 'objectType'])

export function ofBuilders(linked: Linked, imports: ReadonlySet<string>): RootField[] {
  const { whole, values } = linked
  const framework = imports.has('@pothos/core') ? '@pothos/core' : imports.has('@giraphql/core') ? '@giraphql/core' : 'nexus'
  const found: RootField[] = []
  const lookup = lookupOf(whole)
  for (const call of lookup.called(new Set(Object.keys(BUILDERS)))) {
    const name = calledName(linked, call)
    const root = BUILDERS[name] as Root
    const args = [...whole.args(call)]
    const [first, second, third] = args
    if (first === undefined) continue
    const label = textOf(linked, first)
    if (name === 'relayMutationField' && label !== undefined && second !== undefined)
      found.push(relayMutation(linked, label, framework, call, second, third ?? second))
    else if (label !== undefined && second !== undefined)
      for (const value of resultsOrSelf(linked, second)) found.push(builtField(linked, root, label, framework, call, value))
    else if (label === undefined) {
      const scopes = scopeGuards(linked, first)
      for (const made of [first, ...['fields', 'definition'].flatMap((key) => values.property(first, key))]) {
        for (const fields of functionResults(linked, made))
          for (const { key, value } of entriesOf(linked, fields))
            found.push(withGuards(builtField(linked, root, key, framework, value, value), scopes))
        found.push(...definedFields(linked, root, framework, made))
      }
    }
  }
  for (const call of lookup.called(EXTENDS)) {
    const [options] = whole.args(call)
    if (options === undefined) continue
    const root = rootNamed(textsOf(linked, [...values.property(options, 'type'), ...values.property(options, 'name')][0])[0] ?? '')
    if (root) for (const definition of values.property(options, 'definition')) found.push(...definedFields(linked, root, framework, definition))
  }
  return found
}

/** `t.field('user', { … })`, `t.list.field({ name: 'users', … })` in a function that defines a type. */
function definedFields(linked: Linked, root: Root, framework: string, definition: number): RootField[] {
  const { whole, values } = linked
  const found: RootField[] = []
  for (const fn of functionsAt(linked, definition))
    for (const call of linked.effects.ofFunction(fn)) {
      if (whole.kind[call] !== Kind.Call || !startsAt(linked, receiverOf(linked, call), fn)) continue
      const [first, second] = whole.args(call)
      if (first === undefined) continue
      const named = textOf(linked, first)
      const options = named === undefined ? first : (second ?? first)
      const name = named ?? textOf(linked, values.property(first, 'name')[0])
      if (name !== undefined) found.push(builtField(linked, root, name, framework, call, options))
    }
  return found
}

/** Whether a receiver is the first parameter of a function, or a member of it: `t`, `t.list`. */
function startsAt({ whole }: Linked, receiver: number, fn: number): boolean {
  for (let at = receiver, hops = 0; at >= 0 && hops < 6; hops++) {
    if (whole.kind[at] === Kind.Param) return whole.a[at] === fn
    if (whole.kind[at] !== Kind.Load && whole.kind[at] !== Kind.Refine && whole.kind[at] !== Kind.Call) return false
    at = whole.a[at] as number
  }
  return false
}

/** @param value the options themselves, or the call of a builder's field that has them */
function builtField(linked: Linked, root: Root, name: string, framework: string, node: number, value: number): RootField {
  const { whole } = linked
  const [made = value] = linked.values.definitions(value)
  const options = whole.kind[made] === Kind.Call ? (whole.args(made).find((argument) => isOptions(linked, argument)) ?? made) : made
  const field = fieldOf(linked, root, name, framework, node, options, (argument) => argumentBuilt(linked, argument))
  return whole.kind[made] === Kind.Call ? withGuards(field, chainGuards(linked, made)) : field
}

function isOptions({ whole, values }: Linked, node: number): boolean {
  return values.definitions(node).some((made) => whole.kind[made] === Kind.Object)
}

/** `t.withAuth({ loggedIn: true }).field({ … })`. */
function chainGuards(linked: Linked, call: number): Guard[] {
  const { whole } = linked
  for (let at = receiverOf(linked, call), hops = 0; at >= 0 && hops < 4 && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++)
    if (calledName(linked, at) === 'withAuth') return [scopesOf(linked, at, whole.args(at)[0])]
  return []
}

function relayMutation(linked: Linked, name: string, framework: string, node: number, inputs: number, options: number): RootField {
  const field = fieldOf(linked, 'MUTATION', name, framework, node, options, (argument) => argumentBuilt(linked, argument))
  const parameters = linked.values
    .property(inputs, 'inputFields')
    .flatMap((make) => functionResults(linked, make))
    .flatMap((fields) => entriesOf(linked, fields))
    .map(({ key, value }): Parameter => ({ name: key, in: 'json', ...argumentBuilt(linked, value), at: cite(linked, value) }))
  return { ...field, parameters: [...field.parameters, ...parameters] }
}

/** `t.arg.string({ required: true })`, `nonNull(stringArg())`, `'String!'`. */
function argumentBuilt(linked: Linked, node: number, depth = 0): Pick<Parameter, 'shape' | 'required' | 'default'> {
  const { whole, values } = linked
  const [made = node] = values.definitions(node)
  if (whole.kind[made] !== Kind.Call) {
    const text = textOf(linked, made)
    if (text !== undefined) return { shape: scalarNamed(text.replace(/!$/, '')), required: text.endsWith('!') }
    return whole.kind[made] === Kind.Object ? { ...argumentOfType(linked, made), ...requiredBy(linked, made) } : {}
  }
  const name = calledName(linked, made)
  const [first, second] = whole.args(made)
  if (depth < 6 && first !== undefined && (name === 'nonNull' || name === 'nullable' || name === 'list')) {
    const inner = argumentBuilt(linked, first, depth + 1)
    if (name === 'list') return { shape: { type: 'array', items: inner.shape ?? { type: 'unknown' } }, required: false }
    return { ...inner, required: name === 'nonNull' }
  }
  const plain = name.replace(/Arg$/, '').replace(/List$/, '')
  const type = /^(?:arg|field|type|id|string|int|float|boolean)$/i.test(plain) ? plain : ''
  const named = [first, second]
    .flatMap((argument) => (argument === undefined ? [] : [...values.property(argument, 'type'), argument]))
    .flatMap((argument) => textsOf(linked, argument))[0]
  const item = /^(?:arg|field|type|)$/.test(type) ? scalarNamed(named ?? '') : scalarNamed(type)
  const options = first !== undefined && isOptions(linked, first) ? first : second
  return {
    shape: /List$/.test(name) ? { type: 'array', items: item } : item,
    ...(options === undefined ? {} : requiredBy(linked, options)),
  }
}

function requiredBy(linked: Linked, options: number): Pick<Parameter, 'required' | 'default'> {
  const { values } = linked
  const required = values.property(options, 'required')
  const written = writtenAs(linked, [...values.property(options, 'defaultValue'), ...values.property(options, 'default')][0])
  return {
    ...(required.length > 0 ? { required: isTrue(linked, required) } : {}),
    ...(written === undefined ? {} : { default: written, required: false }),
  }
}

/** `schemaComposer.Query.addFields({ … })`. */
export function ofCompose(linked: Linked): RootField[] {
  const { whole, values } = linked
  return [...lookupOf(whole).called(new Set(['addFields', 'setFields']))].flatMap((call) => {
    const receiver = receiverOf(linked, call)
    const root = receiver < 0 ? undefined : rootNamed(values.nameOf(receiver))
    return root
      ? entriesOf(linked, whole.args(call)[0]).map(({ key, value }) =>
          fieldOf(linked, root, key, 'graphql-compose', value, value, (argument) => argumentBuilt(linked, argument)),
        )
      : []
  })
}
