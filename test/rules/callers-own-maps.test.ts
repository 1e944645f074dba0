/** What the caller's session holds under an id that the request names: whoever has nothing there is no member. */
import { test } from 'vitest'
import { check } from './marked-lines'

const server = (held: string, expected: string) => `
const express = require('express')
const session = require('express-session')
const { PrismaClient } = require('@prisma/client')
const prisma = new PrismaClient()
const app = express()
app.use(express.json())
app.use(session({ secret: process.env.KEY, cookie: { sameSite: 'lax', secure: true } }))
const known = {}
const signedIn = (req, res, next) => {
  if (!req.session.user) return res.sendStatus(401)
  next()
}
app.get('/mine', signedIn, async (req, res) => res.json(await prisma.member.findMany({ where: { userId: req.session.user.id } })))
const below = () => {
  const router = express.Router({ mergeParams: true })
  router.get('/', async (req, res) => {
    res.json(await prisma.member.findMany({ where: { clubId: req.params.clubId } })) // insecure-direct-object-reference: ${expected}
  })
  return router
}
const clubs = express.Router()
clubs.use(
  '/:clubId',
  (req, res, next) => {
    const clubId = req.params.clubId
    const isIn = ${held} !== undefined
    if (!isIn) {
      res.status(404).end()
      return
    }
    next()
  },
  below(),
)
app.use('/clubs', signedIn, clubs)
app.listen(3000)
`

const DEPENDENCIES = { express: '4', 'express-session': '1', '@prisma/client': '5' }

test('a map of the session that has the part of the path as its key is asked for every router below', () =>
  check({ 'server.js': server('req.session.clubs[clubId]', 'none') }, DEPENDENCIES))

test('a map of the program says nothing of the caller', () => check({ 'server.js': server('known[clubId]', 'high') }, DEPENDENCIES))
