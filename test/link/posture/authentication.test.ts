/** What report 02 says of small programs, each with its line. Every row can turn: a twin with the same words does it right. */
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Authentication, Control } from '../../../plugin/types'
import { FIXTURES, linkDirectory } from '../fixture-programs'

const CASES = path.join(FIXTURES, 'posture', 'authentication')
const known = new Map<string, Authentication>()

async function of(name: string): Promise<Authentication> {
  const found = known.get(name) ?? (await linkDirectory(path.join(CASES, name))).posture.authentication
  known.set(name, found)
  return found
}

/** `fail: 8 rounds @ models.js:24`; the place is the first one. */
function said({ state, current, evidence }: Control): string {
  const [at] = evidence
  return `${state}: ${current}${at ? ` @ ${at.file}:${at.line}` : ''}`
}

async function row(name: string, id: string): Promise<string> {
  const { passwords, sessions, bruteForce } = await of(name)
  const found = [...passwords, ...sessions, ...bruteForce].find((control) => control.id === id)
  return found ? said(found) : 'no such row'
}

const rows: [fixture: string, id: string, says: string][] = [
  // Passwords
  ['token-api', 'password-hash', 'pass: bcrypt (bcryptjs) @ models.js:21'],
  ['token-api', 'password-cost', 'fail: bcrypt: 8 rounds @ models.js:21'],
  ['token-api-safe', 'password-cost', 'pass: bcrypt: 12 rounds @ server.ts:20'],
  ['passport-local', 'password-cost', 'pass: bcrypt: 13 rounds @ server.js:27'],
  ['session-app', 'password-hash', 'fail: None: plaintext @ server.js:23'],
  ['pages', 'password-hash', 'fail: SHA-1, unsalted @ server/app.js:11'],
  ['pages', 'password-salt', 'fail: None @ server/app.js:11'],
  ['nest-api', 'password-hash', 'pass: Argon2 @ auth.ts:50'],
  ['token-api', 'password-minimum-length', 'fail: 8 characters @ models.js:8'],
  ['token-api-safe', 'password-minimum-length', 'pass: 12 characters @ server.ts:15'],
  ['session-app', 'password-minimum-length', 'fail: 1 character @ server.js:19'],
  ['nest-api', 'password-minimum-length', 'pass: 14 characters @ auth.ts:21'],
  ['pages', 'password-minimum-length', 'fail: None on the server @ server/app.js:9'],
  ['pages', 'password-minimum-length-page', 'partial: 10 characters @ web/register.jsx:6'],
  ['session-app', 'password-maximum-length', 'fail: 20 characters @ server.js:19'],
  ['token-api-safe', 'password-maximum-length', 'pass: 128 characters @ server.ts:15'],
  ['token-api', 'password-complexity', 'pass: At least one digit and at least one letter @ models.js:10'],
  ['session-app', 'password-complexity', 'fail: None @ server.js:17'],
  ['nest-api', 'password-complexity', 'pass: At least one digit and at least one in upper case @ auth.ts:22'],
  ['token-api-safe', 'password-breach-check', 'pass: Published passwords are looked up @ server.ts:19'],
  ['token-api', 'password-breach-check', 'fail: None @ server.js:52'],
  ['token-api', 'password-comparison', 'pass: By the hash library (bcryptjs: compare) @ models.js:17'],
  ['session-app', 'password-comparison', 'fail: With an operator, of the plain text @ server.js:34'],
  ['token-api', 'password-reset', 'pass: Signed token, valid for 20 minutes by default (environment variable RESET_MINUTES) @ config.js:7'],
  ['token-api', 'reset-ends-sessions', 'fail: No: only records of type reset are removed @ server.js:57'],
  ['token-api', 'reset-answers-alike', 'fail: No: refuses with 404: No account found with this email @ tokens.js:24'],
  ['token-api', 'verified-address', 'fail: No @ server.js:34'],
  // Tokens
  ['token-api', 'token-algorithm', 'pass: HS256, the default of the library @ tokens.js:6'],
  ['token-api-safe', 'token-algorithm', 'pass: HS512 @ server.ts:33'],
  ['token-api', 'token-key', 'pass: Environment variable TOKEN_KEY @ config.js:14'],
  ['pages', 'token-key', 'fail: Hardcoded @ server/app.js:12'],
  ['fastify-api', 'token-key', 'partial: Environment variable TOKEN_KEY, with a value in the code where it is not set @ app.ts:7'],
  ['token-api', 'token-lifetime', 'pass: 45 minutes by default (environment variable ACCESS_MINUTES) @ config.js:5'],
  ['token-api-safe', 'token-lifetime', 'pass: 15 minutes @ server.ts:33'],
  ['pages', 'token-lifetime', 'fail: No expiry @ server/app.js:12'],
  ['nest-api', 'token-lifetime', 'pass: 20 minutes @ auth.ts:76'],
  ['fastify-api', 'token-lifetime', 'fail: 2 hours @ app.ts:7'],
  ['second-factor', 'token-lifetime', 'pass: 1 hour @ server.ts:23'],
  ['second-factor', 'token-lifetime-other', 'pass: Second factor: 5 minutes @ server.ts:21'],
  ['token-api', 'token-algorithms-pinned', 'fail: No algorithms list (jsonwebtoken 9.0.2) @ tokens.js:9'],
  ['token-api-safe', 'token-algorithms-pinned', 'pass: HS512 @ server.ts:40'],
  ['nest-api', 'token-algorithms-pinned', 'pass: HS256 @ auth.ts:29'],
  ['token-api-safe', 'token-issuer-audience', 'pass: Issuer is asked for and audience is asked for @ server.ts:33'],
  ['nest-api', 'token-issuer-audience', 'partial: Set, and not asked for @ auth.ts:46'],
  ['token-api', 'token-refresh', 'pass: By POST /auth/refresh-tokens @ tokens.js:17'],
  ['token-api', 'refresh-token-lifetime', 'fail: 60 days by default (environment variable REFRESH_DAYS) @ config.js:6'],
  ['token-api', 'refresh-token-rotation', 'pass: Yes: the used token is removed, and new ones are signed @ server.js:43'],
  ['token-api', 'refresh-token-stored', 'pass: Yes: Token @ tokens.js:18'],
  ['token-api', 'token-revocation', 'partial: Logout removes the stored token @ server.js:62'],
  ['pages', 'token-revocation', 'fail: In the page alone: the token is forgotten there @ web/session.js:14'],
  ['session-app', 'token-revocation', 'partial: Logout empties the session @ server.js:47'],
  ['session-app-safe', 'token-revocation', 'pass: Logout ends the session @ server.js:36'],
  ['pages', 'token-client-storage', 'fail: localStorage (access_token) and cookie set by script (access_token), for 8 hours @ web/session.js:4'],
  ['token-api-safe', 'token-client-storage', 'pass: Cookie __Host-access set by the server @ server.ts:34'],
  // Cookies and sessions
  ['token-api', 'cookie-secure', 'not applicable: '],
  ['token-api-safe', 'cookie-secure', 'pass: __Host-access: yes @ server.ts:34'],
  ['session-app', 'cookie-secure', 'fail: connect.sid: no, the default of the library @ server.js:8'],
  ['passport-local', 'cookie-secure', "partial: connect.sid: only where process.env.NODE_ENV === 'production' @ server.js:12"],
  ['session-app', 'cookie-http-only', 'pass: connect.sid: yes, the default of the library @ server.js:8'],
  ['session-app-safe', 'cookie-same-site', 'pass: __Host-club: strict @ server.js:19'],
  ['passport-local', 'cookie-same-site', 'partial: connect.sid: lax @ server.js:12'],
  ['session-app', 'cookie-same-site', 'fail: connect.sid: not set, the default of the library @ server.js:8'],
  ['session-app-safe', 'cookie-name', 'pass: __Host-club @ server.js:12'],
  ['session-app', 'cookie-lifetime', 'partial: connect.sid: until the browser is closed @ server.js:8'],
  ['fastify-api', 'cookie-lifetime', 'pass: sessionId: 30 minutes @ app.ts:9'],
  ['auth-js', 'cookie-lifetime', 'pass: next-auth.session-token: 4 hours @ pages/api/auth/[...nextauth].ts:5'],
  ['session-app', 'session-store', 'fail: Default in-memory store (MemoryStore) @ server.js:8'],
  ['session-app-safe', 'session-store', 'pass: connect-redis @ server.js:15'],
  ['auth-js', 'session-store', 'pass: None: the cookie itself, encrypted (strategy jwt) @ pages/api/auth/[...nextauth].ts:4'],
  ['session-app', 'session-secret', 'fail: Hardcoded @ server.js:9'],
  ['session-app-safe', 'session-secret', 'pass: Environment variable SESSION_SECRET @ server.js:14'],
  ['session-app', 'session-regenerated', 'fail: No @ server.js:39'],
  ['session-app-safe', 'session-regenerated', 'pass: Yes @ server.js:25'],
  ['session-app', 'session-save-uninitialized', 'fail: true @ server.js:11'],
  ['session-app-safe', 'session-resave', 'pass: false @ server.js:16'],
  ['session-app-safe', 'session-idle-timeout', 'pass: 20 minutes @ server.js:19'],
  ['session-app-safe', 'session-absolute-timeout', 'fail: None @ server.js:12'],
  // Guessing
  ['token-api', 'account-lockout', 'fail: None @ server.js:34'],
  ['token-api-safe', 'account-lockout', 'pass: After 5 attempts @ server.ts:28'],
  ['session-app-safe', 'progressive-delays', 'pass: 5 requests, the default of the library, in 1 minute (POST /login) @ server.js:22'],
  ['token-api', 'progressive-delays', 'fail: None @ server.js:34'],
  [
    'token-api',
    'sign-in-rate-limit',
    "partial: 20 requests in 15 minutes on POST /auth/login, POST /auth/refresh-tokens, POST /auth/forgot-password, POST /auth/reset-password, POST /auth/logout (requests that succeed are not counted; only where config.stage === 'production') @ server.js:10",
  ],
  ['token-api-safe', 'sign-in-rate-limit', 'pass: 5 requests in 1 minute on POST /register, POST /login @ server.ts:14'],
  ['session-app', 'sign-in-alerts', 'partial: Failures are logged @ server.js:36'],
  ['token-api', 'sign-in-alerts', 'fail: None @ server.js:34'],
  // What takes a password and gives a token signs in, under any name; what is called so behind the guard of all does not.
  ['other-names', 'sign-in-rate-limit', 'fail: None @ app.ts:36'],
  // What does not run says nothing.
  ['dead-controls', 'password-hash', 'fail: None: plaintext @ server.js:14'],
  ['dead-controls', 'token-algorithm', 'not applicable: '],
  ['dead-controls', 'token-client-storage', 'not applicable: '],
  ['dead-controls', 'captcha', 'fail: None @ server.js:12'],
  ['dead-controls', 'sign-in-rate-limit', 'fail: None @ server.js:12'],
]

