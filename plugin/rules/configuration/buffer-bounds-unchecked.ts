import { isOnly, usageRule } from '../usage-rule'

export default usageRule({
  id: 'buffer-bounds-unchecked',
  class: 'memory-safety',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:L',
  cwe: [119, 125],
  title: 'A buffer is used without looking at its bounds',
  why: 'The argument `noAssert` makes older versions of Node read and write past the end of a buffer in place of throwing.',
  impact: ['Memory beside the buffer is read or overwritten', 'A later version of Node refuses the call'],
  fix: 'Leave the argument out, and check lengths that come from outside.',
  code: 'const size = packet.readUInt32LE(offset)',
  references: [
    'https://nodejs.org/api/buffer.html',
    'https://nodejs.org/en/blog/release/v10.0.0',
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
  ],
  of: ['buffer-access'],
  fault: ({ values }) => (isOnly(values.noAssert, 'true') ? {} : undefined),
})
