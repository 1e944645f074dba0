/**
 * Resolvers by name: maps `{ Query: { user } }`, wherever they are written, and the rules that stand before them. In: properties
 * named like root types. Out: for each field the values that resolve it, and its guards.
 */
import { Kind } from '../../../graph'
import type { Guard } from '../../../types'
import type { Guards } from '../../guards'
import { calledName, cite, isTest, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { callsTo } from '../written'
import { ROOTS, type RootField } from './field'

export interface Resolver {
  node: number
  file: string
  /** A method of a root value: no parent is handed to it. */
  ofRoot?: true
}

type Fields<T> = Map<string, T[]>

export class Resolvers {
  private readonly byField: Fields<Resolver> = new Map()
  private readonly rules: Fields<Guard> = new Map()

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
  ) {
    const { whole } = linked
    const lookup = lookupOf(whole)
    const shields = callsTo(linked, 'graphql-shield', 'shield')
    const ofShields = new Set(shields.flatMap((call) => linked.values.definitions(whole.args(call)[0] ?? -1)))
    for (const [name, root] of Object.entries(ROOTS))
      for (const entry of lookup.named(Kind.Property, name)) {
        const { path: file } = whole.files[whole.fileOf(entry)] as { path: string }
        const map = whole.b[entry] as number
        if (isTest(file) || map < 0) continue
        if (ofShields.has(lookup.objectOf(entry))) this.readRules(map, root)
        else for (const { key, value } of this.entries(map)) put(this.byField, `${root} ${key}`, { node: value, file })
      }
    // `const root = { user: ({ id }) => … }` of plain schemas.
    for (const place of ['rootValue'])
      for (const entry of lookup.named(Kind.Property, place)) {
        const { path: file } = whole.files[whole.fileOf(entry)] as { path: string }
        for (const { key, value } of this.entries(whole.b[entry] as number)) put(this.byField, `ANY ${key}`, { node: value, file, ofRoot: true })
      }
  }

  /** Of an object, or of the namespace of a module whose exports are the resolvers. */
  private entries(map: number): { key: string; value: number }[] {
    const { values, whole } = this.linked
    return values
      .propertyNames(map)
      .filter((key) => /^[A-Za-z_]\w*$/.test(key))
      .flatMap((key) =>
        values
          .property(map, key)
          .slice(0, 1)
          .map((value) => ({ key, value })),
      )
      .filter(({ value }) => value < whole.size || this.linked.solver.of(value).length > 0)
  }

  private readRules(map: number, root: RootField['root']): void {
    const { values, whole } = this.linked
    const made = values.definitions(map).filter((node) => whole.kind[node] === Kind.Object)
    for (const object of made.length > 0 ? made : [map])
      for (const key of values.propertyNames(object))
        for (const rule of values.property(object, key)) {
          if (rule >= whole.size) continue
          const name = whole.sourceOf(rule, 60)
          if (/^(?:\w+\.)?allow$/.test(name)) put(this.rules, `${root} ${key}`, { name, role: 'other', scope: 'route', at: cite(this.linked, rule) })
          else
            put(this.rules, `${root} ${key}`, {
              name,
              role: /admin|role|owner|permission|can[A-Z]/.test(name) ? 'authorization' : 'authentication',
              scope: 'route',
              at: cite(this.linked, rule),
            })
        }
  }

  of(root: RootField['root'], name: string): readonly Resolver[] {
    return [...(this.byField.get(`${root} ${name}`) ?? []), ...(this.byField.get(`ANY ${name}`) ?? [])]
  }

  /** Of a type that holds operations together: `{ PageQuery: { list } }`. */
  ofMember(type: string, name: string): readonly Resolver[] {
    const { whole, values } = this.linked
    return [...lookupOf(whole).named(Kind.Property, type)].flatMap((entry) => {
      const { path: file } = whole.files[whole.fileOf(entry)] as { path: string }
      const map = whole.b[entry] as number
      if (isTest(file) || map < 0) return []
      return values
        .property(map, name)
        .slice(0, 1)
        .map((node) => ({ node, file }))
    })
  }

  /** Fields that have resolvers, for programs whose schema is nowhere in them. */
  all(): { root: RootField['root']; name: string; resolver: Resolver }[] {
    return [...this.byField].flatMap(([key, [resolver]]) => {
      const [root, name] = key.split(' ') as [RootField['root'] | 'ANY', string]
      return root === 'ANY' || !resolver ? [] : [{ root, name, resolver }]
    })
  }

  /** Rules of a permissions map: of the field, or of all fields of its type. */
  rulesOf(root: RootField['root'], name: string): Guard[] {
    return this.rules.get(`${root} ${name}`) ?? this.rules.get(`${root} *`) ?? []
  }

  /** Functions that a resolver is: itself, its `resolve` and `subscribe`, and what a wrapper wraps. */
  functionNodes(node: number): number[] {
    const { values } = this.linked
    const inner = ['resolve', 'subscribe'].flatMap((name) => values.property(node, name))
    const nodes = inner.length > 0 ? inner : [node]
    return nodes.flatMap((at) => {
      const wrapped = this.guards.wrapped(at)
      return wrapped.length > 0 ? wrapped : this.combined(at)
    })
  }

  /** `combineResolvers(isSignedIn, isAdmin, (root, args) => …)`: the last one answers. */
  private combined(node: number): number[] {
    const { whole, values } = this.linked
    const found: number[] = []
    for (const made of values.definitions(node)) {
      if (whole.kind[made] !== Kind.Call || !COMBINES.has(calledName(this.linked, made))) continue
      const last = whole.args(made).at(-1)
      if (last !== undefined) found.push(last)
    }
    return found.length > 0 ? found : [node]
  }

  /** What stands before the resolver in a wrapper or a list of resolvers. */
  guardsOf(node: number): Guard[] {
    const { whole, values } = this.linked
    const found: Guard[] = []
    for (const at of [node, ...values.property(node, 'resolve'), ...values.property(node, 'subscribe')])
      for (const made of values.definitions(at)) {
        if (whole.kind[made] !== Kind.Call) continue
        const name = calledName(this.linked, made)
        const before = COMBINES.has(name) ? whole.args(made).slice(0, -1) : []
        for (const guard of before)
          for (const role of this.guards.ofNode(guard).roles)
            found.push({ name: whole.sourceOf(guard, 60), role, scope: 'route', at: cite(this.linked, guard) })
        if (before.length > 0) continue
        const { denials } = this.guards.ofNode(made)
        for (const { role } of denials.slice(0, 1)) found.push({ name: name || 'wrapper', role, scope: 'route', at: cite(this.linked, made) })
      }
    return found
  }
}

const COMBINES = new Set(['combineResolvers', 'pipeResolvers', 'composeResolvers', 'compose'])

function put<T>(map: Fields<T>, key: string, value: T): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
