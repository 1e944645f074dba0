/**
 * What runs on its own. In: units, where programs begin, doors. Out: one container a program, with its files; what several share and nobody
 * starts is a library. One package may hold a server and a frontend: they are told apart by what each of them loads.
 */
import type { Component, EntryPoint, Evidence, SourceFile } from '../../../types'
import type { KnownArchitecture } from '../known'
import { baseOf, dirOf, isWithin, stepBelow } from '../paths'
import { FUNCTION_FRAMEWORK, WHOLE_APPLICATIONS } from './frameworks'
import type { Start } from './starts'
import type { Unit } from './units'

export interface CodeContainer {
  kind: Extract<Component['kind'], 'frontend' | 'backend' | 'worker' | 'function' | 'command' | 'library'>
  unit: Unit
  folder: string
  files: number[]
  others: SourceFile[]
  doors: EntryPoint[]
  starts: Start[]
  /** Framework that makes pages and server code one application. */
  whole?: string
  /** Framework that draws its pages. */
  draws?: string
  /** Lines that prove it, strongest first. */
  evidence: Evidence[]
}

/** Folders of what is run beside the system. */
const TOOLS = /(?:^|\/)(?:scripts?|tools?|tasks?|config|build|ci|hack)\//i

const SERVER_DOORS = new Set<EntryPoint['kind']>(['http', 'graphql', 'rpc', 'websocket', 'webhook'])
const WORKER_DOORS = new Set<EntryPoint['kind']>(['queue', 'schedule', 'event'])

export function containersOf(known: KnownArchitecture, units: readonly Unit[], starts: readonly Start[]): CodeContainer[] {
  const doorsByFile = new Map<number, EntryPoint[]>()
  for (const door of known.entryPoints) {
    const file = known.linked.fileIndex.get(door.at.file)
    if (file !== undefined) doorsByFile.set(file, [...(doorsByFile.get(file) ?? []), door])
  }
  const startsByFile = new Map<number, Start[]>()
  for (const start of starts) startsByFile.set(start.file, [...(startsByFile.get(start.file) ?? []), start])
  return units
    .flatMap((unit) => ofUnit({ known, unit, doorsByFile, startsByFile, units }))
    .sort((one, other) => (one.folder < other.folder ? -1 : one.folder > other.folder ? 1 : 0))
}

interface Scene {
  known: KnownArchitecture
  unit: Unit
  units: readonly Unit[]
  doorsByFile: ReadonlyMap<number, EntryPoint[]>
  startsByFile: ReadonlyMap<number, Start[]>
}

