/** What records are about, by their names: people with accounts, money that moved, sessions. */
import type { DataUse, Entity, EntryPoint } from '../../../types'
import { once } from '../../lookup'
import { snake } from '../../names'

export type Subject = 'account' | 'transaction' | 'session'

/** Words of names, singular; `other` names that hold them and mean something else. */
const WORDS: Record<Subject, RegExp> = {
  account:
    /^(?:app_|site_|auth_)?(?:user|account|customer|member|person|profile|patient|employee|student|client|citizen|subscriber)(?:_?(?:account|profile|model|entity|schema|repository|repo|service|record|dao))*$/,
  transaction:
    /(?:^|_)(?:order|payment|transaction|invoice|purchase|booking|transfer|checkout|deposit|withdrawal|refund|charge|contribution|donation|sale|receipt|billing|wallet)(?:_?(?:model|entity|schema|repository|service|record|collection|history|dao|item|line))*$/,
  session:
    /^(?:user_|auth_|login_)?(?:(?:refresh|access|auth|session|reset|verification|invite|password_reset|email_verification|blacklisted|revoked)_?)?(?:token|session)(?:_?(?:model|entity|schema|repository|record|blacklist|denylist))*$/,
}

/** `Users`, `UserModel`, `user_accounts` → account. */
export const subjectOf = once((name: string): Subject | undefined => {
  const words = snake(name.replace(/^.*[./]/, ''))
    .replace(/ies(?=_|$)/g, 'y')
    .replace(/(?<=[a-z]{2})s(?=_|$)/g, '')
  return (Object.keys(WORDS) as Subject[]).find((subject) => WORDS[subject].test(words))
})

/** The resource at the end of a path: `users` of `/v1/users/:userId`. */
export function resourceOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !/^[:{[*(]/.test(part))
  return parts.at(-1) ?? ''
}

/** What a door does to records of a subject; where a record has no name, the door's own path says it. */
export function usesOf(door: EntryPoint, subject: Subject): DataUse[] {
  return (door.data ?? []).filter((use) => (use.of ? subjectOf(use.of) === subject : subjectOf(resourceOf(door.path)) === subject))
}

export function entitiesOfSubject(entities: readonly Entity[], subject: Subject): Entity[] {
  const found = entities.filter(
    ({ name, stored, kind }) => kind === 'stored' && (subjectOf(name) === subject || (stored !== undefined && subjectOf(stored) === subject)),
  )
  // An account at another service belongs to a user of this one, who is meant: what points at another of them comes last.
  const pointsAtOther = ({ name, fields }: Entity): number =>
    Number(found.some((other) => other.name !== name && fields.some((field) => snake(field.name) === `${snake(other.name)}_id`)))
  return found.sort((one, other) => pointsAtOther(one) - pointsAtOther(other))
}

/** Guards that ask who is there or what they may, as the code calls them. */
export function behind(door: EntryPoint): string[] {
  return [...new Set(door.guards.filter(({ role }) => role === 'authentication' || role === 'authorization').map(({ name }) => name))]
}

/** A guard whose name says that it lets nobody pass. */
export const isClosed = (door: EntryPoint): boolean =>
  behind(door).some((name) => /deny_?(?:all|everyone)|forbid_?all|block_?all|disallow/i.test(name))

export const doorName = ({ method, path }: EntryPoint): string => `\`${method} ${path}\``

const DELETES = '(?:delete|remove|destroy|erase|close|deactivate|terminate)'
/** `users.delete`, `delete-account`, `users/:id/delete`. */
const NAMED = new RegExp(
  `(?:users?|accounts?|customers?|members?|profiles?|me)[._/-](?:[:{[][^/]*/)?${DELETES}$|(?:^|/)${DELETES}[._/-]?(?:my[._/-]?)?(?:users?|accounts?|customers?|profiles?|me)$`,
  'i',
)

/** Doors that by method, path or handler delete an account, whatever is known of what they do. */
export function deletesAccountByName({ method, path, handler }: EntryPoint): boolean {
  if (method === 'GET' || method === 'QUERY') return false
  const plain = path.replace(/\/(?::\w+\??|\{\w+\}|\[\w+\])$/, '')
  return (
    (method === 'DELETE' && (subjectOf(resourceOf(path)) === 'account' || /\/(?:me|account|profile)$/i.test(path))) ||
    NAMED.test(path) ||
    NAMED.test(plain) ||
    NAMED.test((handler?.name ?? '').replace(/^.*\./, ''))
  )
}
