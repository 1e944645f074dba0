/** Modes that a program builds of single blocks of a cipher, and texts that are encrypted block by block. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('blocks that are combined by exclusive or', () =>
  check({
    'a.js': `const crypto = require('node:crypto')
exports.mac = (key, blocks) => {
  const cipher = crypto.createCipheriv('aes-128-ecb', key, null) // weak-cipher: low
  let last = Buffer.alloc(16)
  for (const block of blocks) last = cipher.update(Buffer.from(block.map((byte, index) => byte ^ last[index])))
  return last
}
exports.worse = (key, blocks) => {
  const cipher = crypto.createCipheriv('des-ecb', key, null) // weak-cipher: high
  let last = Buffer.alloc(8)
  for (const block of blocks) last = cipher.update(Buffer.from(block.map((byte, index) => byte ^ last[index])))
  return last
}
exports.sealed = (key, text) => crypto.createCipheriv('aes-128-ecb', key, null).update(text) // weak-cipher: high
exports.flags = (flags) => flags ^ 4
`,
    'wrapped.js': `(function () {
  const crypto = require('node:crypto')
  exports.sealed = (key, text) => crypto.createCipheriv('aes-128-ecb', key, null).update(text) // weak-cipher: high
  exports.flags = (flags) => flags ^ 4
  ${"exports.told = (text) => console.info('what is told of it at length: ' + text)\n  ".repeat(120)}
})()
`,
  }))
