/**
 * What a name says of the secret behind it. In: the name of a variable, key or environment variable. Out: what such a secret is
 * for, or undefined where the name promises none: `JWT_EXPIRES`, `PASSWORD_POLICY`, `NEXT_PUBLIC_KEY`.
 */
import type { SecretPurpose } from '../types'

/** Words of which one must be there, then words of which another must, for a purpose; the first line that holds decides. */
const TABLE: [purpose: SecretPurpose, one: string, and: string][] = [
  ['seed phrase', 'mnemonic', ''],
  ['seed phrase', 'seed, recovery', 'phrase, words'],
  [
    'database address',
    'db, database, mongo, mongodb, mongolab, mongohq, postgres, postgresql, pg, mysql, mariadb, mssql, redis, amqp, rabbitmq, cloudamqp, jawsdb, cleardb, neo4j, cassandra',
    'url, uri, dsn, connection, connectionstring, string',
  ],
  ['database address', 'connectionstring', ''],
  ['database address', 'connection', 'string'],
  [
    'database password',
    'db, database, mongo, mongodb, postgres, postgresql, pg, mysql, mariadb, mssql, sql, sa, redis, rds, typeorm, sequelize, neo4j, couchdb, elastic, elasticsearch, root',
    'pass, password, passwd, pwd',
  ],
  ['mail password', 'smtp, mail, email, mailer, imap, nodemailer, sendmail', 'pass, password, passwd, pwd, secret'],
  ['webhook signing', 'webhook, whsec, webhooks', 'secret, key, token'],
  ['webhook signing', 'webhook', 'url, uri'],
  ['session signing', 'session, cookie, cookies, keygrip, csrf, xsrf, iron', 'secret, secrets, key, keys, password'],
  ['private key', 'private', 'key'],
  ['API key', 'access', 'key'],
  ['API key', 'aws, cloudinary', 'secret, key, token'],
  ['token signing', 'jwt, jws, jwk, jose, nextauth, paseto', 'secret, secrets, key, keys'],
  ['token signing', 'signing, signature', 'key, secret'],
  ['token signing', 'token, tokens, auth, access, refresh', 'secret, secrets'],
  ['encryption key', 'encryption, encrypt, crypto, crypt, cipher, aes, master, kek, dek', 'key, keys, secret, password, passphrase'],
  ['message authentication', 'hmac, hash, salt, pepper', 'key, secret'],
  ['message authentication', 'hmac, pepper', ''],
  ['private key', 'private, ssh, tls, ssl, pem, rsa, deploy', 'key, keys'],
  ['private key', 'privatekey', ''],
  [
    'delegated login',
    'client, consumer, oauth, oauth2, oidc, google, github, gitlab, facebook, twitter, linkedin, apple, microsoft, azure, auth0, okta, keycloak, cognito, saml, discord',
    'secret',
  ],
  ['API key', 'apikey, appkey, accesskey, secretkey', ''],
  [
    'API key',
    'api, access, service, account, auth, license, write, admin, sdk, application, app, server, account, storage, subscription',
    'key, keys, token',
  ],
  ['API key', 'token', ''],
  ['password', 'pass, password, passwd, passphrase, passcode, pwd, passwords', ''],
  ['other', 'secret, secrets, credential, credentials', ''],
]

/** Last words of names that tell something about a secret and hold none. */
const ABOUT = new Set(
  (
    'expiry expires expiration expire exp ttl lifetime age minutes days hours seconds ms timeout interval window date time at in on ' +
    'path file dir directory folder name names id ids uid type types kind mode policy policies strength level length size min max count limit rounds cost ' +
    'algorithm alg issuer audience header headers field fields column columns template templates prefix suffix regex pattern rule rules format ' +
    'enabled enable disabled required optional allowed visible label labels title message messages error errors placeholder hint text page route form input ' +
    'endpoint address addresses host hostname port domain region version provider providers strategy service status state event action reset change changed ' +
    'factory builder manager validator verifier generator parser handler store cache map list set guard middleware controller resolver module util utils helper ' +
    'hash digest fingerprint checksum salt iv nonce public publishable site'
  ).split(' '),
)
/** Addresses are secrets where a password stands in them or where knowing them is enough. */
const ADDRESS = new Set(['url', 'uri', 'dsn'])
/** Bundlers put what begins so into the page, so nothing of it is meant to be secret. */
export const PUBLIC_PREFIX = /^(?:(?:NX_)?(?:NEXT_PUBLIC|VITE|REACT_APP|VUE_APP|NUXT_PUBLIC|PUBLIC|GATSBY|EXPO_PUBLIC)|STORYBOOK|SNOWPACK_PUBLIC)_/

const table = TABLE.map(([purpose, one, and]) => ({ purpose, one: new Set(one.split(', ')), and: and === '' ? undefined : new Set(and.split(', ')) }))

const known = new Map<string, SecretPurpose | undefined>()

/** It tells of something what it is called, where it is or how it is to be used: `AZURE_CLIENT_ID`, `DB_HOST`. */
export function isAbout(name: string): boolean {
  return ABOUT.has(wordsOf(name).at(-1) ?? '')
}

export function purposeOfName(name: string): SecretPurpose | undefined {
  if (known.has(name)) return known.get(name)
  const purpose = findPurpose(name)
  known.set(name, purpose)
  return purpose
}

function findPurpose(name: string): SecretPurpose | undefined {
  if (name.length > 80 || PUBLIC_PREFIX.test(name)) return undefined
  const parts = wordsOf(name)
  const last = parts.at(-1)
  // `existingSecret` of a chart is what a secret is called that is there already.
  if (parts[0] === 'existing') return undefined
  if (last === undefined || ABOUT.has(last) || parts.includes('public') || parts.includes('publishable')) return undefined
  const purpose = table.find(({ one, and }) =>
    parts.some((part, at) => one.has(part) && (!and || parts.some((other, index) => index !== at && and.has(other)))),
  )?.purpose
  if (purpose !== undefined && ADDRESS.has(last) && purpose !== 'database address' && purpose !== 'webhook signing') return undefined
  // `SHOP_KEY` of the environment is a key of something; `key` of a loop is none.
  if (
    purpose === undefined &&
    /^[A-Z][A-Z0-9_]*_KEYS?$/.test(name) &&
    !/(?:SITE|PUBLIC|MAP|SORT|PRIMARY|FOREIGN|CACHE|HOT|STORAGE)_KEYS?$/.test(name)
  )
    return 'other'
  return purpose
}

/** `dbPassword2` → db, password; `API_KEY` → api, key. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase().replace(/(?<=[a-z]{3})\d+$/, ''))
    .filter((word) => word !== '' && !/^\d+$/.test(word))
}
