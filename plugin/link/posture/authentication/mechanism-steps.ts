/** The eight steps of a mechanism, from submitting credentials to leaving. In: a mechanism and the rows of the tables. Out: always these eight. */
import { Kind } from '../../../graph'
import type { Control, Evidence } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { control, counted, listed, type State } from './control'
import { lastsFor } from './cookies'
import { labelsOf } from './doors'
import type { Draft, Means } from './means'
import { isOfTests, type Scene } from './scene'
import { usesOf } from './uses'

/** Names of the steps, in the order in which they happen; ids are those behind the kind of mechanism. */
const STEPS = [
  ['submission', 'Credential submission'],
  ['validation', 'Validation'],
  ['creation', 'Token or session creation'],
  ['client-storage', 'Storage on the client'],
  ['transmission', 'Transmission'],
  ['later-validation', 'Validation on later requests'],
  ['renewal', 'Refresh or rotation'],
  ['end', 'Logout or invalidation'],
] as const

type Told = { state: State; current: string; reason: string; evidence: readonly Evidence[] }

export function stepsOf(scene: Scene, means: Means, draft: Draft): Control[] {
  const told =
    draft.kind === 'token' || draft.kind === 'session'
      ? carried(scene, means, draft)
      : draft.kind === 'multi-factor'
        ? factor(scene, draft)
        : draft.kind === 'basic' || draft.kind === 'api-key'
          ? everyTime(draft)
          : elsewhere(scene, means, draft)
  return STEPS.map(([id, aspect], index) => {
    const { state, current, reason, evidence } = told[index] as Told
    return control({ id: `${draft.kind}-${id}`, aspect, recommended: '' }, state, current, reason, evidence)
  })
}

const unknown = (reason: string, evidence: readonly Evidence[] = []): Told => ({ state: 'unknown', current: '', reason, evidence })
const none = (reason: string): Told => ({ state: 'not applicable', current: '', reason, evidence: [] })
const fromRow = (row: Control | undefined, otherwise: string): Told =>
  row && row.state !== 'not applicable'
    ? { state: row.state, current: row.current, reason: row.reason, evidence: row.evidence }
    : none(row?.reason ?? otherwise)

// ── tokens and sessions ──────────────────────────────────────────────────────────────────────────────────────────────

function carried(scene: Scene, means: Means, draft: Draft): Told[] {
  const { rows, tokens, cookies } = means
  const isToken = draft.kind === 'token'
  const sessions = cookies.filter(({ session }) => session)
  const creation: Told = isToken
    ? tokens.issues.length > 0
      ? {
          state: rows.get('token-key')?.state ?? 'unknown',
          current: `Signed${listed(tokens.issues.map(({ algorithm }) => algorithm)) ? ` with ${listed(tokens.issues.map(({ algorithm }) => algorithm))}` : ''}; ${rows.get('token-lifetime')?.current || 'lifetime could not be told'}`,
          reason: rows.get('token-key')?.reason ?? '',
          evidence: tokens.issues.map(({ at }) => at),
        }
      : unknown('Tokens are checked here and signed elsewhere.', draft.evidence)
    : {
        state: rows.get('session-regenerated')?.state === 'fail' ? 'fail' : 'pass',
        current: `${sessions.some(({ session }) => session?.holds === 'session id') ? 'Session kept by the server' : 'Session in the cookie'}: ${rows.get('session-store')?.current ?? ''}`,
        reason: rows.get('session-regenerated')?.reason ?? '',
        evidence: [...sessions.map(({ at }) => at), ...(rows.get('session-regenerated')?.evidence ?? [])],
      }
  const storage: Told = isToken
    ? fromRow(rows.get('token-client-storage'), 'No token is handed out.')
    : {
        state: rows.get('cookie-http-only')?.state ?? 'unknown',
        current: listed(sessions.map((cookie) => `Cookie ${cookie.name}, ${lastsFor(cookie) || 'for a time that could not be told'}`)),
        reason: rows.get('cookie-http-only')?.reason ?? '',
        evidence: sessions.map(({ at }) => at),
      }
  return [
    submission(scene),
    validation(means, scene),
    creation,
    storage,
    transmission(scene, means, isToken),
    laterChecks(scene, means, draft),
    isToken ? fromRow(rows.get('token-refresh'), 'Nothing to renew.') : fromRow(rows.get('session-regenerated'), 'Nothing to renew.'),
    fromRow(rows.get('token-revocation'), 'Nothing to end.'),
  ]
}

