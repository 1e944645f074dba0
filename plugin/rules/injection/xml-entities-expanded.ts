import { defineRule } from '../rule'

export default defineRule({
  id: 'xml-entities-expanded',
  class: 'xxe',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:L',
  cwe: [611, 776],
  title: 'An XML parser is told to expand entities',
  why: 'With these options a document decides which files and addresses the parser reads, and how large it grows.',
  impact: ['Files of the server end up in the document', 'Requests go to internal services', 'A small document fills the memory'],
  fix: 'Parse without these options. Where entities are needed, allow those that the program declares itself.',
  code: 'XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET })',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/XML_External_Entity_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-community/vulnerabilities/XML_External_Entity_(XXE)_Processing',
  ],
  check: ({ usages, flows }) => {
    // Where the document is known to come from outside, another rule says so.
    const said = new Set(flows.filter(({ sink, test }) => sink === 'xml' && !test).map(({ at }) => `${at.file}:${at.line}`))
    return usages
      .filter(
        ({ kind, test, at, values }) => kind === 'xml-entities' && !test && (values.on?.texts.length ?? 0) > 0 && !said.has(`${at.file}:${at.line}`),
      )
      .map(({ api, at, around, values }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        around: api,
        trace: [at],
        confidence: 'medium' as const,
        description: `With ${(values.on?.texts ?? [api]).map((flag) => `\`${flag}\``).join(' and ')} a document decides which files and addresses the parser reads, and how large it grows.`,
      }))
  },
})
