/**
 * Validators of libraries that hold a parameter. In: a door and the parameter. Out: the control, with the call and the schema;
 * undefined where none names it.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../../../graph'
import type { Control, EntryPoint, Evidence, Guard, Parameter } from '../../../types'
import type { Held, Taken } from '../../entry-points/taken'
import { cite, type Linked } from '../../linked'
import { packageOf } from '../../usages/origin'
import { control, quoted } from './control'
import { validationLibrary } from './libraries'

export const ABOUT = { id: 'input-validated', aspect: 'Validation' }

export interface Validated {
  control: Control
  /** As the code calls it: `Joi: validate(createUser)`; '' without one. */
  validator: string
}

export interface Asked {
  linked: Linked
  entry: EntryPoint
  taken: Taken | undefined
  /** Guards that validate; those that only clean are left out. */
  validators: readonly Guard[]
}

/** A schema, a chain or a call of a validator that names the parameter. */
export function byHeld({ linked, entry, taken }: Asked, parameter: Parameter): Validated | undefined {
  const held = taken?.held.find((each) => each.name === parameter.name && isSamePlace(each.in, parameter.in))
  if (!held) return undefined
  const { whole } = linked
  const text = whole.sourceOf(held.by, 70)
  const library = libraryOf(linked, held) ?? (whole.kind[held.by] === Kind.Object ? `schema of the route (${entry.framework})` : undefined)
  const evidence = [cite(linked, held.by), ...schemaLines(linked, held)]
  const name = library ? `${library}: ${quoted(text)}` : quoted(text)
  // A chain takes notes; without a look at them the request goes on.
  if (entry.validated.answer === 'no' && held.by === held.schema)
    return {
      control: control(ABOUT, 'fail', `${name}, not enforced`, 'A validator looks at it, and nothing asks for what the validator found.', evidence),
      validator: '',
    }
  return {
    control: control(ABOUT, 'pass', name, `${quoted(text)} is in force before it is used.`, evidence),
    validator: library ?? text.replace(/\(.*$/, '()'),
  }
}

/** Fields of a body may be told as JSON or as a form. */
export const BODY = new Set<string>(['body', 'json', 'form'])
const isSamePlace = (one: string, other: string): boolean => one === other || (BODY.has(one) && BODY.has(other))

/** Where the schema itself is written, as far as it stands apart from the call. */
function schemaLines(linked: Linked, { by, schema }: Held): Evidence[] {
  if (schema === by) return []
  return linked.values
    .definitions(schema)
    .filter((node) => node < linked.whole.size && linked.whole.kind[node] !== Kind.Param)
    .slice(0, 1)
    .map((node) => cite(linked, node))
}

/** Whose schema it is: by what makes it, what that is called on, or what makes its fields. */
function libraryOf(linked: Linked, held: Held): string | undefined {
  const { whole, values } = linked
  const stack: [node: number, hops: number][] = [
    [held.schema, 0],
    [held.by, 0],
  ]
  const seen = new Set<number>()
  for (let at = 0; at < stack.length && at < MOST_LOOKED; at++) {
    const [node, hops] = stack[at] as [number, number]
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    const from = packageOf(linked, node)
    const library = from === undefined ? undefined : validationLibrary(from)
    if (library) return library
    if (hops > 5) continue
    for (const made of values.definitions(node).slice(0, 2)) stack.push([made, hops + 1])
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call || kind === Kind.Load) stack.push([whole.a[node] as number, hops + 1])
    else if (kind === Kind.Object)
      for (const entry of whole.items(whole.a[node] as number).slice(0, 4))
        if (whole.kind[entry] === Kind.Property) stack.push([whole.b[entry] as number, hops + 1])
  }
  return undefined
}

/** Most nodes that are asked whose schema it is. */
const MOST_LOOKED = 60

/** `@Param('id', ParseIntPipe)`, or a class that a pipe for the whole application holds bodies against. */
export function byPipe({ linked, validators }: Asked, parameter: Parameter): Validated | undefined {
  const { at } = parameter
  if (at && /^@?\w|@/.test(at.text)) {
    const name = escapeStringRegexp(parameter.name)
    const pipe = new RegExp(`@\\w+\\(\\s*['"\`]${name}['"\`]\\s*,\\s*(?:new\\s+)?(\\w+Pipe)\\b`).exec(at.text)?.[1]
    if (pipe && pipe !== 'DefaultValuePipe')
      return { control: control(ABOUT, 'pass', quoted(pipe), `${pipe} turns away what is of another form.`, [at]), validator: pipe }
  }
  const guard = validators.find(({ name }) => /ValidationPipe/.test(name))
  if (!guard || !parameter.schema) return undefined
  const { whole } = linked
  const type = whole.classes.find(({ fact }) => fact.name === parameter.schema)
  if (!type) return undefined
  const isDecorated = type.members.some(({ decorators }) => decorators.length > 0) || type.extends >= 0
  const lines = [guard.at, cite(linked, type.node)]
  if (!isDecorated)
    return {
      control: control(ABOUT, 'fail', '', `${quoted(guard.name)} is in force, and the class ${parameter.schema} says nothing of its fields.`, lines),
      validator: '',
    }
  return {
    control: control(
      ABOUT,
      'pass',
      `${quoted(guard.name)}, ${parameter.schema}`,
      `${quoted(guard.name)} holds it against the class ${parameter.schema}.`,
      lines,
    ),
    validator: guard.name,
  }
}
