/**
 * Where a parser of forms stored a file that was sent: the server chose that, by whatever names the file is found. In: the nodes of one
 * way. Out: whether it begins at the files of a request and what goes on is their place. Access paths say the same as long as they are
 * no deeper than they may be; files that travel inside of other objects are.
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'

const PLACE = /^(?:filepath|path|newFilename|tempFilePath|destination)$/

export function isPlaceOfStoredFile(linked: Linked, steps: readonly number[]): boolean {
  const { whole, models } = linked
  const first = steps[0] as number
  const isOfFiles = first < whole.size && whole.kind[first] === Kind.Load && membersOf(first).some((path) => models.requests.get(path) === 'file')
  return isOfFiles && steps.some((node) => node < whole.size && whole.kind[node] === Kind.Load && PLACE.test(whole.text(whole.b[node] as number)))

  function membersOf(load: number): number[] {
    return apiPathsOf(linked, whole.a[load] as number).map((base) => models.paths.find(base, `.${whole.text(whole.b[load] as number)}`))
  }
}
