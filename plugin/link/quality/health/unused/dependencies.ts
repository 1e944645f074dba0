/**
 * Packages that a manifest asks for and nothing uses. In: manifests, imports, texts and settings. Out: one entry a package. What a tool
 * finds by name, what comes along with another package, and what settings name counts as used.
 */
import { NODE_MODULES } from '../../../../node-modules'
import type { Unused } from '../../../../types'
import type { KnownQuality } from '../../known'
import { BUILTIN_SHIMS, COMPANIONS, PLUGIN, PROGRAMS, USED_UNSAID } from './companions'
import type { Mentions } from './mentions'

const MANIFEST = /(?:^|\/)package\.json$/
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

export function unusedDependencies({ linked, extracted, files }: KnownQuality, mentions: Mentions): Unused[] {
  const { whole, modules } = linked
  /** Package → folders of the files that import it. */
  const importedIn = new Map<string, Set<string>>()
  const note = (name: string, path: string) => {
    const known = importedIn.get(name)
    if (known) known.add(path)
    else importedIn.set(name, new Set([path]))
  }
  const manifests = extracted.manifests.flatMap(({ path }) => (MANIFEST.test(path) ? [folderOf(path)] : []))
  /** Imported where no manifest lies above: whichever there is asks for it. */
  const importedByAll = new Set<string>()
  for (const { path: file, graph, health } of whole.files) {
    const path = manifests.some((folder) => file.startsWith(folder)) ? file : undefined
    for (const specifier of [...graph.imports.map((it) => it.specifier), ...health.named]) {
      const target = modules.resolve(file, specifier)
      // A package of the tree, or a path that a compiler maps, is written like any other.
      for (const name of [target.kind === 'package' ? target.name : undefined, packageOf(specifier)])
        if (name !== undefined && path === undefined) importedByAll.add(name)
        else if (name !== undefined) note(name, file)
    }
  }
  const languages = unreadLanguages(files)
  const tools = toolsSetUp([...whole.files, ...(extracted.named ?? []), ...extracted.configs])
  return extracted.manifests.flatMap(({ path, facts }) => {
    if (!MANIFEST.test(path)) return []
    const folder = folderOf(path)
    const asked = facts.filter(({ kind, ecosystem }) => kind === 'dependency' && ecosystem === 'npm')
    if (!whole.files.some((file) => file.path.startsWith(folder))) return []
    const names = new Set(asked.map(({ name }) => name))
    const isImported = (name: string) =>
      importedByAll.has(name) || [...(importedIn.get(name) ?? [])].some((file) => file.startsWith(folder) || folder === '')
    const peers = new Set(asked.filter(({ scope }) => scope === 'peer' || scope === 'optional').map(({ name }) => name))
    const locks = (extracted.locks ?? []).filter((lock) => folder.startsWith(folderOf(lock.path)))
    const expected = expectedBy(names, locks)
    const areExpectationsTold = locks.some(({ tree }) => tree.packages.some(({ peers }) => peers && peers.length > 0))
    const isUsed = (name: string): boolean =>
      isImported(name) ||
      mentions.inCode(name) ||
      mentions.inSettings(name) ||
      programsOf(name).some((program) => mentions.inSettings(program) || tools.has(program)) ||
      // What a package expects of its users is installed for its own tests as well.
      peers.has(name) ||
      expected.has(name) ||
      name.split(/[^a-z\d]+/).some((word) => languages.has(word))
    return asked.flatMap(({ name, scope, line, text }): Unused[] => {
      if (scope === 'peer' || scope === 'optional' || USED_UNSAID.test(name)) return []
      if (NODE_MODULES.has(name)) {
        // Browsers have no such modules, and there the package of the name is what is imported.
        if (!BUILTIN_SHIMS.has(name) && importedAnywhere(whole.files, name)) return []
      } else if (isUsed(name)) return []
      if (scope === 'dev' && PLUGIN.test(name)) return []
      if (PLUGIN.test(name) && /loader|plugin|preset|eslint|babel|react-native|expo|capacitor|cordova|sass|less|fontsource/.test(name)) return []
      // `oxlint-tsgolint` is a part of the tool `oxlint`.
      if (scope === 'dev' && name.includes('-') && !NODE_MODULES.has(name.slice(0, name.indexOf('-'))) && names.has(name.slice(0, name.indexOf('-'))))
        return []
      if (COMPANIONS.some(([package_, host]) => package_.test(name) && [...names].some((other) => other !== name && host.test(other)))) return []
      const reason = NODE_MODULES.has(name)
        ? 'Node.js has a module of this name, and imports get that one, not the package.'
        : `No import of the code below this manifest names it, nor a text of the code, a script, or a setting that was read; and no package beside it is known to load it.${areExpectationsTold ? '' : UNTOLD}`
      return [{ kind: 'dependency', name, at: { file: path, line, text }, reason, confidence: 'medium' }]
    })
  })
}

/** Installed packages are not read; what they expect beside them, some lock files say. */
const UNTOLD = ' Whether a package beside it expects it there could not be told: no lock file that was read says what packages expect.'

/** Of data, pages, pictures and styles: no package has to compile them. */
const NO_LANGUAGE =
  /^(?:json\w*|ya?ml|toml|xml|html?|txt|csv|css|s[ac]ss|less|styl|svg|png|jpe?g|gif|ico|webp|avif|woff2?|ttf|eot|otf|pdf|zip|t?gz|mp[34]|wav|ogg|webm|map|lock|log|env|sql|snap|bak|key|pem|crt|conf|cfg|ini|properties|local|example|sample|test|dev|prod)$/

/** Endings of files that are in no language that is read here: `page.tsrx` needs a package that compiles it. */
function unreadLanguages(files: KnownQuality['files']): Set<string> {
  const found = new Set<string>()
  for (const { path, kind } of files) {
    if (kind !== 'other') continue
    const ending = /\w\.([a-z][a-z\d]{2,9})$/.exec(path)?.[1]
    if (ending && !NO_LANGUAGE.test(ending)) found.add(ending)
  }
  return found
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
