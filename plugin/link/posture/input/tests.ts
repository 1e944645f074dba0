/**
 * What the code asks of a value before it goes on. In: the conditions of the whole program. Out: by value, the tests it is put
 * to, and which answer turns the request away. One pass over all regions; everything else is looked up.
 */
import { ChoiceKind, Kind, RegionKind } from '../../../graph'
import { calledName, type Linked, receiverOf } from '../../linked'
import { isEqual, isUnequal, NOT, TYPEOF } from '../../operators'

export interface Test {
  /** The test itself: a call, a comparison, the value. */
  node: number
  /** `presence`: only whether it is there. `form`: what it looks like. `own`: a function of the program decides, see `calls`. */
  asks: 'presence' | 'form' | 'own'
  /** Whether the request goes on where the test says yes; undefined where neither way leaves. */
  passesOn: boolean | undefined
}

const known = new WeakMap<Linked, Map<number, Test[]>>()

/** Value → tests that conditions put it to. */
export function testsOf(linked: Linked): ReadonlyMap<number, readonly Test[]> {
  let tests = known.get(linked)
  if (!tests) {
    tests = new Map()
    known.set(linked, tests)
    const ways = waysOf(linked)
    for (const [condition, way] of ways) {
      const passesOn = way.yes > 1 && way.no <= 1 ? true : way.no > 1 && way.yes <= 1 ? false : way.isCase ? true : undefined
      for (const { node, sign } of leavesOf(linked, condition, true, 0)) {
        const onYes = passesOn === undefined ? undefined : passesOn === sign
        put(linked, tests, node, onYes)
        for (const answer of answersOf(linked, node)) put(linked, tests, answer, onYes)
      }
    }
  }
  return tests
}

/** `if (!isCode(text))`: what a function of the program goes by when it says yes or no. */
function answersOf(linked: Linked, test: number): number[] {
  const { whole, solver } = linked
  if (whole.kind[test] !== Kind.Call) return []
  return [...(solver.callees.get(test) ?? [])]
    .slice(0, 2)
    .flatMap((fn) => whole.functions[fn]?.returns ?? [])
    .flatMap((value) => leavesOf(linked, value, true, 0))
    .filter(({ node }) => whole.kind[node] === Kind.Call || whole.kind[node] === Kind.Binary)
    .map(({ node }) => node)
}

/** How often each condition opens a region: a branch that does not come back leaves what follows in a second one of the other sign. */
function waysOf({ whole }: Linked): Map<number, { yes: number; no: number; isCase: boolean }> {
  const ways = new Map<number, { yes: number; no: number; isCase: boolean }>()
  for (let at = 0; at < whole.regions.length; at += 4) {
    const kind = whole.regions[at] as RegionKind
    const condition = whole.regions[at + 2] as number
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False && kind !== RegionKind.Case)) continue
    const way = ways.get(condition) ?? { yes: 0, no: 0, isCase: false }
    ways.set(condition, way)
    if (kind === RegionKind.True) way.yes++
    else if (kind === RegionKind.False) way.no++
    else way.isCase = true
  }
  return ways
}

/** The single tests of a condition, each with whether it has to hold for the condition to. */
export function leavesOf(linked: Linked, node: number, sign: boolean, hops: number): { node: number; sign: boolean }[] {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > 12) return []
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Unary:
      return whole.c[node] === NOT ? leavesOf(linked, a, !sign, hops + 1) : [{ node, sign }]
    case Kind.Refine:
    case Kind.Await:
      return leavesOf(linked, a, sign, hops + 1)
    case Kind.Cell:
      return whole.items(a).length === 1 ? leavesOf(linked, whole.items(a)[0] as number, sign, hops + 1) : [{ node, sign }]
    case Kind.Choice:
      return whole
        .items(a)
        .slice(0, 12)
        .flatMap((item) => leavesOf(linked, item, sign, hops + 1))
    case Kind.Binary: {
      const operator = whole.c[node] as number
      const other = whole.b[node] as number
      if ((isEqual(operator) || isUnequal(operator)) && isNothing(linked, other))
        // `indexOf(x) === -1`, `test(x) !== true`, `file == null`
        return leavesOf(linked, a, isEqual(operator) === (whole.kind[other] === Kind.Boolean && whole.a[other] === 1) ? sign : !sign, hops + 1)
      return [{ node, sign: isUnequal(operator) ? !sign : sign }]
    }
    default:
      return [{ node, sign }]
  }
}

/** `null`, `undefined`, `false`, `''`, `-1`, `0`: what a value is held against to see whether it is there. */
function isNothing({ whole }: Linked, node: number): boolean {
  switch (whole.kind[node] as Kind) {
    case Kind.Null:
    case Kind.Undefined:
    case Kind.Boolean:
      return true
    case Kind.String:
      return whole.text(whole.a[node] as number) === ''
    case Kind.Number:
      return whole.text(whole.a[node] as number) === '0'
    case Kind.Unary:
      return whole.kind[whole.a[node] as number] === Kind.Number && whole.text(whole.a[whole.a[node] as number] as number) === '1'
    default:
      return false
  }
}

