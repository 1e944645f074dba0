import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'downloaded-file',
  class: 'untrusted-resource',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:H/A:L',
  cwe: [912, 434],
  title: 'What another service answered is written to a file',
  why: 'Whoever controls the other service, or the way there, decides what lies on this disk.',
  impact: ['Scripts and settings that were put there run later'],
  fix: 'Check the contents against a hash or a signature that is known beforehand, and store them where nothing runs.',
  code: "if (createHash('sha256').update(body).digest('hex') !== expected) throw new Error('changed on the way')",
  references: ['https://cwe.mitre.org/data/definitions/494.html', 'https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html'],
  from: ['response'],
  to: ['upload'],
})
