/** Programs about what is encrypted, hashed and random, and about native code. */
import { pack, type SmallPrograms } from './program'

export const cryptography: SmallPrograms = {
  'encryption-with-versions': {
    shows: 'encrypts with a fresh nonce, checks the tag, and keeps the version of the key beside what it encrypted',
    files: {
      'package.json': pack('mongoose @aws-sdk/client-kms'),
      'src/box.ts': `import { createCipheriv, createDecipheriv, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import mongoose from 'mongoose'

export const kms = new KMSClient({})
export const Box = mongoose.model('Box', new mongoose.Schema({ content: Buffer, nonce: Buffer, keyVersion: Number })) // V6.2.4 pass
export const uuidv4 = () => randomUUID()

export function seal(text: string, key: Buffer) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return { content: Buffer.concat([cipher.update(text), cipher.final()]), nonce, tag: cipher.getAuthTag() }
}

export function open(content: Buffer, key: Buffer, nonce: Buffer, tag: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }) // V6.2.1 pass
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(content), decipher.final()])
}

export const isSame = (left: Buffer, right: Buffer) => timingSafeEqual(left, right)
`,
    },
  },
  'encryption-fixed': {
    shows: 'names its algorithm in the code, and says nowhere which key was used',
    files: {
      'package.json': pack('uuid'),
      'index.js': `const crypto = require('crypto')
const { v1: uuidv1 } = require('uuid')
exports.uuidv1 = uuidv1
exports.seal = (text, key) => {
  const cipher = crypto.createCipheriv('aes-256-cbc', key, crypto.randomBytes(16)) // V6.2.4 fail
  return Buffer.concat([cipher.update(text), cipher.final()])
}
`,
    },
  },
  'native-hardened': {
    shows: 'compiles its native code with flags that protect it, and checks what it reads',
    files: {
      'package.json': pack('node-addon-api bindings'),
      'binding.gyp': `{
  "targets": [{
    "target_name": "frames",
    "sources": ["src/frames.cc"],
    "cflags": ["-fstack-protector-strong", "-O2"], # V14.1.2 pass
    "defines": ["_FORTIFY_SOURCE=2"]
  }]
}
`,
      'src/frames.cc': '#include <napi.h>\n',
      'index.js': `const native = require('bindings')('frames')
exports.frame = (bytes) => native.frame(Buffer.from(bytes), bytes.readUInt32BE(0))
`,
    },
  },
  'native-plain': {
    shows: 'compiles its native code with no flag that protects it',
    files: {
      'package.json': pack('node-addon-api bindings'),
      'binding.gyp': `{ "targets": [{ "target_name": "frames", "sources": ["src/frames.cc"], "cflags": ["-O2"] }] }\n`,
      'src/frames.cc': '#include <napi.h>\n',
      'index.js': `const native = require('bindings')('frames')
exports.frame = (bytes) => native.frame(bytes, bytes.readUInt32BE(0, true)) // V5.4.1 fail
`,
    },
  },
}
