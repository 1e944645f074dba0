/** How long sessions and tokens live. */
import type { Control, Evidence, Setting, Usage } from '../../../types'
import { answer, code, counted, listed } from './control'
import type { Ground } from './ground'
import { entitiesOfSubject } from './subjects'

const KEPT = { id: 'retention-sessions', aspect: 'How long sessions live', recommended: 'An hour, renewed while they are used' }

interface Life {
  words: string
  ends: boolean | undefined
  at: Evidence
}

export function sessionLife(ground: Ground): Control {
  const lives = [
    ...ground.uses('session-cookie').map((usage) => ofCookie(usage, ground.packageOf(usage))),
    ...ground.uses('token-sign').map(ofToken),
    ...ground.uses('session-lifetime').map((usage) => ofLibrary(usage, ground.packageOf(usage))),
  ]
  const stored = entitiesOfSubject(ground.entities, 'session')
  if (lives.length === 0 && stored.length > 0)
    return answer(KEPT, 'unknown', {
      current: `stored as ${listed(stored.map(({ name }) => code(name)))}`,
      reason: 'Sessions or tokens are stored; how long they live is not set in code that was understood.',
      evidence: stored.map(({ at }) => at),
    })
  if (lives.length === 0) return answer(KEPT, 'not applicable', { reason: 'Looked for middleware of sessions and for calls that sign tokens: none.' })
  const endless = lives.filter(({ ends }) => ends === false)
  const untold = lives.filter(({ ends }) => ends === undefined)
  return answer(KEPT, endless.length > 0 ? (endless.length < lives.length ? 'partial' : 'fail') : untold.length > 0 ? 'unknown' : 'pass', {
    current: listed(
      lives.map(({ words }) => words),
      4,
    ),
    reason:
      endless.length > 0
        ? 'Without a limit a session or token that was taken can be used for as long as the server keeps it.'
        : untold.length > 0
          ? 'The limit comes from settings or is worked out while the program runs.'
          : '',
    evidence: [...endless, ...lives].map(({ at }) => at),
  })
}

const isSet = (setting: Setting | undefined): setting is Setting =>
  setting !== undefined && setting.state !== 'missing' && setting.state !== 'unknown'

function ofCookie({ values, at }: Usage, library: string): Life {
  const names = ['maxAge', 'flatMaxAge', 'duration', 'ttl', 'expires', 'flatExpires']
  const set = names.flatMap((name) => (isSet(values[name]) ? [{ name, setting: values[name] as Setting }] : []))[0]
  const whole = values.options?.state === 'unknown' || names.some((name) => values[name]?.state === 'unknown')
  if (set) {
    const [text] = set.setting.texts
    return {
      words: `session cookie: ${text ? lasting(text, set.name) : 'a limit worked out while running'}`,
      ends: text ? true : undefined,
      at: set.setting.at ?? at,
    }
  }
  return whole
    ? { words: 'session cookie: could not tell', ends: undefined, at }
    : { words: `session cookie (${code(library)}): no ${code('maxAge')}, until the browser closes`, ends: false, at }
}

/** Milliseconds of a cookie, seconds of a store. */
function lasting(text: string, name: string): string {
  const number = Number(text)
  if (Number.isNaN(number)) return code(text)
  const seconds = name === 'ttl' ? number : number / 1000
  if (seconds >= 86_400) return counted(Math.round(seconds / 86_400), 'day')
  return seconds >= 3600 ? counted(Math.round(seconds / 3600), 'hour') : counted(Math.round(seconds / 60), 'minute')
}

/** Days that a session lives where nothing is set, by the documentation of the libraries. */
const DEFAULTS: [RegExp, number][] = [
  [/^(?:next-auth|@auth\/)/, 30],
  [/^better-auth/, 7],
  [/^lucia/, 30],
  [/^iron-session/, 14],
]

function ofLibrary({ values, at }: Usage, library: string): Life {
  const set = ['maxAge', 'expiresIn', 'ttl'].map((name) => values[name]).find(isSet)
  if (set) {
    const [text] = set.texts
    return {
      words: `session of ${code(library)}: ${text ? lasting(text, 'ttl') : 'a limit worked out while running'}`,
      ends: text ? true : undefined,
      at: set.at ?? at,
    }
  }
  const days = DEFAULTS.find(([name]) => name.test(library))?.[1]
  if (values.options?.state === 'unknown' || days === undefined) return { words: `session of ${code(library)}: could not tell`, ends: undefined, at }
  return { words: `session of ${code(library)}: its default of ${counted(days, 'day')}`, ends: true, at }
}

function ofToken({ values, at }: Usage): Life {
  const set = isSet(values.expiry) ? values.expiry : isSet(values.claim) ? values.claim : undefined
  if (set) {
    const [text] = set.texts
    return { words: `token: ${text ? code(text) : 'a limit worked out while running'}`, ends: text ? true : undefined, at: set.at ?? at }
  }
  if (values.expiry?.state === 'unknown' || values.payload?.state === 'computed' || values.payload?.state === 'unknown')
    return { words: 'token: could not tell', ends: undefined, at }
  return { words: `token: no ${code('expiresIn')}`, ends: false, at }
}
