/**
 * Validators that stand among a route's handlers, and what they say of its input: `celebrate({ body })`, `zValidator('json', schema)`,
 * `validate(schema)` of this code, chains such as `body('email').isEmail()`, and uploads.
 */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Parameter, Shape } from '../../types'
import type { Guards } from '../guards'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import type { Handler } from '../routes/index'
import { describedBy } from '../shapes/index'
import { FORMATS } from '../shapes/reading'
import { newFrame, type Origins } from './origins/index'
import { type ParameterTable, putSchema, schemaPlace } from './parameters'

/** @returns name of the schema, where a handler is a validator */
export function putValidator(linked: Linked, guards: Guards, origins: Origins, table: ParameterTable, handler: Handler): string | undefined {
  const { whole } = linked
  if (handler.node < 0 || handler.node >= whole.size) return undefined
  for (const call of callsIn(linked, handler.node)) {
    if (putChain(linked, origins, table, call)) return undefined
    if (putUpload(linked, guards, table, call)) return undefined
    if (!guards.ofNode(call, linked.solver.of(call)).roles.has('validation')) continue
    const args = [...whole.args(call)]
    const texts = args.flatMap((argument) => linked.values.texts(argument)).filter(({ exact }) => exact)
    const named = texts.map(({ value }) => value).find((value) => schemaPlace(value)) ?? calledPlace(linked, call)
    for (const argument of args) {
      const fields = checkSchema(linked, table, argument, named)
      if (fields) return undefined
      const shape = describedBy(linked, argument)?.shape
      if (!shape || (shape.type !== 'object' && shape.type !== 'array') || !shape.fields) continue
      table.under({ by: call, schema: argument, changes: [] }, () => putSchema(linked, table, named ?? '', argument))
      // A schema that is no class has the name of what holds it.
      return shape.name ?? (linked.values.nameOf(argument) || undefined)
    }
  }
  return undefined
}

/** `validateBody(schema)`, `validator.query(schema)`. */
function calledPlace(linked: Linked, call: number): string | undefined {
  const match = /(body|query|params|headers|cookies)$/i.exec(calledName(linked, call).replace(/Schema|Middleware$/g, ''))
  return match?.[1]?.toLowerCase()
}

/** A handler and, where it is a call, what stands among its arguments: `validate([body('x'), body('y')])`. */
function callsIn(linked: Linked, node: number): number[] {
  const { whole, values } = linked
  const made = values.definitions(node).filter((definition) => whole.kind[definition] === Kind.Call)
  const inside = made.flatMap((call) =>
    whole
      .args(call)
      .flatMap((argument) => values.elements(argument))
      .filter((argument) => argument < whole.size && whole.kind[argument] === Kind.Call),
  )
  return [...made, ...inside.slice(0, 60)]
}

/** `body('email').isEmail().optional()`. */
function putChain(linked: Linked, origins: Origins, table: ParameterTable, call: number): boolean {
  const { whole } = linked
  const steps: { name: string; call: number }[] = []
  let at = call
  for (let hops = 0; hops < 40; hops++) {
    const receiver = receiverOf(linked, at)
    if (receiver < 0 || whole.kind[receiver] !== Kind.Call) break
    steps.unshift({ name: calledName(linked, at), call: at })
    at = receiver
  }
  const { inputs } = linked.models.doors
  if (![...(linked.solver.apiCalls.get(at) ?? [])].some((path) => inputs.has(path) || inputs.has(linked.models.paths.find(path, '()')))) return false
  let put = false
  for (const origin of origins.of(at, newFrame())) {
    if (origin.kind !== 'data') continue
    const place = table.placeOf(origin.place)
    const [name] = origin.trail
    if (place === undefined || name === undefined) continue
    const said = chained(linked, steps)
    const [first, ...deeper] = name.split('.')
    const changes = steps.map((step) => step.name).filter((step) => CHANGES.test(step))
    table.under({ by: at, schema: at, changes }, () =>
      table.put({ name: first as string, in: place, ...(deeper.length > 0 ? { shape: { type: 'object' } } : said), at: cite(linked, at) }),
    )
    put = true
  }
  return put
}

/** Steps of a chain that hand on another value than came in. */
const CHANGES =
  /^(?:escape|unescape|trim|ltrim|rtrim|normalizeEmail|stripLow|blacklist|whitelist|toInt|toFloat|toBoolean|toDate|toLowerCase|toUpperCase|customSanitizer|replace)$/

