import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'xxe',
  class: 'xxe',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:L',
  cwe: [611, 776],
  title: 'XML from outside is parsed with entities',
  why: 'Entities name files and addresses that the parser reads, or other entities, over and over.',
  impact: ['Files of the server end up in the document', 'Requests go to internal services', 'A small document fills the memory'],
  fix: 'Parse without expanding entities, which is what most parsers do when no option says otherwise.',
  code: 'libxmljs.parseXml(text, { noent: false, nonet: true })',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/XML_External_Entity_Prevention_Cheat_Sheet.html',
    'https://owasp.org/www-community/vulnerabilities/XML_External_Entity_(XXE)_Processing',
  ],
  from: ['request', 'browser', 'message', 'stored', 'response', 'parameter'],
  to: ['xml'],
})
