/** Doors that have to do with signing in. In: doors of the program. Out: those at which people come, leave and prove themselves. */
import { functionOf } from '../../../door-purposes'
import { rowsByName } from '../../../rows-by-name'
import type { EntryPoint } from '../../../types'
import { runsOf } from '../../entry-points/runs'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { functionsFrom, type Step, stepsFrom } from './reach'
import { usesOf } from './uses'

export type Purpose = 'sign in' | 'register' | 'reset' | 'change' | 'refresh' | 'leave' | 'second factor' | 'verify address' | 'delegated'

export interface Door {
  entry: EntryPoint
  /** `POST /login`. */
  label: string
  purpose: Purpose
  handlers: readonly number[]
  /** Handlers, what they call, and what a request meets before them at this very door. */
  functions: ReadonlySet<number>
  steps: readonly Step[]
}

/** By the name that doors of a purpose have on every page. */
const PURPOSES: Record<string, Purpose> = rowsByName({
  Login: 'sign in',
  Registration: 'register',
  'Password reset': 'reset',
  'Password change': 'change',
  'Token refresh': 'refresh',
  Logout: 'leave',
  'Multi-factor authentication': 'second factor',
  'Address verification': 'verify address',
  'Delegated login': 'delegated',
})

/** A page with a form is no door at which anything is proven; leaving and coming back from another site are done by GET as well. */
const BY_GET = new Set<Purpose>(['leave', 'delegated', 'change', 'verify address', 'refresh'])
const KINDS = new Set<EntryPoint['kind']>(['http', 'webhook', 'graphql', 'rpc', 'websocket'])

/** Calls that make a caller a signed-in one, in a handler itself: `signIn(ctx, user)`, `req.login(user)`. */
const SIGNS_IN = new Set(['signIn', 'signin', 'sign_in', 'login', 'logIn', 'log_in', 'signInUser', 'loginUser', 'logInUser'])

/** Uses, by their kinds, that hand a caller what proves later who they are. */
const ISSUES = ['token-sign', 'token-issue', 'session-login'] as const
/** A password that exists already: new ones come under longer names, or twice. */
const PASSWORD = /^(?:user_?)?(?:pass(?:word|wd|phrase|code)?|pwd)$/i

export function doorsOf(linked: Linked, entryPoints: readonly EntryPoint[]): Door[] {
  const { whole } = linked
  const signing = new Set([...lookupOf(whole).called(SIGNS_IN)].map((call) => whole.functionOf(call)))
  const issuing = new Set(usesOf(linked, ...ISSUES).map(({ node }) => whole.functionOf(node)))
  /** By what it does, under any name: it takes a password, and hands out a token or a session. */
  const givesForPassword = (entry: EntryPoint) =>
    issuing.size > 0 &&
    entry.parameters.filter(({ name }) => PASSWORD.test(name)).length === 1 &&
    [...functionsFrom(linked, runsOf(linked, entry).handlers)].some((fn) => issuing.has(fn))
  const found = entryPoints.flatMap((entry): Door[] => {
    if (!KINDS.has(entry.kind)) return []
    const named = PURPOSES[functionOf(entry)?.name ?? '']
    // A link in a mail signs in under any name, and by GET too; what comes back from another site does so by GET.
    const isOpen = !named || (named === 'delegated' && entry.method === 'POST')
    const signsIn =
      isOpen && ((entry.kind === 'http' && runsOf(linked, entry).handlers.some((fn) => signing.has(fn))) || (!named && givesForPassword(entry)))
    const purpose = signsIn ? 'sign in' : named
    // OAuth clients register as well, and are nobody who signs in.
    if (purpose === 'register' && /oauth|clients?\b/i.test(entry.path)) return []
    if (!purpose || (entry.method === 'GET' && !signsIn && !BY_GET.has(purpose)) || entry.method === 'SUBSCRIPTION') return []
    const { handlers, own } = runsOf(linked, entry)
    return [
      {
        entry,
        label: `${entry.method} ${entry.path}`,
        purpose,
        handlers,
        functions: functionsFrom(linked, [...own, ...handlers]),
        steps: stepsFrom(linked, handlers),
      },
    ]
  })
  const isSignIn = ({ purpose }: Door) => purpose === 'sign in'
  // Where strangers sign in elsewhere, a door called so behind the guard of the whole application connects another account.
  const open = found.some((door) => isSignIn(door) && !isBehindGuard(door.entry))
  const told = open ? found.filter((door) => !isSignIn(door) || !isBehindGuard(door.entry)) : found
  return told.sort((one, other) => ORDER.indexOf(one.purpose) - ORDER.indexOf(other.purpose))
}

const isBehindGuard = ({ guards }: EntryPoint): boolean => guards.some(({ role, scope }) => role === 'authentication' && scope === 'application')

const ORDER: Purpose[] = ['sign in', 'second factor', 'delegated', 'register', 'reset', 'change', 'refresh', 'verify address', 'leave']

/** `POST /login, POST /register` */
export const labelsOf = (doors: readonly Door[]): string => [...new Set(doors.map(({ label }) => label))].join(', ')
