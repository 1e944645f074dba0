/**
 * What all parts of this area stand on. In: what is known of the program. Out: the same, with the files that make up the
 * running system told apart from tests, pages and tools, and the middleware that is really in force.
 */
import { Kind } from '../../../graph'
import type { EntryPoint, Evidence, Usage } from '../../../types'
import { filesImporting } from '../../imports'
import { cite, isTestCode } from '../../linked'
import { lookupOf, once } from '../../lookup'
import { importsOf } from '../../usages/imports'
import { callsOfKind } from '../../usages/modelled'
import { packageOf } from '../../usages/origin'
import type { Known } from '../known'
import { placeOf } from './control'

export interface Ground extends Known {
  /** Part of the system on the server: no test, no code of a page, no tool that is run by itself. */
  runs(path: string): boolean
  /** A tool that is run by itself, such as one that fills a database. */
  isTool(path: string): boolean
  runsAt(node: number): boolean
  /** Uses of a kind by code that runs. */
  uses(...kinds: string[]): Usage[]
  /** Calls that models give a kind, by code that runs. */
  calls(kind: string): number[]
  /** Package that a use of a kind comes from; several share one model. */
  packageOf(usage: Usage): string
  /** Whether middleware made by a call is put in force somewhere: where it stands, or where it is handed over by name. */
  isMounted(call: number): boolean
  /** Doors that requests and messages come in by. */
  requests: EntryPoint[]
}

/** Calls that put middleware in force. */
const MOUNTS = new Set(['use', 'register', 'addHook', 'apply', 'forRoutes', 'all', 'get', 'post', 'put', 'patch', 'delete', 'route'])

export function groundOf(known: Known): Ground {
  const { linked, usages, entryPoints, middleware } = known
  const { whole } = linked
  const pages = pagesOf(known)
  const serving = servingFiles(known)
  const runs = once((path) => !pages.has(path) && (serving === undefined || serving.has(path)) && !isTestCode(linked, path))
  const byKind = new Map<string, Usage[]>()
  for (const usage of usages) if (!usage.test && runs(usage.at.file)) byKind.set(usage.kind, [...(byKind.get(usage.kind) ?? []), usage])
  const runsAt = (node: number) => runs((whole.files[whole.fileOf(node)] as { path: string }).path)
  let mounted: Set<number> | undefined
  return {
    ...known,
    runs,
    isTool: (path) => !pages.has(path) && !runs(path) && !isTestCode(linked, path),
    runsAt,
    uses: (...kinds) => kinds.flatMap((kind) => byKind.get(kind) ?? []),
    packageOf: packagesByUse(known),
    calls: (kind) => callsOfKind(linked, kind).flatMap(([call]) => (runsAt(call) ? [call] : [])),
    isMounted(call) {
      mounted ??= mountedCalls(
        known,
        [...middleware, ...entryPoints.flatMap(({ guards }) => guards)].map(({ at }) => at),
      )
      return mounted.has(call)
    },
    requests: entryPoints.filter(({ kind }) => kind === 'http' || kind === 'graphql' || kind === 'webhook' || kind === 'rpc'),
  }
}

/** The package that each use comes from, found by its place. */
function packagesByUse({ linked }: Known): (usage: Usage) => string {
  const byKind = new Map<string, Map<string, number>>()
  return ({ kind, at, library }) => {
    let calls = byKind.get(kind)
    if (!calls) {
      calls = new Map(callsOfKind(linked, kind).map(([call]) => [placeOf(cite(linked, call)), call]))
      byKind.set(kind, calls)
    }
    const call = calls.get(placeOf(at))
    return (call === undefined ? undefined : packageOf(linked, linked.whole.a[call] as number)) ?? library
  }
}

