/** Sessions that a cookie names or holds. In: their cookies, with the library behind each. Out: rows about store, secret, id and end. */
import { Kind } from '../../../graph'
import type { Control } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { control, listed, notApplicable, type Row, type State, together } from './control'
import type { Cookie } from './cookies'
import { labelsOf } from './doors'
import { keyState, sourceOf } from './keys'
import { inWords } from './lifetimes'
import { isOfTests, type Scene } from './scene'
import { told } from './told'
import { packageOf } from './uses'

export const SESSION_ROWS = {
  store: { id: 'session-store', aspect: 'Session store', recommended: 'A store of its own that is shared and survives a restart' },
  secret: { id: 'session-secret', aspect: 'Session secret', recommended: 'From a secrets manager or the environment' },
  renewed: { id: 'session-regenerated', aspect: 'Session id renewed at login', recommended: 'A new id at each sign-in' },
  uninitialized: { id: 'session-save-uninitialized', aspect: 'saveUninitialized', recommended: 'false' },
  resave: { id: 'session-resave', aspect: 'resave', recommended: 'false' },
  idle: { id: 'session-idle-timeout', aspect: 'Idle timeout', recommended: '15 to 30 minutes, less where more is at stake' },
  absolute: { id: 'session-absolute-timeout', aspect: 'Absolute timeout', recommended: '4 to 8 hours' },
} satisfies Record<string, Row>

export function sessionIdControls(scene: Scene, cookies: readonly Cookie[]): Control[] {
  const sessions = cookies.filter(({ session, use }) => session && use)
  if (sessions.length === 0)
    return Object.values(SESSION_ROWS).map((row) =>
      notApplicable(
        row,
        'No session library is used: looked for express-session, cookie-session, koa-session, iron-session, the session plugins of Fastify and their like.',
      ),
    )
  return [
    storeOf(scene, sessions),
    secretOf(sessions),
    renewedOf(scene, sessions),
    switchOf(scene, sessions, 'saveUninitialized'),
    switchOf(scene, sessions, 'resave'),
    ...timeoutsOf(scene, sessions),
  ]
}

const placed = (cookies: readonly Cookie[]) => cookies.map(({ at }) => at)

function storeOf(scene: Scene, sessions: readonly Cookie[]): Control {
  const { linked } = scene
  const row = SESSION_ROWS.store
  const rows = sessions.map((cookie): { state: State; text: string; at: Control['evidence'] } => {
    const stores = cookie.use?.setting('store') ?? []
    if (stores.length > 0) {
      const names = stores.map((node) => nameOfStore(scene, node)).filter((name) => name !== '')
      const isMemory = names.some((name) => /memory/i.test(name))
      return { state: isMemory ? 'partial' : 'pass', text: listed(names) || 'A store of its own', at: stores.map((node) => cite(linked, node)) }
    }
    const adapters = cookie.session?.accounts ? (cookie.use?.place('0.adapter') ?? []) : []
    const strategy = (cookie.use?.setting('strategy') ?? []).flatMap((node) => told(linked, node)).find(({ text }) => text !== undefined)?.text
    if (adapters.length > 0 && strategy !== 'jwt')
      return { state: 'pass', text: 'The database of the adapter', at: adapters.map((node) => cite(linked, node)) }
    const own = cookie.session?.store ?? ''
    if (own !== 'memory of the process') return { state: 'pass', text: `None: ${own}${strategy ? ` (strategy ${strategy})` : ''}`, at: [cookie.at] }
    return { state: 'fail', text: 'Default in-memory store (MemoryStore)', at: [cookie.at] }
  })
  const state = together(rows.map((each) => each.state))
  return control(
    row,
    state,
    listed(rows.map(({ text }) => text)),
    state === 'fail'
      ? 'No store is given, so sessions are kept in the memory of the process: they end with it, are not shared, and the default one loses memory.'
      : 'As the settings say.',
    rows.flatMap(({ at }) => at),
  )
}

