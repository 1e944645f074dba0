/**
 * What the settings of the stack are told from. In: what is known of the program. Out: which files are part of a server, what
 * stands in front of which routes, and which routes run a function.
 */
import type { EntryPoint, Evidence, Guard, Usage } from '../../../types'
import { runsOf } from '../../entry-points/runs'
import type { Linked } from '../../linked'
import { serverFiles } from '../../server-files'
import type { Known } from '../known'

/** Something in front of routes, once for all of them. */
export interface Standing {
  guard: Guard
  /** In front of everything; otherwise the routes behind it. */
  wide: boolean
  routes: string[]
}

export interface Scene {
  known: Known
  linked: Linked
  /** Routes that requests come in by. */
  http: EntryPoint[]
  /** Uses in files that some server is made of, tests left out. */
  uses(...kinds: string[]): Usage[]
  /** Of one role, or all. */
  standing(role?: Guard['role']): Standing[]
  /** Middleware and guards that were looked at. */
  lookedAt: number
  /** Routes that run a function, or that it stands in front of. */
  routesOf(fn: number): { wide: boolean; routes: string[] }
  isLive(file: string): boolean
  /** Where applications are made: what is absent would stand there. */
  applications: Evidence[]
  frameworks: Set<string>
}

export const routeOf = ({ method, path }: EntryPoint): string => `${method} ${path}`

/** Doors that a browser or a client of an API comes in by. */
const OVER_HTTP = new Set<EntryPoint['kind']>(['http', 'graphql', 'webhook', 'static'])

export function sceneOf(known: Known): Scene {
  const { linked, entryPoints, middleware, usages } = known
  const http = entryPoints.filter(({ kind }) => OVER_HTTP.has(kind))
  const isLive = liveFiles(linked, http)
  const used = usages.filter(({ at, test }) => !test && isLive(at.file))
  const live = middleware.filter(({ at, mounted }) => isLive((mounted ?? at).file))
  const made = used.filter(({ kind }) => kind === 'web-application')
  return {
    known,
    linked,
    http,
    isLive,
    uses: (...kinds) => used.filter(({ kind }) => kinds.includes(kind)),
    standing: standingIn(http, live),
    lookedAt: new Set([...live, ...http.flatMap(({ guards }) => guards)].map(({ at, name }) => `${at.line} ${at.file} ${name}`)).size,
    routesOf: routesByFunction(linked, http, live),
    applications: made.map(({ at }) => at),
    frameworks: new Set([...http.map(({ framework }) => framework), ...made.map(({ library }) => library)]),
  }
}

/** Files that settings of a framework are read from, whoever imports them. */
const SETTINGS_FILES =
  /(?:^|\/)(?:next|nuxt|svelte|astro|remix|vite|nitro|angular|app|ember-cli-build)\.config\.[cm]?[jt]s$|(?:^|\/)(?:middleware|hooks\.server|proxy)\.[jt]s$/

function liveFiles(linked: Linked, http: EntryPoint[]): (file: string) => boolean {
  const { all } = serverFiles(linked, http)
  return (path) => {
    const file = linked.fileIndex.get(path)
    return file === undefined || all.has(file) || SETTINGS_FILES.test(path)
  }
}

function standingIn(http: EntryPoint[], middleware: Guard[]): Scene['standing'] {
  const keyOf = ({ name, at, mounted, made }: Guard) =>
    [name, at, mounted, made].map((it) => (typeof it === 'object' ? `${it.file}:${it.line}` : it)).join(' ')
  return (role) => {
    const found = new Map<string, { guard: Guard; routes: Set<string> }>()
    for (const guard of middleware) if (guard.role === (role ?? guard.role)) found.set(keyOf(guard), { guard, routes: new Set() })
    for (const entry of http)
      for (const guard of entry.guards) {
        if (guard.role !== (role ?? guard.role)) continue
        const key = keyOf(guard)
        const standing = found.get(key) ?? { guard, routes: new Set() }
        found.set(key, standing)
        standing.routes.add(routeOf(entry))
      }
    return Array.from(found.values(), ({ guard, routes }) => ({ guard, wide: guard.scope === 'application', routes: [...routes] }))
  }
}

/** Guards of the program's own that are called like something, whatever they turned out to do. */
export function namedGuards(scene: Scene, name: RegExp): Standing[] {
  const found = scene.standing().filter(({ guard }) => guard.role !== 'rate-limit' && guard.role !== 'csrf' && name.test(guard.name))
  // One that was given two roles stands there twice.
  return found.filter(({ guard }, index) => found.findIndex((other) => other.guard.name === guard.name) === index)
}

/** Callers that are followed up from a function to the handlers that lead to it. */
const MOST_STEPS = 5

function routesByFunction(linked: Linked, http: EntryPoint[], middleware: Guard[]): Scene['routesOf'] {
  const handled = new Map<number, Set<string>>()
  const put = (fn: number, route: string) => handled.set(fn, (handled.get(fn) ?? new Set()).add(route))
  for (const entry of http) {
    const { handlers, before } = runsOf(linked, entry)
    for (const fn of [...handlers, ...before]) put(fn, routeOf(entry))
  }
  const { whole, solver } = linked
  const wideAt = new Set(middleware.filter(({ scope }) => scope === 'application').map(({ at }) => `${at.file}:${at.line}`))
  const isWide = (fn: number): boolean => {
    const node = whole.functions[fn]?.node ?? -1
    return node >= 0 && wideAt.has(`${whole.files[whole.fileOf(node)]?.path}:${whole.linesOf(node)[0]}`)
  }
  return (fn) => {
    const routes = new Set<string>()
    let wide = false
    let edge = [fn]
    const seen = new Set(edge)
    for (let step = 0; step < MOST_STEPS && edge.length > 0; step++) {
      const next: number[] = []
      for (const at of edge) {
        wide ||= isWide(at)
        for (const route of handled.get(at) ?? []) routes.add(route)
        const parent = whole.functions[at]?.parent ?? -1
        const callers = [...(solver.callers.get(at) ?? [])].map((call) => whole.functionOf(call))
        for (const up of [parent, ...callers]) if (up >= 0 && !seen.has(up)) next.push(up) && seen.add(up)
      }
      edge = next
    }
    return { wide, routes: [...routes] }
  }
}
