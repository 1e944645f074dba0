/** A code is a secret by the record that holds it: what lets somebody in must not be guessed, what names a product may. */
import { test } from 'vitest'
import { check } from './marked-lines'

const PRISMA = { express: '4', '@prisma/client': '5' }

const app = (model: string, expected: string, random = 'Math.floor(Math.random() * 900000) + 100000') => ({
  'app.js': [
    "const express = require('express')",
    "const crypto = require('crypto')",
    "const { PrismaClient } = require('@prisma/client')",
    'const prisma = new PrismaClient()',
    'const app = express()',
    'app.use(express.json())',
    "app.post('/codes', async (req, res) => {",
    `  const digits = () => ${random}`,
    '  const code = digits()',
    `  const made = await prisma.${model}.create({`,
    '    data: {',
    '      of: req.body.of,',
    `      code: String(code), // insecure-random: ${expected}`,
    '    },',
    '  })',
    '  await send(req.body.of, code)',
    '  res.json({ id: made.id })',
    '})',
  ].join('\n'),
})

test('of records by which somebody is let in', async () => {
  await check(app('passwordResetToken', 'high'), PRISMA)
  await check(app('loginCode', 'high'), PRISMA)
})

test('and of no others, nor where it is a good one', async () => {
  await check(app('product', 'none'), PRISMA)
  await check(app('countryCode', 'none'), PRISMA)
  await check(app('passwordResetToken', 'none', 'crypto.randomInt(100000, 1000000)'), PRISMA)
})
