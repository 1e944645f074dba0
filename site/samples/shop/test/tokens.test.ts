import { expect, test } from 'vitest'
import { createResetToken, createToken, digest, readToken } from '../src/services/tokens'

const user = { id: 7, role: 'customer', name: 'Ada' } as never

test('a token says who signed in', () => {
  expect(readToken(createToken(user))).toMatchObject({ id: 7, role: 'customer' })
})

test('reset tokens differ', () => {
  expect(createResetToken()).not.toBe(createResetToken())
})

test('a digest is the same every time', () => {
  expect(digest('a')).toBe(digest('a'))
})
