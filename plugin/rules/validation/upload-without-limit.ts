import { defineRule, type Hit } from '../rule'

/** Platforms that read the form themselves may have a limit in their own settings. */
const OF_THE_PLATFORM = 'request form'

export default defineRule({
  id: 'upload-without-limit',
  class: 'file-upload',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:L',
  cwe: [770, 400],
  title: 'An upload may be as large as its sender likes',
  why: 'The parser reads until the sender stops, into memory or onto the disk.',
  impact: ['A few uploads fill the disk or the memory, and the service stops for everybody'],
  fix: 'Give the parser a limit, so that it stops reading.',
  code: "multer({ dest: 'uploads', limits: { fileSize: 5_000_000 } })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html',
    'https://owasp.org/www-community/vulnerabilities/Unrestricted_File_Upload',
  ],
  check: ({ posture }) => {
    const found = new Map<string, Hit>()
    for (const { library, at, doors, controls } of posture.input.uploads) {
      const failed = controls.find(({ id, state }) => id === 'upload-size' && state === 'fail')
      if (!failed) continue
      found.set(`${at.file}:${at.line}`, {
        subject: `${at.file} ${library}`,
        at,
        around: doors.join(' '),
        trace: [at],
        description: failed.reason,
        confidence: library === OF_THE_PLATFORM ? 'low' : 'medium',
      })
    }
    return [...found.values()]
  },
})
