/**
 * Packages of a program's own that lie in a folder which is called `node_modules`, so that Node finds them by name. In: the root and the
 * folder. Out: whether the manifest at the top speaks of the folder, or all packages in it say that they are kept where the program is.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { attempt } from './attempt'

/** Most packages that are asked; where so many say the same, the rest would. */
const MOST_PACKAGES = 40
/** Where a manifest names folders of its own. */
const NAMING = ['workspaces', 'scripts', 'main', 'bin', 'files', 'exports']

type Manifest = Record<string, unknown>

/** @param folder relative to the root, without a slash at its end: `packages/node_modules` */
export function isOfProgram(root: string, folder: string): boolean {
  const top = manifestIn(root)
  if (!top) return false
  const naming = new RegExp(`(?<![\\w./@-])(?:\\./)?${folder.replace(/[^\w/]/g, '\\$&')}(?![\\w-])`)
  if (NAMING.some((key) => naming.test(JSON.stringify(top[key] ?? null)))) return true
  const kept = repositoryOf(top)
  const packages = packagesIn(path.join(root, folder))
  return kept !== '' && packages.length > 0 && packages.every((manifest) => repositoryOf(manifest) === kept)
}

function packagesIn(folder: string): Manifest[] {
  const names = namesIn(folder).flatMap((name) =>
    name.startsWith('@') ? namesIn(path.join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  )
  return names.slice(0, MOST_PACKAGES).flatMap((name) => {
    const manifest = manifestIn(path.join(folder, name))
    return manifest ? [manifest] : []
  })
}

function namesIn(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true }))
  return typeof entries === 'string' ? [] : entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}

function manifestIn(folder: string): Manifest | undefined {
  const text = attempt(() => readFileSync(path.join(folder, 'package.json')))
  if (typeof text === 'string') return undefined
  try {
    const manifest: unknown = JSON.parse(text.toString('utf8'))
    return typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest) ? (manifest as Manifest) : undefined
  } catch {
    // Whatever else it is, no package says anything by it.
    return undefined
  }
}

/** `git+https://host/owner/name.git#main` and `github:owner/name` → `owner/name`. */
function repositoryOf({ repository }: Manifest): string {
  const said = typeof repository === 'object' && repository !== null ? (repository as Manifest).url : repository
  if (typeof said !== 'string') return ''
  return /([\w.-]+\/[\w.-]+?)(?:\.git)?(?:[#?].*)?\/?$/.exec(said)?.[1]?.toLowerCase() ?? ''
}