/** What the steps of such a chain say of a field. */
function chained(linked: Linked, steps: { name: string; call: number }[]): Pick<Parameter, 'shape' | 'required' | 'default'> {
  let shape: Shape | undefined
  let required: boolean | undefined
  for (const { name, call } of steps) {
    const format = FORMATS[name.toLowerCase()]
    if (format) shape = { type: 'string', format }
    else if (CHAINED[name]) shape ??= { type: CHAINED[name] as Shape['type'] }
    else if (name === 'isIn') {
      const values = linked.whole
        .args(call)
        .slice(0, 1)
        .flatMap((argument) => linked.values.elements(argument))
        .flatMap((item) => linked.values.texts(item))
        .filter(({ exact }) => exact)
        .map(({ value }) => value)
      if (values.length > 0) shape = { type: 'string', values: values.slice(0, 50) }
    }
    if (name === 'optional') required = false
    else if (/^(?:exists|notEmpty|isLength|isEmail|isInt|isString)$/.test(name) && required === undefined) required = true
  }
  return { ...(shape ? { shape } : {}), ...(required === undefined ? {} : { required }) }
}

const CHAINED: Record<string, Shape['type']> = rowsByName({
  isInt: 'integer',
  isFloat: 'number',
  isDecimal: 'number',
  isNumeric: 'number',
  isBoolean: 'boolean',
  isString: 'string',
  isLength: 'string',
  isAlpha: 'string',
  isAlphanumeric: 'string',
  isArray: 'array',
  isObject: 'object',
  toInt: 'integer',
  toFloat: 'number',
  toBoolean: 'boolean',
})

/** express-validator's `checkSchema({ email: { in: ['body'], isEmail: true } })`. */
function checkSchema(linked: Linked, table: ParameterTable, argument: number, named: string | undefined): boolean {
  const { whole, values } = linked
  let found = false
  for (const object of values.definitions(argument)) {
    if (whole.kind[object] !== Kind.Object) continue
    for (const entry of whole.items(whole.a[object] as number).slice(0, 100)) {
      if (whole.kind[entry] !== Kind.Property || whole.a[entry] === -1) continue
      const field = whole.b[entry] as number
      const places = values
        .property(field, 'in')
        .flatMap((node) => values.elements(node))
        .flatMap((node) => values.texts(node))
        .map(({ value }) => schemaPlace(value))
      const isRule = values
        .propertyNames(field)
        .some((name) => CHAINED[name] || FORMATS[name.toLowerCase()] || /^(?:exists|notEmpty|errorMessage|trim)$/.test(name))
      if (places.length === 0 && !isRule) continue
      const steps = values.propertyNames(field).map((name) => ({ name, call: field }))
      const place = places[0] ?? schemaPlace(named ?? 'body') ?? 'json'
      const changes = values.propertyNames(field).filter((name) => CHANGES.test(name))
      const said = {
        name: whole.text(whole.a[entry] as number),
        in: place === 'json' ? table.bodyPlace : place,
        ...chained(
          linked,
          steps.filter(({ name }) => name !== 'isIn'),
        ),
        at: cite(linked, entry),
      }
      table.under({ by: entry, schema: entry, changes }, () => table.put(said))
      found = true
    }
  }
  return found
}

/** Fields in which an upload arrives: `upload.single('avatar')`, `upload.fields([{ name: 'photo' }])`. */
function putUpload(linked: Linked, guards: Guards, table: ParameterTable, call: number): boolean {
  const { whole, values } = linked
  const name = calledName(linked, call)
  if (!/^(?:single|array|fields)$/.test(name) || !guards.ofNode(call, linked.solver.of(call)).roles.has('upload')) return false
  const first = whole.args(call)[0]
  if (first === undefined) return true
  for (const item of values.elements(first)) {
    const named = values.property(item, 'name')
    for (const { value, exact } of (named.length > 0 ? named : [item]).flatMap((node) => values.texts(node)))
      if (exact) {
        const file: Shape = { type: 'file' }
        table.put({
          name: value,
          in: 'form',
          shape: name === 'array' || name === 'fields' ? { type: 'array', items: file } : file,
          at: cite(linked, call),
        })
      }
  }
  return true
}
