/** How tokens are renewed and taken back. In: tokens, and the doors at which they are renewed and given up. Out: rows. */
import { Kind } from '../../../graph'
import type { Control, Evidence } from '../../../types'
import { recordCalls } from '../../access/records'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { namesOf } from '../../names'
import { accountUses } from './accounts'
import { control, listed, notApplicable, type Row } from './control'
import { type Door, labelsOf } from './doors'
import type { Step } from './reach'
import { isOfTests, type Scene } from './scene'
import { isOfSession } from './sign-in'
import type { Tokens } from './tokens'

export const REFRESH_ROWS = {
  refresh: { id: 'token-refresh', aspect: 'Refresh', recommended: 'Short access tokens that a refresh token renews' },
  lifetime: { id: 'refresh-token-lifetime', aspect: 'Refresh token expiry', recommended: 'Days, not months' },
  rotation: { id: 'refresh-token-rotation', aspect: 'Refresh rotation', recommended: 'A new refresh token at each use, and the old one void' },
  stored: { id: 'refresh-token-stored', aspect: 'Refresh tokens kept by the server', recommended: 'Kept, so that each can be taken back' },
  revocation: { id: 'token-revocation', aspect: 'Revocation and logout', recommended: 'Logout makes token or session void on the server' },
} satisfies Record<string, Row>

const MONTH = 31 * 86_400

export function refreshControls(scene: Scene, tokens: Tokens): Control[] {
  return [...(tokens.issues.length > 0 ? refreshing(scene, tokens) : noTokens()), logoutOf(scene, tokens)]
}

const noTokens = (): Control[] =>
  [REFRESH_ROWS.refresh, REFRESH_ROWS.lifetime, REFRESH_ROWS.rotation, REFRESH_ROWS.stored].map((row) =>
    notApplicable(row, 'No token is signed here, so there is none to renew.'),
  )

function refreshing(scene: Scene, tokens: Tokens): Control[] {
  const doors = scene.doorsFor('refresh')
  const signed = tokens.issues.flatMap((issue) => issue.lifetimes.filter(({ purpose }) => purpose === 'refresh'))
  if (doors.length === 0 && signed.length === 0) {
    const at = tokens.issues.map((issue) => issue.at)
    const none = 'No refresh token is used: no token that is called so is signed, and no endpoint renews one.'
    return [
      control(REFRESH_ROWS.refresh, 'fail', 'None', `${none} The session ends with its access token.`, at),
      notApplicable(REFRESH_ROWS.lifetime, none),
      notApplicable(REFRESH_ROWS.rotation, none),
      notApplicable(REFRESH_ROWS.stored, none),
    ]
  }
  const where: Evidence[] = [...signed.map(({ at }) => at), ...doors.map(({ entry }) => entry.at)]
  return [
    control(
      REFRESH_ROWS.refresh,
      'pass',
      doors.length > 0 ? `By ${labelsOf(doors)}` : 'A refresh token is signed',
      'Access tokens are renewed with another token.',
      where,
    ),
    lifetimeOf(signed, where),
    rotationOf(scene, doors),
    storedOf(scene, tokens, doors),
  ]
}

function lifetimeOf(signed: Tokens['issues'][number]['lifetimes'], where: readonly Evidence[]): Control {
  const row = REFRESH_ROWS.lifetime
  const times = signed.map(({ lifetime }) => lifetime)
  if (times.length === 0) return control(row, 'unknown', '', 'No lifetime of a refresh token was found.', where)
  const known = times.flatMap((time) => (time?.seconds === undefined ? [] : [time.seconds]))
  const state = times.includes(undefined)
    ? 'fail'
    : known.length < times.length
      ? 'unknown'
      : known.every((seconds) => seconds <= MONTH)
        ? 'pass'
        : 'fail'
  return control(
    row,
    state,
    listed(times.map((time) => time?.text ?? 'no expiry')),
    state === 'pass' ? 'A month or less.' : state === 'unknown' ? 'The time is set outside of the code.' : 'It works for longer than a month.',
    [...times.flatMap((time) => (time ? [time.at] : [])), ...where],
  )
}

