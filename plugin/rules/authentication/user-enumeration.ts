import type { EntryPoint } from '../../types'
import { routeOf } from '../doors'
import { defineRule, type Hit } from '../rule'

export default defineRule({
  id: 'user-enumeration',
  size: 'medium',
  class: 'user-enumeration',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [204],
  title: 'The sign-in tells whether an account exists',
  why: 'A wrong name and a wrong password are answered in different words, so that lists of names can be tried out.',
  impact: ['Attackers learn which people have an account', 'Guessing passwords is narrowed to names that exist'],
  fix: 'Answer both with the same words, the same status and about the same delay.',
  code: "return response.status(401).render('login', { error: 'Name or password is wrong' })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/03-Identity_Management_Testing/04-Testing_for_Account_Enumeration_and_Guessable_User_Account',
  ],
  check: ({ entryPoints }) => {
    const found = new Map<string, Hit>()
    // Who is known already asks about an account of their own: a password is asked for again.
    const isOpen = ({ guards }: EntryPoint) =>
      !guards.some(({ role, ofTheKnown }) => role === 'authentication' || (role === 'authorization' && !ofTheKnown))
    for (const entry of entryPoints.filter(isOpen))
      for (const fault of entry.faults ?? [])
        if (fault.fault === 'distinct answers')
          found.set(`${fault.at.file}:${fault.at.line}`, {
            subject: routeOf(entry),
            route: routeOf(entry),
            at: fault.at,
            around: fault.name,
            trace: fault.trace,
            description: `\`${routeOf(entry)}\` answers a wrong name with “${fault.name}”, and a wrong password with other words.`,
          })
    return [...found.values()]
  },
})