function submission(scene: Scene): Told {
  const doors = scene.doorsFor('sign in', 'second factor').filter(({ entry }) => entry.kind === 'http' || entry.kind === 'graphql')
  if (doors.length === 0) return unknown('No endpoint was found at which credentials are sent. Looked for: paths and handlers that are named so.')
  const inAddress = doors.filter(({ entry }) =>
    entry.parameters.some(({ name, in: place }) => place === 'query' && /pass|secret|token|code/i.test(name)),
  )
  const words = doors.map(({ label, entry }) => `${label}${fieldsOf(entry.parameters)}`)
  return {
    state: inAddress.length > 0 ? 'fail' : 'pass',
    current: listed(words.slice(0, 4)),
    reason:
      inAddress.length > 0
        ? `${labelsOf(inAddress)} takes them in the address, where logs and history keep them.`
        : 'Credentials come in the body of a request.',
    evidence: doors.map(({ entry }) => entry.at),
  }
}

function fieldsOf(parameters: readonly { name: string; in: string }[]): string {
  const fields = parameters.filter(({ in: place }) => place !== 'header').map(({ name }) => name)
  return fields.length > 0 ? ` (${fields.slice(0, 4).join(', ')})` : ''
}

function validation({ rows, hashing }: Means, scene: Scene): Told {
  const row = rows.get('password-comparison')
  if (row && row.state !== 'not applicable') return fromRow(row, '')
  return unknown(
    hashing.hashes.length === 0
      ? 'How credentials are checked was not found in the code; a library or another service may do it.'
      : 'No comparison was found.',
    scene.doorsFor('sign in').map(({ entry }) => entry.handler?.at ?? entry.at),
  )
}

/** Page code that puts the token into a header, or the cookie that browsers send along. */
function transmission(scene: Scene, { tokens, cookies, rows }: Means, isToken: boolean): Told {
  const { linked } = scene
  const { whole } = linked
  const froms = [...new Set(tokens.checks.filter(({ isBarrier }) => !isBarrier).flatMap(({ from }) => from))]
  const setting = [...lookupOf(whole).named(Kind.Property, /^authorization$/i)].filter(
    (node) => scene.isPage(cite(linked, node).file) && !isOfTests(linked, node),
  )
  const reading = isToken ? headerReads(scene) : []
  const parts = [
    ...froms,
    ...(isToken && froms.length === 0 && reading.length > 0 ? ['Authorization header'] : []),
    ...(isToken ? cookies.filter(({ holds }) => holds === 'token') : cookies.filter(({ session }) => session)).map(({ name }) => `cookie ${name}`),
  ]
  if (parts.length === 0) return unknown('Where the token is taken from could not be told.')
  const secure = rows.get('cookie-secure')
  const isCookie = parts.some((part) => part.startsWith('cookie'))
  return {
    state: isCookie && secure?.state === 'fail' ? 'fail' : 'pass',
    current: listed(parts),
    reason:
      `${setting.length > 0 ? 'Page code puts it into the header of each request. ' : ''}${isCookie ? (secure?.reason ?? '') : 'It is sent with each request; whether the connection is encrypted is said in the report on data protection.'}`.trim(),
    evidence: [
      ...tokens.checks.filter(({ isBarrier, from }) => !isBarrier && from.length > 0).flatMap(({ fromAt, at }) => [...fromAt, at]),
      ...reading.map((node) => cite(linked, node)),
      ...setting.map((node) => cite(linked, node)),
      ...(isCookie ? cookies.map(({ at }) => at) : []),
    ],
  }
}