function ofUnit(scene: Scene): CodeContainer[] {
  const { known, unit, doorsByFile, startsByFile } = scene
  const own = new Set(unit.files)
  const starts = unit.files.flatMap((file) => startsByFile.get(file) ?? [])
  const hasDoors = (file: number, kinds: ReadonlySet<EntryPoint['kind']>) => (doorsByFile.get(file) ?? []).some(({ kind }) => kinds.has(kind))
  const whole = wholeApplication(unit)
  if (whole) {
    const tools = toolsOf(known, unit, starts)
    const files = unit.files.filter((file) => !tools.has(file))
    return [made(scene, whole.serves || files.some((file) => hasDoors(file, SERVER_DOORS)) ? 'backend' : 'frontend', files, whole.name, whole.at)]
  }

  const pages = starts.filter(({ how }) => how === 'page').map(({ file }) => file)
  const listening = starts.filter(({ how }) => how === 'server').map(({ file }) => file)
  // A package for others that nothing here starts is a library, even where it can be made to listen.
  const serving = isForOthers(known, unit) ? [] : [...unit.files.filter((file) => hasDoors(file, SERVER_DOORS)), ...listening]
  const started = starts.filter(({ how }) => how === 'script' || how === 'process' || how === 'bin')

  const byPages = reach(known, pages, own)
  serving.splice(0, serving.length, ...serving.filter((file) => !byPages.has(file) || hasDoors(file, SERVER_DOORS)))
  const above = aboveAll(known, serving, own)
  // What starts the server is not below its doors.
  const byServer = reach(
    known,
    [...above].filter((file) => !byPages.has(file) || hasDoors(file, SERVER_DOORS)),
    own,
  )
  const found: CodeContainer[] = []
  const taken = new Set<number>()
  const take = (kind: CodeContainer['kind'], files: number[]) => {
    const left = files.filter((file) => !taken.has(file))
    for (const file of left) taken.add(file)
    if (left.length > 0) found.push(made(scene, kind, left))
  }

  const programs = started.filter(({ file }) => !above.has(file) && !byServer.has(file) && !pages.includes(file))
  const reached = new Map(programs.map(({ file }) => [file, reach(known, [file], own)]))
  for (const { file, upkeep } of programs) {
    if (upkeep) continue
    const below = reached.get(file) as Set<number>
    if ([...below].some((each) => hasDoors(each, WORKER_DOORS)))
      take(
        'worker',
        [...below].filter((each) => !byServer.has(each) && !byPages.has(each)),
      )
  }
  const commands = programs.filter(
    ({ file, how, upkeep }) => !upkeep && !taken.has(file) && (how === 'bin' || connects(known, file) || hasDoors(file, new Set(['cli'] as const))),
  )
  // A package that is nothing but commands is one as a whole.
  if (commands.length > 0 && serving.length === 0 && pages.length === 0 && found.length === 0 && commands.some(({ how }) => how === 'bin'))
    return [made(scene, 'command', unit.files)]
  for (const dir of new Set(commands.map(({ file }) => dirOf(pathOf(known, file))))) {
    const roots = commands.filter(({ file }) => dirOf(pathOf(known, file)) === dir).map(({ file }) => file)
    const exclusive = [...reach(known, roots, own)].filter((file) => !byServer.has(file) && !byPages.has(file))
    take(
      'command',
      exclusive.filter((file) => isWithin(pathOf(known, file), dir) || roots.includes(file)),
    )
  }

  // What only a tool loads, such as one that checks or prepares something, is no part of what runs.
  if (serving.length > 0 || pages.length > 0)
    for (const { file } of programs)
      if (!taken.has(file)) for (const each of reached.get(file) ?? []) if (!byServer.has(each) && !byPages.has(each)) taken.add(each)
  const left = unit.files.filter((file) => !taken.has(file))
  if (pages.length > 0 && serving.length > 0) {
    const side = sidesOf(known, unit, left, byPages, byServer)
    take(
      'frontend',
      left.filter((file) => side.get(file) === 'page'),
    )
    take(
      'library',
      left.filter((file) => side.get(file) === 'both'),
    )
    take(
      serverKind(scene, serving),
      left.filter((file) => side.get(file) === 'server'),
    )
  } else if (serving.length > 0) take(serverKind(scene, serving), left)
  else if (pages.length > 0) take('frontend', left)
  else if (left.some((file) => hasDoors(file, WORKER_DOORS)))
    take(left.some((file) => (doorsByFile.get(file) ?? []).some(({ framework }) => FUNCTION_FRAMEWORK.test(framework))) ? 'function' : 'worker', left)
  else if (left.some((file) => hasDoors(file, new Set(['cli'] as const)))) take('command', left)
  else if (isSystem(left, unit, known, scene.units.length > 1)) take('library', left)
  if (unit.others.filter(({ path }) => !TOOLS.test(path)).length > unit.files.length) found.push(ofOtherLanguage(scene))
  return found
}

/** Files that scripts start, with what only they load. */
function toolsOf(known: KnownArchitecture, unit: Unit, starts: readonly Start[]): Set<number> {
  const own = new Set(unit.files)
  const found = reach(
    known,
    starts.filter(({ how }) => how === 'script').map(({ file }) => file),
    own,
  )
  const roots = new Set(starts.map(({ file }) => file))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const file of found)
      if (!roots.has(file) && (known.imports.importersOf[file] ?? []).some(({ from }) => own.has(from) && !found.has(from))) found.delete(file)
  }
  return found
}

/** It states what others load of it, is not kept private, and has no script, command or image that starts it. */
function isForOthers({ extracted, files }: KnownArchitecture, { dir, facts }: Unit): boolean {
  const path = dir === '' ? 'package.json' : `${dir}/package.json`
  const text = extracted.configs.find((each) => each.path === path)?.text
  if (text === undefined || !/"(?:main|module|exports)"\s*:/.test(text) || /"private"\s*:\s*true/.test(text)) return false
  if (
    facts.some(
      ({ fact: { kind, name, ecosystem } }) =>
        kind === 'bin' || ecosystem === 'process' || (kind === 'script' && /^(?:start|serve|dev|develop)(?:$|:)/.test(name)),
    )
  )
    return false
  return !files.some((each) => dirOf(each.path) === dir && /^(?:Dockerfile|docker-compose\.ya?ml|compose\.ya?ml)/.test(baseOf(each.path)))
}

/** A root that only holds settings of the workspace is no part of the system; neither is an odd script beside a program. */
function isSystem(files: readonly number[], unit: Unit, { linked, imports }: KnownArchitecture, several: boolean): boolean {
  const paths = files.map((file) => linked.whole.files[file]?.path ?? '')
  const own = new Set(files)
  // The root of a workspace is a library only where a package loads something of it.
  const isLoaded = () => files.some((file) => (imports.importersOf[file] ?? []).some(({ from }) => !own.has(from)))
  if (unit.dir === '' && several && !isLoaded()) return false
  return (
    unit.others.length <= files.length &&
    paths.some((path) => !TOOLS.test(path) && (unit.dir !== '' || path.includes('/') || unit.name !== undefined))
  )
}

