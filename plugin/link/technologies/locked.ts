/**
 * What a declared range became. In: lock files, as trees of packages or as facts. Out: a function from a dependency to its
 * resolved version and the line of the lock file that says it; undefined where no lock file does.
 */
import path from 'node:path'
import type { Evidence, LockedTree, ManifestFact } from '../../types'
import type { Context } from './sightings'

type Locked = { version: string; at: Evidence }

export function lockedVersions(locks: { path: string; tree: LockedTree }[], manifests: { path: string; facts: ManifestFact[] }[]): Context['locked'] {
  const trees = new Map<string, { path: string; tree: LockedTree; roots: Map<string, number> }>()
  for (const { path: file, tree } of locks) {
    const folder = folderOf(file)
    // Of two in one folder either may be the one in use; that is told elsewhere.
    if (!trees.has(folder)) trees.set(folder, { path: file, tree, roots: new Map(tree.roots.map(({ by, name, to }) => [`${by}\n${name}`, to])) })
  }
  const lists = new Map<string, Map<string, Locked>>()
  for (const { path: file, facts } of manifests)
    for (const { kind, ecosystem, name, version, line, text } of facts) {
      if (kind !== 'locked' || version === undefined) continue
      const key = `${folderOf(file)}\n${ecosystem}`
      const list = lists.get(key) ?? new Map<string, Locked>()
      const plain = plainName(ecosystem, name)
      // Of several versions of one package the list does not say which is whose: then none is told.
      if (!list.has(plain)) list.set(plain, { version, at: { file, line, text } })
      else if (list.get(plain)?.version !== version) list.set(plain, { version: '', at: { file, line, text } })
      lists.set(key, list)
    }
  return (file, ecosystem, name, range) => {
    for (const folder of foldersAbove(folderOf(file))) {
      const tree = ecosystem === 'npm' ? trees.get(folder) : undefined
      if (tree) return inTree(tree, path.posix.relative(folder || '.', folderOf(file) || '.'), name, range)
      const locked = lists.get(`${folder}\n${ecosystem}`)?.get(plainName(ecosystem, name))
      if (locked) return locked.version === '' ? undefined : locked
    }
    return undefined
  }
}

function inTree(
  { path: file, tree, roots }: { path: string; tree: LockedTree; roots: Map<string, number> },
  by: string,
  name: string,
  range: string | undefined,
): Locked | undefined {
  const asked = (key: string) => (Object.hasOwn(tree.asked, key) ? tree.asked[key] : undefined)
  const index =
    roots.get(`${by}\n${name}`) ?? (range === undefined ? undefined : (asked(`${name}@${range}`) ?? asked(`${name}@npm:${range}`))) ?? asked(name)
  const found = index === undefined ? undefined : tree.packages[index]
  return found && { version: found.version, at: { file, line: found.line, text: found.text } }
}

/** The package index of Python takes `Foo_Bar` and `foo-bar` for one name. */
function plainName(ecosystem: string, name: string): string {
  return ecosystem === 'pypi' ? name.toLowerCase().replace(/[-_.]+/g, '-') : name.toLowerCase()
}

function folderOf(file: string): string {
  const slash = file.lastIndexOf('/')
  return slash < 0 ? '' : file.slice(0, slash)
}

/** The folder itself first, the root, '', last. */
function* foldersAbove(folder: string): Generator<string> {
  for (let here = folder; here !== ''; here = folderOf(here)) yield here
  yield ''
}
