import { isOnly, usageRule } from '../usage-rule'

export default usageRule({
  id: 'predictable-temporary-file',
  class: 'insecure-temporary-file',
  phase: 'Data Protection',
  cvss: 'AV:L/AC:H/PR:L/UI:N/S:U/C:L/I:H/A:N',
  cwe: [377, 378],
  title: 'A temporary file has a name that others can guess',
  why: 'Every user of the machine may write to the directory for temporary files. Whoever puts a file or a link of this name there first owns what is written.',
  impact: ['What is written can be read or replaced by other users', 'A link makes the process overwrite a file of its own'],
  fix: 'Make a directory of your own with `mkdtemp`, or open the file with the flag `wx` and mode `0o600`.',
  code: "const directory = await mkdtemp(path.join(os.tmpdir(), 'report-'))",
  references: [
    'https://nodejs.org/api/fs.html',
    'https://owasp.org/www-community/vulnerabilities/Insecure_Temporary_File',
    'https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html',
  ],
  of: ['file-change'],
  fault: ({ values }) => (isOnly(values.temporary, 'true') ? { confidence: 'medium' } : undefined),
})
