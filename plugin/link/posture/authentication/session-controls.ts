/**
 * The table of tokens and sessions. In: tokens, cookies and what pages keep. Out: its rows. What is advised follows OWASP's Session
 * Management and JSON Web Token Cheat Sheets, and the procedure: one hour with refresh, `SameSite=Strict`.
 */
import type { Control, Evidence } from '../../../types'
import { control, listed, notApplicable, type Row, type State, together } from './control'
import { type Cookie, type Flag, type Kept, lastsFor } from './cookies'
import { keyState, sourceOf } from './keys'
import { refreshControls } from './refresh-controls'
import type { Scene } from './scene'
import { sessionIdControls } from './session-id-controls'
import type { Check } from './token-checks'
import type { Issue } from './token-issues'
import type { Tokens } from './tokens'

export const TOKEN_ROWS = {
  algorithm: { id: 'token-algorithm', aspect: 'Signing algorithm', recommended: 'One that is named, asymmetric where others check' },
  key: { id: 'token-key', aspect: 'Signing key', recommended: 'From a secrets manager or the environment' },
  lifetime: { id: 'token-lifetime', aspect: 'Access token expiry', recommended: '1 hour or less, with refresh' },
  others: { id: 'token-lifetime-other', aspect: 'Expiry of other tokens', recommended: 'As short as their use allows' },
  pinned: { id: 'token-algorithms-pinned', aspect: 'Algorithms pinned at verification', recommended: 'The algorithms that are used, and no others' },
  audience: { id: 'token-issuer-audience', aspect: 'Issuer and audience', recommended: 'Set when signing, asked for when checking' },
  client: { id: 'token-client-storage', aspect: 'Storage on the client', recommended: 'A cookie that scripts cannot read' },
  secure: { id: 'cookie-secure', aspect: 'Secure flag', recommended: 'Set' },
  httpOnly: { id: 'cookie-http-only', aspect: 'HttpOnly flag', recommended: 'Set' },
  sameSite: { id: 'cookie-same-site', aspect: 'SameSite', recommended: 'Strict' },
  name: { id: 'cookie-name', aspect: 'Cookie name', recommended: 'Prefix `__Host-`, and no name of a library' },
  expiry: { id: 'cookie-lifetime', aspect: 'Cookie lifetime', recommended: 'Limited, and by the server as well' },
} satisfies Record<string, Row>

const HOUR = 3600

export function sessionControls(scene: Scene, tokens: Tokens, cookies: readonly Cookie[], kept: readonly Kept[]): Control[] {
  return [
    ...tokenControls(scene, tokens),
    ...refreshControls(scene, tokens),
    clientStorage(tokens, cookies, kept),
    ...cookieControls(tokens, cookies),
    ...sessionIdControls(scene, cookies),
  ]
}

// ── tokens ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function tokenControls(scene: Scene, { issues, checks }: Tokens): Control[] {
  const real = checks.filter(({ isBarrier }) => !isBarrier)
  if (issues.length === 0 && real.length === 0) {
    const reason = 'No signed token was found: no call of a token library signs or checks one.'
    return [TOKEN_ROWS.algorithm, TOKEN_ROWS.key, TOKEN_ROWS.lifetime, TOKEN_ROWS.pinned, TOKEN_ROWS.audience].map((row) =>
      notApplicable(row, reason),
    )
  }
  return [algorithmOf(issues), keyOf(issues, real), lifetimeOf(issues), ...othersOf(issues), pinnedOf(scene, real), audienceOf(issues, real)]
}

function algorithmOf(issues: readonly Issue[]): Control {
  const row = TOKEN_ROWS.algorithm
  if (issues.length === 0) return control(row, 'unknown', '', 'Tokens are checked here and signed elsewhere.')
  const state = together(issues.map(({ algorithm }): State => (/^none$/i.test(algorithm) ? 'fail' : algorithm === '' ? 'unknown' : 'pass')))
  return control(
    row,
    state,
    listed(issues.map(({ algorithm, isDefault }) => (algorithm === '' ? '' : isDefault ? `${algorithm}, the default of the library` : algorithm))),
    issues.some(({ isDefault }) => isDefault)
      ? 'No algorithm is named; the library takes the one that goes with a shared secret.'
      : state === 'fail'
        ? 'Tokens are not signed.'
        : 'Named where tokens are signed.',
    issues.map(({ at }) => at),
  )
}

