/** Who can get to a route is part of the vector of what is found there. */
import { describe, expect, test } from 'vitest'
import { doorsByRoute, privilegesOf, withGuards } from '../../plugin/rules/guarded-vector'
import { rules } from '../../plugin/rules/index'
import { findingOf, type Rule } from '../../plugin/rules/rule'
import type { EntryPoint } from '../../plugin/types'
import { aGuard, anEntryPoint, aProgram, at, no, unknown, yes } from '../program'

const rule = (cvss: string): Rule => ({ ...(rules[0] as Rule), cvss, check: () => [] })
const open = rule('AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N')
const vectorAt = (entries: Partial<EntryPoint>[], of = open, metrics?: Record<string, string>) => {
  const doors = doorsByRoute(aProgram({ entryPoints: entries.map((entry) => anEntryPoint({ method: 'GET', path: '/x', ...entry })) }))
  const hit = { subject: 's', at: at('a.ts:1'), route: 'GET /x', ...(metrics ? { metrics } : {}) }
  return findingOf(of, withGuards(of, hit, doors))
    .cvssVector.replace('CVSS:3.1/AV:N/AC:L/', '')
    .slice(0, 4)
}

describe('privileges', () => {
  test.each([
    ['nobody is asked', { authRequired: no() }, 'N'],
    ['any user', { authRequired: yes(), guards: [aGuard()] }, 'L'],
    ['an administrator, by the guard', { authRequired: yes(), guards: [aGuard({ name: 'requireAdmin', role: 'authorization' })] }, 'H'],
    ['an administrator, by the role', { authRequired: yes(), guards: [aGuard({ name: 'Roles()', role: 'authorization', roles: ['admin'] })] }, 'H'],
    ['somebody with another role', { authRequired: yes(), guards: [aGuard({ name: 'requireEditor', role: 'authorization' })] }, 'L'],
    ['it could not be told', { authRequired: unknown() }, undefined],
  ] as const)('%s', (_, entry, wanted) => expect(privilegesOf(anEntryPoint(entry as Partial<EntryPoint>))).toBe(wanted))
})

describe('the vector', () => {
  test('asks for an account where the door does', () => expect(vectorAt([{ authRequired: yes() }])).toBe('PR:L'))
  test('asks for none where the door is open, whatever the rule takes for usual', () =>
    expect(vectorAt([{ authRequired: no() }], rule('AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N'))).toBe('PR:N'))
  test('follows the easiest of several doors', () => expect(vectorAt([{ authRequired: yes() }, { authRequired: no() }])).toBe('PR:N'))
  test('stays where the guard could not be told', () => expect(vectorAt([{ authRequired: yes() }, { authRequired: unknown() }])).toBe('PR:N'))
  test('stays where no such door is known', () => expect(vectorAt([{ path: '/y', authRequired: yes() }])).toBe('PR:N'))
  test('stays where the rule says it of the place', () => expect(vectorAt([{ authRequired: yes() }], open, { PR: 'N' })).toBe('PR:N'))
  test('stays where the rule is about administrators', () =>
    expect(vectorAt([{ authRequired: no() }], rule('AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:N'))).toBe('PR:H'))
})
