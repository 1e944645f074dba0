/** Switches of OpenSSL that choose versions, beside those that are about something else. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('only switches of versions say which versions are left', () =>
  check({
    'app.js': `
const https = require('https')
const { constants } = require('crypto')
const old = new https.Agent({ secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT }) // weak-tls-version: none
const order = new https.Agent({ secureOptions: constants.SSL_OP_CIPHER_SERVER_PREFERENCE | constants.SSL_OP_NO_COMPRESSION }) // weak-tls-version: none
const newest = new https.Agent({ secureOptions: constants.SSL_OP_NO_TLSv1_3 }) // weak-tls-version: none
const some = new https.Agent({ secureOptions: constants.SSL_OP_NO_SSLv2 | constants.SSL_OP_NO_SSLv3 }) // weak-tls-version: medium
const none = new https.Agent({ secureOptions: constants.SSL_OP_NO_SSLv2 | constants.SSL_OP_NO_SSLv3 | constants.SSL_OP_NO_TLSv1 }) // weak-tls-version: none
const least = new https.Agent({ minVersion: 'TLSv1', secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT }) // weak-tls-version: high
for (const agent of [old, order, newest, some, none, least]) https.get('https://songs.example', { agent })
`,
  }))
