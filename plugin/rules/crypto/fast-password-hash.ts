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
    if (textOf(usage.values.data) !== 'password' || way === 'signature' || textOf(usage.values.purpose) === 'prescribed') return undefined
    const algorithm = algorithmsOf(usage)[0]
    const told = `\`${usage.api}\` hashes a password${algorithm ? ` by ${algorithm.toUpperCase()}` : ''}, which is made for speed: guesses are tried by the billion a second.`
    // What is only sent, or answers what the same request or another service asks, nobody keeps: the other side chose the hash.
    const goes = textOf(usage.values.goes)
    if (goes === 'sent' || goes === 'answer' || goes === 'login' || goes === 'setting') return undefined
    if (goes === 'key')
      return {
        confidence: 'medium',
        description: `\`${usage.api}\` makes the key of a cipher from a password${algorithm ? ` by ${algorithm.toUpperCase()}` : ''}, which is made for speed: whoever has what is encrypted tries guesses by the billion a second. Formats of other programs may leave no choice.`,
      }
    // A helper for whatever it is given, and nothing here keeps what it makes.
    if (textOf(usage.values.by) === 'callers')
      return { confidence: 'medium', description: `${told} That it is a password shows by what callers hand over; whether it is kept does not show.` }
    if (textOf(usage.values.again) === 'slowly')
      return { confidence: 'low', description: `${told} What it makes seems to be hashed again by a slow one, which makes good for it.` }
    if (textOf(usage.values.beside) === 'slow')
      return {
        confidence: 'medium',
        description: `${told} It is only compared, beside a slow hash: accounts that came from elsewhere may have theirs made by it until they sign in.`,
      }
    if (textOf(usage.values.format) === 'crypt')
      return {
        confidence: 'medium',
        description: `${told} The format of crypt(3) asks for it, and for a thousand rounds or more, which are few today.`,
      }
    // The hash of a Windows login is prescribed, and is made anew each time.
    if (algorithm === 'md4') return { confidence: 'medium', description: `${told} The login of Windows networks (NTLM) asks for it.` }
    // A keyed hash of a password needs the key as well.
    return {
      confidence: way === 'mac' ? 'medium' : 'high',
      description: told,
      // Rounds of one function are one way to hash.
      ...(usage.around ? { cause: JSON.stringify([usage.at.file, usage.around]) } : {}),
    }
  },
})
