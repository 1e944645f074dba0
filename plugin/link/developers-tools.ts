/**
 * Tools that developers of a program run by hand: a release script, a script that tries something out. In: the linked program, its doors,
 * scripts of manifests, settings of containers and build servers. Out: paths of files that nothing but such scripts runs, in a tree where
 * something else is the program: nobody outside calls them, and no other user of a machine stands beside them.
 */
import type { Extracted, SettingsFacts } from '../graph'
import type { EntryPoint } from '../types'
import { isTestCode, type Linked } from './linked'
import { filesRunBy } from './run-files'
import { importsAmong, spread } from './server-files'

/** Scripts that start a program, under the names that people and hosts know them by. */
const STARTS =
  /^(?:pre|post)?(?:start|serve|server|develop|development|dev|prod|production|run|watch|preview|worker|workers|up|daemon|boot|launch|main|app|api|web|cli|bin|schedule|cron|setup)(?:$|[:\-_.])/i
/** What a package manager runs by itself, on machines of others too. */
const LIFECYCLE = /^(?:(?:pre|post)?install|(?:pre|post)?prepare|prepublish(?:Only)?|(?:pre|post)?pack|dependencies)$/
/** `npm run build`, `yarn build` */
const RUNS_SCRIPT = /\b(?:npm|pnpm|yarn|bun)(?:\s+--?[\w-]+)*\s+(?:run(?:-script)?\s+)?([\w:.-]+)/g

interface Script {
  name: string
  command: string
  manifest: string
}

export interface Tools {
  /** What developers alone run, by hand. */
  byHand: ReadonlySet<string>
  /** These, and what build servers and the making of images run: there, too, nobody else stands beside it. */
  whileBuilding: ReadonlySet<string>
}

export function developersTools(
  linked: Linked,
  { manifests, settings = [] }: Pick<Extracted, 'manifests' | 'settings'>,
  doors: readonly EntryPoint[],
): Tools {
  const running = settings
    .filter(({ format }) => format !== 'workflow' && format !== 'pipeline')
    .map((file) => ({ ...file, settings: file.settings.filter(({ way }) => file.format !== 'dockerfile' || way.at(-1) !== 'RUN') }))
  const byHand = toolsIn(linked, manifests, settings, doors)
  return { byHand, whileBuilding: toolsIn(linked, manifests, running, doors) }
}

function toolsIn(
  linked: Linked,
  manifests: Extracted['manifests'],
  given: readonly SettingsFacts[],
  doors: readonly EntryPoint[],
): ReadonlySet<string> {
  const { whole, fileIndex, modules } = linked
  const pathOf = (file: number) => whole.files[file]?.path ?? ''
  const scripts: Script[] = []
  const started = new Set<number>(modules.packageEntries().flatMap((path) => fileIndex.get(path) ?? []))
  const fileAt = (manifest: string, target: string): number | undefined => {
    const to = modules.resolve(manifest, `./${target.replace(/^\.\//, '')}`)
    return to.kind === 'file' ? fileIndex.get(to.path) : undefined
  }
  for (const { path, facts } of manifests)
    for (const { kind, ecosystem, name, value } of facts) {
      if (value === undefined) continue
      if (kind === 'script') scripts.push({ name, command: value, manifest: path })
      else if (kind === 'bin' || ecosystem === 'process')
        for (const target of kind === 'bin' ? [value] : filesRunBy(value)) started.add(fileAt(path, target) ?? -1)
    }
  // Settings name scripts and files in many ways: whatever stands in one is run by it.
  const settings = given.flatMap((file) => file.settings.map(({ value }) => value)).join('\n')
  const isSet = (name: string) => settings.includes(name)
  const byHand = new Set<number>()
  const run = scriptsRun(scripts, settings)
  for (const script of scripts)
    for (const target of filesRunBy(script.command)) {
      const file = fileAt(script.manifest, target)
      if (file !== undefined) (run.has(script) || isSet(target.replace(/^\.\//, '')) ? started : byHand).add(file)
    }
  if (byHand.size === 0) return new Set()
  const { targets, importers } = importsAmong(linked)
  const withDoors = new Set(doors.flatMap(({ kind, at }) => (kind === 'cli' ? [] : [at.file])))
  const of = spread(
    [...started].filter((file) => file >= 0),
    (file) => targets[file] ?? [],
  )
  const tools = new Set([...byHand].filter((file) => !of.has(file) && !withDoors.has(pathOf(file))))
  // What only tools import is a part of them, and what something else imports is none.
  for (let before = -1; before !== tools.size; ) {
    before = tools.size
    for (const file of tools) {
      if ((importers[file] ?? []).some((other) => !tools.has(other))) tools.delete(file)
      else
        for (const part of targets[file] ?? [])
          if (!of.has(part) && !withDoors.has(pathOf(part)) && (importers[part] ?? []).every((other) => tools.has(other))) tools.add(part)
    }
  }
  const paths = new Set([...tools].map(pathOf).filter((path) => !isTestCode(linked, path)))
  // Where nothing else runs, these are the program.
  const isElsewhere = [...of].some((file) => !tools.has(file)) || [...withDoors].some((path) => !paths.has(path))
  return isElsewhere ? paths : new Set()
}

/** Scripts that start something, that a package manager or a setting runs, and those that these run in turn. */
function scriptsRun(scripts: readonly Script[], settings: string): ReadonlySet<Script> {
  const named = new Set([...settings.matchAll(RUNS_SCRIPT)].map(([, name]) => name as string))
  const found = new Set(scripts.filter(({ name }) => STARTS.test(name) || LIFECYCLE.test(name) || named.has(name)))
  for (const { command, manifest } of found)
    for (const [, name] of command.matchAll(RUNS_SCRIPT))
      for (const other of scripts) if (other.name === name && other.manifest === manifest) found.add(other)
  return found
}
