/**
 * Refusals that are switched on while the program runs: `if (!user && state.get('read only')) refuse()`, where `state` is a map that others
 * put such things into. In: a node that refuses. Out: whether it hangs on that; as long as it is off, everybody is let on.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { thingAwaited, thingNamed } from '../names'

/** Choices in choices. */
const MOST_DEPTH = 4

export function isSwitchedOn(linked: Linked, refusal: number): boolean {
  const { whole } = linked
  for (let region = whole.region[refusal] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
    if (whole.regions[region * 4] === RegionKind.True && needsSwitch(linked, whole.regions[region * 4 + 2] as number)) return true
  return false
}

/** Whether a condition cannot hold where the switch is off. */
function needsSwitch(linked: Linked, condition: number, depth = 0): boolean {
  const { whole } = linked
  const at = thingAwaited(whole, condition)
  if (whole.kind[at] === Kind.Choice)
    return (
      depth < MOST_DEPTH && whole.c[at] === ChoiceKind.And && whole.items(whole.a[at] as number).some((item) => needsSwitch(linked, item, depth + 1))
    )
  return whole.kind[at] === Kind.Call && isSwitch(linked, at)
}

/** `state.get('read only')`, `switches.has('read only')`: of a map that the program itself made, and by a name that is written here. */
function isSwitch(linked: Linked, call: number): boolean {
  const { whole, values } = linked
  const args = [...whole.args(call)]
  const receiver = receiverOf(linked, call)
  if (receiver < 0 || args.length !== 1 || !/^(?:get|has)$/.test(calledName(linked, call))) return false
  if (!args.every((argument) => whole.kind[thingNamed(whole, argument)] === Kind.String)) return false
  const isMap = (node: number) => node < whole.size && whole.kind[node] === Kind.New && /^(?:Map|Set)$/.test(calledName(linked, node))
  return [receiver, ...values.definitions(receiver)].some(isMap)
}
