/** Sorts of entry points that requirements speak of. In: an entry point. Out: whether it is of the sort. */
import { functionOf, mentionsAdmin, takesFiles } from '../door-purposes'
import { rowsByName } from '../rows-by-name'
import type { DataUse, EntryPoint } from '../types'
import { type Scene, spelled } from './scene'

interface DoorSort {
  /** Completes "entry points for …". */
  words: string
  fits(door: EntryPoint, scene: Scene): boolean
}

const HTTP = new Set<EntryPoint['kind']>(['http', 'graphql', 'webhook'])
const isRequest = ({ kind }: EntryPoint): boolean => HTTP.has(kind)

const called =
  (...functions: string[]) =>
  (door: EntryPoint): boolean => {
    const name = isRequest(door) ? functionOf(door)?.name : undefined
    return name !== undefined && functions.includes(name)
  }

const signsIn = ({ method, path }: EntryPoint, { program }: Scene): boolean =>
  program.posture.authentication.signIns.some(({ door }) => door === `${method} ${path}`)

const body = ({ parameters, body: it }: EntryPoint): boolean =>
  it !== undefined || parameters.some(({ in: place }) => place === 'json' || place === 'form' || place === 'body')

const CREDENTIAL = /(?:^|_)(?:pass(?:word|wd|phrase)?|secret|token|api_?key|jwt|otp|pin|card_?number|cvv|ssn)(?:$|_)/
const SESSION = /(?:^|_)(?:session(?:_?id)?|sid|jwt|access_?token|auth_?token|id_?token)(?:$|_)/

const holdsPassword = ({ parameters, body: it }: EntryPoint): boolean =>
  parameters.some(({ name }) => /pass(?:word|wd)/i.test(name)) || (it?.shape.fields ?? []).some(({ name }) => /pass(?:word|wd)/i.test(name))

/** Parts of a request that name one record. */
const NAMES_ONE = /(?:^|[._])(?:id|_id|uuid|slug|key|number|code|email|user_?name)$|(?:Id|ID|Uuid)$/

/** Reads or changes the record that the request names; one that is added names others only to point at them. */
export const namesRecord = ({ does, chosenBy }: DataUse): boolean => does !== 'create' && chosenBy.some((part) => NAMES_ONE.test(part))

export const doorSorts: Record<string, DoorSort> = rowsByName({
  all: { words: 'requests', fits: isRequest },
  login: { words: 'signing in', fits: (door, scene) => isRequest(door) && door.method !== 'GET' && (signsIn(door, scene) || called('Login')(door)) },
  credentials: {
    words: 'signing in, registration and recovery',
    fits: (door, scene) =>
      isRequest(door) && door.method !== 'GET' && (signsIn(door, scene) || called('Login', 'Registration', 'Password reset')(door)),
  },
  'password change': { words: 'changing a password', fits: called('Password change') },
  'password among fields': {
    words: 'changing records that hold a password',
    fits: (door) =>
      isRequest(door) &&
      /^(?:PUT|PATCH|POST)$/.test(door.method) &&
      door.authRequired.answer === 'yes' &&
      !called('Login', 'Registration', 'Password reset', 'Logout', 'Token refresh')(door) &&
      (door.data ?? []).some(({ does }) => does === 'update') &&
      holdsPassword(door),
  },
  'credentials in the address': {
    words: 'requests with passwords, tokens or keys in the address',
    fits: (door) => isRequest(door) && door.parameters.some(({ in: place, name }) => place === 'query' && CREDENTIAL.test(spelled(name))),
  },
  'session tokens in the address': {
    words: 'requests with session tokens in the address',
    fits: (door) => isRequest(door) && door.parameters.some(({ in: place, name }) => place === 'query' && SESSION.test(spelled(name))),
  },
  'tokens in the address': {
    words: 'requests with a token in the address',
    fits: (door, scene) =>
      isRequest(door) &&
      !called('Password reset', 'Address verification', 'Registration')(door) &&
      door.parameters.some(({ in: place, name }) => place === 'query' && /^(?:token|auth)$/.test(spelled(name))) &&
      !doorSorts['session tokens in the address']!.fits(door, scene),
  },
  recovery: { words: 'recovering a password', fits: called('Password reset') },
  logout: { words: 'signing out', fits: called('Logout') },
  registration: { words: 'registration', fits: called('Registration') },
  'delete account': { words: 'deleting an account', fits: called('Delete account') },
  'export data': { words: 'exporting data', fits: called('Export data') },
  administration: { words: 'administration', fits: (door) => isRequest(door) && mentionsAdmin(`${door.path} ${door.handler?.name ?? ''}`) },
  upload: { words: 'uploads', fits: (door) => isRequest(door) && takesFiles(door) },
  changing: {
    // What has to be reachable before anyone has signed in is left out.
    words: 'changing records',
    fits: (door) => isRequest(door) && !functionOf(door)?.open && (door.data ?? []).some(({ does }) => does !== 'read'),
  },
  'taking input': {
    words: 'requests that bring data',
    fits: (door) => isRequest(door) && door.parameters.some((it) => it.in !== 'header' && it.in !== 'cookie'),
  },
  'taking a body': {
    words: 'requests with a body',
    fits: (door) => isRequest(door) && !/^(?:GET|HEAD|DELETE|OPTIONS)$/.test(door.method) && body(door),
  },
  health: {
    words: 'telling whether the system is well',
    fits: (door) =>
      isRequest(door) && /(?:^|[/_-])(?:health(?:z|check)?|live(?:z|ness)|ready(?:z)?|readiness|heartbeat|ping)(?:$|[/_-])/i.test(door.path),
  },
  'any method': {
    words: 'requests of any method',
    fits: (door) => door.kind === 'http' && /^(?:ALL|ANY|\*)$/.test(door.method) && !/\*/.test(door.path),
  },
  'refusing a method': {
    words: 'refusing methods that are not meant (405)',
    fits: ({ responses }) => responses.some(({ status }) => status === 405),
  },
  'graphql records': {
    words: 'GraphQL operations that reach a record the caller names',
    fits: ({ kind, authRequired, data = [] }) => kind === 'graphql' && authRequired.answer === 'yes' && data.some(namesRecord),
  },
  webhooks: { words: 'calls of other services', fits: ({ webhook }) => webhook !== undefined },
  sockets: { words: 'sockets', fits: ({ kind }) => kind === 'websocket' },
})