function keyOf(issues: readonly Issue[], checks: readonly Check[]): Control {
  const row = TOKEN_ROWS.key
  const from = issues.length > 0 ? issues : checks
  const ways = from.flatMap(({ key }) => key)
  const state = together(from.map(({ key }) => keyState(key)))
  return control(
    row,
    state,
    sourceOf(ways),
    state === 'fail'
      ? 'The key stands in the code: whoever reads the code signs tokens of their own.'
      : state === 'unknown'
        ? 'Where the key comes from could not be told.'
        : state === 'partial'
          ? 'Where the environment has no key, one of the code stands in.'
          : 'The key comes from outside the code.',
    [...ways.map(({ at }) => at), ...from.map(({ at }) => at)],
  )
}

function lifetimeOf(issues: readonly Issue[]): Control {
  const row = TOKEN_ROWS.lifetime
  const all = issues.flatMap((issue) => issue.lifetimes.filter(({ purpose }) => purpose === 'access').map((each) => ({ ...each, by: issue.around })))
  if (all.length === 0)
    return control(row, 'unknown', '', issues.length > 0 ? 'Which of the tokens lets somebody in could not be told.' : 'Tokens are signed elsewhere.')
  const times = all.map(({ lifetime }) => lifetime)
  const state = together(times.map(stateOfTime))
  const told = [...new Set(all.map(({ lifetime }) => lifetime?.text ?? 'no expiry'))]
  // Where they differ, who signs each tells them apart.
  const names = (text: string) => [
    ...new Set(all.filter(({ lifetime, by }) => (lifetime?.text ?? 'no expiry') === text && by !== '').map(({ by }) => by)),
  ]
  const texts = told.map((text) => (told.length > 1 && names(text).length > 0 ? `${text} (${names(text).slice(0, 3).join(', ')})` : text))
  const reason = times.includes(undefined)
    ? 'A token without an end works for as long as the key is used.'
    : state === 'fail'
      ? 'A stolen token works for all of that time.'
      : state === 'unknown'
        ? 'The time is set outside of the code, or could not be followed.'
        : state === 'partial'
          ? 'Some of them last for longer than an hour.'
          : 'As advised.'
  const places = [...times.flatMap((time) => (time ? [time.at] : [])), ...all.map(({ at }) => at), ...issues.map(({ at }) => at)]
  return control(row, state, listed(texts), reason, places)
}

const stateOfTime = (time: Issue['lifetimes'][number]['lifetime']): State =>
  time === undefined ? 'fail' : time.seconds === undefined ? 'unknown' : time.seconds <= HOUR ? 'pass' : 'fail'

const OTHERS = {
  refresh: 'refresh',
  reset: 'password reset',
  verification: 'address verification',
  'second factor': 'second factor',
  other: 'others',
}

function othersOf(issues: readonly Issue[]): Control[] {
  const all = issues.flatMap(({ lifetimes }) => lifetimes.filter(({ purpose }) => purpose !== 'access' && purpose !== 'refresh'))
  if (all.length === 0) return []
  const texts = all.map(({ purpose, lifetime }) => `${OTHERS[purpose as keyof typeof OTHERS]}: ${lifetime?.text ?? 'no expiry'}`)
  const state = together(
    all.map(
      ({ lifetime }): State =>
        lifetime === undefined ? 'fail' : lifetime.seconds === undefined ? 'unknown' : lifetime.seconds <= 86_400 ? 'pass' : 'fail',
    ),
  )
  return [
    control(
      TOKEN_ROWS.others,
      state,
      listed(texts),
      state === 'pass' ? 'A day or less each.' : 'Some last for longer than a day, or their time could not be told.',
      [...all.flatMap(({ lifetime }) => (lifetime ? [lifetime.at] : [])), ...all.map(({ at }) => at)],
    ),
  ]
}

