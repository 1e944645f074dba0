/**
 * Exceptions that are answered as objects: `response.send(error)`, `response.json({ error })`. In: the nodes of one way and where it lands. Out:
 * what is told there: `JSON.stringify` writes what is enumerable of an object, and of an error neither message nor stack is, unless its
 * class, or a library whose errors the program may catch, says otherwise by `toJSON`.
 */
import { Kind, RegionKind } from '../../graph'
import { triedBefore } from '../guards/caught-from-behind'
import { LabelKind } from '../labels'
import { calledName, isOfTests, type Linked } from '../linked'
import { lookupOf, merge } from '../lookup'
import { pathsOfCall } from '../usages/modelled'
import { packageOf } from '../usages/origin'
import { isErrorClass } from './exception-values'

/** Nodes that hand an object on as it is. */
const HANDS_ON = new Set<Kind>([Kind.Caught, Kind.Param, Kind.Refine, Kind.Choice, Kind.Cell, Kind.Property, Kind.Object, Kind.Array, Kind.Await])
/** Libraries whose errors write themselves as JSON, stack and all. */
const WRITE_THEMSELVES = [
  'axios',
  '@nestjs/axios',
  'axios-retry',
  'gaxios',
  'googleapis',
  'aws-sdk',
  'verror',
  'ono',
  '@jsdevtools/ono',
  'error-to-json',
]

/** Functions that are looked into. */
const MOST_FUNCTIONS = 60

const known = new WeakMap<Linked, boolean>()

/** `nothing` of message and stack, or `untold` where errors of such a library may be among those caught; undefined for what is no object in JSON. */
export function exceptionAsJson(linked: Linked, steps: readonly number[], at: number): 'nothing' | 'untold' | undefined {
  const { whole, solver, models } = linked
  if (whole.kind[at] !== Kind.Call) return undefined
  const name = calledName(linked, at)
  const isOfExpress = () => pathsOfCall(linked, at).some((path) => /(?:^|\/)Response\.send$/.test(models.paths.show(path)))
  if (name !== 'json' && name !== 'jsonp' && !(name === 'send' && isOfExpress())) return undefined
  const isHandedOn = (node: number) => HANDS_ON.has(whole.kind[node] as Kind) || (whole.kind[node] === Kind.Call && solver.callees.has(node))
  if (!steps.every((node) => node >= whole.size || node === at || isHandedOn(node))) return undefined
  let plain = known.get(linked)
  if (plain === undefined) {
    plain = !saysOtherwise(linked)
    known.set(linked, plain)
  }
  if (!plain) return undefined
  const whose = WRITE_THEMSELVES.some((library) => linked.dependencies.has(library)) ? thrownBy(linked, steps[0] ?? -1) : 'others'
  return whose === 'others' ? 'nothing' : whose === 'untold' ? 'untold' : undefined
}

/** Whether what is tried where an exception is caught calls one of these libraries, as far down as it goes. */
function thrownBy(linked: Linked, caught: number): 'one of them' | 'others' | 'untold' {
  const { whole, solver } = linked
  if (caught < 0 || caught >= whole.size || whole.kind[caught] !== Kind.Caught) return 'untold'
  const tried = tryOf(linked, whole.region[caught] as number)
  if (tried < 0) return 'untold'
  const isTried = (node: number): boolean => {
    for (let at = whole.region[node] as number; at >= 0; at = whole.regions[at * 4 + 1] as number) if (at === tried) return true
    return false
  }
  const isCall = (node: number) => whole.kind[node] === Kind.Call || whole.kind[node] === Kind.New
  const lookup = lookupOf(whole)
  const calls = [...lookup.inFunction(whole.functionOf(caught))].filter((node) => isCall(node) && isTried(node))
  const seen = new Set<number>()
  let isTold = true
  for (let call = calls.pop(); call !== undefined; call = calls.pop()) {
    const own = [...(solver.callees.get(call) ?? [])]
    if (own.length === 0 && (solver.apiCalls.get(call)?.size ?? 0) === 0) isTold = false
    if (WRITE_THEMSELVES.includes(packageOf(linked, call) ?? '')) return 'one of them'
    for (const fn of own) {
      if (seen.has(fn)) continue
      seen.add(fn)
      if (seen.size > MOST_FUNCTIONS) return 'untold'
      calls.push(...[...lookup.inFunction(fn)].filter(isCall))
    }
  }
  return isTold ? 'others' : 'untold'
}

/** The region that is tried in front of a `catch`. */
function tryOf(linked: Linked, within: number): number {
  const { regions } = linked.whole
  let caught = within
  while (caught >= 0 && regions[caught * 4] !== RegionKind.Catch) caught = regions[caught * 4 + 1] as number
  return caught < 0 ? -1 : triedBefore(linked, caught)
}

/** A class of errors, a prototype or the server itself that decides how errors are written. */
function saysOtherwise(linked: Linked): boolean {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const named = merge([lookup.named(Kind.String, new Set(['toJSON', 'json replacer'])), lookup.named(Kind.Store, 'toJSON')])
  return (
    named.some((node) => !isOfTests(linked, node)) ||
    whole.classes.some(
      ({ extends: base, members }, at) =>
        base >= 0 && members.some((member) => member.name === 'toJSON') && (isErrorClass(linked, at) || isThrown(linked, at)),
    )
  )
}

/** Whether instances of a class, whatever it is called, are thrown. */
const isThrown = ({ whole, solver }: Linked, cls: number): boolean =>
  [...lookupOf(whole).of(Kind.Throw)].some((node) =>
    solver.of(whole.a[node] as number).some((label) => solver.labels.kind[label] === LabelKind.Instance && solver.labels.data[label] === cls),
  )