function headerReads({ linked, isPage }: Scene): number[] {
  return [...lookupOf(linked.whole).named(Kind.Load, 'authorization')]
    .filter((node) => !isOfTests(linked, node) && !isPage(cite(linked, node).file))
    .slice(0, 4)
}

function laterChecks(_: Scene, { tokens }: Means, draft: Draft): Told {
  const checks = tokens.checks.filter(({ isBarrier }) => !isBarrier)
  if (draft.kind === 'token') {
    if (checks.length === 0) return unknown('No check of a token was found.')
    const ignoring = checks.filter(({ ignoresExpiry }) => ignoresExpiry)
    return {
      state: ignoring.length > 0 ? 'fail' : checks.some(({ isPublic, algorithms }) => isPublic && algorithms === undefined) ? 'partial' : 'pass',
      current: `${listed(checks.map(({ package: name, way }) => `${name} (${way === 'guard' ? 'middleware' : way === 'strategy' ? 'strategy' : 'verify'})`))}${ignoring.length > 0 ? ', expired ones pass' : ''}`,
      reason:
        ignoring.length > 0
          ? 'A check takes tokens that have expired.'
          : checks.some(({ package: name }) => name === 'jws')
            ? 'Signatures are checked; jws does not look at the expiry, so where it alone checks, expired tokens pass.'
            : 'Signature and expiry are checked.',
      evidence: checks.map(({ at }) => at),
    }
  }
  return draft.usedAt.length > 0
    ? {
        state: 'pass',
        current: `Guards read the session before ${counted(draft.usedAt.length, 'endpoint')}`,
        reason: 'What is written into the session at sign-in is asked for.',
        evidence: draft.evidence,
      }
    : unknown('No guard was found that reads the session.', draft.evidence)
}

// ── the others ───────────────────────────────────────────────────────────────────────────────────────────────────────

function factor(scene: Scene, draft: Draft): Told[] {
  const { linked } = scene
  const doors = scene.doorsFor('second factor')
  const checks = usesOf(linked, 'one-time-code-check', 'key-check', 'message-code-check')
  const at = doors.map(({ entry }) => entry.at)
  const follow = 'As for the token or session that the sign-in hands out afterwards.'
  return [
    doors.length > 0
      ? {
          state: 'pass',
          current: listed(doors.slice(0, 4).map(({ label, entry }) => `${label}${fieldsOf(entry.parameters)}`)),
          reason: 'The code comes in a request of its own.',
          evidence: at,
        }
      : unknown('No endpoint for a second factor was found by its name.', draft.evidence),
    checks.length > 0
      ? {
          state: 'pass',
          current: listed(checks.map((use) => `${use.api} of ${use.package}`)),
          reason: 'The library checks the code.',
          evidence: checks.map((use) => use.at),
        }
      : unknown('Keys are registered, and no check of one was found.', draft.evidence),
    none(follow),
    none(follow),
    none(follow),
    none(follow),
    none('A code holds for a minute or so; there is nothing to renew.'),
    doors.some(({ entry }) => /disable|remove|delete|deactivate/i.test(entry.path))
      ? {
          state: 'pass',
          current: `Taken off at ${labelsOf(doors.filter(({ entry }) => /disable|remove|delete|deactivate/i.test(entry.path)))}`,
          reason: 'Users can take the second factor off.',
          evidence: doors
            .filter(({ entry }) => /disable|remove|delete|deactivate/i.test(entry.path))
            .map(({ entry }) => entry.handler?.at ?? entry.at),
        }
      : unknown('No endpoint was found at which a second factor is taken off.'),
  ]
}

