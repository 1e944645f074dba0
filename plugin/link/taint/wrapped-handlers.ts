/**
 * Handlers that a wrapper runs with a request whose parts it has replaced by what passed a schema, `withSchemas({ body: newBoat })(async (request)
 * => …)`, wherever the wrapped one goes from there. In: a function and a part of its request. Out: the schema that is read for just this one.
 *
 * All handlers of such a wrapper are run by one call, so that which schema belongs to which is told by where the two are written together.
 */
import { ChoiceKind, Kind } from '../../graph'
import { calledName, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { INSTANCEOF, NOT } from '../operators'
import { knownAround } from '../regions'
import type { Conditions } from './conditions'
import type { SchemaChecks } from './schema-checks'
import { isNone } from './whole-paths'

/** Where a wrapper takes a schema: its parameter, and a property of that (`undefined`: it is that itself). */
interface Taken {
  wrapper: number
  position: number
  property: string | undefined
}

/** What leaves out of an object what its schema does not name. */
const STRIPS = /^(?:parse|safeParse)(?:Async)?$/
const OUTPUT = /^(?:data|output)$/
const MOST_CALLERS = 12
const MOST_HOPS = 6

export class WrappedHandlers {
  private readonly takenBy = new Map<string, Taken | undefined>()

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly checks: SchemaChecks,
  ) {}

  /** The schema whose output a handler sees as a part of its request, undefined where it may see anything else. */
  schemaOf(handler: number, part: string): number | undefined {
    const { whole, solver, values } = this.linked
    const calls = [...(solver.callers.get(handler) ?? [])].filter((call) => !this.isOfTests(call))
    const [first] = calls
    if (first === undefined || calls.length > MOST_CALLERS) return undefined
    let taken: Taken | undefined
    for (const call of calls) {
      const own = this.takenAt(call, part)
      if (!own || (taken && !isSame(own, taken))) return undefined
      taken = own
    }
    const node = whole.functions[handler]?.node ?? -1
    const around = node < 0 ? -1 : values.callAround(node)
    const making = taken === undefined || around < 0 ? -1 : this.callOf(around, taken.wrapper)
    if (taken === undefined || making < 0) return undefined
    const given = whole.args(making)[taken.position]
    if (given === undefined || taken.property === undefined) return given
    const [schema, ...others] = values.property(given, taken.property)
    return others.length > 0 ? undefined : schema
  }

  /** The call of a wrapper that a handler is handed to: itself, or what it gives back. */
  private callOf(around: number, wrapper: number): number {
    const { whole, solver } = this.linked
    const calls = (call: number) => {
      const functions = solver.callees.get(call)
      return functions?.size === 1 && functions.has(wrapper)
    }
    if (calls(around)) return around
    const made = this.conditions.madeAs(whole.a[around] as number)
    return made >= 0 && made < whole.size && whole.kind[made] === Kind.Call && calls(made) ? made : -1
  }

  /** Where the wrapper that runs a handler takes the schema of a part, if that part was replaced wherever this call is reached. */
  private takenAt(call: number, part: string): Taken | undefined {
    const key = `${call} ${part}`
    if (!this.takenBy.has(key)) this.takenBy.set(key, this.findTaken(call, part))
    return this.takenBy.get(key)
  }

  private findTaken(call: number, part: string): Taken | undefined {
    const { whole } = this.linked
    const request = whole.args(call)[0]
    const fn = whole.functionOf(call)
    if (request === undefined || fn < 0 || whole.kind[this.conditions.madeAs(request)] !== Kind.Param) return undefined
    const stores = [...lookupOf(whole).named(Kind.Store, part)].filter(
      (store) => whole.functionOf(store) === fn && this.conditions.isSame(whole.a[store] as number, request),
    )
    const [store] = stores
    if (store === undefined || stores.length > 1 || (whole.end[store] as number) > (whole.pos[call] as number)) return undefined
    const schema = this.schemaBehind(whole.c[store] as number, 0)
    if (schema === undefined || !this.isReplacedBefore(store, call, schema)) return undefined
    return this.boundTo(schema, 0)
  }

  /** The schema whose output a value is, whether or not something passed: `schema.parse(body)`, `check(schema, body).data`. */
  private schemaBehind(value: number, hops: number): number | undefined {
    const { whole, solver } = this.linked
    const made = this.conditions.madeAs(value)
    if (made < 0 || made >= whole.size || hops > MOST_HOPS) return undefined
    if (whole.kind[made] === Kind.Call) {
      const receiver = receiverOf(this.linked, made)
      return calledName(this.linked, made).startsWith('parse') && this.isCheck(made) ? receiver : undefined
    }
    if (whole.kind[made] !== Kind.Load || !OUTPUT.test(whole.text(whole.b[made] as number))) return undefined
    const answer = this.conditions.madeAs(whole.a[made] as number)
    if (answer < 0 || answer >= whole.size || whole.kind[answer] !== Kind.Call) return undefined
    if (this.isCheck(answer)) return receiverOf(this.linked, answer)
    // A helper of the program that answers with what passed, under that name.
    const [helper, ...others] = [...(solver.callees.get(answer) ?? [])]
    const of = helper === undefined ? undefined : whole.functions[helper]
    if (of === undefined || others.length > 0) return undefined
    const name = whole.text(whole.b[made] as number)
    const given = of.returns.flatMap((returned) => this.propertyOf(returned, name))
    const found = given.map((each) => (each < 0 ? undefined : this.schemaBehind(each, hops + 1)))
    const position = of.params.findIndex(
      (param) => found.length > 0 && found.every((each) => each !== undefined && this.conditions.isSame(param, each)),
    )
    return position < 0 ? undefined : whole.args(answer)[position]
  }

  private isCheck(call: number): boolean {
    return STRIPS.test(calledName(this.linked, call)) && receiverOf(this.linked, call) >= 0 && this.checks.holdsData(call)
  }

  /** What stands under a name in an object that is written out: nothing where it has none, -1 where that is not told. */
  private propertyOf(object: number, name: string): number[] {
    const { whole } = this.linked
    const made = this.conditions.madeAs(object)
    if (made < 0 || made >= whole.size || whole.kind[made] !== Kind.Object) return [-1]
    const items = [...whole.items(whole.a[made] as number)]
    if (items.some((item) => whole.kind[item] !== Kind.Property || whole.a[item] === -1)) return [-1]
    return items.flatMap((item) => (whole.text(whole.a[item] as number) === name ? [whole.b[item] as number] : []))
  }

  /** Whether a part was replaced wherever the handler is called, if its schema was given at all. */
  private isReplacedBefore(store: number, call: number, schema: number): boolean {
    const { whole, effects } = this.linked
    const within = whole.region[call] as number
    for (let region = whole.region[store] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      if (effects.isInside(within, region)) return true
      const condition = whole.regions[region * 4 + 2] as number
      if (condition < 0) return false
      const [around] = knownAround(whole, store, Number.POSITIVE_INFINITY).filter((each) => each.condition === condition)
      if (!around || !(this.isGiven(condition, around.holds, schema, 0) || this.isRefusedElse(condition, around.holds, store, call))) return false
    }
    return true
  }

  /** `schemas.body`, `schemas.body && !(schemas.body instanceof ZodNever)` */
  private isGiven(condition: number, holds: boolean, schema: number, hops: number): boolean {
    const { whole } = this.linked
    if (condition < 0 || hops > MOST_HOPS) return false
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT && this.isGiven(inner, !holds, schema, hops + 1)
      case Kind.Choice:
        return holds && whole.c[condition] === ChoiceKind.And && whole.items(inner).every((item) => this.isGiven(item, true, schema, hops + 1))
      case Kind.Binary:
        return !holds && whole.c[condition] === INSTANCEOF && this.conditions.isSame(inner, schema)
      default:
        return holds && this.conditions.isSame(condition, schema)
    }
  }

  /** `if (!answer.success) problems.push(…) else request.body = answer.data`, where nothing is called with a problem. */
  private isRefusedElse(condition: number, holds: boolean, store: number, call: number): boolean {
    const { whole } = this.linked
    const pushes = [...lookupOf(whole).named(Kind.Call, 'push')].filter(
      (push) =>
        whole.functionOf(push) === whole.functionOf(store) &&
        whole.args(push).length > 0 &&
        knownAround(whole, push, 1).some((each) => each.condition === condition && each.holds !== holds),
    )
    return pushes.some((push) =>
      knownAround(whole, call).some((each) => isNone(this.linked, this.conditions, each.condition, each.holds, receiverOf(this.linked, push))),
    )
  }

  /** Back to the parameter of a wrapper that a schema is, or a property of one, by every call that runs the code it is read in. */
  private boundTo(schema: number, hops: number): Taken | undefined {
    const { whole, solver } = this.linked
    const made = this.conditions.madeAs(schema)
    if (made < 0 || made >= whole.size || hops > MOST_HOPS) return undefined
    const isPart = whole.kind[made] === Kind.Load
    const object = isPart ? this.conditions.madeAs(whole.a[made] as number) : made
    if (object < 0 || whole.kind[object] !== Kind.Param) return undefined
    const fn = whole.a[object] as number
    const property = isPart ? whole.text(whole.b[made] as number) : undefined
    const position = whole.functions[fn]?.params.indexOf(object) ?? -1
    if (position < 0) return undefined
    // What the wrapper hands on to a helper is written there; what it is handed, at each of its own calls.
    const calls = [...(solver.callers.get(fn) ?? [])].filter((call) => !this.isOfTests(call))
    const own: Taken = { wrapper: fn, position, property }
    return (calls.some((call) => this.handsOn(call, position)) ? this.boundAbove(calls, own, hops) : undefined) ?? own
  }

  /** The same of what each call hands on, where all of them took it at one place. */
  private boundAbove(calls: readonly number[], { position, property }: Taken, hops: number): Taken | undefined {
    const { whole } = this.linked
    let taken: Taken | undefined
    for (const call of calls) {
      const given = whole.args(call)[position]
      const inner = given === undefined ? undefined : property === undefined ? given : this.onlyProperty(given, property)
      const above = inner === undefined ? undefined : this.boundTo(inner, hops + 1)
      if (!above || (taken && !isSame(above, taken))) return undefined
      taken = above
    }
    return taken
  }

  /** Whether a call is handed what its function was handed: written out of parameters, or one itself. */
  private handsOn(call: number, position: number): boolean {
    const { whole } = this.linked
    const given = whole.args(call)[position]
    const made = given === undefined ? -1 : this.conditions.madeAs(given)
    if (made < 0 || made >= whole.size) return false
    const isParam = (node: number): boolean => {
      const at = this.conditions.madeAs(node)
      if (at < 0 || at >= whole.size) return false
      return whole.kind[at] === Kind.Param || (whole.kind[at] === Kind.Load && isParam(whole.a[at] as number))
    }
    if (whole.kind[made] !== Kind.Object) return isParam(made)
    return whole.items(whole.a[made] as number).some((item) => whole.kind[item] === Kind.Property && isParam(whole.b[item] as number))
  }

  private onlyProperty(object: number, name: string): number | undefined {
    const [own, ...more] = this.propertyOf(object, name)
    if (own !== undefined && own >= 0) return more.length === 0 ? own : undefined
    const { whole, values } = this.linked
    const objects = values.definitions(object).filter((each) => whole.kind[each] === Kind.Object)
    const found = new Set(objects.flatMap((each) => this.propertyOf(each, name)))
    const [only] = found
    return found.size === 1 && only !== undefined && only >= 0 ? only : undefined
  }

  private isOfTests(node: number): boolean {
    const { whole } = this.linked
    return isTestCode(this.linked, (whole.files[whole.fileOf(node)] as { path: string }).path)
  }
}

const isSame = (one: Taken, other: Taken): boolean =>
  one.wrapper === other.wrapper && one.position === other.position && one.property === other.property
