/**
 * Names of what lies in a folder: `for (const name of fs.readdirSync(folder))`. In: a value. Out: whether it is one of them. Such a name holds
 * no separator and is neither `.` nor `..`, so that a text which it equals, begins or ends with leads out of no folder.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { pathsOfCall } from '../usages/modelled'
import { settingAt } from '../usages/setting'

const OF_FILES = /^(?:npm:)?(?:node:)?(?:fs|fs-extra|graceful-fs|mz\/fs|fs-jetpack)(?:\/promises)?$|^type:fs\//
/** Methods of a list whose outcome holds nothing that it did not hold, and those that hand each element to a function. */
const KEEPS = /^(?:filter|slice|sort|toSorted|reverse|toReversed)$/
const GOES_ROUND = /^(?:filter|forEach|map|flatMap|find|findLast|some|every|findIndex)$/
const MOST_LINKS = 6

/** @param plain the node that a value is, past tests of it and names for it */
export function isNameInFolder(linked: Linked, node: number, plain: (node: number) => number): boolean {
  const { whole, values } = linked
  let at = plain(node)
  // `entry.name` of what is told with its sort.
  if (at >= 0 && at < whole.size && whole.kind[at] === Kind.Load && whole.text(whole.b[at] as number) === 'name') at = plain(whole.a[at] as number)
  if (at < 0 || at >= whole.size) return false
  if (whole.kind[at] === Kind.Element || whole.kind[at] === Kind.LoadDynamic) return isListing(linked, whole.a[at] as number, plain)
  if (whole.kind[at] !== Kind.Param || whole.b[at] !== 0) return false
  const around = values.callAround(whole.functions[whole.a[at] as number]?.node ?? -1)
  return around >= 0 && GOES_ROUND.test(calledName(linked, around)) && isListing(linked, receiverOf(linked, around), plain)
}

/** A list of such names; one that goes down into folders holds whole paths. */
function isListing(linked: Linked, node: number, plain: (node: number) => number): boolean {
  const { whole, models } = linked
  let at = plain(node)
  for (let links = 0; links < MOST_LINKS; links++) {
    if (at < 0 || at >= whole.size || whole.kind[at] !== Kind.Call) return false
    if (!KEEPS.test(calledName(linked, at))) break
    at = plain(receiverOf(linked, at))
  }
  if (at < 0 || !/^readdir(?:Sync)?$/.test(calledName(linked, at))) return false
  const [, options] = whole.args(at)
  const isFlat = options === undefined || whole.kind[options] === Kind.String || settingAt(linked, at, '1.recursive').state === 'missing'
  return isFlat && pathsOfCall(linked, at).some((path) => OF_FILES.test(models.paths.rootOf(path)))
}
