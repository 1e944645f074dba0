/**
 * Packages that a manifest asks for and nothing uses. In: manifests, imports, texts and settings. Out: one entry a package. What a tool
 * finds by name, what comes along with another package, and what settings name counts as used.
 */
import { builtinModules } from 'node:module'
import type { Unused } from '../../../../types'
import type { KnownQuality } from '../../known'
import { BUILTIN_SHIMS, COMPANIONS, PLUGIN, PROGRAMS, USED_UNSAID } from './companions'
import type { Mentions } from './mentions'

const BUILTINS = new Set(builtinModules)

export function unusedDependencies({ linked, extracted }: KnownQuality, mentions: Mentions): Unused[] {
  const { whole, modules } = linked
  /** Package → folders of the files that import it. */
  const importedIn = new Map<string, Set<string>>()
  const note = (name: string, path: string) => {
    const known = importedIn.get(name)
    if (known) known.add(path)
    else importedIn.set(name, new Set([path]))
  }
  for (const { path, graph, health } of whole.files)
    for (const specifier of [...graph.imports.map((it) => it.specifier), ...health.named]) {
      const target = modules.resolve(path, specifier)
      if (target.kind === 'package') note(target.name, path)
      // A package of the tree, or a path that a compiler maps, is written like any other.
      const written = packageOf(specifier)
      if (written) note(written, path)
    }
  const tools = toolsSetUp([...whole.files, ...(extracted.named ?? []), ...extracted.configs])
  return extracted.manifests.flatMap(({ path, facts }) => {
    if (!/(?:^|\/)package\.json$/.test(path)) return []
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const asked = facts.filter(({ kind, ecosystem }) => kind === 'dependency' && ecosystem === 'npm')
    if (!whole.files.some((file) => file.path.startsWith(folder))) return []
    const names = new Set(asked.map(({ name }) => name))
    const isImported = (name: string) => [...(importedIn.get(name) ?? [])].some((file) => file.startsWith(folder) || folder === '')
    const peers = new Set(asked.filter(({ scope }) => scope === 'peer' || scope === 'optional').map(({ name }) => name))
    const expected = expectedBy(
      names,
      (extracted.locks ?? []).filter((lock) => folder.startsWith(lock.path.slice(0, lock.path.lastIndexOf('/') + 1))),
    )
    const isUsed = (name: string): boolean =>
      isImported(name) ||
      mentions.inCode(name) ||
      mentions.inSettings(name) ||
      programsOf(name).some((program) => mentions.inSettings(program) || tools.has(program)) ||
      // What a package expects of its users is installed for its own tests as well.
      peers.has(name) ||
      expected.has(name)
    return asked.flatMap(({ name, scope, line, text }): Unused[] => {
      if (scope === 'peer' || scope === 'optional' || USED_UNSAID.test(name)) return []
      if (BUILTINS.has(name)) {
        // Browsers have no such modules, and there the package of the name is what is imported.
        if (!BUILTIN_SHIMS.has(name) && importedAnywhere(whole.files, name)) return []
      } else if (isUsed(name)) return []
      if (scope === 'dev' && PLUGIN.test(name)) return []
      if (PLUGIN.test(name) && /loader|plugin|preset|eslint|babel|react-native|expo|capacitor|cordova|sass|less|fontsource/.test(name)) return []
      // `oxlint-tsgolint` is a part of the tool `oxlint`.
      if (scope === 'dev' && name.includes('-') && !BUILTINS.has(name.slice(0, name.indexOf('-'))) && names.has(name.slice(0, name.indexOf('-'))))
        return []
      if (COMPANIONS.some(([package_, host]) => package_.test(name) && [...names].some((other) => other !== name && host.test(other)))) return []
      const reason = BUILTINS.has(name)
        ? 'Node.js has a module of this name, and imports get that one, not the package.'
        : 'No import of the code below this manifest names it, nor a text of the code, a script, or a setting that was read; and no package beside it is known to load it.'
      return [{ kind: 'dependency', name, at: { file: path, line, text }, reason, confidence: 'medium' }]
    })
  })
}

/** Names of packages that a package asked for beside them expects there. */
function expectedBy(names: ReadonlySet<string>, locks: NonNullable<KnownQuality['extracted']['locks']>): Set<string> {
  return new Set(
    locks.flatMap(({ tree }) => tree.packages.flatMap(({ name, peers = [] }) => (names.has(name) ? peers.filter((peer) => peer !== name) : []))),
  )
}

/** Tools that have a file of settings of their own: `tool.config.ts`, `.toolrc`, `.tool.yml`. */
function toolsSetUp(files: readonly { path: string }[]): Set<string> {
  return new Set(
    files.flatMap(({ path }) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const match = /^\.?([\w-]+)\.(?:config|conf)\.[\w.]+$|^\.([\w-]+?)rc(?:\.\w+)?$|^\.([\w-]+)\.(?:[cm]?[jt]s|json|ya?ml|toml)$/.exec(name)
      return match?.slice(1).filter((part) => part !== undefined) ?? []
    }),
  )
}

/** What a package is called by on a command line. */
function programsOf(name: string): string[] {
  const last = name.slice(name.lastIndexOf('/') + 1)
  const scope = name.startsWith('@') ? name.slice(1, name.indexOf('/')) : ''
  return [
    last,
    last.replace(/-cli$/, ''),
    ...(PROGRAMS[name] ?? []),
    ...(last === 'cli' || last === 'core' ? [scope] : []),
    `${scope}-${last}`,
  ].filter((program) => program !== '')
}

function importedAnywhere(files: readonly { graph: { imports: { specifier: string }[] } }[], name: string): boolean {
  return files.some(({ graph }) => graph.imports.some(({ specifier }) => specifier === name || specifier === `${name}/`))
}

function packageOf(specifier: string): string | undefined {
  if (/^[./#~]/.test(specifier) || specifier.includes(':')) return undefined
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? (parts.length > 1 ? `${parts[0]}/${parts[1]}` : undefined) : parts[0]
}
