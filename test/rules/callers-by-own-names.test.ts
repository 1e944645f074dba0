/** A program that has its own name for who is calling: what it notes on requests, and for want of which it answers 401. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', '@prisma/client': '6' }
const APP = (name: string, refusal: string, asked: string, mark: string) => `import express from 'express'
import { PrismaClient } from '@prisma/client'
const prisma = new PrismaClient()
const app = express()
app.use(express.json())
app.use(async (req, res, next) => { req.${name} = await prisma.${name}.findFirst({ where: { code: req.get('x-code') } }); next() })
app.use((req, res, next) => { if (!req.${name}) return ${refusal}; next() })
app.use((req, res, next) => { if (!req.session.userId) return res.status(401).end(); next() })
app.post('/house/lamps', async (req, res) => { res.json(await prisma.lamp.create({ data: { name: req.body.name, userId: req.session.userId } })) })
app.get('/mine', async (req, res) => { res.json(await prisma.lamp.findMany({ where: { userId: req.session.userId } })) })
app.delete('/lamps/:id', async (req, res) => {
  ${asked}
  await prisma.lamp.delete({ where: { id: req.params.id } }) // ${mark}
  res.end()
})
`
const RULE = 'insecure-direct-object-reference'

const held = (name: string) =>
  `if ((await prisma.lamp.count({ where: { id: req.params.id, ownerId: req.${name}.id } })) === 0) return res.status(404).end()`

test('a record that is chosen with whom the program notes by its own name is the caller’s', async () => {
  await check({ 'app.ts': APP('visitor', 'res.status(401).end()', held('visitor'), `${RULE}: none`) }, DEPENDENCIES)
  await check({ 'app.ts': APP('visitor', 'res.status(401).end()', '', `${RULE}: high`) }, DEPENDENCIES)
})

test('what is noted and answered with 404 where it is missing says nothing of who is calling', async () => {
  await check({ 'app.ts': APP('shelf', 'res.status(404).end()', '', `${RULE}: high`) }, DEPENDENCIES)
  await check({ 'app.ts': APP('shelf', 'res.status(404).end()', `${held('shelf')} // ${RULE}: high`, `${RULE}: none`) }, DEPENDENCIES)
})
