/** Who may read answers from another origin. In: the scene. Out: the policy in words. */
import type { Control, Evidence, Setting, Usage } from '../../../types'
import { isOnly } from '../../usages/setting'
import { control, listed, under } from './control'
import type { HeaderSource, HeaderSources } from './header-sources'
import { leftOut, leftOutPlaces, leftOutWords } from './left-out'
import { rows } from './rows'
import type { Scene } from './scene'

interface Policy {
  /** The same without where it holds. */
  core?: string
  wide?: boolean
  words: string
  state: Control['state']
  at: Evidence
}

export function corsControl(scene: Scene, sources: HeaderSources): Control {
  const policies = onceEach([...inForce(scene), ...byOption(scene), ...byHeader(sources)])
  if (policies.length === 0) {
    const absent = leftOut(scene, /^(?:@koa\/|@fastify\/|koa-|koa2-|fastify-)?cors$/)
    const looks = `No CORS middleware, option or Access-Control-Allow-Origin header was found among ${scene.lookedAt} middleware and guards, so browsers keep to the same origin.`
    return control(rows.cors, 'pass', 'Not configured: same origin only', `${looks}${leftOutWords(absent)}`, [
      ...scene.applications,
      ...leftOutPlaces(absent),
    ])
  }
  const states = policies.map(({ state }) => state)
  const state = states.includes('fail') ? 'fail' : states.includes('unknown') ? 'unknown' : states.includes('partial') ? 'partial' : 'pass'
  const reason = {
    fail: 'Any site that a visitor opens may read what the service answers.',
    unknown: 'Which origins are let in is decided while running.',
    partial: 'It is wider on some routes, or holds under a condition.',
    pass: 'Only origins that the code names are let in.',
  }[state]
  return control(
    rows.cors,
    state,
    listed(
      policies.map(({ words }) => words),
      4,
    ),
    reason,
    policies.map(({ at }) => at),
  )
}

/** What holds everywhere need not be said of some routes again: preflight requests are answered by a line of their own. */
function onceEach(policies: Policy[]): Policy[] {
  const wide = new Set(policies.filter((policy) => policy.wide).map(({ core }) => core))
  return policies.filter((policy) => policy.core === undefined || policy.wide || !wide.has(policy.core))
}

/** Middleware that stands before requests, and functions that switch it on. */
function inForce(scene: Scene): Policy[] {
  const uses = scene.uses('cors')
  const standing = scene.standing('cors')
  const found = standing.map(({ guard, wide, routes }): Policy => {
    const made = guard.made ?? guard.at
    const usage = uses.find(({ at }) => at.file === made.file && at.line <= made.line && made.line <= (at.endLine ?? at.line))
    const reach = wide ? 'for the whole application' : `on ${listed(routes, 2)}`
    const { words, state } = usage ? policyOf(usage) : { words: 'origins that could not be told', state: 'unknown' as const }
    return {
      core: words,
      wide,
      words: `${words}, ${reach} by ${guard.name}${under(guard.when)}`,
      state: guard.when && state === 'pass' ? 'partial' : state,
      at: guard.mounted ?? guard.at,
    }
  })
  // `app.enableCors()` and plugins that are registered are no handlers.
  const places = new Set(standing.flatMap(({ guard }) => [guard.at, guard.made].map((at) => `${at?.file}:${at?.line}`)))
  const others = uses.filter(({ api, at }) => api === 'enableCors' && !places.has(`${at.file}:${at.line}`))
  return [...found, ...others.map((usage) => ({ ...policyOf(usage), words: `${policyOf(usage).words}, by ${usage.api}()`, at: usage.at }))]
}

function policyOf({ values }: Pick<Usage, 'values'>): Pick<Policy, 'words' | 'state'> {
  const { options, origin, credentials } = values
  const trusts = isOnly(credentials, 'true')
  const with_ = trusts
    ? 'with credentials'
    : credentials === undefined || credentials.state === 'missing' || isOnly(credentials, 'false')
      ? 'without credentials'
      : 'credentials not told'
  if (options?.state === 'unknown' || origin?.state === 'unknown') return { words: 'origins from settings that could not be told', state: 'unknown' }
  if (origin === undefined || origin.state === 'missing') return { words: `every origin (*, the default), ${with_}`, state: 'fail' }
  if (origin.texts.includes('*') || isOnly(origin, 'true'))
    return { words: `every origin (${origin.texts.includes('*') ? '*' : 'whoever asks is let in'}), ${with_}`, state: 'fail' }
  if (isOnly(origin, 'false')) return { words: 'no other origin', state: 'pass' }
  if (origin.texts.length > 0)
    return {
      words: `${listed(origin.texts, 4)}${origin.state === 'constant' ? '' : ' and others'}, ${with_}`,
      state: origin.state === 'constant' ? 'pass' : 'unknown',
    }
  return { words: `origins decided while running, ${with_}`, state: 'unknown' }
}

/** Frameworks with a setting of their own. Sockets have a row of theirs. */
function byOption(scene: Scene): Policy[] {
  return scene.uses('cors-option').flatMap((usage) => {
    const { cors, origin } = usage.values
    if (usage.library === 'socket.io' || isMissing(cors) || cors?.state === 'unknown' || isOnly(cors, 'false')) return []
    if (isMissing(origin) && !isOnly(cors, 'true')) return []
    const { words, state } = policyOf(usage)
    return { words: `${words}, by the cors option of ${usage.library}`, state, at: usage.at }
  })
}

function byHeader({ all }: HeaderSources): Policy[] {
  return all
    .filter(({ header }) => header === 'access-control-allow-origin')
    .map((source: HeaderSource) => {
      const open = /^\*$|^null$/.test(source.value.trim())
      const reach = source.wide
        ? 'for the whole application'
        : source.routes.length > 0
          ? `on ${listed(source.routes, 2)}`
          : 'in code that could not be tied to a route'
      const fixed = /^https?:\/\/[^{]+$/.test(source.value)
      return {
        words: `${open ? `every origin (${source.value.trim()})` : source.value === '' ? 'an origin decided while running' : source.value}, ${reach}, by a header`,
        state: open ? (source.wide ? 'fail' : 'partial') : fixed ? 'pass' : 'unknown',
        at: source.at,
      }
    })
}

const isMissing = (setting: Setting | undefined): boolean => setting === undefined || setting.state === 'missing'