/** Nothing is handed out: the same credentials come each time. */
function everyTime(draft: Draft): Told[] {
  const same =
    draft.kind === 'basic'
      ? 'User name and password come with every request; nothing is handed out.'
      : 'The key comes with every request; nothing is handed out.'
  const at = draft.evidence
  return [
    {
      state: 'pass',
      current: draft.kind === 'basic' ? 'Authorization header, with every request' : 'A header, with every request',
      reason: same,
      evidence: at,
    },
    { state: 'pass', current: draft.implementation, reason: 'Checked before the handler.', evidence: at },
    none(same),
    unknown('Where callers keep it is up to them.'),
    { state: 'pass', current: 'With every request', reason: same, evidence: at },
    { state: 'pass', current: 'As at the first', reason: same, evidence: at },
    unknown('No code was found that replaces it.'),
    unknown('No code was found that makes it void.'),
  ]
}

function elsewhere(scene: Scene, means: Means, draft: Draft): Told[] {
  if (draft.kind !== 'delegated') {
    const own = 'Code of the project, which was not told apart further.'
    return [
      submission(scene),
      validation(means, scene),
      unknown(own, draft.evidence),
      unknown(own),
      unknown(own),
      { state: 'pass', current: draft.name, reason: draft.because, evidence: draft.evidence },
      unknown(own),
      fromRow(means.rows.get('token-revocation'), own),
    ]
  }
  const at = draft.evidence
  if (draft.library === undefined) {
    const own = 'The other service and code of the page do this; what they do was not told apart further.'
    const isImplicit = draft.strength === 'weak'
    return [
      { state: 'pass', current: 'At the other service', reason: 'The page sends the visitor there.', evidence: at },
      unknown(own),
      {
        state: isImplicit ? 'fail' : 'unknown',
        current: isImplicit ? 'By the other service, handed back in the address' : '',
        reason: draft.because,
        evidence: at,
      },
      unknown(own),
      unknown(own),
      unknown(own),
      unknown(own),
      fromRow(means.rows.get('token-revocation'), own),
    ]
  }
  const library = `${draft.implementation} does this; its options say how, and its defaults where they say nothing.`
  const carriers = means.cookies.filter(({ session, library: by }) => session?.accounts && by === draft.library)
  if (carriers.length > 0) {
    const where = carriers.map((cookie) => cookie.at)
    const lasts = listed(carriers.map((cookie) => `Cookie ${cookie.name}, ${lastsFor(cookie) || 'for a time that could not be told'}`))
    return [
      { state: 'pass', current: 'To the library, or at the other service', reason: library, evidence: at },
      { state: 'pass', current: draft.implementation, reason: library, evidence: at },
      fromRow(means.rows.get('session-store'), library),
      { state: means.rows.get('cookie-http-only')?.state ?? 'unknown', current: lasts, reason: library, evidence: where },
      fromRow(means.rows.get('cookie-secure'), library),
      draft.usedAt.length > 0
        ? { state: 'pass', current: `Asked before ${counted(draft.usedAt.length, 'endpoint')}`, reason: library, evidence: at }
        : unknown('No endpoint was found that asks for it.'),
      unknown('How often the library renews the session is set by its options, or by its defaults.', where),
      {
        state: 'pass',
        current: 'By the library',
        reason:
          'The library has an endpoint for leaving; sessions that the cookie itself holds work until they expire, wherever they were copied to.',
        evidence: at,
      },
    ]
  }
  const guards = `Asked before ${counted(draft.usedAt.length, 'endpoint')}`
  return [
    { state: 'pass', current: 'At the other service', reason: library, evidence: at },
    { state: 'pass', current: draft.implementation, reason: library, evidence: at },
    unknown(library, at),
    unknown(library),
    unknown(library),
    draft.usedAt.length > 0 ? { state: 'pass', current: guards, reason: library, evidence: at } : unknown('No endpoint was found that asks for it.'),
    unknown(library),
    fromRow(means.rows.get('token-revocation'), library),
  ]
}
