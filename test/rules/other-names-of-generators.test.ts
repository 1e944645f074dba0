/** A generator that was another one in old versions of Node, and by now is the one for secrets. */
import { test } from 'vitest'
import { check } from './marked-lines'

const code = (marker: string) => `const crypto = require('crypto')
exports.same = (one, other) => {
  const key = crypto.pseudoRandomBytes(32) // insecure-random: ${marker}
  const made = (text) => crypto.createHmac('sha256', key).update(text).digest()
  return crypto.timingSafeEqual(made(one), made(other))
}
exports.token = () => {
  const token = Math.random().toString(36) // insecure-random: high
  return token
}
`
const manifest = (node?: string) => JSON.stringify({ name: 'shop', version: '1.0.0', ...(node ? { engines: { node } } : {}) })

test('no stated version, or a newer one', async () => {
  for (const node of [undefined, '>=12', '^4.2.0', '20.3.1', '>=18 <23']) await check({ 'package.json': manifest(node), 'app.js': code('none') })
})

test('a version in which it was another one', async () => {
  for (const node of ['>=0.10', '0.12.x || >=4', '>= 0.8.0']) await check({ 'package.json': manifest(node), 'app.js': code('medium') })
})
