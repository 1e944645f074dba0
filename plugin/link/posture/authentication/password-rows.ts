/** Rows of the table of passwords: what is advised follows the procedure (12 rounds, 12 characters) and OWASP's cheat sheets. */
import type { Row } from './control'

export const PASSWORD_ROWS = {
  algorithm: { id: 'password-hash', aspect: 'Hash algorithm', recommended: 'Argon2id, scrypt, bcrypt or PBKDF2' },
  salt: { id: 'password-salt', aspect: 'Salt', recommended: 'Random, one a password' },
  cost: { id: 'password-cost', aspect: 'Cost', recommended: 'bcrypt: 12 rounds or more' },
  least: { id: 'password-minimum-length', aspect: 'Minimum length', recommended: '12 characters or more, asked for by the server' },
  leastInPage: { id: 'password-minimum-length-page', aspect: 'Minimum length in the page', recommended: 'As on the server' },
  most: { id: 'password-maximum-length', aspect: 'Maximum length', recommended: '64 characters or more' },
  complexity: { id: 'password-complexity', aspect: 'Complexity rules', recommended: 'Length before kinds of characters' },
  characters: { id: 'password-characters', aspect: 'Allowed characters', recommended: 'Every printable character, spaces and other scripts too' },
  breach: { id: 'password-breach-check', aspect: 'Breach check', recommended: 'New passwords are looked up among published ones' },
  comparison: { id: 'password-comparison', aspect: 'Comparison', recommended: 'By the hash library, in constant time' },
  answers: { id: 'security-answers', aspect: 'Answers to security questions', recommended: 'None; else kept like passwords' },
  change: { id: 'password-change', aspect: 'Change asks for the current password', recommended: 'Always' },
} satisfies Record<string, Row>
