/** What the types of a handler's request say: `Request<Params, Answer, Body, Query>`, `FastifyRequest<{ Body: Input }>`. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Shape } from '../../types'
import { cite, type Linked } from '../linked'
import { shapeOfType } from '../shapes/index'
import { annotationOf } from '../shapes/written'
import { type ParameterTable, schemaPlace } from './parameters'

/** Places of the arguments of such a type. */
const BY_POSITION: Record<string, (string | undefined)[]> = rowsByName({
  Request: ['params', undefined, 'body', 'query'],
  RequestHandler: ['params', undefined, 'body', 'query'],
  Handler: ['params', undefined, 'body', 'query'],
})
/** Types that take one object with a member a place: `{ Body: …, Querystring: … }`. */
const BY_NAME = new Set(['FastifyRequest', 'Request', 'RouteHandler', 'RouteHandlerMethod', 'RouteShorthandOptions', 'ServerRoute'])

export function putHandlerTypes(linked: Linked, table: ParameterTable, fn: number): void {
  const { whole, values } = linked
  const fact = whole.functions[fn]
  if (!fact) return
  for (const node of [fact.params[0] ?? -1, fact.node]) {
    const type = node < 0 ? undefined : annotationOf(linked, node)
    if (type === undefined || whole.kind[type] !== Kind.TypeRef || whole.c[type] !== 0) continue
    const name = nameOfType(linked, type, values.nameOf(whole.a[type] as number))
    const args = [...whole.args(type)]
    const at = cite(linked, node)
    const put = (place: string, shape: Shape | undefined) => {
      const to = schemaPlace(place)
      if (to && shape) table.putShape(to === 'json' ? table.bodyPlace : to, to === 'header' ? lowered(shape) : shape, at)
    }
    const [first] = args
    const only = args.length === 1 && first !== undefined && BY_NAME.has(name) ? shapeOfType(linked, first) : undefined
    if (only?.fields?.some((field) => /^(?:Body|Querystring|Query|Params|Headers|Payload)$/.test(field.name)))
      for (const field of only.fields) put(field.name, field.shape)
    else
      BY_POSITION[name]?.forEach((place, index) => {
        if (place && args[index] !== undefined) put(place, shapeOfType(linked, args[index]))
      })
  }
}

function nameOfType({ whole }: Linked, type: number, fallback: string): string {
  const entity = whole.a[type] as number
  return entity >= 0 && whole.kind[entity] === Kind.Import && whole.text(whole.b[entity] as number) !== 'default'
    ? whole.text(whole.b[entity] as number)
    : fallback
}

const lowered = (shape: Shape): Shape => ({
  ...shape,
  ...(shape.fields ? { fields: shape.fields.map((field) => ({ ...field, name: field.name.toLowerCase() })) } : {}),
})
