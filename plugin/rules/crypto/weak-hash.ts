import type { Usage } from '../../types'
import { textOf, usageRule } from '../usage-rule'

/** Hashes for which two texts with the same result can be made, by the names that Node and others give them. */
const BROKEN =
  /^(?:rsa-|dsa-|ecdsa-with-|hmac-?)?(?:md2|md4|md5|md5-sha1|sha-?0|sha-?1|ripemd|ripemd-?128|mdc2|haval)(?:withrsa(?:encryption)?|-2)?$/i

export const algorithmsOf = (usage: Usage): string[] => usage.values.algorithm?.texts ?? []

export default usageRule({
  id: 'weak-hash',
  class: 'weak-crypto',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [328, 327],
  title: 'A broken hash is used',
  why: 'For MD5 and SHA-1 two contents with the same hash can be made on an ordinary machine, and short contents are found by trying.',
  impact: ['A signature or check over the hash also accepts another content', 'Hashed identifiers and tokens are turned back into what they were'],
  fix: 'Use SHA-256 or better; for passwords a slow hash such as Argon2id, scrypt or bcrypt.',
  code: "createHash('sha256').update(content).digest('hex')",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html', 'https://nodejs.org/api/crypto.html'],
  of: ['digest'],
  fault: (usage) => {
    const algorithm = algorithmsOf(usage).find((text) => BROKEN.test(text))
    const [way, data, purpose] = ['way', 'data', 'purpose'].map((key) => textOf(usage.values[key]) ?? '')
    if (!algorithm || data === 'password') return undefined
    // A keyed SHA-1 is not broken; what a protocol prescribes cannot be chosen.
    if (purpose === 'prescribed') return undefined
    const sensitive = data !== ''
    const confidence =
      way === 'mac'
        ? /md/i.test(algorithm)
          ? 'medium'
          : 'low'
        : purpose === 'harmless' && (!sensitive || data === 'personal')
          ? 'low'
          : sensitive && data !== 'personal'
            ? 'high'
            : 'medium'
    return {
      confidence,
      description: `\`${usage.api}\` computes ${algorithm.toUpperCase()}${sensitive ? ` of ${data === 'personal' ? 'personal data' : `a ${data}`}` : ''}, for which contents with the same result can be made.`,
    }
  },
})
