/** Programs about what is kept: personal data, logs, uploads, roles. */
import { pack, type SmallPrograms } from './program'

export const data: SmallPrograms = {
  'personal-data-in-order': {
    shows: 'keeps personal data encrypted, for a limited time, out of its logs, and gives them back or deletes them',
    files: {
      'package.json': pack('express@^4.19.2 mongoose@^8.0.0 mongoose-field-encryption@^6.0.0 pino@^9.0.0 pino-loki@^2.0.0 argon2', {
        scripts: { start: 'node --secure-heap=65536 dist/server.js' },
      }),
      'PRIVACY.md': '# Privacy\n\nWhich data are kept, and why.\n',
      'src/models.ts': `import mongoose from 'mongoose'
import { fieldEncryption } from 'mongoose-field-encryption'

const person = new mongoose.Schema({
  email: String,
  diagnosis: String,
  iban: String,
  dataClass: String,
  sensitivityLabel: String,
  newsletter: Boolean,
  lastLoginAt: Date,
  isActive: Boolean,
  createdAt: { type: Date, expires: '2y' },
})
person.plugin(fieldEncryption, { fields: ['email', 'diagnosis', 'iban'], secret: process.env.FIELD_KEY })
export const Person = mongoose.model('Person', person)
export const AuditLog = mongoose.model('AuditLog', new mongoose.Schema({ actor: String, action: String, target: String, at: Date }))
`,
      'src/server.ts': `import express from 'express'
import jwt from 'jsonwebtoken'
import pino from 'pino'
import { pinoLoki } from 'pino-loki'
import { AuditLog, Person } from './models'

const logger = pino({ redact: ['email', 'diagnosis', 'iban'] }, pinoLoki({ host: 'https://logs.example.com' }))
const app = express()
app.use(express.json())

function requireUser(req, res, next) {
  try {
    req.user = jwt.verify(String(req.headers.authorization).slice(7), process.env.TOKEN_KEY, { algorithms: ['HS256'] })
    next()
  } catch {
    res.status(401).end()
  }
}

app.get('/me', requireUser, async (req, res) => {
  await AuditLog.create({ actor: req.user.sub, action: 'read', target: req.user.sub, at: new Date() })
  res.json(await Person.findById(req.user.sub))
})
app.get('/me/export', requireUser, async (req, res) => {
  await AuditLog.create({ actor: req.user.sub, action: 'export', target: req.user.sub, at: new Date() })
  res.json(await Person.findById(req.user.sub))
})
app.post('/me/unsubscribe', requireUser, async (req, res) => {
  await Person.updateOne({ _id: req.user.sub }, { newsletter: false })
  res.status(204).end()
})
app.delete('/me', requireUser, async (req, res) => {
  await AuditLog.create({ actor: req.user.sub, action: 'delete', target: req.user.sub, at: new Date() })
  await Person.deleteOne({ _id: req.user.sub })
  res.status(204).end()
})
export const tenantSchema = 'people'
export const dataClass = (field) => (field === 'diagnosis' ? 'secret' : 'internal')
export const sensitivityLabel = (field) => dataClass(field)
export async function disableInactive() {
  await Person.updateMany({ lastLoginAt: { $lt: new Date(Date.now() - 31536000000) } }, { isActive: false })
  logger.info('inactive accounts were disabled')
}
app.listen(3000)
`,
    },
  },
  'health-data-plain': {
    shows: 'keeps health data and account numbers as they are, and writes them into its logs',
    files: {
      'package.json': pack('express sequelize sqlite3 winston'),
      '.env': 'API_SECRET=9f86d081884c7d659a2feaa0c55ad015\n',
      'server.js': `const express = require('express')
const { DataTypes, Sequelize } = require('sequelize')
const winston = require('winston')

const logger = winston.createLogger({ transports: [new winston.transports.File({ filename: 'public/app.log' })] })
const db = new Sequelize('sqlite::memory:')
const Patient = db.define('Patient', { email: DataTypes.STRING, diagnosis: DataTypes.STRING, iban: DataTypes.STRING })
const AuditLog = db.define('AuditLog', { text: DataTypes.STRING })
const app = express()
app.use(express.json())
app.post('/patients', async (req, res) => {
  const patient = await Patient.create({ email: req.body.email, diagnosis: req.body.diagnosis, iban: req.body.iban })
  logger.info(patient.diagnosis)
  await AuditLog.create({ text: 'made' })
  res.json(patient)
})
app.listen(3000)
`,
    },
  },
  'uploads-elsewhere': {
    shows: 'keeps uploads in a store of their own, and fetches a file of a fixed address',
    files: {
      'package.json': pack('express@^4.19.2 helmet@^7.1.0 multer@^1.4.5 multer-s3@^3.0.0 @aws-sdk/client-s3 axios'),
      'src/server.ts': `import { S3Client } from '@aws-sdk/client-s3'
import axios from 'axios'
import express from 'express'
import helmet from 'helmet'
import multer from 'multer'
import multerS3 from 'multer-s3'

const upload = multer({ storage: multerS3({ s3: new S3Client({}), bucket: 'pictures', key: (_req, _file, done) => done(null, crypto.randomUUID()) }), limits: { fileSize: 1_000_000 } })
const app = express()
app.use(helmet())
app.post('/pictures', upload.single('picture'), async (_req, res) => {
  await axios.get('https://labels.example.com/today')
  res.status(201).end()
})
app.listen(3000)
`,
    },
  },
  'uploads-fetched': {
    shows: 'fetches a picture from whatever address the request says',
    files: {
      'package.json': pack('express multer axios'),
      'server.js': `const axios = require('axios')
const express = require('express')
const multer = require('multer')
const app = express()
app.use(express.json())
app.post('/pictures', multer({ dest: 'pictures' }).single('picture'), async (req, res) => {
  const { data } = await axios.get(req.body.imageUrl) // V12.3.3 fail
  res.json({ length: data.length })
})
app.listen(3000)
`,
    },
  },
  'uploads-in-order': {
    shows: 'takes small pictures alone, tells them by their bytes, scans them, and keeps them under its own names outside of what is served',
    files: {
      'package.json': pack('express@^4.19.2 helmet@^7.1.0 multer@^1.4.5 file-type@^19.0.0 clamscan@^2.3.0'),
      '.github/workflows/ci.yml': 'on: [push]\njobs:\n  scan:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: npx semgrep scan\n',
      'src/server.ts': `import { randomUUID } from 'node:crypto'
import path from 'node:path'
import NodeClam from 'clamscan'
import express from 'express'
import { fileTypeFromFile } from 'file-type'
import helmet from 'helmet'
import multer from 'multer'

const upload = multer({
  storage: multer.diskStorage({ destination: '/var/uploads', filename: (_req, _file, done) => done(null, randomUUID() + '.png') }),
  limits: { fileSize: 1_000_000, files: 1 },
  fileFilter: (_req, file, done) => done(null, path.extname(file.originalname) === '.png' && file.mimetype === 'image/png'),
})
export const storageQuota = () => 100
const app = express()
app.use(helmet())
app.post('/pictures', upload.single('picture'), async (req, res) => {
  const type = await fileTypeFromFile(req.file.path)
  if (type?.mime !== 'image/png') return res.status(415).end()
  const scanner = await new NodeClam().init()
  const { isInfected } = await scanner.isInfected(req.file.path)
  if (isInfected) return res.status(400).end()
  res.json({ left: storageQuota() })
})
app.listen(3000)
`,
    },
  },
  'rights-and-refusals': {
    shows: 'asks for rights by their names, and defines each role with its rights',
    files: {
      'package.json': pack('express@^4.19.2 jsonwebtoken@^9.0.0'),
      'src/server.ts': `import express from 'express'
import jwt from 'jsonwebtoken'

const RIGHTS = { admin: ['users:read'], member: [] }
const app = express()
function requireRole(role: string) {
  return (req, res, next) => {
    const user = jwt.verify(String(req.headers.authorization), process.env.KEY, { algorithms: ['HS256'] })
    if (user.role !== role || !RIGHTS[user.role]) {
      console.error('refused')
      return res.status(403).end()
    }
    next()
  }
}
app.get('/admin/users', requireRole('admin'), (_req, res) => res.json([]))
app.listen(3000)
`,
    },
  },
  'roles-in-order': {
    shows: 'asks for rights at each entry point, logs refusals, and lets nobody change a role but administrators',
    files: {
      'package.json': pack('express@^4.19.2 jsonwebtoken@^9.0.0 @casl/ability@^6.7.0 mongoose@^8.0.0 winston'),
      'src/server.ts': `import { defineAbility } from '@casl/ability'
import express from 'express'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import winston from 'winston'

const audit = winston.createLogger({ transports: [new winston.transports.Console()] })
const ROLES = { admin: ['users:read', 'users:write'], member: ['notes:read'] }
const User = mongoose.model('User', new mongoose.Schema({ name: String, role: { type: String, enum: ['admin', 'member'], default: 'member' } }))
const AuditLog = mongoose.model('AuditLog', new mongoose.Schema({ actor: String, action: String, at: Date }))
const app = express()
app.use(express.json())

function requireUser(req, res, next) {
  try {
    req.user = jwt.verify(String(req.headers.authorization).slice(7), process.env.TOKEN_KEY, { algorithms: ['HS256'] })
    next()
  } catch {
    res.status(401).end()
  }
}
const abilityOf = (user) => defineAbility((can) => {
  if (user.role === 'admin') can('manage', 'User')
})
const allow = (right) => async (req, res, next) => {
  if (!ROLES[req.user.role]?.includes(right) || !abilityOf(req.user).can('manage', 'User')) {
    await AuditLog.create({ actor: req.user.sub, action: 'refused ' + right, at: new Date() })
    return res.status(403).end()
  }
  next()
}

export async function updateRole(id, role) {
  await User.updateOne({ _id: id }, { role })
}
app.get('/admin/users', requireUser, allow('users:read'), async (_req, res) => res.json(await User.find().limit(50)))
app.put('/admin/users/:id/role', requireUser, allow('users:write'), async (req, res) => {
  await User.updateOne({ _id: String(req.params.id) }, { role: req.body.role === 'admin' ? 'admin' : 'member' })
  await AuditLog.create({ actor: req.user.sub, action: 'updateRole', at: new Date() })
  res.status(204).end()
})
app.put('/me', requireUser, async (req, res) => {
  await User.updateOne({ _id: req.user.sub }, { name: String(req.body.name) })
  res.status(204).end()
})
app.listen(3000)
`,
    },
  },
  'secrets-in-a-vault': {
    shows: 'fetches its keys and passwords from a secrets manager',
    isCommitted: true,
    files: {
      'package.json': pack('@aws-sdk/client-secrets-manager pg mongodb jsonwebtoken @simplewebauthn/server'),
      'src/secrets.ts': `import { createSign } from 'node:crypto'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { Pool } from 'pg'

const client = new SecretsManagerClient({})
export async function connect() {
  const { SecretString: password } = await client.send(new GetSecretValueCommand({ SecretId: 'database' }))
  return new Pool({ host: 'database', user: 'app', password })
}
export async function sign(text: string) {
  const { SecretString: privateKey } = await client.send(new GetSecretValueCommand({ SecretId: 'webauthn-private-key' }))
  return createSign('sha256').update(text).sign(privateKey)
}
`,
    },
  },
}
