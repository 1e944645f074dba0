/**
 * Cookies in which a page keeps what it made up itself, to know its visitor again: `set(NAME, get(NAME) || uuid())`. In: calls that set a
 * cookie of the page. Out: a use of the kind `made-cookie` for each of these: nobody is let in by what no server gave out.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, type Linked } from '../linked'
import { callsOfKind, modelsOfCall, usage } from './modelled'
import { packageOf } from './origin'

const MOST_HOPS = 6
const MAKERS = /^(?:uuid|nanoid|cuid|@paralleldrive\/cuid2|ulid|short-uuid|uid)$/
const READS = /^(?:get|getCookie)$/

export function madeCookies(linked: Linked): Usage[] {
  const { whole } = linked
  return callsOfKind(linked, 'browser-cookie').flatMap(([call, model]) => {
    const args = whole.args(call)
    const [name, value] = [args[Number(model.values.name)], args[Number(model.values.value)]]
    if (name === undefined || value === undefined) return []
    const ways = waysOf(linked, value)
    const isKept = (way: number) => isReadOf(linked, way, name)
    const made = ways.filter((way) => !isKept(way))
    return made.length > 0 && made.every((way) => isMade(linked, way)) ? [usage(linked, call, 'made-cookie', model.library, model.library, {})] : []
  })
}

function waysOf(linked: Linked, node: number, hops = 0): number[] {
  const { whole } = linked
  if (node < 0 || hops > MOST_HOPS) return [node]
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Refine) return waysOf(linked, whole.a[node] as number, hops + 1)
  if (kind !== Kind.Choice && kind !== Kind.Cell) return [node]
  return whole.items(whole.a[node] as number).flatMap((item) => waysOf(linked, item, hops + 1))
}

/** The same cookie as it was before. */
function isReadOf(linked: Linked, node: number, name: number): boolean {
  const { whole, values } = linked
  if (node < 0 || whole.kind[node] !== Kind.Call || !READS.test(calledName(linked, node))) return false
  const [asked] = whole.args(node)
  const textOf = (each: number) => values.texts(each).find(({ exact }) => exact)?.value
  return asked !== undefined && textOf(asked) !== undefined && textOf(asked) === textOf(name)
}

/** `uuidv4()`, `crypto.randomUUID()` */
function isMade(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (node < 0 || whole.kind[node] !== Kind.Call) return false
  return MAKERS.test(packageOf(linked, whole.a[node] as number) ?? '') || modelsOfCall(linked, node).some(({ kind }) => kind === 'strong-random')
}
