import { defineRule } from '../rule'

export default defineRule({
  id: 'hidden-direction-change',
  class: 'hidden-code',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:L/UI:R/S:U/C:L/I:H/A:N',
  cwe: [1007, 451],
  title: 'Invisible signs change the order in which code is shown',
  why: 'A sign that turns the direction of writing goes on behind the comment or the text that holds it: what looks like a comment may be code, and code a comment.',
  impact: ['A reviewer approves a check that is not there', 'Code that was never seen gets into the program'],
  fix: 'Take the signs out; where a text needs one, write it as an escape such as `\\u202B` and close it again.',
  code: "const label = '\\u2067' + name + '\\u2069'",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Software_Supply_Chain_Security_Cheat_Sheet.html',
    'https://www.unicode.org/reports/tr9/',
    'https://nvd.nist.gov/vuln/detail/CVE-2021-42574',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'direction-signs' && !test)
      .map(({ at, values }) => ({
        subject: at.file,
        at,
        around: at.text,
        trace: [at],
        // A sentence that is written from right to left has a use for them.
        confidence: values.script ? ('low' as const) : ('high' as const),
        description: `The line holds ${(values.signs?.texts ?? []).map((name) => `\`${name}\``).join(', ')}, which is still open where the comment, the text or the line ends: it is shown in another order than it runs in.`,
      })),
})
