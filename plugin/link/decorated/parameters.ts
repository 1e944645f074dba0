/** What decorators say of a handler's parameters: `@Param('id') id: string`, `@Query() page: PageQuery`, `@UploadedFile() photo`. */
import { Kind } from '../../graph'
import type { Parameter, Shape } from '../../types'
import { cite, type Linked } from '../linked'
import { shapeOfType } from '../shapes/index'
import type { Context } from '../values/index'
import { argumentsOf, type Decoration, decorationsOf } from './decorations'
import { typesOf } from './types'

/**
 * @param decorators expressions behind `@` on the parameters of the function
 * @param ofMethod decorations of the method itself: an interceptor names the field that a file is sent in
 */
export function parametersOf(linked: Linked, fn: number, decorators: readonly number[], ofMethod: readonly Decoration[]): Parameter[] {
  const { whole } = linked
  if (decorators.length === 0) return []
  const found: Parameter[] = []
  for (const { fn: of, index, expression } of whole.parameterDecorators) {
    if (of !== fn || !decorators.includes(expression)) continue
    const param = whole.functions[fn]?.params[index]
    const type = param === undefined ? undefined : typesOf(linked).get(param)
    for (const decoration of decorationsOf(linked, [expression])) {
      if (decoration.model.decorator !== 'parameter' || !decoration.model.in) continue
      found.push(...sentIn(linked, decoration, type, whole.functions[fn]?.fact.paramNames[index] ?? '', ofMethod))
    }
  }
  return found
}

/** What a place is called where all of it is taken. */
const WHOLE: Record<string, string> = {
  body: 'body',
  json: 'body',
  form: 'body',
  query: 'query',
  header: 'headers',
  cookie: 'cookies',
  path: 'params',
}

function sentIn(linked: Linked, decoration: Decoration, type: number | undefined, called: string, ofMethod: readonly Decoration[]): Parameter[] {
  const { model, node } = decoration
  const place = model.in as Parameter['in']
  const at = cite(linked, node)
  const name = nameOf(linked, decoration)
  if (model.upload) {
    const fields = name === undefined ? uploadedFields(linked, ofMethod) : [name]
    return (fields.length > 0 ? fields : [called]).map((field) => ({ name: field, in: place, shape: { type: 'file' as const }, at }))
  }
  const said = fromPipes(linked, decoration)
  const shape = said.shape ?? (type === undefined ? undefined : shapeOfType(linked, type))
  const schema = typeName(linked, type)
  if (name !== undefined) return [{ name, in: place, ...(schema ? { schema } : {}), ...said, ...(shape ? { shape } : {}), at }]
  // Some frameworks name a parameter by its variable; others hand over all of a place.
  if (model.named) return [{ name: called, in: place, ...(schema ? { schema } : {}), ...said, ...(shape ? { shape } : {}), at }]
  if (place !== 'body' && shape?.fields && shape.fields.length > 0)
    return shape.fields.map((field) => ({ name: field.name, in: place, shape: field.shape, required: field.required, at }))
  return [{ name: WHOLE[place] ?? called, in: place, ...(schema ? { schema } : {}), ...(shape ? { shape } : {}), at }]
}

function nameOf(linked: Linked, decoration: Decoration): string | undefined {
  const [first] = argumentsOf(linked, decoration)
  return first === undefined ? undefined : fieldTaken(linked, first, decoration.context)
}

/** The one part that a decorator fills a parameter with: `@Args('site')`, `@Args({ name: 'site' })`. */
export function fieldTaken({ values }: Linked, first: number, context?: Context): string | undefined {
  const exact = (node: number) => values.texts(node, context).find((text) => text.exact)?.value
  return exact(first) ?? values.property(first, 'name').flatMap((node) => exact(node) ?? [])[0]
}

/** `FileInterceptor('photo')`, `FileFieldsInterceptor([{ name: 'photo' }])`. */
function uploadedFields(linked: Linked, ofMethod: readonly Decoration[]): string[] {
  const { whole, values } = linked
  return ofMethod
    .filter(({ model }) => model.decorator === 'interceptors')
    .flatMap((decoration) => argumentsOf(linked, decoration))
    .filter((node) => whole.kind[node] === Kind.Call && /Files?(?:Fields)?Interceptor$/.test(values.nameOf(node)))
    .flatMap((call) => whole.args(call).slice(0, 1))
    .flatMap((node) => values.elements(node))
    .flatMap((node) => {
      const named = values.property(node, 'name')
      return (named.length > 0 ? named : [node]).flatMap((value) => values.texts(value))
    })
    .filter(({ exact }) => exact)
    .map(({ value }) => value)
}

const PIPES: [RegExp, Shape][] = [
  [/^(?:new )?ParseIntPipe\b/, { type: 'integer' }],
  [/^(?:new )?ParseFloatPipe\b/, { type: 'number' }],
  [/^(?:new )?ParseBoolPipe\b/, { type: 'boolean' }],
  [/^(?:new )?ParseUUIDPipe\b/, { type: 'string', format: 'uuid' }],
  [/^(?:new )?ParseArrayPipe\b/, { type: 'array' }],
]

function fromPipes(linked: Linked, decoration: Decoration): Pick<Parameter, 'shape' | 'required' | 'default'> {
  const { whole, values } = linked
  const args = argumentsOf(linked, decoration)
  const sources = args.map((node) => whole.sourceOf(node, 80))
  const pipe = PIPES.find(([pattern]) => sources.some((source) => pattern.test(source)))
  const fallback = args.find((node) => whole.kind[node] === Kind.New && values.nameOf(whole.a[node] as number) === 'DefaultValuePipe')
  const written = fallback === undefined ? undefined : whole.args(fallback)[0]
  return {
    ...(pipe ? { shape: pipe[1] } : {}),
    ...(written === undefined ? {} : { required: false, default: whole.sourceOf(written, 60) }),
  }
}

function typeName({ whole, values }: Linked, type: number | undefined): string | undefined {
  if (type === undefined || whole.kind[type] !== Kind.TypeRef) return undefined
  const entity = whole.a[type] as number
  if (entity < 0) return undefined
  const kind = whole.kind[entity] as Kind
  if (kind === Kind.Class) return whole.classes[whole.a[entity] as number]?.fact.name
  if (kind === Kind.Interface) return whole.interfaces[whole.a[entity] as number]?.fact.name
  return values.nameOf(entity) || undefined
}