describe('rows', () => {
  test.each(rows)('%s: %s', async (fixture, id, says) => {
    expect(await row(fixture, id)).toBe(says)
  })

  test('a pass has a line that proves it, an absence says what was looked for', async () => {
    for (const [name] of rows) {
      const { passwords, sessions, bruteForce, mechanisms } = await of(name)
      const all = [...passwords, ...sessions, ...bruteForce, ...mechanisms.flatMap(({ steps }) => steps)]
      expect(all.filter(({ state, evidence }) => (state === 'pass' || state === 'partial') && evidence.length === 0)).toEqual([])
      expect(all.filter(({ reason }) => reason.trim() === '')).toEqual([])
    }
  })

  test('ids are the same for every program', async () => {
    const ids = async (name: string) => new Set((await of(name)).sessions.map(({ id }) => id))
    const [one, other] = [await ids('token-api'), await ids('session-app')]
    expect([...one].filter((id) => id !== 'token-lifetime-other' && !other.has(id))).toEqual([])
  })
})

describe('mechanisms', () => {
  const names = async (name: string) => (await of(name)).mechanisms.map(({ kind, name: it, strength }) => `${kind}: ${it} (${strength})`)

  test.each([
    ['token-api', ['token: JSON Web Token (HS256) (adequate)']],
    ['session-app', ['session: Session cookie (connect.sid) (weak)']],
    ['session-app-safe', ['session: Session cookie (__Host-club) (strong)']],
    ['pages', ['token: JSON Web Token (HS256) (weak)']],
    ['auth-js', ['delegated: Auth.js (next-auth) with Google (adequate)']],
    [
      'second-factor',
      ['token: JSON Web Token (HS256) (strong)', 'multi-factor: TOTP, optional for each user (adequate)', 'multi-factor: WebAuthn (strong)'],
    ],
    [
      'passport-local',
      [
        'session: Session cookie (connect.sid) (adequate)',
        'other: User name and password (Passport) (could not tell)',
        'delegated: Delegated login (Google) (adequate)',
      ],
    ],
    ['dead-controls', []],
  ])('%s', async (name, expected) => {
    expect(await names(name)).toEqual(expected)
  })

  test('each has the eight steps in order', async () => {
    for (const { steps } of (await of('second-factor')).mechanisms)
      expect(steps.map(({ id }) => id.replace(/^(?:token|multi-factor)-/, ''))).toEqual([
        'submission',
        'validation',
        'creation',
        'client-storage',
        'transmission',
        'later-validation',
        'renewal',
        'end',
      ])
  })

  test('and the doors it guards', async () => {
    const [token] = (await of('token-api')).mechanisms
    expect(token?.usedAt).toContain('GET /orders')
    const [session] = (await of('session-app')).mechanisms
    expect(session?.usedAt).toContain('GET /club')
  })
})

