import { disclosureRule, SEARCH_ENGINES, THIRD_PARTIES } from '../disclosure-rule'
import type { Rule } from '../rule'

const described = disclosureRule({
  id: 'sensitive-data-to-third-party',
  class: 'sensitive-data-to-third-party',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:L/I:N/A:N',
  cwe: [201, 359],
  title: 'Personal data is handed to another company',
  why: 'Error trackers, analytics and other outside services keep what they are sent, in their own databases and for their own staff.',
  impact: [
    'Personal data leave the control of whoever is answerable for them, often the country too',
    'A breach of the service is a breach of the data',
    'People must be told of the recipient, and a contract is needed that covers it',
  ],
  fix: 'Send an identifier that means nothing elsewhere, such as an internal user number, and remove personal fields before an event leaves.',
  code: 'Sentry.setUser({ id: user.id })',
  references: [
    'https://owasp.org/Top10/A02_2021-Cryptographic_Failures/',
    'https://cheatsheetseries.owasp.org/cheatsheets/User_Privacy_Protection_Cheat_Sheet.html',
    'https://gdpr-info.eu/art-28-gdpr/',
  ],
  places: new Set([...THIRD_PARTIES, ...SEARCH_ENGINES]),
  // Whose visit or error it was is what such services are for, and for a contract to allow; a password or an illness is not.
  confidence: { credential: 'high', intimate: 'high', personal: 'medium', general: 'medium' },
})

/** Some search engines run in the same house: less sure. */
const isSearch = (program: Parameters<Rule['check']>[0]) =>
  new Set(program.flows.filter(({ library }) => SEARCH_ENGINES.has(library)).map(({ at }) => `${at.file}:${at.line}`))

const rule: Rule = {
  ...described,
  check: (program) => {
    const searches = isSearch(program)
    const hits = described.check(program)
    const known = new Set(hits.map(({ at }) => `${at.file}:${at.line}`))
    const sent = new Set(program.usages.filter(({ kind }) => kind === 'outgoing-request').map(({ at }) => `${at.file}:${at.line}`))
    const environment = program.usages
      .filter(({ kind, test }) => kind === 'disclosed-environment' && !test)
      .filter(({ at, library }) => sent.has(`${at.file}:${at.line}`) || library === 'sent-data' || THIRD_PARTIES.has(library))
      .filter(({ at }) => !known.has(`${at.file}:${at.line}`))
      .map(({ api, at, around }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        description: 'The whole environment of the process is sent to another host, with every key and password in it.',
      }))
    return [...hits.map((hit) => (searches.has(`${hit.at.file}:${hit.at.line}`) ? { ...hit, confidence: 'medium' as const } : hit)), ...environment]
  },
}

export default rule
