/** One field of a root type out of the options that code builds it with: arguments, resolvers, and who may ask. */
import type { Guard, Parameter } from '../../../types'
import { cite, functionsAt, type Linked } from '../../linked'
import { entriesOf, textOf } from '../written'
import type { RootField } from './field'

export function fieldOf(
  linked: Linked,
  root: RootField['root'],
  name: string,
  framework: string,
  node: number,
  options: number,
  argument: (node: number) => Pick<Parameter, 'shape' | 'required' | 'default'>,
): RootField {
  const { values } = linked
  const args = [...values.property(options, 'args'), ...values.property(options, 'input')]
  const purpose = textOf(linked, values.property(options, 'description')[0])
  return {
    root,
    name,
    framework,
    node,
    resolvers: ['resolve', 'subscribe'].flatMap((key) => values.property(options, key)),
    parameters: args
      .flatMap((node_) => entriesOf(linked, node_))
      .map(({ key, value }) => ({ name: key, in: 'json', ...argument(value), at: cite(linked, value) })),
    ...(purpose ? { purpose } : {}),
    guards: scopeGuards(linked, options),
  }
}

/** `authScopes: { admin: true }`, `authorize: (root, args, ctx) => …`, `shield: isAuthenticated()`. */
export function scopeGuards(linked: Linked, options: number): Guard[] {
  const { values, whole } = linked
  return ['authScopes', 'authorize', 'shield', 'extensions.auth'].flatMap((name) =>
    values
      .property(options, name)
      .filter((node) => node < whole.size)
      .map((node) => scopesOf(linked, node, node, name)),
  )
}

export function scopesOf(linked: Linked, at: number, scopes: number | undefined, name = 'withAuth'): Guard {
  const roles =
    scopes === undefined ? [] : linked.values.propertyNames(scopes).filter((key) => /^[\w$]+$/.test(key) && key !== '$all' && key !== '$any')
  const isIdentity = roles.length > 0 && roles.every((key) => /^(?:user|public|(?:is)?(?:logged|signed)In|(?:is)?[aA]uth\w*)$/.test(key))
  return {
    name,
    role: isIdentity ? 'authentication' : 'authorization',
    scope: 'route',
    at: cite(linked, at),
    ...(roles.length > 0 ? { roles } : {}),
  }
}

export const withGuards = (field: RootField, guards: Guard[]): RootField =>
  guards.length > 0 ? { ...field, guards: [...guards, ...field.guards] } : field

export function functionResults(linked: Linked, node: number): number[] {
  return functionsAt(linked, node).flatMap((fn) => linked.whole.functions[fn]?.returns ?? [])
}

/** What a function hands back, or the value itself where it is none. */
export function resultsOrSelf(linked: Linked, node: number): number[] {
  const results = functionResults(linked, node)
  return results.length > 0 ? results : [node]
}
