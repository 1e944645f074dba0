/** What a secret is for, by what takes it; by its name where nothing is known to. */
import { purposeOfName } from '../../../secrets/names'
import type { SecretPurpose } from '../../../types'

interface Taker {
  api: string
  library: string
  kind: string
  role: string
}

/** First line that holds decides. `takes` is tried on package and call. */
const TABLE: { takes: RegExp; kind?: RegExp; role?: RegExp; purpose: SecretPurpose }[] = [
  { takes: /jsonwebtoken|jose|jwt|paseto/i, purpose: 'token signing' },
  { takes: /next-auth|@auth\/|better-auth/i, role: /signing/, purpose: 'token signing' },
  { takes: /./, kind: /^token-/, purpose: 'token signing' },
  { takes: /session|cookie|keygrip|csrf|csurf|iron\b|lusca/i, purpose: 'session signing' },
  {
    takes:
      /^(?:pg|mysql2?|mariadb|mssql|tedious|oracledb|mongodb|mongoose|sequelize|knex|typeorm|redis|ioredis|@prisma|postgres|drizzle|mikro-orm|neo4j|cassandra|@nestjs\/(?:typeorm|sequelize|mongoose))/i,
    role: /password|login|token/,
    purpose: 'database password',
  },
  {
    takes:
      /^(?:pg|mysql2?|mariadb|mssql|mongodb|mongoose|sequelize|knex|typeorm|redis|ioredis|@prisma|postgres|amqplib|@nestjs\/(?:typeorm|sequelize|mongoose))/i,
    purpose: 'database address',
  },
  { takes: /mailer|smtp|emailjs|imap/i, purpose: 'mail password' },
  { takes: /passport|openid|oauth|msal|auth0|okta|google-auth/i, purpose: 'delegated login' },
  { takes: /constructEvent|webhook|svix/i, purpose: 'webhook signing' },
  { takes: /./, kind: /^mac$/, purpose: 'message authentication' },
  { takes: /createHmac|hmac/i, purpose: 'message authentication' },
  { takes: /./, kind: /^cipher/, purpose: 'encryption key' },
  { takes: /create(?:Cipher|Decipher)(?:iv)?/i, purpose: 'encryption key' },
  { takes: /fromPhrase|fromMnemonic|mnemonic/i, purpose: 'seed phrase' },
  { takes: /\bhttps\.createServer|\btls\.|spdy|ssh/i, purpose: 'private key' },
]

export function purposeOf(names: string[], takers: Taker[]): SecretPurpose {
  const byName = names.map(purposeOfName).find((purpose) => purpose !== undefined)
  // A model knows what its library does with a secret; what is only handed to something is best told by its own name.
  const known = takers.filter(({ kind }) => kind !== '')
  if (known.length === 0 && byName !== undefined && byName !== 'other' && byName !== 'password') return byName
  for (const { api, library, kind, role } of known.length > 0 ? known : takers) {
    const row = TABLE.find((it) => it.takes.test(`${library} ${api}`) && (!it.kind || it.kind.test(kind)) && (!it.role || it.role.test(role)))
    // An address names itself better than what it is handed to.
    if (row && !(row.purpose === 'database address' && byName === 'database password')) return byName === 'webhook signing' ? byName : row.purpose
  }
  return byName ?? (takers.some(({ role }) => role === 'password') ? 'password' : takers.some(({ role }) => role === 'token') ? 'API key' : 'other')
}
