/**
 * What decides whether a file is taken. In: functions that run at an upload. Out: the tests on which a refusal depends, and
 * whether a file that passes the test is taken. A function that looks and lets every file pass decides nothing.
 */
import { ChoiceKind, Kind, RegionKind } from '../../../../graph'
import { calledName, type Linked, receiverOf } from '../../../linked'
import { leavesOf } from '../tests'

export interface Decision {
  /** The test. */
  node: number
  /** Files for which it holds are taken, others refused; false: it is the other way round. */
  admits: boolean
}

export function decisionsIn(linked: Linked, functions: readonly number[], filters: ReadonlySet<number>): Decision[] {
  const { whole, effects } = linked
  const found: Decision[] = []
  for (const fn of functions) {
    for (const node of effects.within(fn)) {
      if (refuses(linked, node)) found.push(...around(linked, node, false))
      if (whole.kind[node] === Kind.Call && isDone(linked, node)) found.push(...inAnswer(linked, node))
    }
    // `filter: ({ mimetype }) => mimetype.includes('image')`: what it hands back decides.
    if (filters.has(fn)) for (const value of whole.functions[fn]?.returns ?? []) found.push(...told(linked, value, true))
  }
  return found
}

const told = (linked: Linked, condition: number, admits: boolean): Decision[] =>
  leavesOf(linked, condition, true, 0).map(({ node, sign }) => ({ node, admits: sign === admits }))

/** Tests of the conditions around a node. @param admits whether the file is taken where the node runs */
function around(linked: Linked, node: number, admits: boolean): Decision[] {
  const { whole } = linked
  const found: Decision[] = []
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const condition = whole.regions[region * 4 + 2] as number
    const kind = whole.regions[region * 4] as RegionKind
    if (condition < 0) continue
    if (kind === RegionKind.True) found.push(...told(linked, condition, admits))
    else if (kind === RegionKind.False) found.push(...told(linked, condition, !admits))
    // In a switch it is the other cases that are taken.
    else if (kind === RegionKind.Case) for (const { node: leaf } of leavesOf(linked, condition, true, 0)) found.push({ node: leaf, admits: !admits })
  }
  return found
}

/** The callback of a filter, or the way on. */
function isDone(linked: Linked, call: number): boolean {
  const { whole } = linked
  return (
    receiverOf(linked, call) < 0 &&
    whole.kind[calleeOf(linked, call)] === Kind.Param &&
    /^(?:cb|callback|done|next|fn|accept)$/i.test(calledName(linked, call))
  )
}

function calleeOf({ whole }: Linked, call: number): number {
  const callee = whole.a[call] as number
  const items = whole.kind[callee] === Kind.Cell ? whole.items(whole.a[callee] as number) : undefined
  return items?.length === 1 ? (items[0] as number) : callee
}

/** `done(null, isAllowed)`, `done(error, directory)` where the code decides before whether there is an error. */
function inAnswer(linked: Linked, call: number): Decision[] {
  const { whole } = linked
  const [error, accepts] = whole.args(call)
  const found: Decision[] = []
  if (accepts !== undefined && isNothing(linked, error) && isTest(linked, accepts)) found.push(...told(linked, accepts, true))
  if (error !== undefined && (whole.kind[error] === Kind.Choice || whole.kind[error] === Kind.Cell))
    for (const item of whole.items(whole.a[error] as number)) {
      const outer = whole.region[call] as number
      if (whole.region[item] === outer) continue
      found.push(
        ...around(linked, item, isNothing(linked, item)).filter((one) => !around(linked, call, true).some((other) => other.node === one.node)),
      )
    }
  return found
}

function isTest({ whole }: Linked, node: number): boolean {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Choice) return whole.c[node] === ChoiceKind.And || whole.c[node] === ChoiceKind.Or
  return kind === Kind.Call || kind === Kind.Binary || kind === Kind.Unary || kind === Kind.Refine || kind === Kind.Await
}

function isNothing({ whole }: Linked, node: number | undefined): boolean {
  if (node === undefined) return true
  const kind = whole.kind[node] as Kind
  return kind === Kind.Null || kind === Kind.Undefined || (kind === Kind.Boolean && whole.a[node] === 0)
}

/** Says no: throws, answers with a fault, hands on an error, removes the file again. */
export function refuses(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  if (whole.kind[node] === Kind.Throw) return true
  if (whole.kind[node] === Kind.Store)
    return /^status(?:Code)?$/.test(whole.text(whole.b[node] as number)) && values.numbers(whole.c[node] as number).some((status) => status >= 400)
  if (whole.kind[node] !== Kind.Call) return false
  const name = calledName(linked, node)
  const args = whole.args(node)
  if (isDone(linked, node)) {
    const [error, accepts] = args
    if (error !== undefined && whole.kind[error] !== Kind.Choice && whole.kind[error] !== Kind.Cell && !isNothing(linked, error)) return true
    return accepts !== undefined && whole.kind[accepts] === Kind.Boolean && whole.a[accepts] === 0
  }
  if (/^(?:status|sendStatus|code|writeHead|throw|abort|createError)$/.test(name))
    return args[0] !== undefined && values.numbers(args[0]).some((status) => status >= 400)
  if (/^(?:text|json|html|body|send)$/.test(name) && args[1] !== undefined && values.numbers(args[1]).some((status) => status >= 400)) return true
  if (/^(?:reject|unlink|unlinkSync|badRequest|notAcceptable|unsupportedMediaType)$/.test(name)) return true
  return [...args].some(
    (argument) =>
      whole.kind[argument] === Kind.Object &&
      [...values.property(argument, 'status'), ...values.property(argument, 'statusCode')].some((value) =>
        values.numbers(value).some((status) => status >= 400),
      ),
  )
}