const REMOVES =
  /^(?:remove|destroy|delete|deleteOne|deleteMany|findByIdAndDelete|findOneAndDelete|del|revoke|invalidate|blacklist|rotate|srem|hdel|unlink|consume)/i

/** What takes a record of a token away, or marks it as void. */
function removals(scene: Scene, steps: readonly Step[]): Step[] {
  const { linked } = scene
  const { whole, values } = linked
  const records = recordCalls(linked)
  return steps.filter(({ node }) => {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Store)
      return /^(?:revoked|blacklisted|is_?revoked|revoked_?at|is_?active|valid|refresh_?token)$/i.test(whole.text(whole.b[node] as number))
    if (kind !== Kind.Call) return false
    const record = records.get(node)
    const of = [
      record?.of ?? '',
      ...namesOf(linked, receiverOf(linked, node)),
      values.nameOf(receiverOf(linked, node)),
      calledName(linked, node),
    ].join(' ')
    if (record) return (record.does === 'delete' || record.does === 'update') && /token|session/i.test(of)
    return REMOVES.test(calledName(linked, node)) && /token|session|doc$/i.test(of) && !/cookie|storage/i.test(of)
  })
}

function rotationOf(scene: Scene, doors: readonly Door[]): Control {
  const row = REFRESH_ROWS.rotation
  const { linked } = scene
  if (doors.length === 0) return control(row, 'unknown', '', 'No endpoint was found at which a token is renewed.')
  const removed = doors.flatMap((door) => removals(scene, door.steps))
  const at = doors.map(({ entry }) => entry.handler?.at ?? entry.at)
  if (removed.length > 0)
    return control(row, 'pass', 'Yes: the used token is removed, and new ones are signed', `${labelsOf(doors)}: what was used is void afterwards.`, [
      ...removed.map(({ node }) => cite(linked, node)),
      ...at,
    ])
  return control(row, 'fail', 'No', `${labelsOf(doors)}: nothing on the way removes the used token or marks it as void.`, at)
}

function storedOf(scene: Scene, tokens: Tokens, doors: readonly Door[]): Control {
  const row = REFRESH_ROWS.stored
  const { linked } = scene
  const records = recordCalls(linked)
  const around = [...doors, ...scene.doorsFor('sign in')]
  const found = around.flatMap((door) =>
    door.steps.filter(({ node }) => records.get(node)?.does === 'create' && /token|session/i.test(records.get(node)?.of ?? '')),
  )
  const stores = around.flatMap((door) =>
    door.steps.filter(
      ({ node }) =>
        linked.whole.kind[node] === Kind.Store && /^refresh_?token(?:s|_?hash)?$/i.test(linked.whole.text(linked.whole.b[node] as number)),
    ),
  )
  if (found.length > 0)
    return control(
      row,
      'pass',
      `Yes: ${listed(found.map(({ node }) => records.get(node)?.of ?? ''))}`,
      'A record is made for each.',
      found.map(({ node }) => cite(linked, node)),
    )
  if (stores.length > 0)
    return control(
      row,
      'pass',
      'Yes: with the record of the user',
      'The record of the user holds it.',
      stores.map(({ node }) => cite(linked, node)),
    )
  return control(
    row,
    'fail',
    'No',
    'Nothing on the way of a sign-in stores one. Looked for: records of tokens or sessions that are made, and fields that are called so.',
    tokens.issues.map(({ at }) => at),
  )
}

