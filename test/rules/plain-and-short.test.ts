/** Connections in the clear, paddings, lengths and versions, memory and files that others reach; each beside a twin. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('connections that nothing encrypts, where somebody signs in', () =>
  check(
    {
      'directory.js': `
const ldap = require('ldapjs')
const client = ldap.createClient({ url: 'ldap://directory.partner.com' }) // cleartext-request: medium
const near = ldap.createClient({ url: 'ldap://localhost:389' }) // cleartext-request: none
const encrypted = ldap.createClient({ url: 'ldaps://directory.partner.com' }) // cleartext-request: none
client.bind('cn=app', process.env.LDAP_PASSWORD, () => {})
`,
      'queues.js': `
const mqtt = require('mqtt')
const amqp = require('amqplib')
mqtt.connect('mqtt://broker.partner.com', { username: 'shop', password: process.env.BROKER_PASSWORD }) // cleartext-request: medium
mqtt.connect('mqtts://broker.partner.com', { username: 'shop', password: process.env.BROKER_PASSWORD }) // cleartext-request: none
mqtt.connect('mqtt://broker.partner.com') // cleartext-request: none
mqtt.connect(process.env.BROKER || 'mqtt://broker', { password: process.env.BROKER_PASSWORD }) // cleartext-request: none
amqp.connect('amqp://queue.partner.com') // cleartext-request: none
`,
      'mail.js': `
const nodemailer = require('nodemailer')
const Imap = require('imap')
nodemailer.createTransport({ host: 'smtp.partner.com', ignoreTLS: true }) // cleartext-request: medium
nodemailer.createTransport({ host: process.env.SMTP, ignoreTLS: true }) // cleartext-request: low
nodemailer.createTransport({ host: 'mailhog', ignoreTLS: true }) // cleartext-request: none
nodemailer.createTransport({ host: 'smtp.partner.com', secure: false }) // cleartext-request: none
new Imap({ user: 'shop', password: process.env.IMAP, host: 'imap.partner.com', tls: false }) // cleartext-request: medium
new Imap({ user: 'shop', password: process.env.IMAP, host: 'imap.partner.com', tls: false, autotls: 'required' }) // cleartext-request: none
new Imap({ user: 'shop', password: process.env.IMAP, host: 'imap.partner.com', tls: true }) // cleartext-request: none
`,
    },
    { ldapjs: '3', mqtt: '5', amqplib: '0.10', nodemailer: '6', imap: '0.8' },
  ))

test('a directory that starts TLS before it is told a password', () =>
  check(
    {
      'directory.js': `
const ldap = require('ldapjs')
const client = ldap.createClient({ url: 'ldap://directory.partner.com' }) // cleartext-request: none
client.starttls({}, null, () => client.bind('cn=app', process.env.LDAP_PASSWORD, () => {}))
`,
    },
    { ldapjs: '3' },
  ))

test('paddings, lengths and versions', () =>
  check({
    'keys.js': `
const crypto = require('crypto')
const tls = require('tls')
const { md5 } = require('js-md5')
exports.a = (key, text) => crypto.publicEncrypt({ key, padding: crypto.constants.RSA_PKCS1_PADDING }, text) // weak-cipher: medium
exports.b = (key, text) => crypto.publicEncrypt({ key, padding: crypto.constants.RSA_NO_PADDING }, text) // weak-cipher: high
exports.c = (key, text) => crypto.publicEncrypt({ key, padding: crypto.constants.RSA_PKCS1_OAEP_PADDING }, text) // weak-cipher: none
exports.d = () => crypto.generateKeyPairSync('dh', { primeLength: 1024 }) // short-key: high
exports.e = () => crypto.generateKeyPairSync('dh', { primeLength: 3072 }) // short-key: none
exports.f = () => crypto.generateKeySync('hmac', { length: 32 }) // short-key: high
exports.g = () => crypto.generateKeySync('hmac', { length: 256 }) // short-key: none
exports.h = (password) => md5(password) // fast-password-hash: high
tls.DEFAULT_MIN_VERSION = 'TLSv1' // weak-tls-version: high
tls.DEFAULT_MIN_VERSION = 'TLSv1.2' // weak-tls-version: none
`,
  }))

test('memory that is sent as it was left', () =>
  check({
    'app.js': `
const express = require('express')
const app = express()
app.get('/a', (req, res) => {
  const bytes = Buffer.allocUnsafe(64)
  res.send(bytes) // uninitialized-buffer: medium
})
app.get('/b', (req, res) => {
  const bytes = Buffer.allocUnsafe(64)
  bytes.fill(0)
  res.send(bytes) // uninitialized-buffer: none
})
app.get('/c', (req, res) => {
  const bytes = Buffer.allocUnsafe(2)
  bytes[0] = 1
  bytes[1] = 2
  res.send(bytes) // uninitialized-buffer: none
})
app.get('/d', (req, res) => {
  res.send(Buffer.alloc(64)) // uninitialized-buffer: none
})
app.listen(80)
`,
  }))

test('files with a name that others can guess', () =>
  check({
    'files.js': `
const fs = require('fs')
const path = require('path')
exports.a = (rows) => fs.writeFileSync('/dev/shm/rows.json', rows) // predictable-temporary-file: medium
exports.b = (rows) => fs.writeFileSync(path.join(process.env.TEMP, 'rows.json'), rows) // predictable-temporary-file: medium
exports.c = (rows) => fs.writeFileSync('C:\\\\Windows\\\\Temp\\\\rows.json', rows) // predictable-temporary-file: medium
exports.d = (rows) => fs.writeFileSync(path.join(fs.mkdtempSync(path.join(process.env.TEMP, 'rows-')), 'rows.json'), rows) // predictable-temporary-file: none
exports.e = (rows) => fs.writeFileSync('/srv/shop/rows.json', rows) // predictable-temporary-file: none
`,
  }))
