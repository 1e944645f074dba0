/**
 * The table of HTTP entry points as OpenAPI 3.1. In: the program. Out: a document that the official schema accepts, and what
 * it cannot say: paths that are regular expressions, and methods that the standard does not know.
 */
import type { EntryPoint, Parameter, Program, Shape } from '../../types'
import { httpOf } from '../derived/entry-points'
import { isInBody } from '../derived/shapes'
import { type Schemas, schemas } from './schema'

export interface OpenApiExport {
  document: Record<string, unknown>
  count: number
  /** Endpoints that OpenAPI cannot express. */
  leftOut: { method: string; path: string }[]
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
/** What one handler for every method is written out as. */
const everyMethod = ['get', 'post', 'put', 'delete', 'patch']

export function openApiOf(program: Program): OpenApiExport | undefined {
  const entries = httpOf(program)
  if (entries.length === 0) return undefined
  const types = schemas('#/components/schemas')
  const paths = new Map<string, { template: string; names: string[]; item: Record<string, unknown> }>()
  const operationIds = new Set<string>()
  const leftOut: OpenApiExport['leftOut'] = []
  let count = 0
  for (const entry of entries) {
    const template = templateOf(entry.path)
    const verbs = entry.method === 'ALL' || entry.method === 'ANY' ? everyMethod : [entry.method.toLowerCase()].filter((verb) => methods.has(verb))
    if (!template || verbs.length === 0) {
      leftOut.push({ method: entry.method, path: entry.path })
      continue
    }
    // `/a/{id}` and `/a/{name}` are one path to the standard: the names of the first one stay.
    const key = template.text.replace(/\{[^}]*\}/g, '{}')
    const place = paths.get(key) ?? { template: template.text, names: template.names, item: {} }
    paths.set(key, place)
    const renamed = new Map(template.names.map((name, index) => [name, place.names[index] as string]))
    for (const verb of verbs) {
      // The first registration answers.
      if (place.item[verb]) continue
      place.item[verb] = operationOf(entry, verb, renamed, types, operationIds)
      count++
    }
  }
  const components = types.components()
  return {
    document: {
      openapi: '3.1.0',
      info: { title: program.project.name || 'Interface', version: program.project.version ?? '0.0.0', description: 'Read from the code.' },
      paths: Object.fromEntries([...paths.values()].map(({ template, item }) => [template, item])),
      ...(Object.keys(components).length > 0 ? { components: { schemas: components } } : {}),
    },
    count,
    leftOut,
  }
}

