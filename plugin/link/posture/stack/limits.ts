/** Rate limits. In: the scene. Out: each limit with its paths, window, number and condition. */
import type { Control, Evidence } from '../../../types'
import { atPlace } from '../../linked'
import { callsOfKind } from '../../usages/modelled'
import { durationOf, type Unit } from '../authentication/lifetimes'
import { told } from '../authentication/told'
import { control, counted, listed, under } from './control'
import { leftOut, leftOutPlaces, leftOutWords } from './left-out'
import { rows } from './rows'
import { namedGuards, type Scene, type Standing } from './scene'

/** A guard of the program's own that is called a limit: what it counts is not looked into. */
const LIMITS = /rate_?-?limit|throttl|slow_?-?down|limiter|brute_?-?force/i
const LIMITERS = /rate-?limit|slow-down|express-brute|^@nestjs\/throttler$|^@upstash\/ratelimit$/

export function limitsControl(scene: Scene): Control {
  const limits = [...scene.standing('rate-limit'), ...namedGuards(scene, LIMITS)]
  const absent = leftOut(scene, LIMITERS)
  const limited = scene.http.filter(({ rateLimited }) => rateLimited.answer === 'yes')
  if (limits.length === 0 && limited.length === 0)
    return control(
      rows.limits,
      'fail',
      '',
      `No route has one: looked for limiters among ${counted(scene.lookedAt, 'middleware or guard', 'middleware and guards')}, and for limits in the settings of routes.${leftOutWords(absent)} A limit in a proxy in front of the service would not be seen here.`,
      [...leftOutPlaces(absent), ...scene.applications],
    )
  const routes = scene.http.filter(({ kind }) => kind !== 'static')
  const all = routes.length > 0 && routes.every(({ rateLimited }) => rateLimited.answer === 'yes')
  const conditional = limits.length > 0 && limits.every(({ guard }) => guard.when !== undefined)
  const untold = routes.filter(({ rateLimited }) => rateLimited.answer === 'unknown').length
  const words = limits.map((limit) => wordsOf(scene, limit))
  const own = limits.length === 0 ? [`by settings of ${counted(limited.length, 'route')}`] : []
  return control(
    rows.limits,
    all && !conditional ? 'pass' : 'partial',
    listed([...words, ...own], 4),
    `${counted(limited.length, 'route')} of ${scene.http.length} ${limited.length === 1 ? 'is' : 'are'} known to have a limit${untold > 0 ? `, and for ${untold} more it could not be told` : ''}.${limits.some((limit) => amountOf(scene, limit.guard.made ?? limit.guard.at) === undefined) ? ' How many requests some of them allow could not be told.' : ''}${conditional ? ' It is in force under a condition only.' : ''}${leftOutWords(absent)}`,
    limits.length > 0 ? limits.map(({ guard }) => guard.mounted ?? guard.at) : limited.map(({ rateLimited, at }) => rateLimited.evidence[0] ?? at),
  )
}

function wordsOf(scene: Scene, { guard, wide, routes }: Standing): string {
  const reach = wide ? 'whole application' : routes.length === 1 ? (routes[0] as string) : `${counted(routes.length, 'route')}${common(routes)}`
  const amount = amountOf(scene, guard.made ?? guard.at)
  return `${reach}: ${amount ?? `by ${guard.name}`}${under(guard.when)}`
}

/** ` below /v1/auth`, where all paths begin alike. */
function common(routes: string[]): string {
  const paths = routes.map((route) => (route.split(' ')[1] ?? '').split('/'))
  const [first = []] = paths
  const shared = first.filter((step, index) =>
    paths.every((path) => path.slice(0, index + 1).join('/') === first.slice(0, index + 1).join('/') && step === path[index]),
  )
  return shared.length > 1 ? ` below ${shared.join('/')}` : ''
}

/** Places of the window, with the unit of a bare number there, and of the number. */
const windows: [place: string, unit: Unit][] = [
  ['0.windowMs', 'milliseconds'],
  ['1.timeWindow', 'milliseconds'],
  ['0.timeWindow', 'milliseconds'],
  ['0.duration', 'seconds'],
  ['0.0.ttl', 'milliseconds'],
  ['0.ttl', 'seconds'],
]
const numbers = ['0.limit', '0.max', '0.points', '1.max', '0.0.limit', '0.freeRetries', '0.delayAfter']

/** `20 in 15 minutes, failed requests only`. */
function amountOf({ linked }: Scene, at: Evidence): string | undefined {
  const { whole } = linked
  for (const [call] of callsOfKind(linked, 'rate-limit-settings')) {
    const [line, endLine] = whole.linesOf(call)
    if (whole.files[whole.fileOf(call)]?.path !== at.file || at.line < line || at.line > endLine) continue
    const first = <Found>(of: readonly string[], read: (node: number, index: number) => Found | undefined): Found | undefined => {
      for (const [index, place] of of.entries())
        for (const node of atPlace(linked, call, place)) {
          const found = read(node, index)
          if (found !== undefined) return found
        }
      return undefined
    }
    const window = first(
      windows.map(([place]) => place),
      (node, index) => durationOf(linked, node, (windows[index] as [string, Unit])[1])?.text,
    )
    const number = first(
      numbers,
      (node) => told(linked, node).map(({ text, name, from }) => text ?? (name && from !== 'unknown' ? `as ${name} says` : undefined))[0],
    )
    const failed = first(['0.skipSuccessfulRequests'], (node) => told(linked, node)[0]?.text) === 'true'
    const key = first(['0.keyGenerator'], () => true)
    if (number === undefined && window === undefined) return undefined
    return `${number ?? 'the default number'} requests in ${window ?? 'the default window'}${failed ? ', failed ones only' : ''}${key ? ', counted by a key of its own' : ''}`
  }
  return undefined
}
