import { isMissing, textOf, usageRule } from '../usage-rule'
import { algorithmsOf } from './weak-hash'

/** Modes that check what they decrypt, when they are asked to. */
const CHECKED = /gcm|ccm|ocb|poly1305/i

export default usageRule({
  id: 'unauthenticated-decryption',
  size: 'medium',
  class: 'weak-crypto',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:H/A:N',
  cwe: [354, 310],
  title: 'Decrypted data are used without their check',
  why: 'An authenticated mode compares its tag only when the decryption is finished, and takes a shortened tag unless its length is set. Until then anyone can have changed the text.',
  impact: ['Changed messages are accepted as genuine', 'Single bits of the plain text are flipped at will'],
  fix: 'Set the length of the tag and the tag, call `final()`, and use what was decrypted only afterwards.',
  code: "const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })\ndecipher.setAuthTag(tag)\nconst text = Buffer.concat([decipher.update(data), decipher.final()])",
  references: ['https://nodejs.org/api/crypto.html', 'https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html'],
  of: ['decryption'],
  fault: (usage) => {
    const algorithm = algorithmsOf(usage).find((text) => CHECKED.test(text))
    if (!algorithm) return undefined
    if (textOf(usage.values.finished) === 'false' && textOf(usage.values.read) === 'true')
      return {
        confidence: 'high',
        description: `\`${usage.api}\` decrypts by ${algorithm.toUpperCase()}, and \`final()\` is never called: the tag is not checked.`,
      }
    // CCM, OCB and ChaCha20 ask for it themselves.
    if (/gcm/i.test(algorithm) && usage.values.tagLength && isMissing(usage.values.tagLength))
      return {
        confidence: 'low',
        description: `\`${usage.api}\` takes a tag of any length from four bytes on, since \`authTagLength\` is not given.`,
      }
    return undefined
  },
})
