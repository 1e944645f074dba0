import { taintRule } from '../taint-rule'
import { isDecompression } from './decompression-bomb'

export default taintRule({
  id: 'resource-exhaustion',
  class: 'resource-exhaustion',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  cwe: [770, 400],
  title: 'Outside data decides how much memory or time is taken',
  why: 'A number without an upper bound makes one request as expensive as its sender likes.',
  impact: ['The process runs out of memory', 'Others wait until the work is done'],
  fix: 'Put an upper bound on the number before using it.',
  code: 'const size = Math.min(Number(request.query.size), 100)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Denial_of_Service_Cheat_Sheet.html', 'https://nodejs.org/api/buffer.html'],
  from: ['request', 'message'],
  to: ['resource', 'length'],
  where: (flow) => !isDecompression(flow),
  // Who sends an object for a list has read the program, or tried.
  most: ({ sink }) => (sink === 'length' ? 'medium' : undefined),
})
