/**
 * Helpers of the program that hold every value of a list of pairs against the schema beside it, and throw for one that does not pass:
 * `checkAll([id, zId], [name, zName])`, `checkAll([{ value: id, schema: zId }])`. In: calls. Out: the values and schemas that such a call is
 * handed.
 */
import { FunctionFlag, Kind, RegionKind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import type { Conditions } from './conditions'
import { loopOver } from './every-element'

/** What is known of calls of schemas. */
interface Checks {
  /** Calls in a function that hold data against a schema. */
  holdingIn(fn: number): readonly number[]
  throwsUnlessPassed(call: number, isAwaited: () => boolean): boolean
  passing(condition: number, holds: boolean): readonly number[]
}

/** Where a helper takes pairs, and under which names the two stand in one. */
interface Helper {
  position: number
  schema: string
  data: string
}

export interface Pair {
  value: number
  schema: number
}

/** Calls that are handed the data before the schema. */
const SCHEMA_LAST = /^(?:attempt|assert|validate)$/
const MOST_PAIRS = 40
const NONE: readonly Pair[] = []

export class SchemaPairs {
  private readonly helpers = new Map<number, Helper | undefined>()

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly checks: Checks,
  ) {}

  /** What a call hands over in pairs, all of which have passed where it comes back. */
  passedBy(call: number, isAwaited: (call: number) => boolean): readonly Pair[] {
    const { whole, solver } = this.linked
    const [fn, other] = solver.callees.get(call) ?? []
    const of = fn === undefined ? undefined : whole.functions[fn]
    if (fn === undefined || of === undefined || other !== undefined) return NONE
    const helper = this.helperOf(fn, isAwaited)
    if (!helper || ((of.fact.flags & (FunctionFlag.Async | FunctionFlag.Generator)) !== 0 && !isAwaited(call))) return NONE
    const args = [...whole.args(call)]
    // What is spread in front moves the rest.
    if (args.slice(0, helper.position).some((argument) => whole.kind[argument] === Kind.Spread)) return NONE
    const isRest = whole.c[of.params[helper.position] as number] === 1
    const list = isRest ? -1 : this.conditions.madeAs(args[helper.position] ?? -1)
    const pairs = isRest ? args.slice(helper.position) : list >= 0 && whole.kind[list] === Kind.Array ? [...whole.items(whole.a[list] as number)] : []
    return pairs.slice(0, MOST_PAIRS).flatMap((pair) => {
      const [value, schema] = [this.partOf(pair, helper.data), this.partOf(pair, helper.schema)]
      return value === undefined || schema === undefined ? [] : [{ value, schema }]
    })
  }

  /** What stands under a name in a list or an object that is written out. */
  private partOf(pair: number, name: string): number | undefined {
    const { whole } = this.linked
    const made = this.conditions.madeAs(pair)
    if (made < 0 || made >= whole.size) return undefined
    const items = whole.kind[made] === Kind.Array || whole.kind[made] === Kind.Object ? [...whole.items(whole.a[made] as number)] : []
    if (items.some((item) => whole.kind[item] === Kind.Spread)) return undefined
    if (whole.kind[made] === Kind.Array) return items[Number(name)]
    const entry = items.find((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && whole.text(whole.a[item] as number) === name)
    return entry === undefined ? undefined : whole.b[entry]
  }

  private helperOf(fn: number, isAwaited: (call: number) => boolean): Helper | undefined {
    if (this.helpers.has(fn)) return this.helpers.get(fn)
    this.helpers.set(fn, undefined)
    const { whole } = this.linked
    const { params } = whole.functions[fn] as { params: readonly number[] }
    const checks = params.length === 0 ? [] : this.checks.holdingIn(fn)
    for (const element of checks.length === 0 ? [] : lookupOf(whole).inFunction(fn)) {
      const position =
        whole.kind[element] === Kind.Element ? params.findIndex((param) => this.conditions.isSame(param, whole.a[element] as number)) : -1
      const loop = position < 0 ? undefined : loopOver(this.linked, element)
      if (!loop || !this.isPassedWhole(fn, loop.region, loop.end)) continue
      for (const check of checks) {
        const names = this.namesOf(check, element)
        if (!names || whole.region[check] !== loop.region || !this.isPassedIn(fn, loop.region, check, isAwaited)) continue
        this.helpers.set(fn, { position, ...names })
      }
    }
    return this.helpers.get(fn)
  }

  /** The names under which a check takes both parts of a pair. */
  private namesOf(check: number, pair: number): Pick<Helper, 'schema' | 'data'> | undefined {
    const { whole } = this.linked
    const receiver = receiverOf(this.linked, check)
    const names = [receiver, ...whole.args(check)].map((part) => {
      const made = part < 0 ? -1 : this.conditions.madeAs(part)
      if (made < 0 || made >= whole.size || whole.kind[made] !== Kind.Load) return undefined
      return this.conditions.isSame(whole.a[made] as number, pair) ? whole.text(whole.b[made] as number) : undefined
    })
    const [first, second] = names.filter((name) => name !== undefined)
    if (first === undefined || second === undefined || first === second) return undefined
    const isSchemaLast = names[0] === undefined && SCHEMA_LAST.test(calledName(this.linked, check))
    return isSchemaLast ? { schema: second, data: first } : { schema: first, data: second }
  }

  /** Whether a loop goes on to the next pair only where a check passed. */
  private isPassedIn(fn: number, loop: number, check: number, isAwaited: (call: number) => boolean): boolean {
    const { whole } = this.linked
    if (this.checks.throwsUnlessPassed(check, () => isAwaited(check))) return true
    return [...lookupOf(whole).inFunction(fn)].some((node) => {
      if (whole.kind[node] !== Kind.Throw) return false
      const region = whole.region[node] as number
      const kind = whole.regions[region * 4] as RegionKind
      if ((kind !== RegionKind.True && kind !== RegionKind.False) || whole.regions[region * 4 + 1] !== loop) return false
      return this.checks.passing(whole.regions[region * 4 + 2] as number, kind === RegionKind.False).includes(check)
    })
  }

  /** Whether a function comes back only behind a loop. */
  private isPassedWhole(fn: number, loop: number, end: number): boolean {
    const { whole, effects } = this.linked
    const of = whole.functions[fn]
    if (!of) return false
    const around = whole.regions[loop * 4 + 1] as number
    const isBehind = (region: number) => around < 0 || effects.isInside(region, around)
    return (
      of.returnRegions.every((region, index) => (of.fact.returnsAt[index * 3] ?? 0) >= end && isBehind(region)) &&
      (of.endRegion < 0 || isBehind(of.endRegion))
    )
  }
}
