import { textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'recoverable-password',
  size: 'large',
  class: 'weak-crypto',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:H/UI:N/S:U/C:H/I:N/A:N',
  cwe: [257, 916],
  title: 'A password is encrypted, and so can be decrypted',
  why: 'Whoever gets at the key, the program included, can read every password. To check a password nobody has to.',
  impact: ['One leaked key gives all passwords away', 'Insiders read passwords that people use elsewhere, too'],
  fix: 'Keep a slow hash in place of the password. Only passwords that the program itself signs in with have to be encrypted.',
  code: 'user.passwordHash = await argon2.hash(password)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html'],
  of: ['encryption'],
  fault: (usage) => (textOf(usage.values.data) === 'password' && !/decipher|decrypt/i.test(usage.api) ? { confidence: 'medium' } : undefined),
})
