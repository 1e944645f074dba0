/**
 * Bodies that a framework checks against a class before a handler sees them: `@IsInt() page: number` lets no text pass. In: the
 * parameter that is filled. Out: its fields, each with the kinds of harm that its decorators rule out, for it and for the elements of a list; undefined where nothing
 * checks, or where the class has fields that are not written here.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { allowedBy } from './allowed-texts'
import { LITERAL, maskOf, NUMBER, TEXT_ONLY } from './kinds'

const NUMBERS = /^(?:IsInt|IsNumber|IsPositive|IsNegative|IsBoolean|IsDate|IsDivisibleBy|Min|Max)$/
const FIXED =
  /^(?:IsUUID|IsEnum|IsIn|IsMongoId|IsAlpha|IsAlphanumeric|IsHexadecimal|IsISO8601|IsDateString|IsNumberString|IsBooleanString|IsPort|IsIP|IsSemVer|IsHash|IsULID|IsMilitaryTime|IsISO31661Alpha[23]|IsISO4217CurrencyCode|IsPhoneNumber|IsMobilePhone|Equals)$/
const TEXTS = /^(?:IsString|IsEmail|IsUrl|IsFQDN|IsJWT|Matches|IsBase64|IsNotIn|Contains|Length|MinLength|MaxLength|IsLowercase|IsUppercase|IsAscii)$/

/** What lets a list pass alone: it is as long as it is, and its elements may be anything. */
const LISTS = /^(?:IsArray|Array(?:Max|Min)Size|ArrayNotEmpty|ArrayUnique|ArrayContains|ArrayNotContains)$/

interface Checked {
  fields: { name: string; clears: number; elements?: number }[]
  /** Decorators that check something. */
  checks: number
}

/** Classes further up than this are not looked at. */
const MOST_BASES = 8

export function checkedFields(linked: Linked, param: number): Checked['fields'] | undefined {
  const { solver } = linked
  if (!isAnythingChecked(linked)) return undefined
  const classes = solver.of(param).filter((label) => solver.labels.kind[label] === LabelKind.Instance)
  const [only] = classes
  if (classes.length !== 1 || only === undefined) return undefined
  const checked = checkedOf(linked, solver.labels.data[only] as number)
  return checked && checked.checks > 0 ? checked.fields : undefined
}

/**
 * A check of the program's own that a field of such a body has to pass: `@IsPublicAddress() url: string`, where the decorator registers one,
 * and `@Validate(PublicAddress)`. What it asks is for its code to say.
 */
export function ownCheckOf(linked: Linked, param: number, field: string): string | undefined {
  const { whole, solver, effects } = linked
  const own = decoratorsOf(linked, param, field).find((decorator) => whole.kind[decorator] === Kind.Call && isOwnCheck(decorator))
  return own === undefined ? undefined : calledName(linked, own)

  function isOwnCheck(decorator: number): boolean {
    if (calledName(linked, decorator) === 'Validate') return true
    return [...(solver.callees.get(decorator) ?? [])].some((fn) =>
      effects
        .within(fn)
        .some((node) => whole.kind[node] === Kind.Call && /^(?:registerDecorator|ValidateBy|Validate)$/.test(calledName(linked, node))),
    )
  }
}

/** The decorator of such a field that asks for an address: `@IsUrl({ host_whitelist: ['example.org'] })`. */
export const addressCheckOf = (linked: Linked, param: number, field: string): number | undefined =>
  decoratorsOf(linked, param, field).find(
    (decorator) => linked.whole.kind[decorator] === Kind.Call && /^Is(?:Url|URL)$/.test(calledName(linked, decorator)),
  )

/** Decorators of a field of the class that a parameter is checked against; none where nothing looks at them. */
function decoratorsOf(linked: Linked, param: number, field: string): readonly number[] {
  const { whole, solver } = linked
  if (!isAnythingChecked(linked)) return []
  const [only, ...others] = solver.of(param).filter((label) => solver.labels.kind[label] === LabelKind.Instance)
  if (only === undefined || others.length > 0) return []
  let cls: number | undefined = solver.labels.data[only] as number
  for (let hops = 0; cls !== undefined && hops < MOST_BASES; hops++) {
    const member = whole.classes[cls]?.members.find(({ name }) => name === field)
    if (member) return member.decorators
    cls = solver.superclass.get(cls)
  }
  return []
}

