/** Broken hashes that a protocol asks for, and that a content is stored under, beside those that something is let through by. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a content is stored under its hash', () =>
  check({
    'store.ts': `
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const place = (folder: string, name: string) => join(folder, \`\${name}.zip\`)
export function put(folder: string, packed: Buffer) {
  const made = createHash('md5').update(packed).digest('hex') // weak-hash: low
  const to = place(folder, made)
  if (!existsSync(to)) writeFileSync(to, packed)
}
export function take(folder: string, packed: Buffer, wanted: string) {
  const made = createHash('md5').update(packed).digest('hex') // weak-hash: medium
  if (made !== wanted) throw new Error('Not what was asked for')
  writeFileSync(place(folder, made), packed)
}
export const tell = (packed: Buffer) => createHash('md5').update(packed).digest('hex') // weak-hash: medium
export const tokenOf = (folder: string, token: string) => join(folder, createHash('md5').update(token).digest('hex')) // weak-hash: high
`,
  }))

test('the login of another service asks for it', () =>
  check({
    'login.ts': `
import { createHash } from 'node:crypto'
export function authorization(name: string, password: string, at: string, asked: { realm: string; nonce: string }) {
  const first = createHash('md5').update(\`\${name}:\${asked.realm}:\${password}\`).digest('hex')
  const second = createHash('md5').update(\`GET:\${at}\`).digest('hex') // weak-hash: none
  const made = createHash('md5').update(\`\${first}:\${asked.nonce}:\${second}\`).digest('hex') // weak-hash: none
  return \`Digest response="\${made}"\`
}
export function signed(body: string, secretKey: string, asked: { nonce: string }) {
  return createHash('md5').update(\`\${body}:\${asked.nonce}:\${secretKey}\`).digest('hex') // weak-hash: high
}
export const tag = (at: string) => createHash('md5').update(\`GET:\${at}\`).digest('hex') // weak-hash: medium
`,
  }))
