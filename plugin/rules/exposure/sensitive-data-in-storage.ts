import { BROWSER_STORES, COOKIES, disclosureRule, FILES, sortOf } from '../disclosure-rule'
import type { Rule } from '../rule'

const described = disclosureRule({
  id: 'sensitive-data-in-storage',
  size: 'medium',
  class: 'cleartext-sensitive-data',
  phase: 'Data Protection',
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  cwe: [312, 315],
  title: 'Passwords or personal data are stored in the clear',
  why: 'Cookies, browser storage and plain files can be read by anyone who gets at the disk, and browser storage by every script of the page.',
  impact: ['A stolen device, a backup or one injected script gives the data away', 'A stored password opens other accounts of the same person'],
  fix: 'Do not store the value. Keep a session identifier in an HttpOnly cookie, and encrypt what has to lie in a file.',
  code: "response.cookie('session', session.id, { httpOnly: true, secure: true, sameSite: 'lax' })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html',
  ],
  places: new Set([...BROWSER_STORES, ...COOKIES, ...FILES]),
  confidence: { credential: 'high', intimate: 'high', personal: 'medium', general: 'low' },
})

/** Tokens are what cookies are for, and browser storage is a common place for them: no password, and less sure. */
const isToken = (origin: string) => !/pass|pwd|\bpw\b/i.test(origin) && sortOf({ origin }) === 'credential'

const rule: Rule = {
  ...described,
  check: (program) =>
    described
      .check({
        ...program,
        flows: program.flows.filter(
          ({ library, origin }) => !(isToken(origin) && (COOKIES.has(library) || FILES.has(library) || library === 'js-cookie')),
        ),
      })
      .map((hit) => (hit.flow && isToken(hit.flow.origin) ? { ...hit, confidence: 'medium' as const } : hit)),
}

export default rule
