/**
 * What doors are for, by what they are called: pages sort by it, rules ask it who should be able to pass.
 *
 * Functions that an auditor looks for, and how they are recognised. The first entry that fits an endpoint names its
 * function, so special ones stand before general ones. Endpoints that fit none are shown by resource.
 *
 * `words` are phrases: all words of one phrase occur in the path or the handler's name, in any order.
 * `ends` is the last fixed step of the path. `methods` narrows both. `whenOpen` fits only without authentication.
 * `weight` is what misuse would cost. `open` marks what has to be reachable before anyone has signed in.
 */
import type { EntryPoint } from './types'

export type Level = 'Low' | 'Medium' | 'High' | 'Critical'

export interface KnownFunction {
  name: string
  weight: Level
  open?: true
  words?: string[]
  ends?: string[]
  methods?: string[]
  whenOpen?: true
  upload?: true
}

const changing = ['POST', 'PUT', 'PATCH', 'DELETE', 'ALL']

export const knownFunctions: KnownFunction[] = [
  {
    name: 'Password reset',
    weight: 'Medium',
    open: true,
    words: ['reset password', 'forgot password', 'forgotten password', 'recover password', 'password recovery', 'security question'],
    ends: ['forgot', 'lost-password'],
  },
  { name: 'Password change', weight: 'High', words: ['change password', 'update password', 'set password'] },
  {
    name: 'Multi-factor authentication',
    weight: 'Medium',
    open: true,
    words: ['2fa', 'mfa', 'totp', 'otp', 'webauthn', 'passkey', 'passkeys', 'two factor'],
  },
  { name: 'Registration', weight: 'Medium', open: true, words: ['register', 'registration', 'signup', 'sign up'] },
  // A user record that anyone may create is a registration under another name.
  { name: 'Registration', weight: 'Medium', open: true, methods: ['POST'], ends: ['users', 'accounts', 'customers'], whenOpen: true },
  { name: 'Delegated login', weight: 'Medium', open: true, words: ['oauth', 'oauth2', 'oidc', 'saml', 'sso', 'auth callback'] },
  { name: 'Token refresh', weight: 'Medium', open: true, words: ['refresh token', 'refresh tokens', 'renew token'], ends: ['refresh'] },
  { name: 'Login', weight: 'Medium', open: true, words: ['login', 'signin', 'sign in', 'authenticate'] },
  { name: 'Login', weight: 'Medium', open: true, methods: ['POST'], ends: ['session', 'sessions'] },
  { name: 'Logout', weight: 'Low', open: true, words: ['logout', 'signout', 'sign out', 'log out'] },
  { name: 'Address verification', weight: 'Medium', open: true, words: ['verify email', 'confirm email', 'activate account', 'email verification'] },
  { name: 'Delete account', weight: 'High', words: ['erasure', 'delete account', 'close account', 'deactivate account', 'forget me'] },
  { name: 'Delete account', weight: 'High', methods: ['DELETE'], ends: ['users', 'user', 'accounts', 'account', 'customers', 'profile', 'me'] },
  { name: 'Export data', weight: 'High', words: ['export', 'takeout', 'backup', 'dump'] },
  { name: 'Import data', weight: 'Medium', words: ['import'], methods: changing },
  { name: 'File upload', weight: 'Medium', upload: true },
  { name: 'File upload', weight: 'Medium', words: ['upload', 'uploads'], methods: changing },
  { name: 'Impersonation', weight: 'High', words: ['impersonate', 'sudo', 'switch user'] },
  {
    name: 'Payment',
    weight: 'High',
    words: [
      'payment',
      'payments',
      'pay',
      'checkout',
      'charge',
      'refund',
      'refunds',
      'billing',
      'invoice',
      'invoices',
      'card',
      'cards',
      'wallet',
      'subscription',
      'subscriptions',
    ],
  },
  { name: 'Roles and permissions', weight: 'High', words: ['role', 'roles', 'permission', 'permissions'] },
  { name: 'Administration', weight: 'High', words: ['admin', 'administration', 'administrator', 'backoffice', 'superuser'] },
  { name: 'Debugging', weight: 'High', words: ['debug', 'actuator', 'heapdump', 'profiler'] },
  {
    name: 'Health and metrics',
    weight: 'Low',
    open: true,
    words: ['healthz', 'healthcheck', 'metrics'],
    ends: ['health', 'ready', 'live', 'livez', 'readyz', 'ping', 'status', 'version'],
  },
  { name: 'API documentation', weight: 'Low', words: ['swagger', 'openapi', 'graphiql', 'api docs', 'redoc'] },
  { name: 'Configuration', weight: 'Medium', words: ['config', 'configuration', 'settings'] },
  { name: 'File download', weight: 'Medium', words: ['download', 'downloads', 'attachment', 'attachments', 'ftp'] },
  { name: 'View profile', weight: 'Medium', methods: ['GET'], words: ['profile', 'whoami'], ends: ['me', 'account'] },
  { name: 'Edit profile', weight: 'Medium', methods: changing, words: ['profile'], ends: ['me', 'account'] },
  { name: 'User records', weight: 'High', words: ['user', 'users', 'accounts', 'customers', 'members', 'employees'] },
  { name: 'Redirect', weight: 'Medium', open: true, words: ['redirect'] },
  { name: 'Search', weight: 'Low', open: true, words: ['search', 'autocomplete'] },
]

