/**
 * Bodies that a framework checks against a class before a handler sees them: `@IsInt() page: number` lets no text pass. In: the
 * parameter that is filled. Out: its fields, each with the kinds of harm that its decorators rule out; undefined where nothing
 * checks, or where the class has fields that are not written here.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { maskOf, TEXT_ONLY } from './kinds'

const NUMBERS = /^(?:IsInt|IsNumber|IsPositive|IsNegative|IsBoolean|IsDate|IsDivisibleBy|Min|Max)$/
const FIXED =
  /^(?:IsUUID|IsEnum|IsIn|IsMongoId|IsAlpha|IsAlphanumeric|IsHexadecimal|IsISO8601|IsDateString|IsNumberString|IsBooleanString|IsPort|IsIP|IsSemVer|IsHash|IsULID|IsMilitaryTime|IsISO31661Alpha[23]|IsISO4217CurrencyCode|IsPhoneNumber|IsMobilePhone|Equals)$/
const TEXTS = /^(?:IsString|IsEmail|IsUrl|IsFQDN|IsJWT|Matches|IsBase64|IsNotIn|Contains|Length|MinLength|MaxLength|IsLowercase|IsUppercase|IsAscii)$/

export function checkedFields(linked: Linked, param: number): { name: string; clears: number }[] | undefined {
  const { whole, solver } = linked
  if (!isAnythingChecked(linked)) return undefined
  const classes = solver.of(param).filter((label) => solver.labels.kind[label] === LabelKind.Instance)
  const [only] = classes
  if (classes.length !== 1 || only === undefined) return undefined
  const fields: { name: string; clears: number }[] = []
  let checks = 0
  for (let at: number | undefined = solver.labels.data[only] as number, hops = 0; at !== undefined && hops < 8; hops++) {
    const fact: (typeof whole.classes)[number] | undefined = whole.classes[at]
    const above: number | undefined = solver.superclass.get(at)
    // `extends PartialType(CreateDto)`: its fields are made elsewhere.
    if (!fact || (fact.extends >= 0 && above === undefined)) return undefined
    for (const { name, node, static: isStatic, decorators } of fact.members) {
      if (isStatic || (node >= 0 && whole.kind[node] === Kind.Function)) continue
      const names = decorators.map((decorator) => (whole.kind[decorator] === Kind.Call ? calledName(linked, decorator) : ''))
      checks += names.filter((decorator) => NUMBERS.test(decorator) || FIXED.test(decorator) || TEXTS.test(decorator)).length
      fields.push({ name, clears: names.reduce((all, decorator) => all | clearedBy(decorator), 0) })
    }
    at = above
  }
  return checks > 0 ? fields : undefined
}

function clearedBy(decorator: string): number {
  if (FIXED.test(decorator)) return maskOf(['literal'])
  if (NUMBERS.test(decorator)) return maskOf(['number'])
  return TEXTS.test(decorator) ? TEXT_ONLY : 0
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
