/**
 * Calls that hold data against a schema, and what is known of the data where they passed: `const { error } = schema.validate(body); if
 * (error) return`. In: such a call, or a condition that is known. Out: parts of what was handed over, each with the kinds of harm that the
 * schema rules out.
 */
import { ChoiceKind, Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import { pathsOfCall } from '../usages/modelled'
import { packageOf } from '../usages/origin'
import type { Conditions } from './conditions'
import { checkedLeaves, type Schemas } from './schemas'

/** A part of a value that passed a schema. */
export interface Passed {
  value: number
  property: readonly string[]
  clears: number
}

/** Libraries whose schemas can be read, and calls that throw for what does not pass, or say so in their answer. */
const OF_SCHEMAS = /^(?:zod|joi|@hapi\/joi|yup|valibot)\b/
const THROWS = /^(?:parse|parseAsync|validateSync|validateAsync|attempt|assert)$/
const ANSWERS = /^(?:safeParse(?:Async)?|spa|validate|isValid(?:Sync)?)$/
const MOST_HOPS = 6

const NONE: readonly Passed[] = []

export class SchemaChecks {
  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly schemas: Schemas,
  ) {}

  /** Whether a call holds data against a schema at all. */
  holdsData(call: number): boolean {
    const name = calledName(this.linked, call)
    return (THROWS.test(name) || ANSWERS.test(name)) && this.isOfSchemas(call)
  }

  /** Whether what follows a call runs only where the data passed: yup's `validate` throws, joi's answers. */
  throwsUnlessPassed(call: number, isAwaited: () => boolean): boolean {
    const name = calledName(this.linked, call)
    const throws = THROWS.test(name)
      ? this.isOfSchemas(call)
      : name === 'validate' && this.isOfSchemas(call) && packageOf(this.linked, call) === 'yup'
    return throws && (!/Async$|^validate$/.test(name) || isAwaited())
  }

  /** What is known of the data of a call that they passed. */
  passed(call: number): readonly Passed[] {
    const { whole } = this.linked
    const shape = this.schemas.of(call)?.shape
    const value = whole.args(call).find((argument) => this.schemas.ofSchema(argument) === undefined)
    if (!shape || value === undefined) return NONE
    const object = this.conditions.madeAs(value)
    const isWritten = object >= 0 && whole.kind[object] === Kind.Object
    return checkedLeaves(shape).flatMap(({ property, clears }) => {
      if (!isWritten) return [{ value, property, clears }]
      const entry = whole
        .items(whole.a[object] as number)
        .find((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && whole.text(whole.a[item] as number) === property[0])
      return entry === undefined ? [] : [{ value: whole.b[entry] as number, property: property.slice(1), clears }]
    })
  }

  /** The same where a condition is known to hold, or not to: `!error`, `result.success`, `await schema.isValid(body)`. */
  passedWhere(condition: number, holds: boolean): readonly Passed[] {
    const calls = this.passing(condition, holds, 0)
    return calls.length === 0 ? NONE : calls.flatMap((call) => this.byAnswer(call))
  }

  /** Calls whose data passed where a condition is known to hold, or not to. */
  passing(condition: number, holds: boolean, hops = 0): readonly number[] {
    const { whole } = this.linked
    if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return []
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT ? this.passing(inner, !holds, hops + 1) : []
      case Kind.Refine:
      case Kind.Await:
        return this.passing(inner, holds, hops + 1)
      case Kind.Cell: {
        const ways = whole.items(inner)
        return ways.length === 1 ? this.passing(ways[0] as number, holds, hops + 1) : []
      }
      case Kind.Choice: {
        const isKnown = whole.c[condition] === ChoiceKind.And ? holds : whole.c[condition] === ChoiceKind.Or && !holds
        return isKnown ? whole.items(inner).flatMap((item) => this.passing(item, holds, hops + 1)) : []
      }
      case Kind.Binary:
        return this.compared(condition, holds, hops)
      case Kind.Load: {
        const name = whole.text(whole.b[condition] as number)
        return (holds ? /^(?:success|ok)$/ : /^(?:error|errors|issues)$/).test(name) ? this.answering(inner) : []
      }
      case Kind.Call:
        return holds && /^isValid(?:Sync)?$/.test(calledName(this.linked, condition)) && this.isOfSchemas(condition) ? [condition] : []
      default:
        return []
    }
  }

  /** `error === undefined`, `result.success === false`. */
  private compared(condition: number, holds: boolean, hops: number): readonly number[] {
    const { whole } = this.linked
    const operator = whole.c[condition] as number
    const equal = isEqual(operator) ? holds : isUnequal(operator) ? !holds : undefined
    if (equal === undefined) return []
    const [left, right] = [whole.a[condition] as number, whole.b[condition] as number]
    const kind = whole.kind[right] as Kind
    if (kind === Kind.Undefined || kind === Kind.Null) return equal ? this.passing(left, false, hops + 1) : []
    return kind === Kind.Boolean ? this.passing(left, (whole.a[right] === 1) === equal, hops + 1) : []
  }

  /** The call that an answer is of, past names for it. */
  private answering(node: number): readonly number[] {
    const { whole } = this.linked
    const made = this.conditions.madeAs(node)
    if (made < 0 || made >= whole.size || whole.kind[made] !== Kind.Call) return []
    return (ANSWERS.test(calledName(this.linked, made)) && this.isOfSchemas(made)) || this.linked.solver.callees.has(made) ? [made] : []
  }

  /** What passed a call that answers, or a helper that gives such an answer on: `check('login', request.body)`. */
  private byAnswer(call: number): readonly Passed[] {
    const { whole, solver } = this.linked
    if (this.isOfSchemas(call)) return this.passed(call)
    const functions = [...(solver.callees.get(call) ?? [])]
    const [fn] = functions
    const fact = fn === undefined ? undefined : whole.functions[fn]
    if (fact === undefined || functions.length !== 1 || fact.returns.length !== 1) return NONE
    const [inside] = this.answering(fact.returns[0] as number)
    if (inside === undefined || !this.isOfSchemas(inside)) return NONE
    return this.passed(inside).flatMap(({ value, property, clears }) => {
      const position = fact.params.findIndex((param) => this.conditions.isSame(param, value))
      const given = position < 0 ? undefined : whole.args(call)[position]
      return given === undefined ? [] : [{ value: given, property, clears }]
    })
  }

  private isOfSchemas(call: number): boolean {
    const { models, whole } = this.linked
    if (pathsOfCall(this.linked, call).some((path) => OF_SCHEMAS.test(models.paths.show(path)))) return true
    // `schemas[request.params.kind].validate(data)`: which of them could not be told, and each is one.
    const receiver = receiverOf(this.linked, call)
    return receiver >= 0 && whole.kind[receiver] === Kind.LoadDynamic && this.schemas.ofSchema(receiver) !== undefined
  }
}
