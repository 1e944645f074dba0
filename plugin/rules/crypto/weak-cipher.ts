import type { Usage } from '../../types'
import type { Hit } from '../rule'
import { mayBe, textOf, usageRule } from '../usage-rule'
import { algorithmsOf } from './weak-hash'

/** Ciphers with short keys or blocks, and broken ones, by the names that OpenSSL and others give them. */
const BROKEN =
  /^(?:id-)?(?:des|desx|des3|3des|tripledes|desede|des-ede3?|rc2|rc4|arcfour|arc4|bf|blowfish|cast|cast5|idea|seed|null|xor)(?:$|[-_\d])/i
/** Equal blocks stay equal. */
const EQUAL_BLOCKS = /(?:^|[-_])ecb$/i

export default usageRule({
  id: 'weak-cipher',
  size: 'medium',
  class: 'weak-crypto',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [327, 326],
  title: 'A broken cipher or mode is used',
  why: 'DES, RC4 and their relatives are broken by searching keys or by statistics, and in ECB mode equal blocks of text stay equal, so that the text shows through.',
  impact: ['Encrypted data are read without the key', 'Blocks are swapped and repeated unnoticed'],
  fix: 'Use AES-256-GCM or ChaCha20-Poly1305 with a fresh nonce for each message.',
  code: "createCipheriv('aes-256-gcm', key, randomBytes(12))",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html', 'https://nodejs.org/api/crypto.html'],
  of: ['encryption', 'rsa-padding'],
  fault: (usage) => {
    if (usage.kind === 'rsa-padding') return ofPadding(usage)
    const algorithm = algorithmsOf(usage).find((text) => BROKEN.test(text) || EQUAL_BLOCKS.test(text))
    const mode = usage.values.mode?.texts.find((text) => /^ecb$/i.test(text))
    if (!algorithm && !mode) return undefined
    const data = textOf(usage.values.data) ?? ''
    // Key wrapping, CMAC and counters are made of blocks that are encrypted one by one.
    if (!(algorithm && BROKEN.test(algorithm)) && textOf(usage.values.within) === 'mode')
      return {
        confidence: 'low',
        description: 'Blocks are encrypted one by one, and the function combines them by exclusive or, as modes of a cipher are built.',
      }
    return {
      description: `${algorithm ? algorithm.toUpperCase() : 'AES in ECB mode'} ${algorithm && BROKEN.test(algorithm) ? 'can be broken' : 'leaves equal blocks of text equal'}${data ? `; here it is to protect ${data === 'personal' ? 'personal data' : `a ${data}`}` : ''}.`,
    }
  },
})

/** RSA is safe to encrypt with behind OAEP alone (RFC 8017, section 7). */
function ofPadding({ values: { padding, padding2 } }: Usage): Partial<Hit> | undefined {
  if (mayBe(padding, 'rsa_no_padding'))
    return { cwe: [780], description: 'RSA without padding: equal texts give equal ciphertexts, and they can be changed by calculation.' }
  return mayBe(padding, ...OLD_PADDING) || mayBe(padding2, ...OLD_PADDING)
    ? {
        confidence: 'medium',
        cwe: [780],
        description:
          'RSA with the padding of PKCS #1 v1.5: whoever learns whether a changed ciphertext can be decrypted reads what was encrypted (Bleichenbacher).',
      }
    : undefined
}

const OLD_PADDING = ['rsa_pkcs1_padding', 'pkcs1']
