/** What detectors of hotspots share: the solved program, its queries and promises, and who waits for which function. */
import { calledDoor } from '../../../door-lookup'
import type { Hotspot } from '../../../types'
import { filesImporting } from '../../imports'
import { cite, isTestCode } from '../../linked'
import { type Uses, usesOf } from '../../uses'
import type { KnownQuality } from '../known'
import { Promises } from './promises'
import { type Query, queriesOf } from './queries'
import { isQueued } from './queued'
import { type Exposure, RequestPath } from './request-path'

export interface Scene {
  known: KnownQuality
  linked: KnownQuality['linked']
  uses: Uses
  queries: Map<number, Query>
  promises: Promises
  path: RequestPath
  /** By number of a file. */
  isTest: boolean[]
  /** Files of code that prepares data, moves schemas or serves developers, by number. */
  isTooling: boolean[]
  /** Files that browsers run, by number. */
  isClient: boolean[]
}

const TOOLING =
  /(?:^|\/)(?:migrations?|seeds?|seeders?|seeding|fixtures?|scripts?|bin|tools?|tooling|examples?|mocks?|__mocks__|stubs?|factories|benchmarks?|bench|datacreator\w*|codefixes|generators?)(?:\/|\.\w+$)|(?:^|\/)(?:gulpfile|gruntfile|webpack|rollup|vite|jest|vitest|karma|cypress|playwright|protractor)[\w.-]*\.\w+$/i
const CLIENT = /(?:^|\/)(?:frontend|client|web-?app|browser|public|assets|www|components|pages-client|stores?|hooks|scenes)\//i
/** Packages that only run in browsers or on devices. */
const BROWSER_PACKAGE =
  /^(?:react|react-dom|vue|@angular\/core|svelte|preact|solid-js|mobx|mobx-react|jquery|backbone|lit|@ionic\/.*|react-native|expo)(?:\/.*)?$/
const SERVER_PACKAGE =
  /^(?:node:.*|fs|http|https|child_process|express|koa|koa-router|fastify|@nestjs\/.*|@hapi\/hapi|sequelize.*|typeorm|mongoose|mongodb|pg|mysql2?|@prisma\/client|knex|redis|ioredis|bullmq?)$/

export function sceneOf(known: KnownQuality): Scene {
  const { linked } = known
  const { files } = linked.whole
  return {
    known,
    linked,
    uses: usesOf(linked.whole),
    queries: new Map([...queriesOf(linked)].filter(([call]) => !isQueued(linked, call))),
    promises: new Promises(linked),
    path: new RequestPath(linked, known.entryPoints),
    isTest: files.map(({ path }) => isTestCode(linked, path)),
    isTooling: files.map(({ path }) => TOOLING.test(path)),
    isClient: clientFiles(known),
  }
}

/** By what files import: a page's framework, or their own kind; code that imports a server's library is none. */
function clientFiles({ linked: { whole } }: KnownQuality): boolean[] {
  const ofServers = filesImporting(whole, (name) => SERVER_PACKAGE.test(name), { types: false })
  const ofBrowsers = filesImporting(whole, (name) => BROWSER_PACKAGE.test(name), { types: false })
  return whole.files.map(({ path, directives }, file) => {
    if (directives.includes('use client')) return true
    if (directives.includes('use server')) return false
    if (ofServers.has(file)) return false
    return ofBrowsers.has(file) || /\.(?:jsx|tsx|vue|svelte)$/.test(path) || CLIENT.test(path)
  })
}

/** Where a node stands and who waits for it. */
export function placeOf(scene: Scene, node: number): Pick<Hotspot, 'at' | 'around' | 'exposure' | 'route' | 'open'> {
  const { linked, path, isClient } = scene
  const { whole } = linked
  const fn = whole.functionOf(node)
  const door = path.doorOf(fn)
  const exposure = exposureAt(scene, node)
  return {
    at: cite(linked, node),
    around: nameAround(scene, fn),
    exposure: exposure === 'unknown' && isClient[whole.fileOf(node)] ? 'client' : exposure,
    ...(door && exposure !== 'startup' ? { route: calledDoor(door) } : {}),
    ...(door && exposure === 'request' ? { open: door.authRequired.answer === 'no' } : {}),
  }
}

export const exposureAt = ({ linked, path }: Scene, node: number): Exposure => path.exposureOf(linked.whole.functionOf(node))

/** Name of the nearest function that has one. */
export function nameAround({ linked: { whole } }: Scene, fn: number): string {
  for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) {
    const name = whole.functions[at]?.fact.name
    if (name) return name
  }
  return ''
}
