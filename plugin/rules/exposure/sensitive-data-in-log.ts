import { disclosureRule, LOGS } from '../disclosure-rule'
import type { Rule } from '../rule'

const described = disclosureRule({
  id: 'sensitive-data-in-log',
  class: 'cleartext-sensitive-data',
  phase: 'Data Protection',
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  cwe: [532, 312],
  title: 'Passwords or personal data are written to a log',
  why: 'Logs are read by more people and kept in more places than the data they were written about.',
  impact: ['Whoever reads the log, its backup or the log service can act as the user', 'Personal data are kept far longer than they may be'],
  fix: 'Leave the value out, log an identifier instead, or redact such fields in the logger itself.',
  code: "const logger = pino({ redact: ['password', '*.password', 'req.headers.authorization'] })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Logging_Cheat_Sheet.html',
    'https://owasp.org/Top10/A09_2021-Security_Logging_and_Monitoring_Failures/',
  ],
  places: LOGS,
  confidence: { credential: 'high', intimate: 'high', personal: 'medium', general: 'low' },
})

/** The console of a page is its own visitor's. */
const rule: Rule = {
  ...described,
  check: (program) => {
    const pages = new Set(program.usages.filter(({ kind }) => kind === 'page-code').map(({ at }) => at.file))
    const environment = program.usages
      .filter(({ kind, library, test }) => kind === 'disclosed-environment' && LOGS.has(library) && !test)
      .map(({ api, at, around }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        description: 'The whole environment of the process is written to a log, with every key and password in it.',
      }))
    const hits = described
      .check(program)
      .map((hit) => (pages.has(hit.at.file) && hit.flow?.api.startsWith('console.') ? { ...hit, confidence: 'low' as const } : hit))
    return [...hits, ...environment]
  },
}

export default rule
