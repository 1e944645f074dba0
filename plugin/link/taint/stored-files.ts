/**
 * Where a parser of forms stored a file that was sent: the server chose that, by whatever names the file is found. In: the last fact of a
 * way. Out: whether it begins at the files of a request and what goes on is their place. Access paths say the same as long as they are no
 * deeper than they may be; files that travel inside of other objects are.
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import type { Fact } from './facts'

const PLACE = /^(?:filepath|path|newFilename|tempFilePath|destination)$/
const MOST_FACTS = 300
const MOST_DEPTH = 4

export function isPlaceOfStoredFile(linked: Linked, last: Fact): boolean {
  let first = last
  while (first.from) first = first.from
  let left = MOST_FACTS
  return isOfFiles(linked, first.node) && readsPlace(last, 0)

  function readsPlace(fact: Fact, depth: number): boolean {
    for (let at: Fact | undefined = fact; at && left-- > 0; at = at.from)
      if (isPlace(linked, at.node) || (at.inside && depth < MOST_DEPTH && readsPlace(at.inside, depth + 1))) return true
    return false
  }
}

const isPlace = ({ whole }: Linked, node: number): boolean =>
  node < whole.size && whole.kind[node] === Kind.Load && PLACE.test(whole.text(whole.b[node] as number))

/** `ctx.request.files` */
function isOfFiles(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  if (node >= whole.size || whole.kind[node] !== Kind.Load) return false
  const name = `.${whole.text(whole.b[node] as number)}`
  return apiPathsOf(linked, whole.a[node] as number).some((base) => models.requests.get(models.paths.find(base, name)) === 'file')
}
