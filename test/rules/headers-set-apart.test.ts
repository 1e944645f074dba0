/** Protective headers that one package sets in parts. */
import { test } from 'vitest'
import { check } from './marked-lines'

const start = `
const express = require('express')
const helmet = require('helmet')
const app = express()`

test('what is left out of the whole and set apart is sent', () =>
  check({
    'apart.js': `${start}
app.use(helmet({ contentSecurityPolicy: false })) // weakened-security-headers: none
app.use(helmet.contentSecurityPolicy({ directives: { defaultSrc: ["'self'"] } })) // weakened-security-headers: none
app.use(helmet({ hsts: false })) // weakened-security-headers: medium
app.listen(3000)
`,
  }))

test('what is set apart in another file may be for another application', () =>
  check({
    'one.js': `${start}
app.use(helmet({ contentSecurityPolicy: false })) // weakened-security-headers: low
app.listen(3000)
`,
    'other.js': `${start}
app.use(helmet.contentSecurityPolicy({ directives: { defaultSrc: ["'self'"] } }))
app.listen(3001)
`,
  }))

test('parts that are packages of their own', () =>
  check({
    'parts.js': `${start}
const csp = require('helmet-csp')
const hsts = require('hsts')
const referrerPolicy = require('referrer-policy')
app.use(csp({ directives: { defaultSrc: ["'self'"], frameAncestors: ['*'] } })) // weakened-security-headers: medium
app.use(csp({ directives: { defaultSrc: ["'self'"], frameAncestors: ["'none'"] } })) // weakened-security-headers: none
app.use(csp({ directives: { defaultSrc: ["'self'"] }, reportOnly: true })) // weakened-security-headers: low
app.use(hsts({ maxAge: 0 })) // weakened-security-headers: medium
app.use(hsts({ maxAge: 31536000 })) // weakened-security-headers: none
app.use(referrerPolicy({ policy: 'unsafe-url' })) // weakened-security-headers: medium
app.use(referrerPolicy({ policy: 'same-origin' })) // weakened-security-headers: none
app.listen(3000)
`,
  }))