/** `connect-redis`, by where the class or factory comes from. */
function nameOfStore({ linked }: Scene, node: number): string {
  const { whole, values } = linked
  for (const made of values.definitions(node))
    if (made < whole.size && (whole.kind[made] === Kind.New || whole.kind[made] === Kind.Call)) {
      const name = packageOf(linked, whole.a[made] as number, '')
      if (name) return name
    }
  return values.nameOf(node)
}

function secretOf(sessions: readonly Cookie[]): Control {
  const row = SESSION_ROWS.secret
  const ways = sessions.flatMap(({ secret }) => secret)
  const state = together(sessions.map(({ secret }) => keyState(secret)))
  return control(
    row,
    state,
    sourceOf(ways),
    state === 'fail'
      ? 'The secret stands in the code: whoever reads the code signs cookies of their own.'
      : state === 'unknown'
        ? 'Where the secret comes from could not be told.'
        : 'The secret comes from outside the code.',
    [...ways.map(({ at }) => at), ...placed(sessions)],
  )
}

const RENEWS = /^(?:regenerate|regenerateSession|resetSession|renew|renewSession|createSession|regenerateId)$/

function renewedOf(scene: Scene, sessions: readonly Cookie[]): Control {
  const { linked } = scene
  const row = SESSION_ROWS.renewed
  const accounts = sessions.filter(({ session }) => session?.accounts)
  if (accounts.length === sessions.length)
    return control(row, 'pass', 'By the library', 'The library makes a new session at each sign-in.', placed(accounts))
  if (sessions.every(({ session }) => session?.holds === 'session'))
    return notApplicable(row, 'The cookie holds the session itself: there is no id to plant.')
  const logins = scene.known.usages.filter(({ kind, test }) => kind === 'login-session' && !test)
  const renewing = [...lookupOf(linked.whole).named(Kind.Call, RENEWS)].filter((node) => !isOfTests(linked, node))
  const atLogin = renewing.filter((node) => scene.doorsFor('sign in').some(({ functions }) => functions.has(linked.whole.functionOf(node))))
  const elsewhere = renewing.filter((node) => !atLogin.includes(node))
  if (logins.length > 0) {
    const others = elsewhere.length > 0 ? ` It is renewed elsewhere: ${listed(elsewhere.map((node) => placeText(scene, node)))}.` : ''
    return control(
      row,
      atLogin.length > 0 ? 'partial' : 'fail',
      'No',
      `Who is signed in is written into the session that was there before, so an id that somebody planted is signed in too.${others}`,
      [...logins.map(({ at }) => at), ...elsewhere.map((node) => cite(linked, node))],
    )
  }
  if (atLogin.length > 0)
    return control(
      row,
      'pass',
      'Yes',
      'The session gets a new id on the way of a sign-in.',
      atLogin.map((node) => cite(linked, node)),
    )
  const byPassport = scene
    .doorsFor('sign in')
    .flatMap(({ steps }) =>
      steps.filter(
        ({ node }) => linked.whole.kind[node] === Kind.Call && /^(?:logIn|login)$/.test(linked.values.nameOf(linked.whole.a[node] as number)),
      ),
    )
  if (byPassport.length > 0)
    return control(
      row,
      'unknown',
      '',
      'Passport signs the user in; from version 0.6 on it renews the id.',
      byPassport.map(({ node }) => cite(linked, node)),
    )
  return control(
    row,
    'unknown',
    '',
    `No place was found at which who is signed in is written into the session. Looked at: ${labelsOf(scene.doorsFor('sign in')) || 'all handlers'}.`,
    placed(sessions),
  )
}

const placeText = (scene: Scene, node: number): string => {
  const { file, line } = cite(scene.linked, node)
  const doors = scene.doorsAround(node)
  return `${file}:${line}${doors.length > 0 ? ` (${labelsOf(doors)})` : ''}`
}