function serverKind({ doorsByFile }: Scene, files: readonly number[]): CodeContainer['kind'] {
  const doors = files.flatMap((file) => doorsByFile.get(file) ?? [])
  return doors.length > 0 && doors.every(({ framework }) => FUNCTION_FRAMEWORK.test(framework)) ? 'function' : 'backend'
}

function wholeApplication(unit: Unit): { name: string; serves: boolean; at: Evidence } | undefined {
  for (const { packages, name, serves } of WHOLE_APPLICATIONS)
    for (const { path, fact } of unit.facts)
      if (fact.kind === 'dependency' && fact.ecosystem === 'npm' && fact.scope !== 'peer' && packages.test(fact.name))
        return { name, serves, at: { file: path, line: fact.line, text: fact.text } }
  return undefined
}

/** Whether a file itself asks a store or another system. */
function connects({ connections, linked }: KnownArchitecture, file: number): boolean {
  const path = linked.whole.files[file]?.path
  return connections.some(({ places, kind }) => kind !== 'http' && (places ?? []).some(({ at }) => at.file === path))
}

function reach({ imports }: KnownArchitecture, from: readonly number[], own: ReadonlySet<number>): Set<number> {
  const found = new Set(from.filter((file) => own.has(file)))
  for (const file of found) for (const { to, typesOnly } of imports.importsOf[file] ?? []) if (!typesOnly && own.has(to)) found.add(to)
  return found
}

function aboveAll({ imports }: KnownArchitecture, from: readonly number[], own: ReadonlySet<number>): Set<number> {
  const found = new Set(from.filter((file) => own.has(file)))
  for (const file of found) for (const { from: by, typesOnly } of imports.importersOf[file] ?? []) if (!typesOnly && own.has(by)) found.add(by)
  return found
}

type Side = 'page' | 'server' | 'both'

/**
 * Whose each file is. What nine tenths of a folder's files agree on holds for the folder; below that each folder, then each file, is asked. What
 * nothing loads goes with the folder around it.
 */
function sidesOf(
  known: KnownArchitecture,
  unit: Unit,
  files: readonly number[],
  byPages: ReadonlySet<number>,
  byServer: ReadonlySet<number>,
): Map<number, Side> {
  const found = new Map<number, Side>()
  const sideOf = (file: number): Side | undefined =>
    byPages.has(file) ? (byServer.has(file) ? 'both' : 'page') : byServer.has(file) ? 'server' : sideByFolder(pathOf(known, file))
  const settle = (dir: string, those: readonly number[], around: Side): void => {
    const counts = { page: 0, server: 0, both: 0 }
    for (const file of those) {
      const side = sideOf(file)
      if (side) counts[side]++
    }
    const told = counts.page + counts.server + counts.both
    const most: Side = counts.page > counts.server ? 'page' : counts.server > 0 ? 'server' : counts.both > 0 ? 'both' : around
    // What both sides load of a folder that is one side's is still that side's: a constant, a type.
    const share = (side: 'page' | 'server') => counts[side] / Math.max(1, told)
    const decided: Side | undefined =
      told === 0
        ? around
        : share('page') >= 0.6 && share('server') < 0.05
          ? 'page'
          : share('server') >= 0.6 && share('page') < 0.05
            ? 'server'
            : counts.both / told >= 0.6
              ? 'both'
              : undefined
    if (decided && dir !== unit.dir) {
      for (const file of those) found.set(file, decided)
      return
    }
    const below = new Map<string, number[]>()
    for (const file of those) {
      const step = stepBelow(pathOf(known, file), dir)
      if (step === '') found.set(file, sideOf(file) ?? decided ?? most)
      else if (below.has(step)) below.get(step)?.push(file)
      else below.set(step, [file])
    }
    for (const [step, inside] of below) settle(dir === '' ? step : `${dir}/${step}`, inside, most)
  }
  settle(unit.dir, files, 'server')
  return found
}

/** Where nothing loads a file in a way that can be followed, the folder that it stands in says whose it is. */
function sideByFolder(path: string): Side | undefined {
  const steps = path.split('/').slice(0, -1)
  for (let i = steps.length - 1; i > 0; i--) {
    const step = steps[i] as string
    if (/^(?:client|frontend|front-end|browser|web|ui)$/i.test(step)) return 'page'
    if (/^(?:server|backend|back-end)$/i.test(step)) return 'server'
    if (/^(?:shared|common|isomorphic)$/i.test(step)) return 'both'
  }
  return undefined
}

