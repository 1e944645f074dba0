/** Identifiers of the clock or of a name, as what they are made for, and as what lets somebody in. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('an id tells things apart and is no secret', () =>
  check(
    {
      'ids.js': `
const { v1, v4, v5 } = require('uuid')
exports.row = () => {
  const id = v1() // insecure-random: none
  const requestId = v1() // insecure-random: none
  const uuid = v1() // insecure-random: none
  return { id, requestId, uuid }
}
exports.reset = (user) => {
  user.resetToken = v1() // insecure-random: medium
  user.verificationToken = v4() // insecure-random: none
  user.accessToken = v5(user.email, v5.URL) // insecure-random: medium
}
`,
    },
    { uuid: '9' },
  ))
