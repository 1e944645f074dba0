import { atMost } from '../sureness'
import { taintRule } from '../taint-rule'

const byFlow = taintRule({
  id: 'insecure-upload',
  size: 'medium',
  class: 'file-upload',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:L',
  cwe: [434, 73],
  title: 'An uploaded file keeps the name its sender gave it',
  why: 'The ending of the name decides what servers and browsers do with the file.',
  impact: ['A page or script of the sender is served by this site', 'Files of others are overwritten'],
  fix: 'Store uploads under names of your own, with an ending from a list.',
  code: "filename: (request, file, done) => done(null, randomUUID() + '.png')",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html',
    'https://owasp.org/www-community/vulnerabilities/Unrestricted_File_Upload',
  ],
  from: ['request'],
  to: ['upload'],
  where: ({ library }) => library === 'multer',
})

/** The ending may be one of the program's own all the same. */
export default atMost(byFlow, () => 'medium')