/** Methods by which a text is looked at; of `test` and the like the argument is what is asked, of the others what they are called on. */
const OF_ARGUMENT = new Set(['test', 'exec', 'has', 'hasOwnProperty', 'includes', 'indexOf', 'find', 'some'])
const OF_RECEIVER = new Set(['match', 'startsWith', 'endsWith', 'includes', 'indexOf', 'search', 'equals', 'every', 'some', 'lastIndexOf'])
const LOOKS = /^(?:is[A-Z]\w*|isNaN|matches|contains|equals|validate\w*|check\w*|verify\w*|lookup|getType|extname)$/

function put(linked: Linked, tests: Map<number, Test[]>, leaf: number, passesOn: boolean | undefined): void {
  for (const { node, asks } of subjectsOf(linked, leaf)) {
    const list = tests.get(node)
    if (list) list.push({ node: leaf, asks, passesOn })
    else tests.set(node, [{ node: leaf, asks, passesOn }])
  }
}

/** The values that a test is about. */
export function subjectsOf(linked: Linked, leaf: number): { node: number; asks: Test['asks'] }[] {
  const { whole, solver } = linked
  const found: { node: number; asks: Test['asks'] }[] = []
  const tell = (node: number | undefined, asks: Test['asks']) => {
    const on = node === undefined ? -1 : behind(linked, node)
    if (on >= 0) found.push({ node: on, asks })
  }
  switch (whole.kind[leaf] as Kind) {
    case Kind.Call: {
      const name = calledName(linked, leaf)
      const receiver = receiverOf(linked, leaf)
      const args = [...whole.args(leaf)]
      if (solver.callees.has(leaf)) for (const argument of args) tell(argument, 'own')
      else {
        if (OF_ARGUMENT.has(name)) tell(args[0], 'form')
        if (OF_RECEIVER.has(name) && receiver >= 0) tell(receiver, 'form')
        if (LOOKS.test(name)) for (const argument of args.slice(0, 2)) tell(argument, 'form')
        // `Number(x)`, `x.trim()` and the like say no more than that there is something.
        if (!OF_ARGUMENT.has(name) && !OF_RECEIVER.has(name) && !LOOKS.test(name)) tell(leaf, 'presence')
      }
      break
    }
    case Kind.Binary:
      tell(whole.a[leaf] as number, 'form')
      tell(whole.b[leaf] as number, 'form')
      break
    case Kind.LoadDynamic:
      // A table that is asked by the value: `allowed[file.mimetype]`.
      tell(whole.b[leaf] as number, 'form')
      break
    default:
      tell(leaf, 'presence')
  }
  return found
}

/** Methods and calls whose result is the same text, a part of it, or what it says as a number. */
const PARTS =
  /^(?:trim|toLowerCase|toUpperCase|toString|split|pop|shift|at|slice|substring|substr|normalize|replace|replaceAll|extname|basename|parse|String|Number|parseInt|parseFloat|decodeURIComponent|exec|match|lookup|join|concat)$/

/** The value that a test is about, through what only takes a part of it. */
export function behind(linked: Linked, node: number): number {
  const { whole } = linked
  let at = node
  for (let hops = 0; hops < 16 && at >= 0 && at < whole.size; hops++) {
    const a = whole.a[at] as number
    switch (whole.kind[at] as Kind) {
      case Kind.Refine:
      case Kind.Await:
      case Kind.Element:
      case Kind.Spread:
        at = a
        break
      case Kind.Unary:
        if (whole.c[at] !== TYPEOF && whole.c[at] !== NOT && whole.c[at] !== 39 && whole.c[at] !== 40) return at
        at = a
        break
      case Kind.Load: {
        const name = whole.text(whole.b[at] as number)
        if (name !== 'length' && name !== 'ext') return at
        at = a
        break
      }
      case Kind.LoadDynamic:
        // `name.split('.')[1]`
        if (whole.kind[behindOne(linked, a)] !== Kind.Call) return at
        at = a
        break
      case Kind.Choice: {
        const kind = whole.c[at]
        if (kind !== ChoiceKind.Or && kind !== ChoiceKind.Nullish && kind !== ChoiceKind.And) return at
        const items = whole.items(a)
        at = (kind === ChoiceKind.And ? items[items.length - 1] : items[0]) ?? -1
        break
      }
      case Kind.Cell:
        if (whole.items(a).length !== 1) return at
        at = whole.items(a)[0] as number
        break
      case Kind.Call: {
        const name = calledName(linked, at)
        if (!PARTS.test(name) || linked.solver.callees.has(at)) return at
        const receiver = receiverOf(linked, at)
        const isOnText = receiver >= 0 && !/^(?:extname|basename|parse|lookup|exec|String|Number|parseInt|parseFloat|decodeURIComponent)$/.test(name)
        const next = isOnText ? receiver : whole.args(at)[0]
        if (next === undefined) return at
        at = next
        break
      }
      default:
        return at
    }
  }
  return at
}

function behindOne({ whole }: Linked, node: number): number {
  return whole.kind[node] === Kind.Refine ? (whole.a[node] as number) : node
}
