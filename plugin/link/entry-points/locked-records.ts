/**
 * Accounts that a sign-in locks by itself: a failure is noted with the account, and what is noted there turns callers away. In: functions
 * that a sign-in leads to. Out: the comparison by which callers are turned away.
 */
import { Kind, RegionKind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { partsOf } from '../made-of'
import { AT_LEAST, AT_MOST, GREATER, isEqual, isUnequal, LESS, NOT } from '../operators'
import { conditionsAbove } from '../regions'
import { isAboutTimeOrNumber, refuses } from './kept-failures'

const COMPARES = new Set<number>([LESS, AT_MOST, GREATER, AT_LEAST])
/** What is compared with what is known, or who says whether it is right. */
const PROVEN = /pass(?:word|wd|phrase|code)?(?:_?hash)?$|pwd$|pin$|otp$|(?:^|_)code$|secret$/i
const PROVES = /compare|verif|match|valid|prove|authenticate|check/i
/** A record of its own for each failure, or word of it: nothing of the account changes. */
const TELLS = /^(?:create|insert|log|track|emit|send|publish|notify|info|warn|error|debug|audit|capture|throw)/i
/** Objects inside each other, calls inside each other, and regions around a place that are looked at. */
const MOST_LEVELS = 3
const MOST_CALLS = 2
const MOST_REGIONS = 6
/** Parts of a condition that stand in each other. */
const MOST_HOPS = 8

export function lockedByRecord(linked: Linked, functions: Iterable<number>): number | undefined {
  for (const fn of functions) {
    const found = lockIn(linked, fn)
    if (found !== undefined) return found
  }
  return undefined
}

function lockIn(linked: Linked, fn: number): number | undefined {
  const { whole, effects } = linked
  const nodes = effects.within(fn)
  const refusing = nodes.filter((node) => refuses(linked, node))
  const failing = new Set(refusing.flatMap((node) => regionsAround(linked, node)).filter((region) => isFailure(linked, region)))
  if (failing.size === 0) return undefined
  const noted = new Set(nodes.filter((node) => failing.has(whole.region[node] as number)).flatMap((node) => fieldsWritten(linked, node)))
  if (noted.size === 0) return undefined
  const isBehindFailure = (node: number) => regionsAround(linked, node).some((region) => failing.has(region))
  for (const node of refusing) {
    const [condition] = isBehindFailure(node) ? [] : conditionsAbove(whole, node, 1)
    const test = condition === undefined ? undefined : testedIn(linked, condition, noted)
    if (test !== undefined) return test
  }
  return undefined
}

/** Whether a region is entered where what was sent proves nothing. */
function isFailure(linked: Linked, region: number): boolean {
  const { whole } = linked
  const kind = whole.regions[region * 4] as RegionKind
  const condition = whole.regions[region * 4 + 2] as number
  return condition >= 0 && (kind === RegionKind.True || kind === RegionKind.False) && fails(linked, condition, kind === RegionKind.True)
}

function fails(linked: Linked, condition: number, holds: boolean, hops = 0): boolean {
  const { whole } = linked
  // What a loop sets is made of itself.
  if (hops > MOST_HOPS) return false
  const inner = whole.a[condition] as number
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT && fails(linked, inner, !holds, hops + 1)
    case Kind.Choice:
      return whole.items(inner).some((item) => fails(linked, item, holds, hops + 1))
    case Kind.Refine:
      return fails(linked, inner, holds, hops + 1)
    case Kind.Binary: {
      const operator = whole.c[condition] as number
      return (holds ? isUnequal(operator) : isEqual(operator)) && isAboutProof(linked, condition)
    }
    default:
      return !holds && isAboutProof(linked, condition)
  }
}

const isAboutProof = (linked: Linked, condition: number): boolean =>
  partsOf(linked.whole, condition).some((part) => {
    const { kind, b } = linked.whole
    if (kind[part] === Kind.Load) return PROVEN.test(linked.whole.text(b[part] as number))
    return kind[part] === Kind.Call && PROVES.test(calledName(linked, part))
  })

function regionsAround({ whole }: Linked, node: number): number[] {
  const found: number[] = []
  for (let region = whole.region[node] as number; region >= 0 && found.length < MOST_REGIONS; region = whole.regions[region * 4 + 1] as number)
    found.push(region)
  return found
}

/** Names of what is put into things: `account.failures = 2`, `update(id, { $set: { failures: 2 } })`, by itself or in what is called. */
function fieldsWritten(linked: Linked, node: number, calls = 0): string[] {
  const { whole, solver, effects } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Store) return [whole.text(whole.b[node] as number)]
  if (kind !== Kind.Call || TELLS.test(calledName(linked, node))) return []
  const own = whole.args(node).flatMap((argument) => [...namesIn(linked, argument)])
  if (calls >= MOST_CALLS) return own
  const below = [...(solver.callees.get(node) ?? [])].slice(0, 2)
  return [...own, ...below.flatMap((callee) => effects.within(callee).flatMap((each) => fieldsWritten(linked, each, calls + 1)))]
}

function* namesIn(linked: Linked, node: number, level = 0): Generator<string> {
  const { whole } = linked
  if (whole.kind[node] !== Kind.Object || level > MOST_LEVELS) return
  for (const item of whole.items(whole.a[node] as number)) {
    if (whole.kind[item] !== Kind.Property) continue
    if ((whole.a[item] as number) >= 0) yield* whole.text(whole.a[item] as number).split('.')
    yield* namesIn(linked, whole.b[item] as number, level + 1)
  }
}

/** A comparison with a number or the clock, of something that is noted: in a condition, or in what it calls. */
function testedIn(linked: Linked, condition: number, noted: ReadonlySet<string>, calls = 0): number | undefined {
  const { whole, solver } = linked
  const parts = partsOf(whole, condition)
  const isNoted = (part: number) => whole.kind[part] === Kind.Load && noted.has(whole.text(whole.b[part] as number))
  const own = parts.find(
    (part) =>
      whole.kind[part] === Kind.Binary &&
      COMPARES.has(whole.c[part] as number) &&
      isAboutTimeOrNumber(linked, part) &&
      partsOf(whole, part).some(isNoted),
  )
  if (own !== undefined || calls >= MOST_CALLS) return own
  for (const part of parts) {
    if (whole.kind[part] !== Kind.Call) continue
    for (const callee of [...(solver.callees.get(part) ?? [])].slice(0, 2))
      for (const answer of whole.functions[callee]?.returns ?? []) {
        const found = testedIn(linked, answer, noted, calls + 1)
        if (found !== undefined) return found
      }
  }
  return undefined
}
