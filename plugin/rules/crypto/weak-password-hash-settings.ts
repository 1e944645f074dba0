import type { Setting } from '../../types'
import { textOf, usageRule } from '../usage-rule'

/** Least work, by OWASP's Password Storage Cheat Sheet; for PBKDF2 a tenth of what it asks for, below which nobody argues. */
const LEAST = { rounds: 10, iterations: 60_000, cost: 2 ** 14 }

/** Rounds of bcrypt below which a guess costs less than a sixteenth of what it should; 8 and 9 were once the advice. */
const MUCH_TOO_LITTLE = 7

const numberOf = (setting: Setting | undefined): number | undefined => {
  const text = setting?.state === 'constant' ? textOf(setting) : undefined
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text.replaceAll('_', ''))
  return Number.isFinite(number) ? number : undefined
}

export default usageRule({
  id: 'weak-password-hash-settings',
  size: 'medium',
  class: 'weak-crypto',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [916, 326],
  title: 'A password hash does too little work',
  why: 'What makes a password hash safe is the time that each guess costs. With these settings it costs too little.',
  impact: ['A leaked table of hashes is searched for passwords in reasonable time'],
  fix: 'Use Argon2id with the defaults of the library, at least 10 rounds of bcrypt, or 600,000 iterations of PBKDF2 with SHA-256.',
  code: 'await bcrypt.hash(password, 12)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html'],
  of: ['password-hash'],
  fault: ({ values, api }) => {
    const data = textOf(values.data) ?? ''
    const type = values.type?.texts.find((text) => /^(?:argon2[id]|0|1)$/i.test(text))
    if (type && data === 'password')
      return {
        confidence: 'medium',
        description: `\`${api}\` uses a variant of Argon2 that protects against only one of its two attacks; Argon2id protects against both.`,
      }
    const rounds = numberOf(values.rounds)
    if (rounds !== undefined && rounds > 0 && rounds < LEAST.rounds)
      return {
        confidence: rounds < MUCH_TOO_LITTLE ? 'high' : 'medium',
        description: `\`${api}\` does ${rounds} rounds; at least ${LEAST.rounds} are expected today.`,
      }
    const iterations = numberOf(values.iterations)
    if (iterations !== undefined && iterations < LEAST.iterations)
      return {
        confidence: iterations < 10_000 ? 'high' : 'medium',
        description: `\`${api}\` does ${iterations} iterations, which a single graphics card tries for millions of guesses a second.`,
      }
    const cost = numberOf(values.cost) ?? numberOf(values.cost2)
    if (cost !== undefined && cost < LEAST.cost)
      return { confidence: 'medium', description: `\`${api}\` is given a cost of ${cost}; at least ${LEAST.cost} is expected today.` }
    return undefined
  },
})
