/**
 * What a framework has held against the inputs that an action declares beside the function it runs:
 * `{ inputs: { id: { type: 'string', regex: /^\d+$/ } }, fn: async (inputs) => … }`. In: the parameter that is filled, and the name under
 * which inputs are declared. Out: its fields, each with the kinds of harm that its demands rule out; undefined where they are not written
 * here.
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import type { CheckedField } from './checked-chains'
import { Conditions } from './conditions'
import { LITERAL, maskOf, NUMBER, TEXT_ONLY } from './kinds'

const LENGTH = maskOf(['resource', 'matched'])
const BY_TYPE: Readonly<Record<string, number>> = { number: NUMBER, boolean: NUMBER, string: TEXT_ONLY }
/** Demands that hold where they are set to `true`, and that leave no sign which does harm. */
const FIXED = ['isUUID', 'isNumber', 'isInteger', 'isBoolean', 'isCreditCard', 'isIP', 'isHexColor']

export class DeclaredInputs {
  private asked: Conditions | undefined

  constructor(private readonly linked: Linked) {}

  private get conditions(): Conditions {
    this.asked ??= new Conditions(this.linked)
    return this.asked
  }

  fieldsOf(param: number, under: string): CheckedField[] | undefined {
    const inputs = declaredWith(this.linked, param, under)
    const names = [...new Set(inputs.flatMap((node) => this.linked.values.propertyNames(node)))]
    return names.length === 0
      ? undefined
      : names.map((name) => ({ property: [name], clears: this.clearedBy(inputs.flatMap((node) => this.linked.values.property(node, name))) }))
  }

  /** What all declarations of one input have in common. */
  private clearedBy(declarations: readonly number[]): number {
    return declarations.length === 0 ? 0 : declarations.map((node) => this.demandsOf(node)).reduce((all, clears) => all & clears)
  }

  private demandsOf(input: number): number {
    const { values, whole } = this.linked
    const [type, regex, custom] = ['type', 'regex', 'custom'].map((name) => values.property(input, name)[0])
    const has = (name: string) => values.property(input, name).length > 0
    const isOn = (name: string) => values.property(input, name).some((node) => whole.kind[node] === Kind.Boolean && whole.a[node] === 1)
    const named = type === undefined ? undefined : values.texts(type).find(({ exact }) => exact)?.value
    return (
      (BY_TYPE[named ?? ''] ?? 0) |
      (regex === undefined ? 0 : this.conditions.expressions.matches(regex, true)) |
      (custom === undefined ? 0 : this.conditions.predicates.passing(custom)) |
      (has('isIn') || FIXED.some(isOn) ? LITERAL : 0) |
      (has('maxLength') || has('max') ? LENGTH : 0)
    )
  }
}

/** Whether a field that an action declares has to pass a test of the program's own: what that asks is for its code to say. */
export function hasOwnTest(linked: Linked, param: number, field: string): boolean {
  const { models, values } = linked
  const under = apiPathsOf(linked, param).flatMap((path) => (models.flows.sources.get(path) ?? []).flatMap(({ declared }) => declared ?? []))
  return under
    .flatMap((name) => declaredWith(linked, param, name))
    .flatMap((node) => values.property(node, field))
    .some((input) => values.property(input, 'custom').length > 0)
}

/** The declaration beside the function that a parameter belongs to. */
function declaredWith({ whole, values }: Linked, param: number, under: string): number[] {
  const file = whole.fileOf(param)
  const exported = (whole.exports[file] as { name: string; node: number }[]).filter(({ name }) => name === 'default').map(({ node }) => node)
  return [...(whole.commonjs[file] as number[]), ...exported].flatMap((node) => values.property(node, under))
}
