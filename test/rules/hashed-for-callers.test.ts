/** Passwords that a helper hashes for whoever calls it, and what callers do with what comes back. */
import { test } from 'vitest'
import { check } from './marked-lines'

const SERVER = (helper: string, body: string) => `import { createHash } from 'node:crypto'
export function authorizer(users: { name: string; hash: string; etag: string }[], name: string, password: string) {
  const fast = (input: string) => createHash('sha256').update(input).digest('hex').toUpperCase() // fast-password-hash: ${helper}
  ${body}
}
`

test('what comes back is held against what is kept', async () => {
  const body = 'const made = fast(password)\n  return users.some((user) => user.name === name && user.hash.toUpperCase() === made)'
  await check({ 'app.ts': SERVER('high', body) })
})

test('another text is, or nothing', async () => {
  await check({ 'app.ts': SERVER('medium', 'const made = fast(password)\n  return users.filter((user) => user.name + made)') })
  await check({ 'app.ts': SERVER('medium', 'const made = fast(password)\n  return users.some((user) => user.hash === fast(name)) && made') })
})

test('nobody hands it a password', async () => {
  await check({ 'app.ts': SERVER('none', 'return users.some((user) => user.hash === fast(name))') })
})