/** `/users/:id(\\d+)` as `/users/{id}`; undefined for a path that is a regular expression. */
function templateOf(path: string): { text: string; names: string[] } | undefined {
  if (!path.startsWith('/') || /^\/\^|\(\?/.test(path)) return undefined
  const names: string[] = []
  const named = (name: string): string => {
    let unique = name
    for (let number = 2; names.includes(unique); number++) unique = `${name}${number}`
    names.push(unique)
    return `{${unique}}`
  }
  const text = path
    .replace(/\{\/?[:*]?(\w+)[^}]*\}/g, ':$1')
    .replace(/\[{1,2}(?:\.\.\.)?(\w+)[^\]]*\]{1,2}/g, ':$1')
    .replace(/:(\w+)(?:\([^)]*\))?[?*+]?|\$(\w+)|\*+(\w*)|\(\.\*\)/g, (_, one?: string, two?: string, rest?: string) =>
      named(one ?? two ?? (rest || 'rest')),
    )
    .replace(/[?#].*$/, '')
  // What is left over of a pattern no client could send.
  return /[\\()[\]|^]/.test(text) ? undefined : { text, names }
}

function operationOf(
  entry: EntryPoint,
  verb: string,
  renamed: Map<string, string>,
  types: Schemas,
  operationIds: Set<string>,
): Record<string, unknown> {
  const { purpose, handler, parameters, responses, authRequired, guards, at, notes } = entry
  const body = verb === 'get' || verb === 'head' ? undefined : bodyOf(entry, types)
  return {
    operationId: unique(nameOf(entry, verb), operationIds),
    ...(purpose ? { summary: purpose } : {}),
    ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
    parameters: parametersOf(parameters, renamed, types),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(responses, types),
    'x-source': `${at.file}:${at.line}`,
    ...(handler ? { 'x-handler': handler.name } : {}),
    'x-authentication': authRequired.answer === 'yes' ? 'required' : authRequired.answer === 'no' ? 'not required' : 'could not be told',
    'x-guards': [...new Set(guards.filter(({ role }) => role !== 'other').map(({ name, role }) => `${role}: ${name}`))],
  }
}

function nameOf({ handler, path }: EntryPoint, verb: string): string {
  const name = handler && /^[\w$.]+$/.test(handler.name) && handler.name !== 'default' ? handler.name.replace(/^.*\./, '') : ''
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return name || verb + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function unique(name: string, given: Set<string>): string {
  let candidate = name
  for (let number = 2; given.has(candidate); number++) candidate = `${name}${number}`
  given.add(candidate)
  return candidate
}

const places = new Set<Parameter['in']>(['query', 'header', 'cookie'])
/** The standard has other means for these. */
const implied = new Set(['accept', 'content-type', 'authorization'])

function parametersOf(parameters: Parameter[], renamed: Map<string, string>, types: Schemas): Record<string, unknown>[] {
  const inPath = [...renamed].map(([name, shown]) => {
    const known = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)
    return { name: shown, in: 'path', required: true, schema: schemaOf(known, types, { type: 'string' }) }
  })
  const others = new Map<string, Record<string, unknown>>()
  for (const parameter of parameters) {
    const key = `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`
    if (!places.has(parameter.in) || others.has(key) || (parameter.in === 'header' && implied.has(parameter.name.toLowerCase()))) continue
    others.set(key, {
      name: parameter.name,
      in: parameter.in,
      ...(parameter.required === undefined ? {} : { required: parameter.required }),
      ...(parameter.description ? { description: parameter.description } : {}),
      schema: schemaOf(parameter, types, {}),
    })
  }
  return [...inPath, ...others.values()]
}

function schemaOf(parameter: Parameter | undefined, types: Schemas, otherwise: Record<string, unknown>): Record<string, unknown> {
  return parameter?.shape ? types.of(parameter.shape) : otherwise
}

function bodyOf({ body, parameters }: EntryPoint, types: Schemas): Record<string, unknown> | undefined {
  if (body) return { required: body.required, content: { [body.media ?? 'application/json']: { schema: types.of(body.shape) } } }
  const fields = parameters.filter((parameter) => isInBody(parameter.in))
  if (fields.length === 0) return undefined
  const media = fields.some((field) => field.in === 'file' || field.shape?.type === 'file')
    ? 'multipart/form-data'
    : fields.some((field) => field.in === 'form')
      ? 'application/x-www-form-urlencoded'
      : 'application/json'
  const shape: Shape = {
    type: 'object',
    fields: [...new Map(fields.map((field) => [field.name, field])).values()].map(({ name, shape: inner, required, in: place }) => ({
      name,
      shape: inner ?? { type: place === 'file' ? 'file' : 'unknown' },
      required: required ?? false,
    })),
  }
  return { content: { [media]: { schema: types.of(shape) } } }
}

function responsesOf(responses: EntryPoint['responses'], types: Schemas): Record<string, unknown> {
  const byStatus = new Map<string, EntryPoint['responses']>()
  for (const response of responses) {
    const key = response.status !== undefined && response.status >= 100 && response.status <= 599 ? String(response.status) : 'default'
    byStatus.set(key, [...(byStatus.get(key) ?? []), response])
  }
  if (byStatus.size === 0) return { default: { description: 'What the code answers could not be told.' } }
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const shaped = group.find(({ shape }) => shape)
      const media = group.find((each) => each.media)?.media ?? (shaped ? 'application/json' : undefined)
      const places = [...new Set(group.map(({ at }) => `${at.file}:${at.line}`))]
      return [
        status,
        {
          description: `Answered at ${places.slice(0, 3).join(', ')}`,
          ...(media ? { content: { [media]: shaped?.shape ? { schema: types.of(shaped.shape) } : {} } } : {}),
        },
      ]
    }),
  )
}
