/**
 * Where programs begin. In: scripts, processes and bins of manifests; calls that start a server or put a page together. Out: one entry a
 * file and way, with the line that says so. A command is only read, never run.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { filesImporting } from '../../imports'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { filesRunBy } from '../../run-files'
import type { KnownArchitecture } from '../known'
import { dirOf, joined } from '../paths'
import type { Unit } from './units'

export interface Start {
  /** Number of a code file. */
  file: number
  /** `script`: of a manifest. `process`: of a Procfile. `bin`: installed as a command. `server`: it listens. `page`: it fills a page. */
  how: 'script' | 'process' | 'bin' | 'server' | 'page'
  /** Name of the script, process or command; of the library that listens or draws. */
  name: string
  at: Evidence
  /** It builds, checks or releases: no part of the system. */
  upkeep?: true
}

/** Scripts that build, check or release; what they run is no part of the system. */
const UPKEEP =
  /^(?:pre|post)?(?:build|lint|test|e2e|format|prettier|type-?check|check|clean|release|version|prepare|install|publish|pack|docs?|coverage|bench(?:mark)?|storybook|codegen|generate|husky|ci|size|bundle|compile|postinstall)(?:$|[:\-_.])/i

export function startsOf(known: KnownArchitecture, units: readonly Unit[]): Start[] {
  return [...fromManifests(known, units), ...servers(known), ...pages(known)]
}

function fromManifests({ linked }: KnownArchitecture, units: readonly Unit[]): Start[] {
  const { fileIndex, modules } = linked
  const found: Start[] = []
  for (const { facts } of units)
    for (const { path, fact } of facts) {
      const how = fact.kind === 'script' ? 'script' : fact.kind === 'bin' ? 'bin' : fact.ecosystem === 'process' ? 'process' : undefined
      if (!how || fact.value === undefined) continue
      const upkeep = how === 'script' && UPKEEP.test(fact.name)
      const targets = how === 'bin' ? [fact.value] : filesRunBy(fact.value)
      for (const target of targets) {
        const to = modules.resolve(path, `./${target.replace(/^\.\//, '')}`)
        const file =
          to.kind === 'file'
            ? fileIndex.get(to.path)
            : (fileIndex.get(joined(dirOf(path), target)) ?? fileIndex.get(joined(dirOf(path), `${target}.js`)))
        if (file !== undefined)
          found.push({ file, how, name: fact.name, at: { file: path, line: fact.line, text: fact.text }, ...(upkeep ? { upkeep } : {}) })
      }
    }
  return found
}

/** `app.listen(3000)`, `Bun.serve()`, `NestFactory.create()`: files that begin to wait for callers. */
function servers({ linked }: KnownArchitecture): Start[] {
  const { whole } = linked
  const found = new Map<number, Start>()
  for (const call of lookupOf(whole).called(new Set(['listen', 'serve', 'listenAsync']))) {
    const file = whole.fileOf(call)
    if (found.has(file) || (receiverOf(linked, call) < 0 && calledName(linked, call) === 'listen')) continue
    // A page listens for things too; a server is given a port, a path or a callback.
    const [first] = whole.args(call)
    if (first !== undefined && linked.values.definitions(first).some((made) => whole.kind[made] === Kind.Function)) continue
    if (
      calledName(linked, call) === 'listen' &&
      first !== undefined &&
      linked.values.texts(first).some(({ value, exact }) => exact && /^[a-z][\w.-]*$/i.test(value))
    )
      continue
    if (calledName(linked, call) === 'serve' && !serves(linked, call)) continue
    found.set(file, { file, how: 'server', name: calledName(linked, call), at: cite(linked, call) })
  }
  return [...found.values()]
}

function serves({ whole }: KnownArchitecture['linked'], call: number): boolean {
  return /\b(?:Bun|Deno|serve)\s*[.(]/.test(whole.sourceOf(call, 40))
}

/** Libraries that draw pages, and how they are made to begin. */
const DRAWS: { from: RegExp; calls: ReadonlySet<string>; name: string }[] = [
  { from: /^react-dom(?:\/client)?$/, calls: new Set(['createRoot', 'hydrateRoot', 'render', 'hydrate']), name: 'React' },
  { from: /^(?:vue|@vue\/compat)$/, calls: new Set(['createApp', 'createSSRApp', 'Vue']), name: 'Vue' },
  {
    from: /^@angular\/platform-browser(?:-dynamic)?$/,
    calls: new Set(['bootstrapApplication', 'bootstrapModule', 'platformBrowserDynamic', 'platformBrowser']),
    name: 'Angular',
  },
  { from: /^preact(?:\/compat)?$/, calls: new Set(['render', 'hydrate']), name: 'Preact' },
  { from: /^solid-js\/web$/, calls: new Set(['render', 'hydrate']), name: 'Solid' },
  { from: /^svelte$|\.svelte$/, calls: new Set(['mount', 'hydrate', 'App']), name: 'Svelte' },
  { from: /^react-native$|^expo$/, calls: new Set(['registerComponent', 'registerRootComponent']), name: 'React Native' },
  { from: /^angular$/, calls: new Set(['module', 'bootstrap']), name: 'AngularJS' },
  { from: /^@ember\/application$|^ember-resolver$/, calls: new Set(['loadInitializers']), name: 'Ember' },
  { from: /^lit(?:-element)?$/, calls: new Set(['define']), name: 'Lit' },
]

function pages({ linked }: KnownArchitecture): Start[] {
  const { whole } = linked
  const found: Start[] = []
  const lookup = lookupOf(whole)
  for (const { from, calls, name } of DRAWS) {
    const files = filesImporting(whole, (specifier) => from.test(specifier), { types: false })
    if (files.size === 0) continue
    for (const call of lookup.called(calls)) {
      const file = whole.fileOf(call)
      if (files.delete(file)) found.push({ file, how: 'page', name, at: cite(linked, call) })
    }
  }
  return found
}
