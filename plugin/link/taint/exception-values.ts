/**
 * What is an exception, so that its `stack` tells how the program is built. In: a value whose `stack` is read. Out: whether what is known
 * of it says so: where it comes from, its class, what it is called. Other things have a stack of their own, piled up or put together.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked } from '../linked'
import { remember } from '../lookup'
import { namesOf } from '../names'
import { INSTANCEOF } from '../operators'
import { exceptionParameters } from './exceptions'

/** Names that exceptions, their classes and what makes them are given: `HttpError`, `createError`, `result.parseError`. */
const OF_ERRORS = /(?:Error|Exception|Fault|Rejection)\d?$|^_?(?:e|ex|exc|err|error|exception|reason|cause)\d?$/
/** What a listener of such an event is told. */
const EVENTS = /^(?:error|exception|rejection|\w*Error|uncaughtException|unhandledRejection)$/
const LISTENS = /^(?:on|once|addListener|addEventListener)$/
const MOST_HOPS = 5
const MOST_BASES = 6
const MOST_CALLERS = 12

export function isException(linked: Linked, node: number, hops = 0): boolean {
  if (node < 0 || node >= linked.whole.size || hops > MOST_HOPS) return false
  return answers(linked, node, hops, () => find(linked, node, hops))
}

const answers = remember<boolean>()

function find(linked: Linked, node: number, hops: number): boolean {
  const { whole, values, solver } = linked
  const a = whole.a[node] as number
  const isOne = (part: number) => isException(linked, part, hops + 1)
  if (isOfErrorClass(linked, node) || namesOf(linked, node).some((name) => OF_ERRORS.test(name))) return true
  switch (whole.kind[node] as Kind) {
    case Kind.Caught:
      return true
    case Kind.Refine:
      return isTested(linked, whole.b[node] as number) || isOne(a)
    case Kind.Await:
    case Kind.Element:
      return isOne(a)
    case Kind.Cell:
    case Kind.Choice:
      return whole.items(a).some(isOne)
    case Kind.New:
    case Kind.Call:
      return OF_ERRORS.test(calledName(linked, node)) || [...(solver.callees.get(node) ?? [])].some((fn) => whole.functions[fn]?.returns.some(isOne))
    case Kind.Load:
      return values.definitions(node).some((made) => made !== node && isOne(made))
    case Kind.Param:
      return isTold(linked, node) || handed(linked, node).some(isOne)
    case Kind.This:
      return isErrorClass(linked, whole.functions[a]?.owner ?? -1)
    default:
      return false
  }
}

/** Parameters that are told an exception by the conventions of the language, of Node, and of what handles errors: it takes four. */
function isTold(linked: Linked, param: number): boolean {
  const { whole, values } = linked
  const [fn, index] = [whole.a[param] as number, whole.b[param] as number]
  if (told(linked, 0, 0, () => new Set(exceptionParameters(linked))).has(param)) return true
  const own = whole.functions[fn]
  if (index !== 0 || !own) return false
  const call = own.node < 0 ? -1 : values.callAround(own.node)
  if (call >= 0 && LISTENS.test(calledName(linked, call)))
    return values.texts(whole.args(call)[0] ?? -1).some(({ exact, value }) => exact && EVENTS.test(value))
  return own.params.length === 4 && /^_?(?:res|response|reply)$/i.test(own.fact.paramNames[2] ?? '')
}

const told = remember<ReadonlySet<number>>()

/** What calls of the program hand over for a parameter. */
function handed({ whole, solver }: Linked, param: number): number[] {
  const callers = [...(solver.callers.get(whole.a[param] as number) ?? [])].slice(0, MOST_CALLERS)
  return callers.map((call) => whole.args(call)[whole.b[param] as number] ?? -1)
}

/** `cause instanceof Error` */
const isTested = ({ whole }: Linked, condition: number): boolean =>
  condition >= 0 && whole.kind[condition] === Kind.Binary && whole.c[condition] === INSTANCEOF

function isOfErrorClass(linked: Linked, node: number): boolean {
  const { solver, models } = linked
  return (
    solver.of(node).some((label) => solver.labels.kind[label] === LabelKind.Instance && isErrorClass(linked, solver.labels.data[label] as number)) ||
    apiPathsOf(linked, node).some((path) =>
      OF_ERRORS.test(
        models.paths
          .show(path)
          .replace(/[!()]+$/, '')
          .split(/[./:]/)
          .at(-1) ?? '',
      ),
    )
  )
}

/** A class that extends one whose name says so. */
export function isErrorClass({ whole, solver }: Linked, cls: number): boolean {
  for (let at: number | undefined = cls, hops = 0; at !== undefined && at >= 0 && hops < MOST_BASES; at = solver.superclass.get(at), hops++) {
    const base = whole.classes[at]?.extends ?? -1
    const name = base < 0 ? '' : whole.kind[base] === Kind.Load ? whole.text(whole.b[base] as number) : whole.sourceOf(base)
    if (OF_ERRORS.test(name) || OF_ERRORS.test(whole.classes[at]?.fact.name ?? '')) return true
  }
  return false
}