describe('sign-ins', () => {
  /** `valid: Application → Client: answers @ 36` */
  const steps = async (name: string) =>
    (await of(name)).signIns[0]?.steps.map(({ from, to, text, outcome, at }) => `${outcome}: ${from} → ${to}: ${text} @ ${at.file}:${at.line}`) ?? []

  let drawn: Record<string, string[]>
  beforeAll(async () => {
    drawn = Object.fromEntries(
      await Promise.all(['token-api', 'session-app', 'passport-local', 'second-factor'].map(async (name) => [name, await steps(name)] as const)),
    )
  })

  test('goes through the functions that a handler calls', () => {
    expect(drawn['token-api']).toEqual(
      expect.arrayContaining([
        'always: Client → Application: POST /auth/login with email, password @ server.js:34',
        'always: Application → Store of Account: looks up the user by email @ server.js:20',
        'always: Application → Application: compares the password: passwordMatches @ server.js:21',
        'valid: Application → Application: signs a token: jsonwebtoken, HS256 @ tokens.js:16',
        'valid: Application → Store of Token: stores the token @ tokens.js:18',
        'invalid: Application → Client: refuses with 401: Incorrect email or password @ server.js:22',
      ]),
    )
  })

  test('puts what a callback does behind the call that it is handed to', () => {
    const order = drawn['session-app']!.map((step) => step.replace(/ @.*/, ''))
    expect(order.indexOf('always: Application → Store of members: looks up the user by login')).toBeLessThan(
      order.indexOf('valid: Application → Session: writes memberId into the session'),
    )
    expect(order.filter((step) => step.startsWith('invalid'))).toEqual([
      'invalid: Application → Client: shows the page "login": Invalid user name',
      'invalid: Application → Client: shows the page "login": Invalid password',
    ])
  })

  test('asks the strategy that Passport is given', () => {
    expect(drawn['passport-local']).toEqual(
      expect.arrayContaining([
        'always: Application → Store of User: looks up the user by email @ server.js:17',
        'invalid: Application → Client: tells the library no: Wrong email or password @ server.js:18',
        'valid: Application → Client: hands the user to the library @ server.js:20',
      ]),
    )
  })

  test('tells a second factor from a refusal', () => {
    expect(drawn['second-factor']).toEqual(
      expect.arrayContaining([
        'second factor: Application → Client: answers with 401: totp_required @ server.ts:21',
        'invalid: Application → Client: answers with 401: Wrong email or password @ server.ts:17',
        'valid: Application → Client: answers: token @ server.ts:23',
      ]),
    )
  })
})
