/**
 * Calls that hold data against a schema, and what is known of the data where they passed: `const { error } = schema.validate(body); if
 * (error) return`. In: such a call, or a condition that is known. Out: parts of what was handed over, each with the kinds of harm that the
 * schema rules out.
 */
import { ChoiceKind, FunctionFlag, Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isEqual, isUnequal, NOT } from '../operators'
import { knownInside } from '../regions'
import { truthOfWritten } from '../truth'
import { pathsOfCall } from '../usages/modelled'
import { packageOf } from '../usages/origin'
import type { Conditions } from './conditions'
import { SchemaPairs } from './schema-pairs'
import { checkedData, checkedLeaves, type Schemas } from './schemas'

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
const MOST_HOPS = 8

const NONE: readonly Passed[] = []
const NO_CALLS: readonly number[] = []
const NOTHING: Filled = { missing: new Set(), schema: undefined }

/** Parameters that a call does not fill, and the one that it hands a schema. */
interface Filled {
  missing: ReadonlySet<number>
  schema: number | undefined
}

/** A function that holds data against a parameter: where that stands, and where the data do if they are one as well. */
interface Helper {
  check: number
  schema: number
  data: number | undefined
}

export class SchemaChecks {
  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly schemas: Schemas,
  ) {
    this.pairs = new SchemaPairs(linked, conditions, this)
  }
  private readonly pairs: SchemaPairs

  /** Whether a call holds data against a schema at all. */
  holdsData(call: number): boolean {
    const name = calledName(this.linked, call)
    return (THROWS.test(name) || ANSWERS.test(name)) && this.isOfSchemas(call)
  }

  /** Calls in a function that do: most functions have none. */
  holdingIn(fn: number): readonly number[] {
    if (!this.holding) {
      this.holding = new Map()
      const { whole } = this.linked
      for (const call of lookupOf(whole).named(Kind.Call, (name) => THROWS.test(name) || ANSWERS.test(name))) {
        if (!this.isOfSchemas(call)) continue
        const own = whole.functionOf(call)
        this.holding.set(own, [...(this.holding.get(own) ?? []), call])
      }
    }
    return this.holding.get(fn) ?? NO_CALLS
  }
  private holding: Map<number, readonly number[]> | undefined

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
    const instead = this.replacedBy(call, value).flatMap((variable) => checkedLeaves(shape).map((leaf) => ({ value: variable, ...leaf })))
    return [
      ...instead,
      ...checkedData(shape).flatMap(({ property, clears }) => {
        if (!isWritten) return [{ value, property, clears }]
        const entry = whole
          .items(whole.a[object] as number)
          .find((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && whole.text(whole.a[item] as number) === property[0])
        return entry === undefined ? [] : [{ value: whole.b[entry] as number, property: property.slice(1), clears }]
      }),
    ]
  }

  /** `if (result.success) query = result.data`: variables that hold either what was checked or what came of that. */
  private replacedBy(check: number, data: number): readonly number[] {
    const known = this.replaced.get(check)
    if (known) return known
    const { whole } = this.linked
    const found = [...lookupOf(whole).inFunction(whole.functionOf(check))].filter(
      (node) => whole.kind[node] === Kind.Choice && whole.c[node] === ChoiceKind.Join && this.isEither(node, check, data, 0),
    )
    this.replaced.set(check, found)
    return found
  }
  private readonly replaced = new Map<number, readonly number[]>()

  private isEither(node: number, check: number, data: number, hops: number): boolean {
    const { whole } = this.linked
    const made = this.conditions.madeAs(node)
    if (made < 0 || made >= whole.size || hops > MOST_HOPS) return false
    if (this.conditions.isSame(made, data) || this.placeOf(made, check, false)?.length === 0) return true
    const isJoined = whole.kind[made] === Kind.Choice && whole.c[made] === ChoiceKind.Join
    return isJoined && whole.items(whole.a[made] as number).every((way) => this.isEither(way, check, data, hops + 1))
  }

  /** The same where a condition is known to hold, or not to: `!error`, `result.success`, `await schema.isValid(body)`. */
  passedWhere(condition: number, holds: boolean): readonly Passed[] {
    const calls = this.passing(condition, holds, 0)
    const noted = this.passedByNote(condition, holds)
    return calls.length === 0 ? noted : [...calls.flatMap((call) => this.byAnswer(call)), ...noted]
  }

  /**
   * `const { query, error } = read(request, schema); if (error) return`: what a helper notes in a part of its answer, and the other parts
   * that hold what passed then.
   */
  private passedByNote(condition: number, holds: boolean, hops = 0): readonly Passed[] {
    const { whole, solver } = this.linked
    if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return NONE
    const inner = whole.a[condition] as number
    const kind = whole.kind[condition] as Kind
    if (kind === Kind.Unary) return whole.c[condition] === NOT ? this.passedByNote(inner, !holds, hops + 1) : NONE
    if (kind === Kind.Refine) return this.passedByNote(inner, holds, hops + 1)
    let call = kind === Kind.Load ? this.conditions.madeAs(inner) : -1
    while (call >= 0 && call < whole.size && whole.kind[call] === Kind.Await) call = this.conditions.madeAs(whole.a[call] as number)
    const [fn, ...others] = call < 0 || call >= whole.size ? [] : [...(solver.callees.get(call) ?? [])]
    const of = fn === undefined ? undefined : whole.functions[fn]
    const args = of ? [...whole.args(call)] : []
    if (fn === undefined || of?.returns.length !== 1 || others.length > 0 || args.some((argument) => whole.kind[argument] === Kind.Spread))
      return NONE
    const answer = this.conditions.madeAs(of.returns[0] as number)
    const parts = answer >= 0 && whole.kind[answer] === Kind.Object ? [...whole.items(whole.a[answer] as number)] : []
    if (parts.some((part) => whole.kind[part] !== Kind.Property || whole.a[part] === -1)) return NONE
    const note = parts.find((part) => whole.a[part] === whole.b[condition])
    const helper = this.helperOf(fn)
    const filled = this.filledBy(of.params, args, helper)
    return (note === undefined ? [] : this.passing(whole.b[note] as number, holds, 0, filled)).flatMap((check) => {
      const schema = check === helper?.check ? args[helper.schema] : undefined
      const shape = schema === undefined ? this.schemas.of(check)?.shape : this.schemas.ofSchema(schema)
      const data = this.dataOf(check)
      if (!shape || data === undefined) return NONE
      const held = parts.filter((part) => this.isEither(whole.b[part] as number, check, data, 0))
      return held.flatMap((part) =>
        checkedLeaves(shape).map(({ property, clears }) => ({ value: call, property: [whole.text(whole.a[part] as number), ...property], clears })),
      )
    })
  }

  private filledBy(params: readonly number[], args: readonly number[], helper: Helper | undefined): Filled {
    return { missing: new Set(params.slice(args.length)), schema: helper && params[helper.schema] }
  }

  /** What a call holds against a schema: of a schema that a parameter is, the first that it is handed. */
  private dataOf(check: number): number | undefined {
    const { whole } = this.linked
    const params = whole.functions[whole.functionOf(check)]?.params ?? []
    const isParam = (node: number) => params.some((param) => this.conditions.isSame(param, node))
    const args = whole.args(check)
    if (isParam(receiverOf(this.linked, check)) || args.length < 2) return args[0]
    return args.find((argument) => this.schemas.ofSchema(argument) === undefined && !isParam(argument))
  }

  /**
   * What a helper makes sure of that is handed both schema and data: `const { value } = check(schema, request.body)`. Parts of the data and
   * of its answer, where it comes back only if they passed.
   */
  passedByHelper(call: number, isAwaited: (call: number) => boolean): readonly Passed[] {
    const { whole, solver } = this.linked
    const [fn, other] = solver.callees.get(call) ?? NO_CALLS
    const of = fn === undefined ? undefined : whole.functions[fn]
    const given = fn === undefined || other !== undefined ? undefined : this.helperOf(fn)
    if (of === undefined || given === undefined) return NONE
    const args = [...whole.args(call)]
    if (args.some((argument) => whole.kind[argument] === Kind.Spread)) return NONE
    const schema = args[given.schema]
    const shape = schema === undefined ? undefined : this.schemas.ofSchema(schema)
    if (shape === undefined) return NONE
    if (((of.fact.flags & FunctionFlag.Async) !== 0 && !isAwaited(call)) || of.returns.length === 0) return NONE
    const filled = this.filledBy(of.params, args, given)
    // By its schema alone a call of the parameter is told apart: yup's `validate` throws, joi's answers.
    const isYups = schema !== undefined && calledName(this.linked, given.check) === 'validate' && packageOf(this.linked, schema) === 'yup'
    const throws = isYups ? isAwaited(given.check) : this.throwsUnlessPassed(given.check, () => isAwaited(given.check))
    const exits = of.endRegion >= 0 ? [...of.returnRegions, of.endRegion] : of.returnRegions
    const isPassed = (region: number) =>
      (throws && this.isInside(region, whole.region[given.check] as number)) ||
      knownInside(whole, region).some(({ condition, holds }) => this.passing(condition, holds, 0, filled).includes(given.check))
    if (!exits.every(isPassed)) return NONE
    const data = given.data === undefined ? undefined : args[given.data]
    const left = this.schemas.under(shape, [...whole.args(given.check)].slice(1))
    const places = of.returns.map((answer) => this.placeOf(answer, given.check, isYups))
    const [place] = places
    const isOnePlace = place !== undefined && places.every((each) => each?.join() === place.join())
    return [
      ...(data === undefined ? [] : checkedData(left).map(({ property, clears }) => ({ value: data, property, clears }))),
      ...(isOnePlace ? checkedLeaves(left).map(({ property, clears }) => ({ value: call, property: [...place, ...property], clears })) : []),
    ]
  }

  /** What a helper makes sure of that is handed pairs of a value and its schema: `checkAll([id, zId], [name, zName])`. */
  passedInPairs(call: number, isAwaited: (call: number) => boolean): readonly Passed[] {
    return this.pairs.passedBy(call, isAwaited).flatMap(({ value, schema }) => {
      const shape = this.schemas.ofSchema(schema)
      return shape === undefined ? [] : checkedData(shape).map(({ property, clears }) => ({ value, property, clears }))
    })
  }

  /** The only call in a function that holds one of its parameters against another, and which these are. */
  private helperOf(fn: number): Helper | undefined {
    if (this.helpers.has(fn)) return this.helpers.get(fn)
    const { whole } = this.linked
    const params = whole.functions[fn]?.params ?? []
    const found: Helper[] = []
    for (const check of this.holdingIn(fn)) {
      const positionOf = (part: number | undefined) =>
        part === undefined || part < 0 ? -1 : params.findIndex((param) => this.conditions.isSame(param, part))
      const isOnReceiver = positionOf(receiverOf(this.linked, check)) >= 0
      const [first, second] = isOnReceiver ? [receiverOf(this.linked, check), whole.args(check)[0]] : whole.args(check)
      // `Joi.attempt(data, schema)`, `v.parse(schema, data)`
      const isSchemaLast = /^(?:attempt|assert|validate)$/.test(calledName(this.linked, check)) && !isOnReceiver
      const [schema, data] = isSchemaLast ? [positionOf(second), positionOf(first)] : [positionOf(first), positionOf(second)]
      if (schema >= 0) found.push({ check, schema, data: data < 0 ? undefined : data })
    }
    const ofParams = found.filter(({ data }) => data !== undefined)
    const helper = found.length === 1 ? found[0] : ofParams.length === 1 ? ofParams[0] : undefined
    this.helpers.set(fn, helper)
    return helper
  }
  private readonly helpers = new Map<number, Helper | undefined>()

  /** Where in what a function gives back the data of a check stand: `{ error, value }`, `result.data`; undefined where they may be elsewhere. */
  private placeOf(answer: number, check: number, isYups: boolean, hops = 0): readonly string[] | undefined {
    const { whole } = this.linked
    const made = this.conditions.madeAs(answer)
    if (made === check) return isYups || THROWS.test(calledName(this.linked, check)) ? [] : undefined
    if (made < 0 || made >= whole.size || hops > MOST_HOPS) return undefined
    if (whole.kind[made] === Kind.Load)
      return /^(?:value|data|output)$/.test(whole.text(whole.b[made] as number)) && this.conditions.madeAs(whole.a[made] as number) === check
        ? []
        : undefined
    if (whole.kind[made] !== Kind.Object) return undefined
    for (const item of whole.items(whole.a[made] as number)) {
      if (whole.kind[item] !== Kind.Property || whole.a[item] === -1) return undefined
      const inner = this.placeOf(whole.b[item] as number, check, isYups, hops + 1)
      if (inner) return [whole.text(whole.a[item] as number), ...inner]
    }
    return undefined
  }

  private isInside(region: number, ancestor: number): boolean {
    const { regions } = this.linked.whole
    for (let at = region; at >= 0; at = regions[at * 4 + 1] as number) if (at === ancestor) return true
    return false
  }

  /**
   * Calls whose data passed where a condition is known to hold, or not to.
   *
   * @param filled what is known of parameters by a call
   */
  passing(condition: number, holds: boolean, hops = 0, filled: Filled = NOTHING): readonly number[] {
    const { whole } = this.linked
    if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return []
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT ? this.passing(inner, !holds, hops + 1, filled) : []
      case Kind.Refine:
      case Kind.Await:
        return this.passing(inner, holds, hops + 1, filled)
      case Kind.Cell: {
        const ways = whole.items(inner)
        return ways.length === 1 ? this.passing(ways[0] as number, holds, hops + 1, filled) : []
      }
      case Kind.Choice: {
        const isKnown = whole.c[condition] === ChoiceKind.And ? holds : whole.c[condition] === ChoiceKind.Or && !holds
        const items = [...whole.items(inner)]
        // `let error; if (!result.success) error = …; if (error) return`
        if (whole.c[condition] === ChoiceKind.Join) return this.noted(condition, holds, hops, filled)
        if (isKnown) return items.flatMap((item) => this.passing(item, holds, hops + 1, filled))
        // `if (error && mayThrow !== false) throw error`: of a call that does not say the rest decides.
        if (filled === NOTHING || (whole.c[condition] !== ChoiceKind.And && whole.c[condition] !== ChoiceKind.Or)) return []
        const left = items.filter((item) => this.truthBy(item, filled) !== (whole.c[condition] === ChoiceKind.And))
        return left.length === 1 ? this.passing(left[0] as number, holds, hops + 1, filled) : []
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

  /** What passed where a variable holds something, or nothing: by each of the values that it may then have, since those beside it were not put in. */
  private noted(variable: number, holds: boolean, hops: number, filled: Filled): readonly number[] {
    const { whole } = this.linked
    const ways = [...whole.items(whole.a[variable] as number)].map((value) => ({
      value,
      notRun: this.conditions.variables.whereNotRun(value, whole.region[variable] as number),
    }))
    // `if (schema) { … }`
    const run = ways.filter(({ notRun }) => notRun.some((each) => this.truthBy(each.condition, filled) === !each.holds))
    const left = (run.length === 1 ? run : ways).filter(({ value }) => truthOfWritten(whole, value) !== !holds)
    const [first, ...others] = left.map((way) => {
      const notRun = ways.flatMap((other) => (other === way ? [] : other.notRun))
      const passed = notRun.flatMap((each) => this.passing(each.condition, each.holds, hops + 1, filled))
      return [...passed, ...this.passing(way.value, holds, hops + 1, filled)]
    })
    return first?.filter((call) => others.every((each) => each.includes(call))) ?? []
  }

  /** What a condition says of a parameter that is not filled, `mayThrow !== false`, or of one that a schema is. */
  private truthBy(condition: number, filled: Filled): boolean | undefined {
    const { whole } = this.linked
    if (whole.kind[condition] === Kind.Refine) return this.truthBy(whole.a[condition] as number, filled)
    if (filled.missing.has(condition)) return false
    if (condition === filled.schema) return true
    if (whole.kind[condition] === Kind.Unary && whole.c[condition] === NOT) {
      const inner = this.truthBy(whole.a[condition] as number, filled)
      return inner === undefined ? undefined : !inner
    }
    if (whole.kind[condition] !== Kind.Binary || !filled.missing.has(this.conditions.madeAs(whole.a[condition] as number))) return undefined
    const kind = whole.kind[whole.b[condition] as number] as Kind
    if (kind !== Kind.Boolean && kind !== Kind.String && kind !== Kind.Number) return undefined
    return isUnequal(whole.c[condition] as number) ? true : isEqual(whole.c[condition] as number) ? false : undefined
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
