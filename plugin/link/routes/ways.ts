/** Ways from an application to a router: the prefix that they add up to, and the mounts on the way. */
import { Kind } from '../../graph'
import { isTestCode, type Linked } from '../linked'
import { joinPaths } from '../paths'
import type { Mount, RouteTree } from './tree'

export interface Way {
  prefix: string
  /** Outermost first. */
  chain: Mount[]
}

const MOST_WAYS = 24

/** Empty for a router that nothing reaches. */
export function waysTo(tree: RouteTree, router: number, seen: number[] = []): Way[] {
  const own = tree.prefixes.get(router) ?? ['']
  const mounts = ownMounts(tree, router)
  if (mounts.length === 0) return isRoot(tree, router) ? own.map((prefix) => ({ prefix, chain: [] })) : []
  const ways: Way[] = []
  for (const mount of mounts) {
    if (seen.includes(mount.parent) || ways.length > MOST_WAYS) continue
    for (const parent of waysTo(tree, mount.parent, [...seen, router]))
      for (const prefix of own) ways.push({ prefix: joinPaths(joinPaths(parent.prefix, mount.path), prefix), chain: [...parent.chain, mount] })
  }
  return ways
}

/** A router that is made in code of tests. */
export function isOfTests({ linked }: RouteTree, router: number): boolean {
  return standsInTests(linked, linked.solver.labels.data[router] as number)
}

function standsInTests(linked: Linked, node: number): boolean {
  const { whole } = linked
  return node >= 0 && node < whole.size && isTestCode(linked, (whole.files[whole.fileOf(node)] as { path: string }).path)
}

/** What tests mount it at is no way in, as long as anything else mounts it. */
function ownMounts({ linked, mounts }: RouteTree, router: number): Mount[] {
  const all = mounts.get(router) ?? []
  const own = all.filter(({ node }) => !standsInTests(linked, node))
  return own.length > 0 ? own : all
}

/** An application; or a router that other code than this is handed. */
function isRoot(tree: RouteTree, router: number): boolean {
  const { solver, models, whole } = tree.linked
  const path = solver.labels.extra[router] as number
  if (models.roots.has(path)) return true
  const site = solver.labels.data[router] as number
  if (whole.kind[site] === Kind.Param) return true
  return isExportedUnseen(tree, router, whole.fileOf(site))
}

/** Exported by a file that nothing here imports. */
function isExportedUnseen({ linked, perCall }: RouteTree, own: number, file: number): boolean {
  const { solver, whole } = linked
  // The solver knows it as what it has in common with others.
  const router = [...perCall].find(([, made]) => [...made.own.values()].includes(own))?.[0] ?? own
  const nodes = [...(whole.exports[file] as { node: number }[]).map(({ node }) => node), ...(whole.commonjs[file] as number[])]
  const exported = nodes.some((node) =>
    solver
      .of(node)
      .some(
        (label) =>
          label === router ||
          (solver.fieldsOf.get(label) &&
            [...(solver.fieldsOf.get(label) as Map<number, number>).values()].some((field) => solver.of(field).includes(router))),
      ),
  )
  if (!exported) return false
  return !importedFiles(linked).has((whole.files[file] as { path: string }).path)
}

const imported = new WeakMap<Linked, ReadonlySet<string>>()

/** Paths of files that some file here imports. */
function importedFiles(linked: Linked): ReadonlySet<string> {
  let files = imported.get(linked)
  if (!files) {
    const resolved = linked.whole.files.flatMap(({ path, graph }) => graph.imports.map(({ specifier }) => linked.modules.resolve(path, specifier)))
    files = new Set(resolved.flatMap((to) => (to.kind === 'file' ? [to.path] : [])))
    imported.set(linked, files)
  }
  return files
}