function pathOf({ linked }: KnownArchitecture, file: number): string {
  return linked.whole.files[file]?.path ?? ''
}

function made(
  { known, unit, doorsByFile, startsByFile }: Scene,
  kind: CodeContainer['kind'],
  files: number[],
  whole?: string,
  wholeAt?: Evidence,
): CodeContainer {
  const starts = files.flatMap((file) => startsByFile.get(file) ?? [])
  const doors = files.flatMap((file) => doorsByFile.get(file) ?? []).filter((door) => kind !== 'frontend' || !SERVER_DOORS.has(door.kind))
  const relevant = starts.filter(
    ({ how, upkeep }) =>
      !upkeep && (kind === 'frontend' ? how === 'page' : kind === 'backend' || kind === 'function' ? how === 'server' : how !== 'page'),
  )
  const evidence = [
    ...nearest(relevant).map(({ at }) => at),
    ...(wholeAt ? [wholeAt] : []),
    ...(kind === 'library' && files.length < unit.files.length ? [mostImported(known, files)] : unit.at ? [unit.at] : []),
    ...doors.slice(0, 1).map(({ at }) => at),
  ]
  if (evidence.length === 0 && files[0] !== undefined) evidence.push(firstLine(known, files[0]))
  const draws = starts.find(({ how }) => how === 'page')?.name
  return {
    kind,
    unit,
    folder: folderOf(known, unit, files),
    files,
    others: [],
    doors,
    starts,
    ...(whole ? { whole } : {}),
    ...(draws && kind === 'frontend' ? { draws } : {}),
    evidence: distinct(evidence).slice(0, 8),
  }
}

/** The file of a library that most others load. */
function mostImported(known: KnownArchitecture, files: readonly number[]): Evidence {
  const count = (file: number) => known.imports.importersOf[file]?.length ?? 0
  return firstLine(known, [...files].sort((one, other) => count(other) - count(one) || one - other)[0] as number)
}

/** Programs in a language that is not read: what manifests and images say of them is all that is known. */
function ofOtherLanguage({ known, unit, units }: Scene): CodeContainer {
  const deeper = units.filter(({ dir }) => dir !== unit.dir && isWithin(dir, unit.dir))
  const inDir = ({ file }: Evidence) => isWithin(file, unit.dir) && !deeper.some(({ dir }) => isWithin(file, dir))
  const web = known.technologies
    .filter(({ category, purpose }) => category === 'framework' && /web framework/.test(purpose))
    .flatMap(({ evidence }) => evidence.filter(inDir))
  const serves = web.length > 0 || unit.facts.some(({ fact }) => fact.ecosystem === 'port')
  const entry = unit.others.find(({ path }) => dirOf(path) === unit.dir && /^(?:app|main|server|wsgi|manage|index|run)\.\w+$/i.test(baseOf(path)))
  return {
    kind: serves ? 'backend' : 'command',
    unit,
    folder: unit.dir,
    files: [],
    others: unit.others,
    doors: known.entryPoints.filter(({ at }) => isWithin(at.file, unit.dir) && known.linked.fileIndex.get(at.file) === undefined),
    starts: [],
    evidence: distinct([...(entry ? [{ file: entry.path, line: 1, text: '' }] : []), ...web, ...(unit.at ? [unit.at] : [])]).slice(0, 8),
  }
}

export function firstLine({ linked }: KnownArchitecture, file: number): Evidence {
  const { whole } = linked
  const { path, text } = whole.files[file] as { path: string; text: string }
  const line = whole.lineAt(file, /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text.slice(0, 4000))?.[0].length ?? 0)
  return { file: path, line, text: whole.lineText(file, line).trim().slice(0, 160) }
}

function folderOf(known: KnownArchitecture, unit: Unit, files: readonly number[]): string {
  if (files.length === unit.files.length) return unit.dir
  let dir = unit.dir
  for (;;) {
    const counts = new Map<string, number>()
    for (const file of files) {
      const path = pathOf(known, file)
      if (isWithin(path, dir)) counts.set(stepBelow(path, dir), (counts.get(stepBelow(path, dir)) ?? 0) + 1)
    }
    const [step, count] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? ['', 0]
    // A folder that holds nearly all of it is where a reader looks.
    if (step === '' || count < files.length * 0.7) return dir
    dir = dir === '' ? step : `${dir}/${step}`
  }
}

/** Those nearest to the top: what lies deeper is a snippet, a sample or a part of the program. */
function nearest(starts: readonly Start[]): Start[] {
  const least = Math.min(...starts.map(({ at }) => depth(at.file)))
  return starts.filter(({ at }) => depth(at.file) === least)
}

function depth(path: string): number {
  return path.split('/').length
}

export function distinct(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((each) => [`${each.file}:${each.line}`, each])).values()]
}
