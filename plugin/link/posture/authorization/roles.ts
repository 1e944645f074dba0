/**
 * Roles that the program knows. In: lists and enumerations of roles, fields of stored records, checks that ask for one, accounts that
 * are made with one. Out: each role once, with its place on the ladder, what stands for it and where.
 */
import type { Role } from '../../../types'
import type { GuardRow } from './enforcement'
import { counted, type Ground, listed } from './ground'
import type { Mention } from './mention'
import { askedRoles } from './role-checks'
import { fieldRoles } from './role-fields'
import { writtenRoles } from './role-lists'
import { rungOf, SPEAKERS } from './words'

const ORDER: Mention['how'][] = ['defined', 'default', 'given', 'asked']

export function rolesOf(ground: Ground, guards: readonly GuardRow[]): Role[] {
  const lists = writtenRoles(ground)
  const rights = new Set(lists.flatMap(({ permissions = [] }) => permissions))
  const mentions = [...lists, ...fieldRoles(ground), ...askedRoles(ground), ...guardRoles(guards, rights)]
  const known = new Map<string, Mention[]>()
  for (const mention of mentions) {
    const key = mention.role.toLowerCase()
    if (SPEAKERS.has(key) && mention.how !== 'asked') continue
    known.set(key, [...(known.get(key) ?? []), mention])
  }
  return [...known.values()].map((of) => roleOf(of, guards)).sort(byRung)
}

function roleOf(mentions: Mention[], guards: readonly GuardRow[]): Role {
  const [first] = mentions as [Mention]
  const role = first.role
  const lists = mentions.filter(({ permissions }) => permissions)
  const permissions = [...new Set(lists.flatMap((mention) => mention.permissions ?? []))]
  const isAsked = (asks: readonly string[]) => asks.some((asked) => asked.toLowerCase() === role.toLowerCase() || permissions.includes(asked))
  const asking = guards.filter(({ doors }) => doors.some(({ asks }) => isAsked(asks)))
  const doors = new Set(asking.flatMap((check) => check.doors.filter(({ asks }) => isAsked(asks)).map(({ door }) => door))).size
  const rung = rungOf(role)
  return {
    name: role,
    level: rung ?? 'could not tell',
    because: rung
      ? 'The rung of a role is told by its name.'
      : `The name \`${role}\` is on no rung of the ladder.${doors > 0 ? ` ${listed(asking.map(({ name }) => name))} ${asking.length === 1 ? 'asks' : 'ask'} for it at ${counted(doors, 'endpoint')}, so it is more than an ordinary user.` : ' No guard in force asks for it.'}`,
    represented: representedBy(mentions),
    isDefault: mentions.some(({ how }) => how === 'default'),
    evidence: inOrder(mentions),
    permissions,
    hasList: lists.length > 0,
    askedAt: doors,
  }
}

/** A field of an entity is also a value of that name, which then says nothing more. */
function representedBy(mentions: readonly Mention[]): string[] {
  const all = [...new Set(mentions.map(({ represented }) => represented))]
  const isOfEntity = all.some((by) => /^(?:value of `[^`]*\.|flag `[^`]*` of )/.test(by))
  return isOfEntity ? all.filter((by) => !/^(?:value of (?:the field )?`[^.`]*`$|flag `[^`]*`$)/.test(by)) : all
}

function inOrder(mentions: Mention[]): Role['evidence'] {
  const found = new Map<string, Role['evidence'][number]>()
  for (const how of ORDER)
    for (const mention of mentions)
      if (mention.how === how) {
        const key = `${mention.at.file}:${mention.at.line}`
        if (!found.has(key)) found.set(key, { how, at: mention.at })
      }
  return [...found.values()]
}

const RUNGS: Role['level'][] = ['guest', 'user', 'could not tell', 'editor', 'admin', 'super']
const byRung = (one: Role, other: Role): number =>
  RUNGS.indexOf(one.level) - RUNGS.indexOf(other.level) || (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)

/** Roles that guards of libraries ask for by name: `@Roles('admin')`. What some list calls a right is none. */
function guardRoles(guards: readonly GuardRow[], rights: ReadonlySet<string>): Mention[] {
  return guards
    .filter(({ fn, checks }) => fn < 0 && checks === 'role')
    .flatMap((row) =>
      row.guards.flatMap(({ roles = [], at, name }) =>
        roles
          .filter((role) => !rights.has(role))
          .map((role): Mention => ({ role, how: 'asked', at, represented: `asked for by \`${name.replace(/\(.*$/, '')}\`` })),
      ),
    )
}
