import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'cipher-without-iv',
  size: 'medium',
  class: 'predictable-iv',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [1204, 329],
  title: 'A cipher derives key and initialization vector from a password alone',
  why: 'Without an initialization vector of its own, equal texts are encrypted to equal bytes, and in counter modes two messages give each other away. The key is derived by one round of MD5. Node has removed these functions.',
  impact: ['Encrypted messages are compared and, in counter modes, read without the key', 'Passwords behind the key are found by trying'],
  fix: 'Derive the key by scrypt, make a random initialization vector for each message, and keep it with the message.',
  code: "createCipheriv('aes-256-gcm', await scrypt(password, salt, 32), randomBytes(12))",
  references: [
    'https://nodejs.org/api/deprecations.html',
    'https://nodejs.org/api/crypto.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html',
  ],
  of: ['cipher-without-iv'],
  fault: () => ({ confidence: 'high' }),
})
