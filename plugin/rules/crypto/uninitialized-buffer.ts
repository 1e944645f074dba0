import { isMissing, textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'uninitialized-buffer',
  class: 'memory-safety',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [908, 665],
  title: 'A buffer is made without clearing its memory',
  why: 'The deprecated constructor takes a number for a size, and up to Node 7 hands out memory as it was left: with keys, requests and texts of others in it.',
  impact: ['Parts of the memory of the process are sent to a caller'],
  fix: 'Use `Buffer.alloc` for a size and `Buffer.from` for contents.',
  code: 'const header = Buffer.alloc(16)',
  references: [
    'https://nodejs.org/api/buffer.html',
    'https://nodejs.org/api/deprecations.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
  ],
  of: ['buffer-constructor', 'left-memory'],
  fault: ({ kind, values }) => {
    if (kind === 'left-memory')
      return {
        confidence: 'medium',
        description:
          '`Buffer.allocUnsafe` hands out memory as it was left, with keys, requests and texts of others in it. It is sent without anything being written into it.',
      }
    return values.size?.state === 'constant' && /^[1-9]\d*$/.test(textOf(values.size) ?? '') && isMissing(values.encoding)
      ? { confidence: 'medium' }
      : undefined
  },
})