function pinnedOf(scene: Scene, checks: readonly Check[]): Control {
  const row = TOKEN_ROWS.pinned
  if (checks.length === 0) return control(row, 'unknown', '', 'No check of a token was found.')
  const open = checks.filter(({ algorithms }) => algorithms === undefined)
  const named = checks.flatMap(({ algorithms }) => algorithms ?? [])
  const places = (list: readonly Check[]): Evidence[] => list.map(({ at }) => at)
  if (open.length === 0) return control(row, 'pass', listed(named) || 'Named', 'Each check names the algorithms it takes.', places(checks))
  const isRisk = open.some(({ isPublic }) => isPublic)
  const by = listed(open.map(({ package: name }) => scene.versioned(name)))
  return control(
    row,
    open.length < checks.length ? 'partial' : 'fail',
    `No algorithms list${named.length > 0 ? ` at some places; ${listed(named)} at others` : ''} (${by})`,
    `${isRisk ? 'The key is one that others may have: a token that is signed with it as a shared secret may pass.' : 'The token says itself how it is signed; what the library refuses by default is all that holds it.'}`,
    places(open),
  )
}

function audienceOf(issues: readonly Issue[], checks: readonly Check[]): Control {
  const row = TOKEN_ROWS.audience
  const all = [...issues, ...checks]
  const asks = checks.filter(({ issuer, audience }) => issuer || audience)
  const sets = issues.filter(({ issuer, audience }) => issuer || audience)
  const current =
    asks.length > 0
      ? listed([asks.some(({ issuer }) => issuer) ? 'issuer is asked for' : '', asks.some(({ audience }) => audience) ? 'audience is asked for' : ''])
      : sets.length > 0
        ? 'Set, and not asked for'
        : 'Neither set nor asked for'
  return control(
    row,
    asks.length > 0 && asks.length === checks.length ? 'pass' : asks.length > 0 || sets.length > 0 ? 'partial' : 'fail',
    current,
    asks.length > 0
      ? 'A token of another service does not pass.'
      : 'A token that another service signed with the same key passes here. Looked for: options and claims for issuer and audience.',
    all.map(({ at }) => at),
  )
}

// ── where the client keeps it ────────────────────────────────────────────────────────────────────────────────────────

function clientStorage({ issues }: Tokens, cookies: readonly Cookie[], kept: readonly Kept[]): Control {
  const row = TOKEN_ROWS.client
  // The same thing is kept at several places; one of them says for how long.
  const lasting = new Map<string, string>()
  for (const { where, name, lifetime } of kept) {
    const what = `${where}${name ? ` (${name})` : ''}`
    lasting.set(what, lifetime ? `, for ${lifetime.text}` : (lasting.get(what) ?? ''))
  }
  const places = [...[...lasting].map(([what, time]) => what + time), ...cookies.map(({ name }) => `cookie ${name} set by the server`)]
  const evidence = [...kept.flatMap(({ at, lifetime }) => (lifetime ? [at, lifetime.at] : [at])), ...cookies.map(({ at }) => at)]
  if (places.length === 0) {
    if (issues.length === 0) return notApplicable(row, 'Nothing was found that a client would have to keep: no token is signed, no cookie set.')
    return control(
      row,
      'unknown',
      'Decided by the client',
      'Tokens are handed over in the answer, and no code of a page that keeps them is part of what was analysed.',
      issues.map(({ at }) => at),
    )
  }
  const readable =
    kept.filter(({ where }) => where !== 'secure storage of the device').length + cookies.filter(({ httpOnly }) => httpOnly.value === 'no').length
  return control(
    row,
    readable > 0 ? 'fail' : 'pass',
    listed(places),
    readable > 0 ? 'Every script of the page can read it, one that was injected too.' : 'Scripts of the page cannot read it.',
    evidence,
  )
}

// ── cookies ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const LOOKED_FOR = 'Looked for: session libraries, calls that set a cookie, Set-Cookie headers.'