/** What a logout does: on the server, or in the page alone. */
function logoutOf(scene: Scene, tokens: Tokens): Control {
  const row = REFRESH_ROWS.revocation
  const { linked } = scene
  const { whole, values } = linked
  const doors = scene.doorsFor('leave')
  const checks = tokens.checks.filter(({ revocation }) => revocation)
  const steps = doors.flatMap((door) => door.steps)
  const ended = steps.filter(
    ({ node }) =>
      whole.kind[node] === Kind.Call &&
      /^(?:destroy|logout|logOut|invalidateSession|signOut|deleteSession|revoke)$/.test(calledName(linked, node)) &&
      (isOfSession(linked, receiverOf(linked, node)) ||
        /^(?:req|request|ctx)$/.test(values.nameOf(receiverOf(linked, node))) ||
        /^(?:invalidateSession|deleteSession)$/.test(calledName(linked, node))),
  )
  const removed = removals(scene, steps)
  const emptied = steps.filter(({ node }) => whole.kind[node] === Kind.Store && isOfSession(linked, whole.a[node] as number))
  const cleared = steps.filter(({ node }) => whole.kind[node] === Kind.Call && /^(?:clearCookie|deleteCookie)$/.test(calledName(linked, node)))
  const at = (list: readonly Step[]) => list.map(({ node }) => cite(linked, node))
  if (ended.length > 0)
    return control(row, 'pass', 'Logout ends the session', `${labelsOf(doors)}: the session is destroyed on the server.`, at(ended))
  if (removed.length > 0)
    return control(
      row,
      tokens.issues.length > 0 ? 'partial' : 'pass',
      'Logout removes the stored token',
      `${labelsOf(doors)}: its record is removed${tokens.issues.length > 0 ? '; access tokens that are out work until they expire' : ''}.`,
      at(removed),
    )
  if (emptied.length > 0)
    return control(
      row,
      'partial',
      'Logout empties the session',
      `${labelsOf(doors)}: ${listed(emptied.map(({ node }) => whole.text(whole.b[node] as number)))} ${emptied.length === 1 ? 'is' : 'are'} cleared, and the session stays under the same id.`,
      at(emptied),
    )
  if (checks.length > 0)
    return control(
      row,
      'pass',
      'Checks ask whether a token was revoked',
      'The guard asks a function of the program about each token.',
      checks.map((check) => check.at),
    )
  if (cleared.length > 0)
    return control(
      row,
      'fail',
      'Logout clears the cookie alone',
      `${labelsOf(doors)}: the browser forgets it; whoever copied it goes on.`,
      at(cleared),
    )
  const inPage = pageLogouts(scene)
  if (doors.length > 0)
    return control(
      row,
      'fail',
      'Logout does nothing on the server',
      `${labelsOf(doors)}: nothing on the way destroys a session, removes a token or marks one as void.`,
      doors.map(({ entry }) => entry.handler?.at ?? entry.at),
    )
  if (inPage.length > 0)
    return control(
      row,
      'fail',
      'In the page alone: the token is forgotten there',
      'No endpoint of the server takes a token or session back, and no check asks whether one was revoked; a token works until it expires.',
      inPage,
    )
  const [accounts] = accountUses(scene)
  if (accounts)
    return control(
      row,
      'unknown',
      'By the library',
      `${scene.versioned(accounts.package)} has an endpoint for leaving. A session that the cookie itself holds works until it expires, wherever it was copied to.`,
      [accounts.at],
    )
  if (tokens.issues.length === 0 && !scene.known.usages.some(({ kind }) => kind === 'session-cookie'))
    return notApplicable(row, 'Neither a signed token nor a session was found.')
  return control(
    row,
    'fail',
    'None',
    'No endpoint was found that makes a token or session void. Looked for: paths and handlers that are named so, sessions that are destroyed, records of tokens that are removed, checks that ask whether one was revoked.',
    tokens.issues.map((issue) => issue.at),
  )
}

/** `localStorage.removeItem('token')` */
function pageLogouts(scene: Scene): Evidence[] {
  const { linked } = scene
  const { whole, values } = linked
  return [...lookupOf(whole).named(Kind.Call, 'removeItem')]
    .filter((node) => {
      const [name] = whole.args(node)
      return (
        name !== undefined &&
        /^(?:localStorage|sessionStorage)$/.test(values.nameOf(receiverOf(linked, node))) &&
        values.texts(name).some(({ exact, value }) => exact && /token|jwt|session/i.test(value) && !/tmp|temp/i.test(value))
      )
    })
    .filter((node) => !isOfTests(linked, node))
    .map((node) => cite(linked, node))
    .filter(({ file }) => scene.isPage(file))
}
