/** Documents that are put into signed tokens as they are handed out, with all they hold. */
import { test } from 'vitest'
import { check } from './marked-lines'

const PACKAGES = { express: '4', mongoose: '8', jsonwebtoken: '9' }
const signs = (options: string, ...lines: string[]) => ({
  'app.js': `const jwt = require('jsonwebtoken')
const mongoose = require('mongoose')
const User = mongoose.model('User', new mongoose.Schema({ email: String, passwordHash: String }${options}))
const app = require('express')()
app.post('/in', async (req, res) => {
  const user = await User.findOne({ email: String(req.query.email) })
  ${lines.join('\n  ')}
  res.end()
})
`,
})

test.each([
  ['res.json(jwt.sign(user.toJSON(), process.env.KEY, { expiresIn: 60 })) // password-in-token: medium'],
  ['const sent = user.toObject()', 'res.json(jwt.sign(sent, process.env.KEY, { expiresIn: 60 })) // password-in-token: medium'],
  ['res.json(jwt.sign({ ...user._doc }, process.env.KEY, { expiresIn: 60 })) // password-in-token: medium'],
  [
    'const { passwordHash, ...rest } = user.toObject()',
    'res.json(jwt.sign({ ...rest }, process.env.KEY, { expiresIn: 60 })) // password-in-token: none',
  ],
  ['res.json(jwt.sign({ id: user.id, mail: user.toJSON().email }, process.env.KEY, { expiresIn: 60 })) // password-in-token: none'],
])('%s', (...lines) => check(signs('', ...lines), PACKAGES))

test('the model says what is shown of it', () =>
  check(
    signs(
      ', { toJSON: { transform: (_, shown) => ({ id: shown.id }) } }',
      'res.json(jwt.sign(user.toJSON(), process.env.KEY, { expiresIn: 60 })) // password-in-token: none',
    ),
    PACKAGES,
  ))