function cookieControls({ issues, checks }: Tokens, cookies: readonly Cookie[]): Control[] {
  const rows = [TOKEN_ROWS.secure, TOKEN_ROWS.httpOnly, TOKEN_ROWS.sameSite, TOKEN_ROWS.name, TOKEN_ROWS.expiry]
  if (cookies.length === 0) {
    const reason =
      issues.length + checks.length > 0
        ? `Tokens are not delivered in cookies: the server sets none that carries a session or a token. ${LOOKED_FOR}`
        : `The server sets no cookie that carries a session or a token. ${LOOKED_FOR}`
    return rows.map((row) => notApplicable(row, reason))
  }
  return [
    flagRow(
      TOKEN_ROWS.secure,
      cookies,
      ({ secure }) => secure,
      (value) => (value === 'yes' ? 'pass' : value.startsWith('yes,') || value.startsWith('only') || value === 'auto' ? 'partial' : 'fail'),
      'Sent over connections that are not encrypted, too.',
    ),
    flagRow(
      TOKEN_ROWS.httpOnly,
      cookies,
      ({ httpOnly }) => httpOnly,
      (value) => (value === 'yes' ? 'pass' : 'fail'),
      'Scripts of the page can read it, one that was injected too.',
    ),
    flagRow(
      TOKEN_ROWS.sameSite,
      cookies,
      ({ sameSite }) => sameSite,
      (value) => (value === 'strict' || value === 'yes' ? 'pass' : value === 'lax' ? 'partial' : 'fail'),
      'What is not Strict is sent along with some or all requests that other sites start.',
    ),
    nameRow(cookies),
    expiryRow(cookies),
  ]
}

function flagRow(row: Row, cookies: readonly Cookie[], flagOf: (cookie: Cookie) => Flag, judge: (value: string) => State, harm: string): Control {
  const states = cookies.map((cookie): State => (flagOf(cookie).value === '' ? 'unknown' : judge(flagOf(cookie).value)))
  const texts = cookies.map((cookie) => {
    const { value, by } = flagOf(cookie)
    const said =
      value === ''
        ? 'could not tell'
        : by === 'default'
          ? `${value}${cookie.session ? ', the default of the library' : value === 'not set' ? '' : ', it is not set'}`
          : value
    return `${cookie.name}: ${said}`
  })
  const state = together(states)
  const isDefault = cookies.some((cookie) => flagOf(cookie).by === 'default')
  return control(
    row,
    state,
    listed(texts),
    state === 'pass'
      ? isDefault
        ? 'The code does not set it; the default of the library holds.'
        : 'Set by the code.'
      : state === 'unknown'
        ? 'The settings come from elsewhere.'
        : `${harm}${isDefault ? ' Where the code does not set it, the default holds.' : ''}`,
    cookies.flatMap((cookie) => [flagOf(cookie).at ?? cookie.at, cookie.at]),
  )
}

function nameRow(cookies: readonly Cookie[]): Control {
  const row = TOKEN_ROWS.name
  const states = cookies.map(({ name, nameBy }): State => (/^__(?:Host|Secure)-/.test(name) ? 'pass' : nameBy === 'unknown' ? 'unknown' : 'fail'))
  return control(
    row,
    together(states),
    listed(cookies.map(({ name, nameBy }) => (nameBy === 'default' ? `${name}, the default of the library` : name))),
    'With the prefix `__Host-` browsers take the cookie only where it is Secure, for this host and for all paths; the default name of a library says which one is used.',
    cookies.map(({ at }) => at),
  )
}

function expiryRow(cookies: readonly Cookie[]): Control {
  const row = TOKEN_ROWS.expiry
  const states = cookies.map(
    (cookie): State =>
      cookie.lifetime?.seconds !== undefined
        ? cookie.lifetime.seconds <= 86_400
          ? 'pass'
          : 'fail'
        : cookie.isOfBrowser || lastsFor(cookie)
          ? 'partial'
          : 'unknown',
  )
  return control(
    row,
    together(states),
    listed(cookies.map((cookie) => `${cookie.name}: ${lastsFor(cookie) || 'could not tell'}`)),
    cookies.some(({ isOfBrowser }) => isOfBrowser)
      ? 'Neither maxAge nor expires is set: the cookie goes when the browser is closed, and the server sets no end of its own.'
      : together(states) === 'fail'
        ? 'Who copies it is signed in for all of that time, unless the server ends it before.'
        : 'As the settings of the cookie say.',
    cookies.flatMap(({ lifetime, at }) => (lifetime ? [lifetime.at, at] : [at])),
  )
}