const TOLD: Record<'saveUninitialized' | 'resave', [row: Row, harm: string]> = {
  saveUninitialized: [SESSION_ROWS.uninitialized, 'Every visitor is given a session and a cookie before signing in, which makes planting one easy.'],
  resave: [SESSION_ROWS.resave, 'Sessions are written back at every request, also where another request has ended them meanwhile.'],
}

function switchOf(scene: Scene, sessions: readonly Cookie[], name: 'saveUninitialized' | 'resave'): Control {
  const [row, harm] = TOLD[name]
  const having = sessions.filter(({ session }) => session?.[name] !== undefined)
  if (having.length === 0) return notApplicable(row, 'The library has no such setting.')
  const rows = having.map(({ use, session, at }) => {
    const nodes = use?.setting(name) ?? []
    const text = nodes.flatMap((node) => told(scene.linked, node)).find((way) => way.text !== undefined)?.text
    const value = nodes.length === 0 ? String(session?.[name]) : text
    return { value, by: nodes.length === 0 ? ', the default of the library' : '', at: nodes[0] === undefined ? at : cite(scene.linked, nodes[0]) }
  })
  const state = together(rows.map(({ value }): State => (value === undefined ? 'unknown' : value === 'false' ? 'pass' : 'fail')))
  return control(
    row,
    state,
    listed(rows.map(({ value, by }) => (value === undefined ? '' : `${value}${by}`))),
    state === 'pass' ? 'As advised.' : state === 'unknown' ? 'The setting comes from elsewhere.' : harm,
    rows.map(({ at }) => at),
  )
}

/** Seconds that the library gives a session where the code says nothing. */
function defaultOf({ session, at }: Cookie): Cookie['lifetime'] {
  return session?.lifetime === undefined
    ? undefined
    : { text: `${inWords(session.lifetime)}, the default of the library`, seconds: session.lifetime, at }
}

/** `rolling` renews the end at every request: an idle timeout. Without it, the end is set once where the session is not written again. */
function timeoutsOf(scene: Scene, sessions: readonly Cookie[]): Control[] {
  // What the library does by itself counts as well.
  const limited = sessions.map((cookie) => ({ ...cookie, lifetime: cookie.lifetime ?? defaultOf(cookie) })).filter(({ lifetime }) => lifetime)
  const rolls = limited.filter(
    ({ use, session }) =>
      session?.accounts || (use?.setting('rolling') ?? []).some((node) => told(scene.linked, node).some(({ text }) => text === 'true')),
  )
  const texts = (list: readonly Cookie[]) => listed(list.map(({ lifetime }) => lifetime?.text ?? ''))
  const at = (list: readonly Cookie[]) => list.flatMap(({ lifetime, at: place }) => (lifetime ? [lifetime.at, place] : [place]))
  const none = 'No lifetime is set and none is kept by the server. Looked for: maxAge, expires, ttl, duration and rolling of the session.'
  const within = (list: readonly Cookie[], most: number): State =>
    list.every(({ lifetime }) => (lifetime?.seconds ?? Number.POSITIVE_INFINITY) <= most) ? 'pass' : 'fail'
  return [
    rolls.length > 0
      ? control(SESSION_ROWS.idle, within(rolls, 1800), texts(rolls), 'The end moves on with every request.', at(rolls))
      : control(
          SESSION_ROWS.idle,
          'fail',
          'None',
          limited.length > 0 ? 'The end does not move on with requests (rolling is not set), so what is set is no idle timeout.' : none,
          placed(sessions),
        ),
    limited.length > rolls.length
      ? control(
          SESSION_ROWS.absolute,
          within(
            limited.filter((each) => !rolls.includes(each)),
            28_800,
          ),
          texts(limited.filter((each) => !rolls.includes(each))),
          'The lifetime of the cookie; a session that is written again may start anew.',
          at(limited),
        )
      : control(
          SESSION_ROWS.absolute,
          'fail',
          'None',
          limited.length > 0 ? 'With every request the end moves on, for as long as there are requests.' : none,
          placed(sessions),
        ),
  ]
}
