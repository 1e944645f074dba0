/** Programs about who callers are: passwords, codes that are sent, recovery codes, security keys, accounts of the code. */
import { pack, type SmallPrograms } from './program'

/** A start of a server with stored users; the rest is what a program is about. */
const withUsers = (fields: string, rest: string) => `import bcrypt from 'bcrypt'
import express from 'express'
import mongoose from 'mongoose'

const User = mongoose.model('User', new mongoose.Schema({ email: String, passwordHash: String${fields} }))
const app = express()
app.use(express.json())

app.post('/login', async (req, res) => {
  const user = await User.findOne({ email: String(req.body.email) })
  if (!user || !(await bcrypt.compare(req.body.password, user.passwordHash))) return res.status(401).send('Wrong email or password')
  res.json({ id: user.id })
})
${rest}
app.listen(3000)
`

const withCodes = (fields: string, rest: string, before = '') => `import { randomInt } from 'node:crypto'
import bcrypt from 'bcrypt'
import express from 'express'
import mongoose from 'mongoose'
import twilio from 'twilio'
${before}
const sms = twilio(process.env.TWILIO_ACCOUNT, process.env.TWILIO_TOKEN)
const User = mongoose.model('User', new mongoose.Schema({ email: String, passwordHash: String, phone: String }))
const SmsCode = mongoose.model('SmsCode', new mongoose.Schema({ userId: String, ${fields} }))
const app = express()
app.use(express.json())

app.post('/login', async (req, res) => {
  const user = await User.findOne({ email: String(req.body.email) })
  if (!user || !(await bcrypt.compare(req.body.password, user.passwordHash))) return res.status(401).send('Wrong email or password')
  res.json({ id: user.id })
})
${rest}
app.listen(3000)
`

