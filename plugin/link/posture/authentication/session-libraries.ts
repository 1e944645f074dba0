/**
 * What session libraries do where the code says nothing. Read from the documentation of each: express-session 1.18, cookie-session 2.1,
 * koa-session 7, @fastify/session 11, @fastify/secure-session 8, iron-session 8, client-sessions 0.8.
 * next-auth 4, better-auth 1, lucia 3.
 * `under`: where the settings of the cookie stand, '' for beside the library's own. Flags are as they are in force; lifetimes in seconds.
 */
import type { Unit } from './lifetimes'

export interface SessionLibrary {
  packages: string[]
  holds: 'session id' | 'session'
  /** Name of the cookie. */
  name: string
  under: string[]
  options: 'first' | 'last'
  ageIn: Unit
  secure: string
  httpOnly: string
  sameSite: string
  /** Seconds; undefined where it lasts as long as the browser is open. */
  lifetime?: number
  /** Where sessions are kept without `store`. */
  store: 'memory of the process' | 'the cookie itself, signed' | 'the cookie itself, encrypted' | 'the database of the adapter'
  /** The library does the whole of signing in, and makes a new session each time. */
  accounts?: true
  /** What the two settings are where they are left out. */
  saveUninitialized?: boolean
  resave?: boolean
}

export const SESSION_LIBRARIES: SessionLibrary[] = [
  {
    packages: ['express-session'],
    holds: 'session id',
    name: 'connect.sid',
    under: ['cookie'],
    options: 'first',
    ageIn: 'milliseconds',
    secure: 'no',
    httpOnly: 'yes',
    sameSite: 'not set',
    store: 'memory of the process',
    saveUninitialized: true,
    resave: true,
  },
  {
    packages: ['cookie-session'],
    holds: 'session',
    name: 'session',
    under: ['', 'cookie'],
    options: 'first',
    ageIn: 'milliseconds',
    secure: 'yes, where the connection is encrypted',
    httpOnly: 'yes',
    sameSite: 'not set',
    store: 'the cookie itself, signed',
  },
  {
    packages: ['koa-session', 'koa-generic-session', 'koa-session2'],
    holds: 'session',
    name: 'koa.sess',
    under: ['', 'cookie'],
    options: 'first',
    ageIn: 'milliseconds',
    secure: 'yes, where the connection is encrypted',
    httpOnly: 'yes',
    sameSite: 'not set',
    lifetime: 86_400,
    store: 'the cookie itself, signed',
  },
  {
    packages: ['@fastify/session', 'fastify-session'],
    holds: 'session id',
    name: 'sessionId',
    under: ['cookie'],
    options: 'first',
    ageIn: 'milliseconds',
    secure: 'yes',
    httpOnly: 'yes',
    sameSite: 'not set',
    store: 'memory of the process',
    saveUninitialized: true,
  },
  {
    packages: ['@fastify/secure-session', 'fastify-secure-session'],
    holds: 'session',
    name: 'session',
    under: ['cookie'],
    options: 'first',
    ageIn: 'seconds',
    secure: 'no',
    httpOnly: 'no',
    sameSite: 'not set',
    store: 'the cookie itself, encrypted',
  },
  {
    packages: ['iron-session'],
    holds: 'session',
    name: 'the name that the options give',
    under: ['cookieOptions'],
    options: 'last',
    ageIn: 'seconds',
    secure: 'yes',
    httpOnly: 'yes',
    sameSite: 'lax',
    lifetime: 1_209_600,
    store: 'the cookie itself, encrypted',
  },
  {
    packages: ['client-sessions'],
    holds: 'session',
    name: 'session_state',
    under: ['cookie', ''],
    options: 'first',
    ageIn: 'milliseconds',
    secure: 'no',
    httpOnly: 'yes',
    sameSite: 'not set',
    lifetime: 86_400,
    store: 'the cookie itself, encrypted',
  },
  {
    packages: ['next-auth', '@auth/core', '@auth/express', '@auth/sveltekit', '@hono/auth-js'],
    holds: 'session',
    name: 'next-auth.session-token',
    under: ['cookies.sessionToken.options'],
    options: 'first',
    ageIn: 'seconds',
    secure: 'yes, where the address of the site is https',
    httpOnly: 'yes',
    sameSite: 'lax',
    lifetime: 2_592_000,
    store: 'the cookie itself, encrypted',
    accounts: true,
  },
  {
    packages: ['better-auth'],
    holds: 'session id',
    name: 'better-auth.session_token',
    under: ['advanced.defaultCookieAttributes'],
    options: 'first',
    ageIn: 'seconds',
    secure: 'yes, where the address of the site is https',
    httpOnly: 'yes',
    sameSite: 'lax',
    lifetime: 604_800,
    store: 'the database of the adapter',
    accounts: true,
  },
  {
    packages: ['lucia'],
    holds: 'session id',
    name: 'auth_session',
    under: ['sessionCookie.attributes'],
    options: 'last',
    ageIn: 'seconds',
    secure: 'yes',
    httpOnly: 'yes',
    sameSite: 'lax',
    lifetime: 2_592_000,
    store: 'the database of the adapter',
    accounts: true,
  },
]
