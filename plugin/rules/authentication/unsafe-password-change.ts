import type { EntryPoint } from '../../types'
import { atDoor, bringsIn, routeOf } from '../doors'
import { defineRule, type Hit } from '../rule'

const PASSWORD = /^(?:new_?)?(?:pass(?:word|wd|phrase)?|pwd)(?:_?hash)?$/i
const OLD = /(?:current|old|existing|previous|confirm_?current|actual)_?-?(?:pass|pwd)|^(?:current|old)$/i

export default defineRule({
  id: 'unsafe-password-change',
  size: 'medium',
  class: 'broken-auth',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  cwe: [620],
  title: 'A password can be changed without proof of the old one',
  why: 'Whoever gets at a session for a moment keeps the account for good where the old password is not demanded, or where the new one travels in an address.',
  impact: ['A stolen session or a forged request takes over the account', 'Passwords stand in logs and histories where they are part of an address'],
  fix: 'Take the change by POST or PUT with the old password in the body, and refuse where it is missing or wrong.',
  code: 'const { current, next } = request.body\nif (!current || !(await compare(current, user.passwordHash))) return response.sendStatus(403)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html',
  ],
  check: ({ entryPoints }) =>
    entryPoints.flatMap((entry): Hit[] => {
      if (entry.kind !== 'http' || entry.authRequired.answer !== 'yes') return []
      const hits = (entry.faults ?? []).flatMap((fault): Hit[] =>
        fault.fault === 'skippable'
          ? [
              {
                ...atDoor(entry),
                at: fault.at,
                around: fault.name,
                trace: [entry.at, fault.at],
                description: `The old password is compared only where \`${fault.name}\` is sent: whoever leaves it out is not asked for it.`,
              },
            ]
          : [],
      )
      const write = (entry.data ?? [])
        .flatMap((use) => (use.does === 'update' && use.bound === 'selection' ? use.writes : []))
        .find(({ field, by }) => by === 'request' && PASSWORD.test(field))
      if (!write || bringsIn(entry)) return hits
      if (entry.method === 'GET' || entry.method === 'ALL')
        hits.push({
          ...atDoor(entry),
          trace: [entry.at, write.at],
          description: `\`${routeOf(entry)}\` changes a password by what stands in the address.`,
        })
      else if (hits.length === 0 && !takesOld(entry))
        hits.push({
          ...atDoor(entry),
          trace: [entry.at, write.at],
          confidence: 'medium',
          description: `\`${routeOf(entry)}\` writes a new password for the caller and takes no old one.`,
        })
      return hits
    }),
})

/** Beside a `newPassword`, a `password` is the one that was valid so far. */
function takesOld({ parameters }: EntryPoint): boolean {
  const names = parameters.flatMap(({ name, shape }) => [name, ...(shape?.fields ?? []).map((field) => field.name)])
  return (
    names.some((name) => OLD.test(name)) ||
    (names.some((name) => /^new_?-?(?:pass|pwd)/i.test(name)) && names.some((name) => /^(?:pass(?:word|wd)?|pwd)$/i.test(name)))
  )
}