/** Libraries that only pages have, and modules that only servers have. */
const OF_PAGES = /^(?:@angular\/(?!ssr|platform-server)|react-dom(?:\/client)?$|vue$|vue-router$|svelte(?:\/|$)|jquery$)/
const OF_SERVERS =
  /^(?:node:)?(?:fs|net|tls|http|https|http2|cluster|child_process|dgram|dns|worker_threads)(?:\/|$)|^(?:express|koa|fastify|@nestjs\/(?:common|core)|@hapi\/hapi|nodemailer|pg|mysql2?|mongoose|mongodb|sequelize|typeorm|ioredis|redis)(?:\/|$)/

/** Code that runs in browsers: markup in a file that needs a server is sent by it, in a mail for instance. */
function pagesOf({ linked: { whole }, usages }: Known): Set<string> {
  const looks = new Set(usages.filter(({ kind }) => kind === 'page-code').map(({ at }) => at.file))
  const ofPages = filesImporting(whole, (specifier) => OF_PAGES.test(specifier), { types: true })
  const ofServers = filesImporting(whole, (specifier) => OF_SERVERS.test(specifier), { types: true })
  const pages = whole.files.filter(({ path }, file) => (looks.has(path) || ofPages.has(file)) && !ofServers.has(file))
  return new Set(pages.map(({ path }) => path))
}

/** Names of files and folders that are run by people and build servers. */
const TOOLS =
  /(?:^|\/)(?:scripts?|tools?|bin|build|tasks\/dev|seed(?:er)?s?|examples?|docs?|benchmarks?)\/|(?:^|\/)(?:Gruntfile|gulpfile|Jakefile)\.\w+$|\.config\.\w+$|(?:^|\/)\.[\w-]+rc\.\w+$/i

/**
 * Files of the system that answers: those with doors and servers, modules that are loaded by their folder, and what they import.
 * Programs that export nothing and that nobody imports, for building, seeding and publishing, stand beside it with what only
 * they use. Where nothing answers, every file counts.
 */
function servingFiles({ linked, entryPoints, usages }: Known): Set<string> | undefined {
  const { whole, fileIndex } = linked
  const imports = importsOf(linked)
  const starts = [
    ...entryPoints.filter(({ kind }) => kind !== 'cli').flatMap(({ at, handler }) => [at.file, ...(handler ? [handler.at.file] : [])]),
    ...usages.filter(({ kind, test }) => !test && (kind === 'listen' || kind === 'web-application' || kind === 'server')).map(({ at }) => at.file),
  ].filter((path) => fileIndex.has(path))
  if (starts.length === 0) return undefined
  const imported = new Set<string>()
  imports.forEach((targets, file) => {
    if (isTestCode(linked, (whole.files[file] as { path: string }).path)) return
    for (const to of targets) if (to.kind === 'file') imported.add(to.path)
  })
  whole.files.forEach(({ path, graph }, file) => {
    const exportsSome = graph.exports.length > 0 || (whole.commonjs[file] as number[]).length > 0 || (whole.exportsNode[file] as number) >= 0
    if (exportsSome && !imported.has(path) && !TOOLS.test(path)) starts.push(path)
  })
  const found = new Set<string>()
  while (starts.length > 0) {
    const path = starts.pop() as string
    if (found.has(path)) continue
    found.add(path)
    for (const to of imports[fileIndex.get(path) ?? -1] ?? []) if (to.kind === 'file' && !found.has(to.path)) starts.push(to.path)
  }
  return found
}

function mountedCalls({ linked }: Known, places: readonly Evidence[]): Set<number> {
  const { whole, values } = linked
  const lines = new Set(places.map(({ file, line }) => `${file}:${line}`))
  const found = new Set<number>()
  const isPlace = (node: number): boolean => {
    const { file, line } = cite(linked, node)
    return lines.has(`${file}:${line}`)
  }
  for (const call of lookupOf(whole).named(Kind.Call, MOUNTS))
    for (const argument of whole.args(call)) {
      if (!isPlace(argument) && !isPlace(call)) continue
      found.add(argument)
      for (const made of values.definitions(argument)) found.add(made)
    }
  return found
}
