/** Forms of requests and answers that are no classes: types of GraphQL schemas, and schemas that bodies are held against. */
import type { Definition } from '../../graph'
import type { Entity, EntityField, EntryPoint, Evidence, Shape } from '../../types'
import { cite, isTestCode, type Linked } from '../linked'
import { entriesOf, type FoundEntity, packagesOf } from './reading'

export function graphqlTypes(linked: Linked, definitions: readonly Definition[]): FoundEntity[] {
  return definitions
    .filter(({ format, path }) => format === 'graphql' && !isTestCode(linked, path))
    .flatMap(({ path, types }) =>
      types
        .filter(({ shape }) => (shape.fields?.length ?? 0) > 0)
        .map(({ name, shape, line }) => {
          const at = lineOf(linked, path, line)
          const entity: Entity = { name, library: 'graphql', kind: 'carried', at, fields: fieldsOf(shape, () => at), relations: [] }
          return { entity, nodes: [] }
        }),
    )
}

/** A definition keeps no text of its lines but in code. */
function lineOf({ fileIndex, whole }: Linked, path: string, line: number): Evidence {
  const file = fileIndex.get(path)
  return { file: path, line, text: file === undefined ? '' : whole.lineText(file, line).trim().slice(0, 160) }
}

function fieldsOf(shape: Shape, at: (name: string) => Evidence): EntityField[] {
  return (shape.fields ?? []).map(({ name, shape: of, required }) => ({
    name,
    type: typeOf(of),
    required,
    ...(of.default === undefined ? {} : { default: of.default }),
    ...(of.values ? { values: of.values } : {}),
    at: at(name),
  }))
}

function typeOf(shape: Shape): string {
  if (shape.type === 'array') return `${shape.items ? typeOf(shape.items) : ''}[]`
  return shape.name ?? (shape.format ? `${shape.type} (${shape.format})` : shape.type)
}

/** Schemas with a name of the code's own that some door takes its body by. */
export function bodySchemas(linked: Linked, entryPoints: readonly EntryPoint[]): FoundEntity[] {
  const wanted = new Map<string, Shape>()
  for (const { body } of entryPoints) if (body?.shape.name && body.shape.fields) wanted.set(body.shape.name, body.shape)
  if (wanted.size === 0) return []
  const found: FoundEntity[] = []
  for (const { node, name } of linked.whole.names) {
    const shape = wanted.get(name)
    const [library] = shape ? packagesOf(linked, node) : []
    if (!shape || library === undefined) continue
    const at = cite(linked, node)
    if (isTestCode(linked, at.file)) continue
    const places = placesOf(linked, node)
    found.push({
      entity: { name, library, kind: 'carried', at, fields: fieldsOf(shape, (key) => places.get(key) ?? at), relations: [] },
      nodes: [node],
    })
    wanted.delete(name)
  }
  return found
}

/** Where each key of the object stands that a schema is made of. */
function placesOf(linked: Linked, node: number): Map<string, Evidence> {
  const { whole } = linked
  const objects = whole.kind[node] === undefined ? [] : [...whole.args(node)]
  return new Map(objects.flatMap((object) => entriesOf(linked, object)).map(({ name, entry }) => [name, cite(linked, entry)]))
}
