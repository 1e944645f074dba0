import type { Setting } from '../../types'
import { usageRule } from '../usage-rule'

/** NIST SP 800-57 part 1, table 2: 112 bits of security from 2048 bits of RSA, DSA and DH, and 224 of a curve. */
const LEAST_BITS = 2048
const LEAST_SYMMETRIC = 128
/** Curves below 224 bits. */
const SHORT_CURVES =
  /^(?:secp1[1269]\d[kr]\d|sect1\d\d[kr]\d|prime1\d\dv\d|c2[tp]nb1\d\d[vw]\d|wap-wsg.*|p-?192|p-?160|brainpoolp1[69]\d[rt]1|oakley-ec2n-[34])$/i
/** Groups of RFC 2409 and RFC 3526 below 2048 bits. */
const SHORT_GROUPS = /^modp(?:1|2|5|22)$/i

const numbers = (setting: Setting | undefined): number[] =>
  (setting?.texts ?? []).map((text) => Number(text.replaceAll('_', ''))).filter((number) => Number.isInteger(number) && number > 1)

export default usageRule({
  id: 'short-key',
  class: 'weak-crypto',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [326, 327],
  title: 'A key is too short',
  why: 'Keys of this length are found by computers that can be rented.',
  impact: ['What is encrypted with the key is read', 'What is signed with it is forged'],
  fix: 'Make RSA keys of at least 2048 bits, better 3072, or use a curve such as P-256 or Ed25519.',
  code: "generateKeyPairSync('rsa', { modulusLength: 3072 })",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html'],
  of: ['key-pair', 'key-exchange', 'symmetric-key', 'slow-hash', 'password-hash'],
  fault: ({ kind, values, api }) => {
    const said = (what: string) => ({ confidence: 'high' as const, description: `\`${api}\` is asked for ${what}.` })
    const curve = values.curve?.texts.find((text) => SHORT_CURVES.test(text))
    if (curve) return said(`the curve ${curve}`)
    const group = values.group?.texts.find((text) => SHORT_GROUPS.test(text))
    if (group) return said(`the group ${group}`)
    // CryptoJS counts words of 32 bits.
    const words = numbers(values.words).find((number) => number * 32 < LEAST_SYMMETRIC)
    if (words !== undefined) return said(`a key of ${words * 32} bits`)
    if (kind === 'slow-hash' || kind === 'password-hash') return undefined
    const least = kind === 'symmetric-key' ? LEAST_SYMMETRIC : LEAST_BITS
    const bits = ['bits', 'bits2', 'bits3']
      .flatMap((key) => numbers(values[key]))
      .find((number) => number >= (kind === 'symmetric-key' ? 8 : 40) && number < least)
    const isCurve = values.type?.texts.some((text) => /^(?:ec|ed|x|okp)/i.test(text)) ?? false
    return bits !== undefined && !isCurve ? said(`a key of ${bits} bits`) : undefined
  },
})
