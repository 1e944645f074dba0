import type { Hit } from '../rule'
import { textOf, usageRule } from '../usage-rule'
import { algorithmsOf } from './weak-hash'

const OF_FRESH_KEY = 'The vector is written in the code, and the key is made anew beside it, so that no two messages have both in common'

/** By how the key is made, where each message has one of its own. */
const SURE: Record<string, Partial<Hit> | undefined> = {
  random: { confidence: 'low', description: `${OF_FRESH_KEY}. It does harm once a key serves a second message.` },
  'drawn salt': { confidence: 'low', description: `${OF_FRESH_KEY}. It does harm once a key serves a second message.` },
  'handed salt': {
    confidence: 'medium',
    description: `${OF_FRESH_KEY} as long as each has a salt of its own. Whether callers bring the same salt twice could not be told.`,
  },
}

export default usageRule({
  id: 'fixed-iv',
  size: 'medium',
  class: 'predictable-iv',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: [1204, 327],
  title: 'Every message is encrypted with the same initialization vector',
  why: 'The vector is written in the code. Equal texts are then encrypted to equal bytes; in GCM and counter modes two messages with one vector give each other and the key of the check away.',
  impact: ['Messages are compared and read without the key', 'Forged messages pass the check of an authenticated mode'],
  fix: 'Make a random initialization vector for each message and keep it with the message; it is no secret.',
  code: "const iv = randomBytes(12)\nconst cipher = createCipheriv('aes-256-gcm', key, iv)",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html', 'https://nodejs.org/api/crypto.html'],
  of: ['fixed-iv'],
  // ECB takes none.
  fault: (usage) =>
    algorithmsOf(usage).some((text) => /ecb$/i.test(text)) ? undefined : (SURE[textOf(usage.values.freshKey) ?? ''] ?? { confidence: 'high' }),
})
