/**
 * Whose a record is, which the program says whatever was sent. In: the nodes of a way to a stored record. Out: the field that the program
 * fills behind what came from outside: `{ ...body, teamId: team.id }`, `Object.assign({}, body, { teamId: team.id })`,
 * `body.userId = caller.id`, `record.owner = caller`.
 */
import { Kind } from '../../graph'
import { privilegedFields } from '../access/privileged-fields'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** A record's owner: somebody, or what people belong to. */
export const OWNER =
  /^(?:\w+_)?(?:owner|author|creator|user|account|customer|member|tenant|org|organi[sz]ation|company|team|workspace|realm|(?:created|owned|posted|uploaded|added)_by)(?:_?u?u?ids?|_ref)?$/i
/** What the sender says as well, elsewhere in the request. */
export const SENT = /\b(?:params|query|body|formData|payload|input|dto)\b/i
/** What puts objects into the first of them, one after another. */
const ASSIGNS = /^(?:assign|extend|merge)$/
/** Nobody's: `company = null`. */
const FIXED = new Set<Kind>([Kind.Null, Kind.Undefined, Kind.String, Kind.Number, Kind.Boolean])

/** Undefined where the model has fields for what somebody may do: those are still the sender's to fill. */
export function ownerSetOn(linked: Linked, steps: readonly number[], sink: number): string | undefined {
  const { whole, values } = linked
  const nodes = steps.filter((node) => node < whole.size)
  const owner = nodes.map((node) => behindSpread(node) ?? assignedBehind(node)).find(Boolean) ?? storedAfterwards()
  return owner !== undefined && privilegedFields(linked, modelOf(sink)).length === 0 ? owner : undefined

  function behindSpread(object: number): string | undefined {
    if (whole.kind[object] !== Kind.Object) return undefined
    const items = [...whole.items(whole.a[object] as number)]
    const spread = items.findLastIndex((item) => whole.kind[item] === Kind.Spread)
    if (spread < 0) return undefined
    return ownerAmong(items.slice(spread + 1))
  }

  /** Of several objects that are put into one the last says what a field is. */
  function assignedBehind(call: number): string | undefined {
    if (whole.kind[call] !== Kind.Call || !ASSIGNS.test(calledName(linked, call))) return undefined
    const args = [...whole.args(call)]
    const sent = args.findLastIndex((argument) => whole.kind[argument] !== Kind.Object)
    return ownerAmong(args.slice(sent + 1).flatMap((argument) => [...whole.items(whole.a[argument] as number)]))
  }

  function ownerAmong(entries: readonly number[]): string | undefined {
    const set = entries.find(
      (entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && isOwner(whole.a[entry] as number, whole.b[entry] as number),
    )
    return set === undefined ? undefined : whole.text(whole.a[set] as number)
  }

  /** Where the record itself is filled, it is not yet stored: `new Order(body)`. */
  function storedAfterwards(): string | undefined {
    const filled = new Set([...nodes.map(bare), ...(whole.kind[sink] === Kind.New ? [sink] : [])])
    const around = new Set([...nodes, sink].flatMap(regionsAbove))
    const isOnWay = (node: number) => (whole.region[node] as number) < 0 || around.has(whole.region[node] as number)
    const functions = new Set([...nodes, sink].map((node) => whole.functionOf(node)))
    for (const fn of functions)
      for (const node of lookupOf(whole).inFunction(fn))
        if (
          whole.kind[node] === Kind.Store &&
          isOnWay(node) &&
          filled.has(bare(whole.a[node] as number)) &&
          isOwner(whole.b[node] as number, whole.c[node] as number)
        )
          return whole.text(whole.b[node] as number)
    return undefined
  }

  /** What is done there is done on the way too. */
  function regionsAbove(node: number): number[] {
    const regions: number[] = []
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) regions.push(region)
    return regions
  }

  function isOwner(name: number, value: number): boolean {
    const field = whole.text(name).replace(/([a-z\d])([A-Z])/g, '$1_$2')
    return OWNER.test(field) && !FIXED.has(whole.kind[bare(value)] as Kind) && !isSent(value)
  }

  function isSent(value: number): boolean {
    let at = bare(value)
    while (whole.kind[at] === Kind.Load) {
      if (SENT.test(whole.text(whole.b[at] as number))) return true
      at = bare(whole.a[at] as number)
    }
    return SENT.test(whole.sourceOf(at, 200))
  }

  function modelOf(call: number): string {
    const callee = whole.a[call] as number
    return values.nameOf(whole.kind[call] === Kind.New || whole.kind[callee] !== Kind.Load ? callee : (whole.a[callee] as number))
  }

  function bare(node: number): number {
    let at = node
    while (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await) at = whole.a[at] as number
    return at
  }
}
