/** Handlers that libraries make, and where routers put them. In: the program. Out: the path in front of such a handler, as far as one call says it. */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import { lookupOf } from '../lookup'

const MOUNTS = new Set(['use', 'all', 'get', 'post', 'route', 'register', 'mount', 'any', 'on'])

interface Mounting {
  path: string
  /** Nodes and API paths of what is mounted. */
  nodes: Set<number>
  paths: Set<number>
}

/** Calls of routers whose first argument is a path, with what they put there. */
function mountsOf(linked: Linked): Mounting[] {
  const { whole, values } = linked
  const found: Mounting[] = []
  for (const call of lookupOf(whole).called(MOUNTS)) {
    const args = [...whole.args(call)]
    const [first, ...others] = args
    if (first === undefined) continue
    const isObject = whole.kind[first] === Kind.Object
    const texts = (isObject ? ['url', 'path', 'prefix'].flatMap((name) => values.property(first, name)) : [first]).flatMap((node) =>
      values.texts(node),
    )
    const path = texts.find(({ exact, value }) => exact && value.startsWith('/'))?.value
    if (path === undefined) continue
    const handed = (isObject ? values.property(first, 'handler') : others).flatMap((node) => [node, ...values.definitions(node)])
    if (handed.length === 0) continue
    found.push({
      path,
      nodes: new Set(handed.filter((node) => node < whole.size)),
      paths: new Set(handed.flatMap((node) => apiPathsOf(linked, node))),
    })
  }
  return found
}

const known = new WeakMap<Linked, { changes: number; mounts: Mounting[] }>()

/** @param made API paths of what the call makes, for handlers that were given a name before */
export function mountedAt(linked: Linked, call: number, made: readonly number[]): string | undefined {
  let found = known.get(linked)
  if (!found || found.changes !== linked.solver.changes) {
    found = { changes: linked.solver.changes, mounts: mountsOf(linked) }
    known.set(linked, found)
  }
  const { mounts } = found
  const exact = mounts.find(({ nodes }) => nodes.has(call))
  return (exact ?? mounts.find(({ paths }) => made.some((path) => path >= 0 && paths.has(path))))?.path.replace(/\/(?:\*\w*|:\w+\*|\(\.\*\))$/, '')
}

/** Frameworks in which the place of a file is the path that its handler answers to. */
export function filePath(file: string): string | undefined {
  const match =
    /(?:^|\/)pages\/(api\/.*?)(?:\/index)?\.[cm]?[jt]sx?$/.exec(file) ??
    /(?:^|\/)app\/(?:(.*)\/)?route\.[cm]?[jt]s$/.exec(file) ??
    /(?:^|\/)src\/routes\/(?:(.*)\/)?\+server\.[cm]?[jt]s$/.exec(file) ??
    /(?:^|\/)server\/(?:routes\/)?(api\/.*?|graphql)(?:\/index)?(?:\.post)?\.[cm]?[jt]s$/.exec(file)
  return match?.[1] === undefined ? undefined : `/${match[1].replace(/\([^)]*\)\//g, '').replace(/\/\[.*$/, '')}`
}
