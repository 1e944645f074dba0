import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'biased-random-number',
  class: 'weak-crypto',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [327, 330],
  title: 'Random bytes are made into numbers of which some are likelier',
  why: 'A byte has 256 values. Divided among a number that does not go into 256, added to or multiplied by another byte, some results come up more often than others, which makes guessing cheaper.',
  impact: ['Codes and passwords made this way are guessed with fewer attempts'],
  fix: 'Use `crypto.randomInt`, or throw surplus values away before taking a remainder.',
  code: 'const digit = crypto.randomInt(10)',
  references: ['https://nodejs.org/api/crypto.html', 'https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html'],
  of: ['biased-number'],
  fault: ({ api }) => ({ confidence: 'medium', description: `Random bytes go through \`${api}\`, which favours some results over others.` }),
})