export const accounts: SmallPrograms = {
  'seeded-administrator': {
    shows: 'makes an administrator whose password stands in the code',
    files: {
      'package.json': pack('express mongoose bcrypt'),
      'src/server.ts': withUsers(', role: String', ''),
      'src/seed.ts': `import bcrypt from 'bcrypt'
import mongoose from 'mongoose'

export async function seed() {
  const User = mongoose.model('User')
  await User.create({ email: 'admin@example.com', password: await bcrypt.hash('opensesame', 12), role: 'admin' }) // V2.5.4 fail
}
`,
    },
  },
  'seeded-for-developers': {
    shows: 'makes such an account for developers alone',
    files: {
      'package.json': pack('express mongoose bcrypt'),
      'src/server.ts': withUsers(', role: String', ''),
      'src/seed.ts': `import mongoose from 'mongoose'

export async function seed() {
  const User = mongoose.model('User')
  if (process.env.NODE_ENV === 'development') {
    await User.create({ email: 'dev@example.com', password: 'dev', role: 'admin' }) // V2.5.4 partial
  }
}
`,
    },
  },
  'accounts-of-users': {
    shows: 'makes accounts of what users choose',
    files: {
      'package.json': pack('express mongoose bcrypt'),
      'src/server.ts': withUsers(
        ', password: String',
        `app.post('/register', async (req, res) => {
  await User.create({ email: String(req.body.email), password: await bcrypt.hash(req.body.password, 12) }) // V2.5.4 pass
  res.status(201).end()
})`,
      ),
    },
  },
  'letters-and-digits-alone': {
    shows: 'turns passwords away that hold more than letters and digits',
    files: {
      'package.json': pack('express mongoose bcrypt joi'),
      'src/server.ts': withUsers(
        '',
        `const newUser = Joi.object({
  email: Joi.string().email().required(),
  password: Joi.string().pattern(new RegExp('^[a-zA-Z0-9]{8,64}$')).required(), // V2.1.4 fail
})

app.post('/register', async (req, res) => {
  const { email, password } = Joi.attempt(req.body, newUser)
  await User.create({ email, passwordHash: await bcrypt.hash(password, 12) })
  res.status(201).end()
})`,
      ).replace('import mongoose', "import Joi from 'joi'\nimport mongoose"),
    },
  },
  'recovery-codes-spent': {
    shows: 'removes a recovery code when it was used',
    files: {
      'package.json': pack('express mongoose bcrypt'),
      'src/server.ts': withUsers(
        '',
        `const RecoveryCode = mongoose.model('RecoveryCode', new mongoose.Schema({ userId: String, codeHash: String }))

app.post('/recover', async (req, res) => {
  const code = await RecoveryCode.findOne({ userId: String(req.body.user), codeHash: String(req.body.code) })
  if (!code) return res.status(401).end()
  await RecoveryCode.deleteOne({ _id: code.id }) // V2.6.1 pass
  res.json({ id: code.userId })
})

app.post('/recovery-codes', async (req, res) => {
  const recoveryCode = randomBytes(16).toString('hex') // V2.6.3 pass
  await RecoveryCode.create({ userId: String(req.body.user), codeHash: await bcrypt.hash(recoveryCode, 12) })
  res.json({ recoveryCode })
})`,
      ).replace("import bcrypt from 'bcrypt'", "import { randomBytes } from 'node:crypto'\nimport bcrypt from 'bcrypt'"),
    },
  },
  'recovery-codes-kept': {
    shows: 'takes the same recovery code again and again, and makes it of Math.random()',
    files: {
      'package.json': pack('express mongoose bcrypt'),
      'src/server.ts': withUsers(
        '',
        `const RecoveryCode = mongoose.model('RecoveryCode', new mongoose.Schema({ userId: String, code: String }))

app.post('/recover', async (req, res) => {
  const code = await RecoveryCode.findOne({ userId: String(req.body.user), code: String(req.body.code) }) // V2.6.1 fail
  if (!code) return res.status(401).end()
  res.json({ id: code.userId })
})

app.post('/recovery-codes', async (req, res) => {
  const recoveryCode = Math.random().toString(36).slice(2) // V2.6.3 fail
  await RecoveryCode.create({ userId: String(req.body.user), code: recoveryCode })
  res.json({ recoveryCode })
})`,
      ),
    },
  },
  'codes-in-order': {
    shows: 'sends codes that end after ten minutes, are kept hashed, and are removed when they were used',
    files: {
      'package.json': pack('express mongoose bcrypt twilio'),
      'src/server.ts': withCodes(
        'otp: String, expiresAt: Date',
        `
const CODE_TTL_MS = 10 * 60 * 1000 // V2.7.2 pass
const DEFAULT_FACTOR = 'totp' // V2.7.1 pass

app.post('/code', async (req, res) => {
  const verificationCode = randomInt(100000, 999999).toString() // V2.7.6 pass
  await SmsCode.create({ userId: String(req.body.user), otp: await bcrypt.hash(verificationCode, 12), expiresAt: Date.now() + CODE_TTL_MS })
  await sms.messages.create({ to: String(req.body.phone), body: verificationCode })
  res.status(204).end()
})

app.post('/code/check', async (req, res) => {
  const sent = await SmsCode.findOne({ userId: String(req.body.user) })
  if (!sent || !(await bcrypt.compare(req.body.code, sent.otp))) return res.status(401).end()
  await SmsCode.deleteOne({ _id: sent.id }) // V2.7.3 pass
  res.status(204).end()
})`,
      ),
    },
  },
  'codes-too-long': {
    shows: 'sends codes that live for an hour, are kept as they are, and can be used again',
    files: {
      'package.json': pack('express mongoose bcrypt twilio'),
      'src/server.ts': withCodes(
        'otp: String',
        `
const OTP_TTL_MINUTES = 60 // V2.7.2 fail
const DEFAULT_FACTOR = 'sms' // V2.7.1 fail

app.post('/code', async (req, res) => {
  const otp = Math.floor(Math.random() * 1000000).toString()
  await SmsCode.create({ userId: String(req.body.user), otp })
  await sms.messages.create({ to: String(req.body.phone), body: otp })
  res.json({ minutes: OTP_TTL_MINUTES })
})

app.post('/code/check', async (req, res) => {
  const sent = await SmsCode.findOne({ userId: String(req.body.user), otp: String(req.body.otp) }) // V2.7.3 fail
  if (!sent) return res.status(401).end()
  res.status(204).end()
})`,
      ),
    },
  },
  'code-as-only-proof': {
    shows: 'lets in whoever has the code that was sent to a telephone',
    files: {
      'package.json': pack('express twilio jsonwebtoken'),
      'src/server.ts': `import express from 'express'
import jwt from 'jsonwebtoken'
import twilio from 'twilio'

const client = twilio(process.env.TWILIO_ACCOUNT, process.env.TWILIO_TOKEN)
const app = express()
app.use(express.json())

app.post('/login', async (req, res) => {
  const check = await client.verify.v2.services(process.env.VERIFY_SERVICE).verificationChecks.create({ to: req.body.phone, code: req.body.code }) // V2.2.2 fail
  if (check.status !== 'approved') return res.status(401).end()
  res.json({ token: jwt.sign({ phone: req.body.phone }, process.env.TOKEN_KEY, { expiresIn: '1h' }) })
})
app.listen(3000)
`,
    },
  },
  'code-beside-password': {
    shows: 'asks for the code that was sent after the password was right',
    files: {
      'package.json': pack('express twilio jsonwebtoken mongoose bcrypt'),
      'src/server.ts': `import bcrypt from 'bcrypt'
import express from 'express'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import twilio from 'twilio'

const client = twilio(process.env.TWILIO_ACCOUNT, process.env.TWILIO_TOKEN)
const User = mongoose.model('User', new mongoose.Schema({ email: String, passwordHash: String, phone: String, mfaEnabled: Boolean }))
const app = express()
app.use(express.json())

app.post('/login', async (req, res) => {
  const user = await User.findOne({ email: String(req.body.email) })
  if (!user || !(await bcrypt.compare(req.body.password, user.passwordHash))) {
    res.status(401).send('Wrong email or password')
    return
  }
  if (user.mfaEnabled) {
    res.status(401).json({ status: 'mfa_required', pending: jwt.sign({ id: user.id, use: 'mfa' }, process.env.TOKEN_KEY, { expiresIn: '5m' }) })
  } else {
    res.json({ token: jwt.sign({ id: user.id }, process.env.TOKEN_KEY, { expiresIn: '1h' }) })
  }
})

app.post('/login/code', async (req, res) => {
  const { id } = jwt.verify(req.body.pending, process.env.TOKEN_KEY, { algorithms: ['HS256'] })
  const user = await User.findById(id)
  const check = await client.verify.v2.services(process.env.VERIFY_SERVICE).verificationChecks.create({ to: user.phone, code: req.body.code }) // V2.2.2 pass
  if (check.status !== 'approved') return res.status(401).end()
  res.json({ token: jwt.sign({ id }, process.env.TOKEN_KEY, { expiresIn: '1h' }) })
})
app.listen(3000)
`,
    },
  },
  'security-keys-strict': {
    shows: 'asks security keys for a random challenge, and for a check of their user',
    files: {
      'package.json': pack('express @simplewebauthn/server'),
      'src/server.ts': `import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import express from 'express'

const app = express()
app.use(express.json())
app.get('/login/options', async (_req, res) => {
  res.json(await generateAuthenticationOptions({ rpID: 'example.com', userVerification: 'required' })) // V2.9.2 pass
})
app.post('/login/key', async (req, res) => {
  const { verified } = await verifyAuthenticationResponse({ response: req.body, expectedChallenge: req.body.challenge, expectedOrigin: 'https://example.com', expectedRPID: 'example.com', requireUserVerification: true }) // V2.8.7 pass
  res.json({ verified })
})
app.listen(3000)
`,
    },
  },
  'security-keys-lax': {
    shows: 'asks security keys for the same challenge each time, and for no check of their user',
    files: {
      'package.json': pack('express @simplewebauthn/server jsonwebtoken yub'),
      'keys/private.pem':
        '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n',
      'src/server.ts': `import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import express from 'express'
import jwt from 'jsonwebtoken'

const app = express()
app.use(express.json())
app.get('/login/options', async (_req, res) => {
  res.json(await generateAuthenticationOptions({ rpID: 'example.com', challenge: 'please-sign-this' })) // V2.9.2 fail
})
app.post('/login/key', async (req, res) => {
  const { verified } = await verifyAuthenticationResponse({ response: req.body, expectedChallenge: 'please-sign-this', expectedOrigin: 'https://example.com', expectedRPID: 'example.com', requireUserVerification: false }) // V2.8.7 fail
  res.json({ verified, proof: createSign('sha256').update(String(verified)).sign(readFileSync('keys/private.pem')) })
})
app.get('/orders', (req, res) => res.json(jwt.verify(String(req.headers.authorization), process.env.KEY)))
app.listen(3000)
`,
    },
  },
  'reset-in-order': {
    shows: 'recovers a password by a link that works once, and ends all sessions then',
    files: {
      'package.json': pack('express express-session mongoose argon2 nodemailer'),
      'src/server.ts': `import { createHash, randomBytes } from 'node:crypto'
import argon2 from 'argon2'
import express from 'express'
import session from 'express-session'
import mongoose from 'mongoose'
import nodemailer from 'nodemailer'

const User = mongoose.model('User', new mongoose.Schema({ email: String, passwordHash: String, resetTokenHash: String, resetExpires: Date, emailVerified: Boolean }))
const Session = mongoose.model('Session', new mongoose.Schema({ userId: String }))
const mail = nodemailer.createTransport({ host: 'mail.example.com', secure: true })
const app = express()
app.use(express.json())
app.use(session({ secret: process.env.SESSION_SECRET }))
const hashOf = (token) => createHash('sha256').update(token).digest('hex')

app.post('/login', async (req, res) => {
  const user = await User.findOne({ email: String(req.body.email) })
  if (!user || !(await argon2.verify(user.passwordHash, req.body.password))) return res.status(401).send('Wrong email or password')
  req.session.userId = user.id
  res.status(204).end()
})
app.post('/forgot-password', async (req, res) => {
  const token = randomBytes(32).toString('hex')
  await User.updateOne({ email: String(req.body.email) }, { resetTokenHash: hashOf(token), resetExpires: new Date(Date.now() + 3600000) })
  await mail.sendMail({ to: String(req.body.email), subject: 'Your password', text: 'https://example.com/reset#' + token })
  res.status(204).end()
})
app.post('/reset-password', async (req, res) => {
  const user = await User.findOne({ resetTokenHash: hashOf(String(req.body.token)), resetExpires: { $gt: new Date() } })
  if (!user) return res.status(400).end()
  user.passwordHash = await argon2.hash(req.body.password)
  user.resetTokenHash = undefined
  user.resetExpires = undefined
  await user.save()
  await Session.deleteMany({ userId: user.id })
  res.status(204).end()
})
export async function verifyEmail(user) {
  user.emailVerified = true
  await user.save()
}
app.listen(3000)
`,
    },
  },
  'security-questions': {
    shows: 'asks a question to recover a password, and remembers old passwords',
    files: {
      'package.json': pack('express mongoose bcrypt'),
      'src/server.ts': withUsers(
        ', securityQuestion: String, securityAnswer: String, oldPasswords: [String], passwordExpiresAt: Date',
        `app.post('/forgot-password', async (req, res) => {
  const user = await User.findOne({ email: String(req.body.email), securityAnswer: String(req.body.answer) })
  if (!user) return res.status(404).end()
  await User.updateOne({ _id: user.id }, { passwordHash: await bcrypt.hash(req.body.password, 12) })
  res.status(204).end()
})`,
      ),
    },
  },
  'codes-of-apps': {
    shows: 'checks one-time codes of an app with a wide window, and forgets which was used',
    files: {
      'package.json': pack('express mongoose bcrypt speakeasy'),
      'src/server.ts': withUsers(
        ', totpSecret: String',
        `app.post('/login/totp', async (req, res) => {
  const user = await User.findById(String(req.body.id))
  if (!speakeasy.totp.verify({ secret: user.totpSecret, encoding: 'base32', token: req.body.code, window: 10 })) return res.status(401).end() // V2.8.1 fail
  res.json({ id: user.id })
})`,
      ).replace("import mongoose from 'mongoose'", "import mongoose from 'mongoose'\nimport speakeasy from 'speakeasy'"),
    },
  },
  'codes-of-apps-once': {
    shows: 'checks one-time codes of an app, remembers the last one, keeps their secrets encrypted, and tells users of changes',
    files: {
      'package.json': pack('express mongoose bcrypt otplib mongoose-field-encryption'),
      'src/server.ts': withUsers(
        ', totpSecret: String, lastTotp: String',
        `app.post('/login/totp', async (req, res) => {
  const user = await User.findById(String(req.body.id))
  if (user.lastTotp === req.body.code) return totpReuse(user, res)
  if (!authenticator.check(req.body.code, user.totpSecret)) return res.status(401).end()
  await User.updateOne({ _id: user.id }, { lastTotp: String(req.body.code) })
  res.json({ id: user.id })
})

export function totpReuse(user, res) {
  logger.warn('a code was used again', { user: user.id })
  res.status(401).end()
}

export async function mfaNotification(user) {
  await mail.sendMail({ to: user.email, subject: 'Your second factor was changed' })
}

export async function sendPasswordChangedEmail(user) {
  await mail.sendMail({ to: user.email, subject: 'Your password was changed' })
}`,
      ).replace(
        "import mongoose from 'mongoose'",
        "import mongoose from 'mongoose'\nimport nodemailer from 'nodemailer'\nimport { authenticator } from 'otplib'\nimport winston from 'winston'\n\nconst logger = winston.createLogger()\nconst mail = nodemailer.createTransport({ host: 'mail.example.com', secure: true })",
      ),
    },
  },
}