/** Own fields of a class and those it extends; undefined where some are made elsewhere. */
function checkedOf(linked: Linked, cls: number, hops = 0): Checked | undefined {
  const { whole, solver } = linked
  const fact = whole.classes[cls]
  if (!fact || hops > MOST_BASES) return undefined
  const above = solver.superclass.get(cls)
  const inherited = fact.extends < 0 ? NOTHING : above === undefined ? mappedOf(linked, fact.extends, hops) : checkedOf(linked, above, hops + 1)
  if (!inherited) return undefined
  const own: Checked = { fields: [], checks: 0 }
  for (const { name, node, static: isStatic, decorators } of fact.members) {
    if (isStatic || (node >= 0 && whole.kind[node] === Kind.Function)) continue
    const names = decorators.map((decorator) => (whole.kind[decorator] === Kind.Call ? calledName(linked, decorator) : ''))
    own.checks += names.filter((decorator) => [NUMBERS, FIXED, TEXTS, LISTS].some((checks) => checks.test(decorator))).length
    const clears = decorators.reduce((all, decorator, index) => all | clearedBy(names[index] as string) | allowedAt(linked, decorator), 0)
    const isList = names.some((decorator) => LISTS.test(decorator))
    own.fields.push(isList ? { name, clears: clears | maskOf(['text']), elements: clears } : { name, clears })
  }
  return merged([own, inherited])
}

const NOTHING: Checked = { fields: [], checks: 0 }

/** `extends PartialType(CreateDto)`, `OmitType(CreateDto, ['id'])`: the decorators of the fields that are left hold as before. */
function mappedOf(linked: Linked, call: number, hops: number): Checked | undefined {
  const { whole, solver, values } = linked
  if (whole.kind[call] !== Kind.Call) return undefined
  const name = calledName(linked, call)
  if (!/^(?:PartialType|OmitType|PickType|IntersectionType)$/.test(name)) return undefined
  const args = [...whole.args(call)]
  const bases = (name === 'IntersectionType' ? args : args.slice(0, 1)).map((argument) => {
    if (whole.kind[argument] === Kind.Call) return mappedOf(linked, argument, hops + 1)
    const label = solver.of(argument).find((each) => solver.labels.kind[each] === LabelKind.Class)
    return label === undefined || hops > MOST_BASES ? undefined : checkedOf(linked, solver.labels.data[label] as number, hops + 1)
  })
  if (bases.length === 0 || bases.some((base) => base === undefined)) return undefined
  const all = merged(bases as Checked[])
  if (name === 'PartialType' || name === 'IntersectionType') return all
  const named = new Set(values.elements(args[1] ?? -1).flatMap((each) => values.texts(each).map(({ value }) => value)))
  return { ...all, fields: all.fields.filter((field) => named.has(field.name) === (name === 'PickType')) }
}

/** What is written nearer stands before what is inherited. */
function merged(all: readonly Checked[]): Checked {
  const fields = new Map<string, Checked['fields'][number]>()
  for (const { fields: each } of all) for (const field of each) if (!fields.has(field.name)) fields.set(field.name, field)
  return { fields: [...fields.values()], checks: all.reduce((sum, { checks }) => sum + checks, 0) }
}

function clearedBy(decorator: string): number {
  if (FIXED.test(decorator)) return LITERAL
  if (NUMBERS.test(decorator)) return NUMBER
  return TEXTS.test(decorator) ? TEXT_ONLY : 0
}

/** `@Matches(/^[\w-]+$/)`, `@Matches('^[a-z]+$')`: what texts that match can do no harm to. */
function allowedAt(linked: Linked, decorator: number): number {
  const { whole, values, solver } = linked
  if (whole.kind[decorator] !== Kind.Call || calledName(linked, decorator) !== 'Matches') return 0
  const [pattern, modifiers] = whole.args(decorator)
  if (pattern === undefined) return 0
  for (const label of solver.of(pattern)) {
    const at = solver.labels.kind[label] === LabelKind.Value ? (solver.labels.data[label] as number) : -1
    if (at < 0 || whole.kind[at] !== Kind.Regex) continue
    const text = whole.text(whole.a[at] as number)
    const end = text.lastIndexOf('/')
    return allowedBy(text.slice(1, end), text.slice(end + 1))
  }
  const [only, ...others] = values.texts(pattern)
  const flags = modifiers === undefined || whole.kind[modifiers] === Kind.Object || whole.kind[modifiers] === Kind.Undefined ? '' : 'm'
  return only?.exact && others.length === 0 ? allowedBy(only.value, flags) : 0
}

const known = new WeakMap<Linked, boolean>()

/** Decorators say nothing by themselves: a pipe has to look at them. */
function isAnythingChecked(linked: Linked): boolean {
  const { whole, solver, models } = linked
  let answer = known.get(linked)
  if (answer === undefined) {
    answer = false
    for (let node = 0; node < whole.size && !answer; node++) {
      if (whole.kind[node] !== Kind.New && whole.kind[node] !== Kind.Call && whole.kind[node] !== Kind.Import) continue
      if (whole.kind[node] === Kind.Import) answer = whole.text(whole.b[node] as number) === 'ValidationPipe'
      else
        answer = [...(solver.apiCalls.get(node) ?? [])].some((path) => /^class-validator\.validate(?:OrReject|Sync)?$/.test(models.paths.show(path)))
    }
    known.set(linked, answer)
  }
  return answer
}
