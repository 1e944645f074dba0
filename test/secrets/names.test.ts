import { expect, test } from 'vitest'
import { purposeOfName } from '../../plugin/secrets/names'
import { placeOf } from '../../plugin/secrets/places'

test.each([
  ['DATABASE_PASSWORD', 'database password'],
  ['pgPassword', 'database password'],
  ['MONGODB_URI', 'database address'],
  ['REDIS_URL', 'database address'],
  ['JWT_SECRET', 'token signing'],
  ['refreshTokenSecret', 'token signing'],
  ['cookieSecret', 'session signing'],
  ['SESSION_KEYS', 'session signing'],
  ['STRIPE_WEBHOOK_SECRET', 'webhook signing'],
  ['GITHUB_CLIENT_SECRET', 'delegated login'],
  ['SMTP_PASSWORD', 'mail password'],
  ['ENCRYPTION_KEY', 'encryption key'],
  ['cryptoKey', 'encryption key'],
  ['SSL_KEY', 'private key'],
  ['ALCHEMY_API_KEY', 'API key'],
  ['SLACK_BOT_TOKEN', 'API key'],
  ['WALLET_MNEMONIC', 'seed phrase'],
  ['adminPassword2', 'password'],
  ['CTF_KEY', 'other'],
  ['clientCredentials', 'other'],
])('%s is for %s', (name, purpose) => {
  expect(purposeOfName(name)).toBe(purpose)
})

test.each([
  'PORT',
  'key',
  'primaryKey',
  'JWT_EXPIRES_IN',
  'passwordPolicy',
  'PASSWORD_MIN_LENGTH',
  'tokenType',
  'secretName',
  'API_KEY_HEADER',
  'NEXT_PUBLIC_API_KEY',
  'VITE_MAP_KEY',
  'NX_REACT_APP_MAP_TOKEN',
  'PUBLIC_KEY',
  'RECAPTCHA_SITE_KEY',
  'SESSION_TIMEOUT',
  'tokenAddress',
  'accessKeyId',
  'JWT_ISSUER',
  'SMTP_USERNAME',
  'existingSecret',
])('%s promises no secret', (name) => {
  expect(purposeOfName(name)).toBeUndefined()
})

test.each([
  ['src/config.ts', undefined],
  ['config/env/test.js', undefined],
  ['config/test.json', 'test'],
  ['test/users.json', 'test'],
  ['src/login.spec.ts', 'test'],
  ['.env.test', 'test'],
  ['.env.example', 'example'],
  ['config.yml.dist', 'example'],
  ['docs/setup.md', 'document'],
  ['README.md', 'document'],
  ['.github/workflows/ci.yml', 'ci'],
  ['.travis.yml', 'ci'],
  ['docker-compose.yml', 'compose'],
])('%s is a place for %s', (path, place) => {
  expect(placeOf(path)).toBe(place)
})
