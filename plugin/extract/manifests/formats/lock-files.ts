/**
 * Lock files: which package manager wrote them, in which version of its format, and, where the file itself says what is a
 * direct dependency, what that resolved to. They can be huge, so most are read by line.
 */
import { rowsByName } from '../../../rows-by-name'
import type { Format, Source, Stated } from '../format'
import { composerLocked, gemsLocked, mixLocked, pipfileLocked, pubLocked, tablesLocked } from '../read/locked-lists'

interface LockFile {
  manager: string
  ecosystem: string
  /** Finds the version of the file's format: the first group. */
  version?: RegExp
  resolved?(source: Source): Stated[]
}

const LOCK_FILES: Record<string, LockFile> = rowsByName({
  'package-lock.json': { manager: 'npm', ecosystem: 'npm', version: /"lockfileVersion"\s*:\s*(\d+)/, resolved: npmResolved },
  'npm-shrinkwrap.json': { manager: 'npm', ecosystem: 'npm', version: /"lockfileVersion"\s*:\s*(\d+)/, resolved: npmResolved },
  'yarn.lock': { manager: 'yarn', ecosystem: 'npm', version: /^(?:# yarn lockfile v(\d+)|__metadata:\s*\n\s+version:\s*"?(\d+))/m },
  'pnpm-lock.yaml': { manager: 'pnpm', ecosystem: 'npm', version: /^lockfileVersion:\s*['"]?([\d.]+)/m, resolved: pnpmResolved },
  'bun.lock': { manager: 'bun', ecosystem: 'npm', version: /"lockfileVersion"\s*:\s*(\d+)/ },
  'deno.lock': { manager: 'deno', ecosystem: 'deno', version: /"version"\s*:\s*"(\d+)"/ },
  'poetry.lock': { manager: 'poetry', ecosystem: 'pypi', version: /^lock-version\s*=\s*"([\d.]+)"/m, resolved: tablesLocked('pypi') },
  'uv.lock': { manager: 'uv', ecosystem: 'pypi', version: /^version\s*=\s*(\d+)/m, resolved: tablesLocked('pypi') },
  'pdm.lock': { manager: 'pdm', ecosystem: 'pypi', version: /^lock_version\s*=\s*"([\d.]+)"/m, resolved: tablesLocked('pypi') },
  'pipfile.lock': { manager: 'pipenv', ecosystem: 'pypi', version: /"pipfile-spec"\s*:\s*(\d+)/, resolved: pipfileLocked },
  'cargo.lock': { manager: 'cargo', ecosystem: 'cargo', version: /^version\s*=\s*(\d+)/m, resolved: tablesLocked('cargo') },
  'gemfile.lock': { manager: 'bundler', ecosystem: 'gem', version: /^BUNDLED WITH\s+([\d.]+)/m, resolved: gemsLocked },
  'composer.lock': { manager: 'composer', ecosystem: 'composer', resolved: composerLocked },
  'go.sum': { manager: 'go modules', ecosystem: 'go' },
  'mix.lock': { manager: 'mix', ecosystem: 'hex', resolved: mixLocked },
  'pubspec.lock': { manager: 'pub', ecosystem: 'pub', resolved: pubLocked },
})

export const lockFiles: Format = {
  name: 'lock file',
  claims: ({ name }) => Object.hasOwn(LOCK_FILES, name.toLowerCase()),
  facts(source) {
    const lock = LOCK_FILES[source.name.toLowerCase()]
    if (!lock) return []
    const match = lock.version?.exec(source.text)
    const version = match?.[1] ?? match?.[2]
    const value = version === undefined ? 'lock file' : `lock file, format ${version}`
    return [
      { kind: 'package-manager', ecosystem: lock.ecosystem, name: lock.manager, value, line: match ? source.lineAt(match.index) : 1 },
      ...(lock.resolved?.(source) ?? []),
    ]
  },
}

/** Format 2 and later name what each package of the repository depends on, and where each package was put. */
function npmResolved(source: Source): Stated[] {
  let packages: unknown
  try {
    packages = (JSON.parse(source.text) as { packages?: unknown }).packages
  } catch (cause) {
    source.problem(`The JSON could not be read: ${(cause as Error).message}`)
    return []
  }
  if (typeof packages !== 'object' || packages === null) return []
  const table = packages as Record<string, unknown>
  const root = table[''] as Record<string, unknown> | undefined
  const found: Stated[] = []
  for (const scope of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const name of Object.keys((root?.[scope] as object | undefined) ?? {})) {
      const key = `node_modules/${name}`
      const version = Object.hasOwn(table, key) ? (table[key] as { version?: unknown } | null)?.version : undefined
      const offset = typeof version === 'string' ? source.text.indexOf(`${JSON.stringify(key)}:`) : -1
      if (offset >= 0) found.push({ kind: 'dependency', ecosystem: 'npm-lock', name, version: version as string, line: source.lineAt(offset) })
    }
  return found
}

/** `importers` lists direct dependencies, each with what it resolved to; it ends where the next top-level key begins. */
function pnpmResolved(source: Source): Stated[] {
  const found: Stated[] = []
  const start = /^importers:[ \t\r]*$/m.exec(source.text)
  if (!start) return []
  let name: string | undefined
  for (let number = source.lineAt(start.index) + 1; number <= source.lineCount; number++) {
    const line = source.line(number)
    if (/^\S/.test(line)) break
    const key = /^ {6}'?([^\s'][^']*?)'?:\s*$/.exec(line)
    if (key) name = key[1]
    const version = /^ {8}version: '?([^'(\s]+)/.exec(line)
    if (!version || name === undefined || version[1]?.startsWith('link:')) continue
    found.push({ kind: 'dependency', ecosystem: 'npm-lock', name, version: version[1], line: number })
    name = undefined
  }
  return found
}
