/** Limits on how often doors may be called. In: limiters with their settings, and where each is put. Out: limits in words, with the doors behind each. */
import { Kind } from '../../../graph'
import type { EntryPoint, Evidence } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { variablesOf } from '../../names'
import { durationOf } from './lifetimes'
import { numberOf } from './numbers'
import type { Scene } from './scene'
import { told } from './told'
import { type Use, usesOf } from './uses'

export interface RateLimit {
  /** `20 requests in 15 minutes; requests that succeed are not counted`. */
  text: string
  /** Paths and doors that it stands before. */
  doors: string[]
  /** Put in force under a condition: `config.env === 'production'`. */
  condition: string | undefined
  /** Slows callers down rather than stopping them. */
  delays: boolean
  /** What each caller is counted by, where the code says it. */
  countedBy: string | undefined
  at: Evidence
  evidence: Evidence[]
}

/** Limiters that code asks, or that a module puts in force. */
const ASKED = /^(?:rate-limiter-flexible|@nestjs\/throttler|@upstash\/ratelimit)$/
const DELAYS = /^(?:express-slow-down|express-brute)$/
const PUTS = new Set(['use', 'all', 'get', 'post', 'put', 'patch', 'delete', 'register', 'addHook', 'route'])

export function rateLimitsOf(scene: Scene): RateLimit[] {
  const { linked } = scene
  const limiters = usesOf(linked, 'rate-limit-settings')
  if (limiters.length === 0) return []
  const mounts = mountsOf(scene, limiters)
  return limiters.flatMap((use): RateLimit[] => {
    const places = mounts.get(use.node) ?? []
    const limited = scene.known.entryPoints.filter((entry) => stands(scene, entry, use, places))
    const conditions = [...places.map(({ node }) => conditionAround(scene, node)), conditionAround(scene, use.node)].filter(
      (text) => text !== undefined,
    )
    // Made and put nowhere, it limits nothing; some are asked by the handlers themselves.
    if (places.length === 0 && limited.length === 0 && !ASKED.test(use.package)) return []
    return [
      {
        text: settingsIn(scene, use),
        doors:
          limited.length > 0
            ? [...new Set(limited.map(({ method, path }) => `${method} ${path}`))]
            : [...new Set(places.flatMap(({ paths }) => paths))],
        condition: conditions[0],
        delays: DELAYS.test(use.package) || use.setting('delay').length + use.setting('wait').length > 0,
        countedBy: countedBy(scene, use),
        at: use.at,
        evidence: [
          use.at,
          ...use
            .setting('max')
            .slice(0, 1)
            .map((node) => cite(linked, node)),
          ...places.map(({ node }) => cite(linked, node)),
        ],
      },
    ]
  })
}

interface Mount {
  node: number
  paths: string[]
}

/** Calls that put a limiter in force, by the call that makes it. */
function mountsOf({ linked }: Scene, limiters: readonly Use[]): Map<number, Mount[]> {
  const { whole, values } = linked
  const found = new Map<number, Mount[]>()
  const made = new Set(limiters.map(({ node }) => node))
  const named = new Set(limiters.flatMap(({ node }) => variablesOf(whole, node).map(({ name }) => name)))
  for (const call of lookupOf(whole).named(Kind.Call, PUTS)) {
    const args = [...whole.args(call)]
    for (const argument of args) {
      const isOurs = made.has(argument) || (named.size > 0 && (named.has(values.nameOf(argument)) || whole.kind[argument] === Kind.Array))
      if (!isOurs) continue
      for (const definition of [
        argument,
        ...values.definitions(argument),
        ...values.elements(argument).flatMap((item) => values.definitions(item)),
      ]) {
        if (!made.has(definition)) continue
        const paths = args.slice(0, 1).flatMap((first) =>
          values
            .texts(first)
            .filter(({ exact, value }) => exact && value.startsWith('/'))
            .map(({ value }) => value),
        )
        const list = found.get(definition) ?? []
        if (!list.some(({ node }) => node === call)) found.set(definition, [...list, { node: call, paths }])
      }
    }
  }
  return found
}

/** Whether a door's guards name this limiter: by its place, by the variable that it is in, or by where it was put. */
function stands({ linked }: Scene, { guards }: EntryPoint, use: Use, mounts: readonly Mount[]): boolean {
  const names = variablesOf(linked.whole, use.node).map(({ name }) => name)
  const lines = new Set([use.at, ...mounts.map(({ node }) => cite(linked, node))].map(({ file, line }) => `${file}:${line}`))
  return guards.some(
    ({ role, name, at }) =>
      role === 'rate-limit' && (names.includes(name.replace(/\(.*$/s, '').split('.').at(-1) as string) || lines.has(`${at.file}:${at.line}`)),
  )
}

/** The innermost condition around a place that asks where the program runs. */
export function conditionAround({ linked }: Scene, node: number): string | undefined {
  const { whole } = linked
  for (let region = whole.region[node] as number, hops = 0; region >= 0 && hops < 20; region = whole.regions[region * 4 + 1] as number, hops++) {
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0) continue
    const text = whole.sourceOf(condition, 80)
    if (/env|NODE_ENV|prod|stage|mode|enabled?\b/i.test(text)) return `${whole.regions[region * 4] === 2 ? 'not ' : ''}${text}`
  }
  return undefined
}

function settingsIn({ linked }: Scene, use: Use): string {
  const first = (...names: string[]) => names.flatMap((name) => use.setting(name))[0]
  const [windowNode, maxNode] = [first('window', 'window2', 'ttl', 'ttl2', 'ttl3'), first('max', 'max2', 'points')]
  const seconds = first('duration', 'window3')
  const window =
    windowNode === undefined
      ? seconds === undefined
        ? undefined
        : durationOf(linked, seconds, 'seconds')
      : durationOf(linked, windowNode, 'milliseconds')
  const max =
    maxNode === undefined
      ? undefined
      : (numberOf(linked, maxNode) ?? Number(told(linked, maxNode).find(({ text }) => text !== undefined && /^\d+$/.test(text))?.text ?? Number.NaN))
  const isExpress = /rate-?limit$|slow-down/.test(use.package)
  const parts = [
    `${max !== undefined && !Number.isNaN(max) ? `${max} requests` : maxNode === undefined && isExpress ? '5 requests, the default of the library,' : 'a number of requests that could not be told'} in ${window?.text ?? (windowNode === undefined && seconds === undefined && isExpress ? '1 minute, the default of the library' : 'a time that could not be told')}`,
  ]
  const isOn = (name: string) => use.setting(name).some((node) => told(linked, node).some(({ text }) => text === 'true'))
  if (isOn('skipSuccess')) parts.push('requests that succeed are not counted')
  if (isOn('skipFailed')) parts.push('requests that fail are not counted')
  if (use.setting('skip').length > 0) parts.push('a function of the program says which requests are left out')
  return parts.join('; ')
}

/** A header that the caller writes counts nobody. */
function countedBy({ linked }: Scene, use: Use): string | undefined {
  const { whole, solver } = linked
  for (const node of use.setting('key'))
    for (const label of solver.of(node)) {
      const fn = whole.functions[solver.labels.data[label] as number]
      if (!fn || solver.labels.kind[label] !== 1) continue
      const text = whole.sourceOf(fn.node, 400)
      const header = /['"`](x-forwarded-for|x-real-ip|x-client-ip|cf-connecting-ip)['"`]/i.exec(text)?.[1]
      return header ? `the header ${header}, which callers can write` : 'what a function of the program makes of the request'
    }
  return undefined
}
