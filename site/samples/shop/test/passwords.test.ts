import { expect, test } from 'vitest'
import { checkPassword, hashPassword } from '../src/services/passwords'

test('knows its own hash', async () => {
  expect(await checkPassword('correct horse', await hashPassword('correct horse'))).toBe(true)
})

test('refuses another password', async () => {
  expect(await checkPassword('battery staple', await hashPassword('correct horse'))).toBe(false)
})
