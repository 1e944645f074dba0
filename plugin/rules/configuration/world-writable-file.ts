import { usageRule } from '../usage-rule'

const WHY =
  'The mode gives all users the right to write. Whatever runs on the machine, under whatever account, can change what the program reads there later.'

export default usageRule({
  id: 'world-writable-file',
  class: 'file-permissions',
  phase: 'Data Protection',
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:N/I:H/A:N',
  cwe: [732, 276],
  title: 'Every user of the machine may write to a file of the program',
  why: WHY,
  impact: ['Another account changes data or code that this program trusts', 'A break into the weakest service of a machine spreads to this one'],
  fix: 'Give rights to the owner, and to a group where several programs share the file.',
  code: "await chmod('settings.json', 0o640)",
  references: ['https://nodejs.org/api/fs.html#file-modes', 'https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html'],
  of: ['file-for-everybody'],
  fault: ({ values }) =>
    values.made
      ? {
          confidence: 'medium',
          description: `${WHY} The mask of the process takes that right away again where it is the usual one, 022; what the program is started with could not be told.`,
        }
      : {},
})