/** Their phrases, word by word: every door is held against all of them, by a dozen who ask. */
const phrasesOf = new Map(knownFunctions.map((known) => [known, known.words?.map((phrase) => phrase.split(' '))]))

/** Undefined when no entry fits. */
export function functionOf(entry: EntryPoint): KnownFunction | undefined {
  const words = new Set([...wordsOf(entry.path), ...wordsOf(nameOf(entry))])
  const end = stepsOf(entry.path).findLast(isFixed)?.toLowerCase() ?? ''
  return knownFunctions.find(
    (known) =>
      (!known.methods || known.methods.includes(entry.method.toUpperCase())) &&
      (!known.whenOpen || reachOf(entry) === 'public') &&
      ((known.upload && takesFiles(entry)) ||
        known.ends?.includes(end) ||
        phrasesOf.get(known)?.some((phrase) => phrase.every((word) => words.has(word)))),
  )
}

/** The handler's own name; what stands where it has none says nothing of what it does. */
const nameOf = ({ handler }: EntryPoint): string => (!handler || /^(?:default export|anonymous function)$/.test(handler.name) ? '' : handler.name)

const scaffolding = /^(api|rest|v\d+|public|private|internal)$/i

/** The thing a path is about: `basket` for `/rest/v1/basket/:id`. */
export function resourceOf(entry: EntryPoint): string {
  return stepsOf(entry.path).find((step) => isFixed(step) && !scaffolding.test(step)) ?? '/'
}

export type Reach = 'public' | 'signed in' | 'could not tell'

export function reachOf({ authRequired }: EntryPoint): Reach {
  if (authRequired.answer === 'no') return 'public'
  return authRequired.answer === 'yes' ? 'signed in' : 'could not tell'
}

/** `getUserProfile`, `user-profile` and `/user/profile` hold the same words. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

const adminWords = new Set(['admin', 'admins', 'administration', 'administrator', 'backoffice', 'superuser'])
/** Says of itself that it is for administrators. */
export const mentionsAdmin = (text: string): boolean => wordsOf(text).some((word) => adminWords.has(word))

/** The guard that lets administrators alone past a door, by its name or by the roles that it asks for. */
export const guardForAdmins = ({ guards }: Pick<EntryPoint, 'guards'>): EntryPoint['guards'][number] | undefined =>
  guards.find(
    ({ role, name, roles = [], at }) =>
      isCalledForAdmins({ role, name }) ||
      (role === 'authorization' &&
        ([name, ...roles].some(mentionsAdmin) || (OF_OPTION.test(name) && (mentionsAdmin(at.text) || SUPER.test(at.text))))),
  )
/** `isAdmin`, `requireAdmin()`, `adminOnly`: lets nobody else past, whatever it answers who is turned away. */
export const isCalledForAdmins = ({ role, name }: Pick<EntryPoint['guards'][number], 'role' | 'name'>): boolean =>
  role === 'authentication' && FOR_ADMINS.test(name.replace(/\(.*$/, '').replace(/^.*\./, ''))
const FOR_ADMINS =
  /^(?:(?:is|has|requires?|required|ensure|check|only|verify|must|allow|assert|validate|protect|authenticate|authorize|auth)_?(?:be_?|is_?)?)?(?:super_?)?admin(?:istrator)?s?_?(?:only|required|guard|auth|middleware|check|access|role|user)?$/i
/** A wrapper with the option because of which it asks; what it asks for stands there: `action({ authorization: { requireSuper: true } })`. */
const OF_OPTION = /\([\w$]+\)$/
const SUPER = /\b(?:\w+S|s)uper(?:User|Admin)?\b/

/** Where the handler of a door asks for administrators itself, as the code says it. */
export function checkForAdmins({ rightAsked }: Pick<EntryPoint, 'rightAsked'>): string | undefined {
  const text = rightAsked?.evidence[0]?.text
  return text !== undefined && mentionsAdmin(text) ? text.slice(0, LONGEST_CHECK) : undefined
}
const LONGEST_CHECK = 60

export function takesFiles({ guards, parameters }: EntryPoint): boolean {
  return guards.some(({ role }) => role === 'upload') || parameters.some((parameter) => parameter.in === 'file')
}

export function stepsOf(path: string): string[] {
  return path.split('/').filter((step) => step !== '')
}

/** Neither a parameter nor a pattern. */
export function isFixed(step: string): boolean {
  return /^[\p{L}\p{N}_.~@-]+$/u.test(step)
}
