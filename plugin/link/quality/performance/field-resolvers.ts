/**
 * Fields of GraphQL types that ask a store for each object of a list. In: resolver maps and classes of resolvers. Out: a hotspot a
 * field that asks with what its object says, without a loader that gathers such questions.
 */
import { Kind } from '../../../graph'
import type { Hotspot, Shape } from '../../../types'
import { calledName, cite } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Query } from './queries'
import { placeOf, type Scene } from './scene'

const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])
const FIELD = new Set(['ResolveField', 'FieldResolver', 'ResolveProperty', 'ResolveReference'])

export function fieldResolvers(scene: Scene, asks: (fn: number) => { query: Query; way: readonly number[] } | undefined): Hotspot[] {
  return fieldFunctions(scene).flatMap(({ fn, parent, type, name }): Hotspot[] => {
    const { linked } = scene
    const { whole, effects } = linked
    if (effects.within(fn).some((node) => whole.kind[node] === Kind.Call && /^(?:load|loadMany)$/.test(calledName(linked, node)))) return []
    const asked = asks(fn)
    if (!asked || !isUsed(scene, parent)) return []
    const { query, way } = asked
    if (gathersItself(query) || !isListed(scene, type)) return []
    return [
      {
        kind: 'n-plus-one',
        api: query.api,
        library: query.library,
        ...placeOf(scene, way[0] as number),
        because: [cite(linked, whole.functions[fn]?.node ?? query.call), ...way.slice(1).map((call) => cite(linked, call))],
        depth: 1,
        variant: 'resolver',
        detail: `the field \`${type}.${name}\` asks \`${query.api}\` once for each \`${type}\` of an answer`,
        confidence: 'high',
      },
    ]
  })
}

interface Field {
  fn: number
  /** Parameter with the object whose field it is. */
  parent: number
  type: string
  name: string
}

function fieldFunctions(scene: Scene): Field[] {
  const { linked } = scene
  const { whole } = linked
  const found: Field[] = []
  for (const root of lookupOf(whole).named(Kind.Property, ROOTS)) {
    const map = lookupOf(whole).objectOf(root)
    if (map < 0) continue
    for (const entry of whole.items(whole.a[map] as number)) {
      const type = whole.kind[entry] === Kind.Property && (whole.a[entry] as number) >= 0 ? whole.text(whole.a[entry] as number) : ''
      if (!/^[A-Z]/.test(type) || ROOTS.has(type)) continue
      for (const object of linked.values.definitions(whole.b[entry] as number)) {
        if (object >= whole.size || whole.kind[object] !== Kind.Object) continue
        for (const field of whole.items(whole.a[object] as number)) {
          if (whole.kind[field] !== Kind.Property || (whole.a[field] as number) < 0) continue
          for (const made of linked.values.definitions(whole.b[field] as number)) {
            if (made >= whole.size || whole.kind[made] !== Kind.Function) continue
            const fn = whole.a[made] as number
            found.push({ fn, parent: whole.functions[fn]?.params[0] ?? -1, type, name: whole.text(whole.a[field] as number) })
          }
        }
      }
    }
  }
  whole.classes.forEach(({ members, fact, decorators: classDecorators }) => {
    for (const { name, node, decorators } of members) {
      if (node < 0 || whole.kind[node] !== Kind.Function) continue
      if (!decorators.some((decorator) => whole.kind[decorator] === Kind.Call && FIELD.has(calledName(linked, decorator)))) continue
      const fn = whole.a[node] as number
      const parent = whole.parameterDecorators.find((each) => each.fn === fn && /^(?:Parent|Root)$/.test(calledName(linked, each.expression)))
      found.push({
        fn,
        parent: whole.functions[fn]?.params[parent?.index ?? 0] ?? -1,
        type: typeOf(scene, classDecorators) || fact.name.replace(/Resolver$/, ''),
        name,
      })
    }
  })
  return found
}

/** What is asked for depends on the object: otherwise it is asked once and kept. */
function isUsed({ uses }: Scene, parent: number): boolean {
  return parent >= 0 && uses.of(parent).length > 0
}

/** `Post` of `@Resolver(() => Post)`, `@Resolver('Post')`. */
function typeOf({ linked: { whole } }: Scene, decorators: number[]): string {
  for (const decorator of decorators) {
    const type = /Resolver\(\s*(?:\(?\w*\)?\s*=>\s*)?['"]?([A-Z]\w*)/.exec(whole.sourceOf(decorator, 200))?.[1]
    if (type) return type
  }
  return ''
}

/** The library gathers such questions of one turn of the event loop by itself. */
export const gathersItself = ({ library, api }: Query) => /prisma/.test(library) && /\.findUnique(?:OrThrow)?$/.test(api)

/** Some field or operation gives several of a type: `[Post]`, `PostConnection`. */
function isListed({ linked: { whole }, known }: Scene, type: string): boolean {
  const list = new RegExp(
    `\\[\\s*${type}\\s*!?\\s*\\]|\\b(?:Paginated${type}|${type}(?:Connection|Edge|Page|List)|new GraphQLList\\(\\s*(?:new GraphQLNonNull\\(\\s*)?${type})`,
  )
  if (whole.files.some(({ text }) => list.test(text))) return true
  // Schemas of their own files are read as types with shapes.
  return known.extracted.definitions.some(
    ({ format, operations, types }) =>
      /graphql/.test(format) &&
      [...operations.flatMap(({ responses }) => responses ?? []), ...types].some(({ shape }) => shape !== undefined && holdsList(shape, type)),
  )
}

function holdsList(shape: Shape, type: string, depth = 0): boolean {
  if (depth > 4) return false
  if (shape.type === 'array' && shape.items?.name === type) return true
  return (
    (shape.items !== undefined && holdsList(shape.items, type, depth + 1)) ||
    (shape.fields ?? []).some((field) => holdsList(field.shape, type, depth + 1))
  )
}
