import { textOf, usageRule } from '../usage-rule'
import { algorithmsOf } from './weak-hash'

export default usageRule({
  id: 'fast-password-hash',
  size: 'medium',
  class: 'weak-crypto',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [916, 327],
  title: 'A password is hashed by a fast hash',
  why: 'Hashes made for speed are tried by the billion a second: a leaked table of them gives most of its passwords away within days, also with SHA-256 and a salt.',
  impact: ['Passwords become readable when the table leaks', 'They open accounts elsewhere, since people use them more than once'],
  fix: 'Hash passwords by Argon2id, scrypt or bcrypt, with the work that the server can bear.',
  code: 'await argon2.hash(password)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html'],
  of: ['digest'],
  fault: (usage) => {
    const way = textOf(usage.values.way)
    if (textOf(usage.values.data) !== 'password' || way === 'signature') return undefined
    const algorithm = algorithmsOf(usage)[0]
    return {
      // A keyed hash of a password needs the key as well.
      confidence: way === 'mac' ? 'medium' : 'high',
      description: `\`${usage.api}\` hashes a password${algorithm ? ` by ${algorithm.toUpperCase()}` : ''}, which is made for speed: guesses are tried by the billion a second.`,
    }
  },
})
