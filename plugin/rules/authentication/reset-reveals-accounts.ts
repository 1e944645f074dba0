import { routeOf } from '../doors'
import { defineRule } from '../rule'

/** Row of the table of passwords that says so. */
const ROW = 'reset-answers-alike'

export default defineRule({
  id: 'reset-reveals-accounts',
  size: 'small',
  class: 'user-enumeration',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [204],
  title: 'Asking for a reset tells whether an account exists',
  why: 'An address that nobody has is answered differently from one that somebody has, so that lists of addresses can be tried out.',
  impact: ['Attackers learn which people have an account', 'Guessing passwords and fishing are narrowed to addresses that exist'],
  fix: 'Answer every address with the same status and the same words, and send the message only where there is an account.',
  code: "const account = await accounts.findByEmail(request.body.email)\nif (account) await sendReset(account)\nresponse.status(202).json({ message: 'If there is an account, a message is on its way' })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Forgot_Password_Cheat_Sheet.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
  ],
  check: ({ posture, entryPoints }) => {
    const row = posture.authentication.passwords.find(({ id }) => id === ROW)
    const [at, ...trace] = row?.state === 'fail' ? row.evidence : []
    if (!row || !at) return []
    const door = entryPoints.find((entry) => row.reason.startsWith(routeOf(entry)))
    const route = door ? routeOf(door) : undefined
    return [
      {
        subject: route ?? 'password reset',
        ...(route ? { route } : {}),
        at,
        around: row.current,
        trace: [...(door ? [door.at] : []), at, ...trace],
        description: `${route ? `\`${route}\`` : 'The reset'} answers an address that nobody has in words of its own (${row.current.replace(/^No: /, '')}).`,
      },
    ]
  },
})
