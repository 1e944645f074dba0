/** Routes that a library registers for a decorated controller. In: the controller. Out: the usual routes of its resource. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import type { FoundRoute } from '../routes/index'
import { argumentsOf, type Decoration, decorationsOf, type Member, optionOf, textsIn } from './decorations'
import { guardsOf, pathsOf, placeOf } from './routes'
import type { DecoratedClass, Surroundings } from './surroundings'

/** What CRUD libraries register for a controller, by the method that serves it. */
const GENERATED: readonly [name: string, method: string, path: string, byDefault: boolean][] = [
  ['getManyBase', 'GET', '', true],
  ['createOneBase', 'POST', '', true],
  ['createManyBase', 'POST', '/bulk', true],
  ['getOneBase', 'GET', '/:id', true],
  ['updateOneBase', 'PATCH', '/:id', true],
  ['replaceOneBase', 'PUT', '/:id', true],
  ['deleteOneBase', 'DELETE', '/:id', true],
  ['recoverOneBase', 'PATCH', '/:id/recover', false],
]

/** Routes that `@Crud({ model, routes: { only, exclude }, params })` makes; `@Override()` replaces the handler, not the route. */
export function generatedRoutes(around: Surroundings, owner: DecoratedClass): FoundRoute[] {
  const { linked, applications } = around
  const { values, whole } = linked
  const generator = owner.decorations.find(({ model }) => model.decorator === 'generator')
  if (!generator) return []
  const texts = (nodes: readonly number[]) => nodes.flatMap((node) => textsIn(linked, generator, node))
  const [limits] = optionOf(linked, generator, 'routes')
  const only = limits === undefined ? [] : texts(values.property(limits, 'only'))
  const exclude = limits === undefined ? [] : texts(values.property(limits, 'exclude'))
  const softDelete = optionOf(linked, generator, 'query')
    .flatMap((query) => values.property(query, 'softDelete'))
    .some((node) => values.texts(node).some(({ value }) => value === 'true'))
  const id = idOf(linked, generator)
  const members = new Map((whole.classes[owner.cls]?.members ?? []).map((member) => [member.name, member]))
  return GENERATED.filter(([name, , , byDefault]) =>
    only.length > 0 ? only.includes(name) : (byDefault || softDelete) && !exclude.includes(name),
  ).flatMap(([name, method, path]) => {
    const override = [...members.values()].find(
      (member) =>
        member.decorators.length > 0 &&
        decorationsOf(linked, member.decorators).some(
          (decoration) =>
            decoration.model.decorator === 'override' &&
            orSelf(
              argumentsOf(linked, decoration).flatMap((node) => textsIn(linked, decoration, node)),
              member.name,
            ).includes(name),
        ),
    )
    const ofMethod = override ? decorationsOf(linked, override.decorators) : []
    const fn = override && override.node >= 0 && whole.kind[override.node] === Kind.Function ? (whole.a[override.node] as number) : -1
    const member: Member = { ...(override ?? { name, node: -1, decorators: [], pos: 0 }), file: whole.classes[owner.cls]?.file ?? 0, cls: owner.cls }
    return applications.of(owner.cls).flatMap((membership) =>
      pathsOf(around, owner, membership, ofMethod, [path.replace(':id', `:${id}`)], method).map((place) => ({
        framework: generator.library,
        methods: [method],
        path: place.path,
        node: generator.node,
        handlers: [
          {
            node: generator.node,
            name: `${whole.classes[owner.cls]?.fact.name || 'anonymous'}.${override?.name ?? name}`,
            at: placeOf(linked, fn, generator.node),
            labels: [],
            functions: fn < 0 ? [] : [fn],
          },
        ],
        guards: guardsOf(around, owner, membership, member, ofMethod, [], fn, place.local, method),
        schemas: [],
        limits: [],
        generated: true,
        serves: undefined,
        notes: place.notes,
      })),
    )
  })
}

/** Name of the parameter that is the record's key: `params: { slug: { field, type, primary: true } }`. */
function idOf(linked: Linked, generator: Decoration): string {
  const { values } = linked
  for (const params of optionOf(linked, generator, 'params'))
    for (const name of values.propertyNames(params))
      for (const param of values.property(params, name))
        if (values.property(param, 'primary').some((node) => values.texts(node).some(({ value }) => value === 'true'))) return name
  return 'id'
}

const orSelf = (texts: string[], name: string) => (texts.length > 0 ? texts : [name])
