/**
 * Exceptions that are answered as objects: `response.send(error)`, `response.json({ error })`. In: the nodes of one way and where it lands. Out:
 * whether neither message nor stack is told there: `JSON.stringify` writes what is enumerable of an object, and of an error these are not,
 * unless its class, or a library whose errors the program may catch, says otherwise by `toJSON`.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { pathsOfCall } from '../usages/modelled'

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

const known = new WeakMap<Linked, boolean>()

export function isExceptionAsJson(linked: Linked, steps: readonly number[], at: number): boolean {
  const { whole, solver, models } = linked
  if (whole.kind[at] !== Kind.Call) return false
  const name = calledName(linked, at)
  const isOfExpress = () => pathsOfCall(linked, at).some((path) => /(?:^|\/)Response\.send$/.test(models.paths.show(path)))
  if (name !== 'json' && name !== 'jsonp' && !(name === 'send' && isOfExpress())) return false
  const isHandedOn = (node: number) => HANDS_ON.has(whole.kind[node] as Kind) || (whole.kind[node] === Kind.Call && solver.callees.has(node))
  if (!steps.every((node) => node >= whole.size || node === at || isHandedOn(node))) return false
  let plain = known.get(linked)
  if (plain === undefined) {
    plain = !saysOtherwise(linked)
    known.set(linked, plain)
  }
  return plain
}

/** A class, a prototype or the server itself that decides how errors are written. */
function saysOtherwise({ whole, dependencies }: Linked): boolean {
  const lookup = lookupOf(whole)
  return (
    WRITE_THEMSELVES.some((name) => dependencies.has(name)) ||
    lookup.named(Kind.String, new Set(['toJSON', 'json replacer'])).length > 0 ||
    lookup.named(Kind.Store, 'toJSON').length > 0 ||
    whole.classes.some(({ fact, members }) => fact.extends >= 0 && members.some((member) => member.name === 'toJSON'))
  )
}
