/**
 * Names of files that are called after what is in them: `path.resolve(settings.apiKey)`. In: the nodes of one way. Out: whether the value
 * is handled as a path on it. What is joined to a folder, or asked whether it begins at the root, says where a secret lies; a secret
 * itself is never asked that. It may still stand in a name (`/reset/` + token), so that this is a doubt and closes nothing.
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { variablesOf } from '../names'

/** `tokenPath`, `secret_file`: what a program itself calls the place of something. */
const CALLED_PATH =
  /(?:^(?:path|file|filename|dir|directory|folder)|_(?:path|file|filename|dir)|(?:Path|File|FileName|Filename|Dir|Directory|Folder))$/
const OF_PATHS = /^(?:npm:)?(?:node:)?path(?:\/\w+)?$|^type:path\//

export function isNameOfFile(linked: Linked, nodes: readonly number[]): boolean {
  const { whole } = linked
  return nodes.some((node) => {
    const kind = whole.kind[node] as Kind
    if (variablesOf(whole, node).some(({ name }) => CALLED_PATH.test(name))) return true
    return kind === Kind.Call ? isOfPaths(linked, node) : kind === Kind.Refine && asksOfPaths(linked, whole.b[node] as number)
  })
}

/** `path.join(…)`, `path.isAbsolute(…)`. */
function isOfPaths(linked: Linked, call: number): boolean {
  const { models, whole } = linked
  return apiPathsOf(linked, whole.a[call] as number).some((path) => OF_PATHS.test(models.paths.rootOf(path)))
}

function asksOfPaths(linked: Linked, condition: number): boolean {
  const { whole } = linked
  const isCall = (node: number) => whole.kind[node] === Kind.Call
  return isMadeOf(whole, condition, (node) => isCall(node) && isOfPaths(linked, node), isCall)
}
