/** Servers that ask their callers for certificates: whether anything of the program asks what came of it. */
import { test } from 'vitest'
import { check } from './marked-lines'

const server = (handler: string, verdict: string) => `
const https = require('https')
const fs = require('fs')
https.createServer({
  key: fs.readFileSync('key.pem'),
  cert: fs.readFileSync('cert.pem'),
  requestCert: true,
  rejectUnauthorized: false, // certificate-not-checked: ${verdict}
}, ${handler}).listen(443)
`

test('what a certificate says is read, and nobody asks who signed it', () =>
  check({ 'server.js': server('(req, res) => res.end(req.socket.getPeerCertificate().subject.CN)', 'medium') }))

test('no certificate is read', () => check({ 'server.js': server("(req, res) => res.end('ok')", 'low') }))

test('the handler asks whether it is one of those that are trusted', () =>
  check({ 'server.js': server("(req, res) => req.socket.authorized ? res.end('ok') : res.writeHead(401).end()", 'none') }))
