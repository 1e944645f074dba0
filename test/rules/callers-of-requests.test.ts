/** Who is calling, as middleware notes it and a decorator of the program's own hands it over; guards that are called after administrators. */
import { test } from 'vitest'
import { check } from './marked-lines'

const NEST = { '@nestjs/common': '11', '@nestjs/core': '11', '@prisma/client': '6', jsonwebtoken: '9' }

test('an organisation that middleware found for the caller is part of the selection', async () => {
  await check(
    {
      'src/teams.ts': `import { Injectable } from '@nestjs/common'
import { PrismaClient } from '@prisma/client'
@Injectable()
export class Teams {
  private prisma = new PrismaClient()
  byMember(userId: string) { return this.prisma.team.findMany({ where: { members: { some: { userId } } } }) }
  removeLabel(id: string, teamId: string) { return this.prisma.label.update({ where: { id, teamId }, data: { removed: true } }) }
  renameLabel(id: string, teamId: string, name: string) { return this.prisma.label.update({ where: { id }, data: { name } }) }
}
`,
      'src/team.ts': `import { createParamDecorator, ExecutionContext } from '@nestjs/common'
export const CurrentTeam = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest()
  return request.team
})
`,
      'src/session.ts': `import { Injectable, NestMiddleware, UnauthorizedException } from '@nestjs/common'
import { verify } from 'jsonwebtoken'
import { Teams } from './teams'
@Injectable()
export class Session implements NestMiddleware {
  constructor(private teams: Teams) {}
  async use(request: any, response: any, next: any) {
    const user: any = verify(request.headers.authorization ?? '', process.env.KEY!, { algorithms: ['HS256'] })
    if (!user) throw new UnauthorizedException()
    const all = await this.teams.byMember(user.id)
    request.team = all.find((one: any) => one.id === request.headers['x-team']) ?? all[0]
    next()
  }
}
`,
      'src/labels.ts': `import { Body, Controller, Delete, Param, Put } from '@nestjs/common'
import { CurrentTeam } from './team'
import { Teams } from './teams'
@Controller('labels')
export class Labels {
  constructor(private teams: Teams) {}
  @Delete(':id') remove(@CurrentTeam() team: any, @Param('id') id: string) { return this.teams.removeLabel(id, team.id) } // insecure-direct-object-reference: none
  @Put(':id') rename(@CurrentTeam() team: any, @Param('id') id: string, @Body('name') name: string) { return this.teams.renameLabel(id, team.id, name) } // insecure-direct-object-reference: medium
}
`,
      'src/app.ts': `import { MiddlewareConsumer, Module, NestModule } from '@nestjs/common'
import { Labels } from './labels'
import { Session } from './session'
import { Teams } from './teams'
@Module({ controllers: [Labels], providers: [Teams] })
export class App implements NestModule {
  configure(consumer: MiddlewareConsumer) { consumer.apply(Session).forRoutes(Labels) }
}
`,
      'prisma/schema.prisma': `model Team {
  id String @id
  labels Label[]
}
model Label {
  id String @id
  teamId String
  name String
  removed Boolean
  team Team @relation(fields: [teamId], references: [id])
}
`,
    },
    NEST,
  )
})

const SERVER = (guard: string) => ({
  'server.js': `const express = require('express')
const mongoose = require('mongoose')
const { who, rightsOf } = require('./who')
const Note = mongoose.model('Note', new mongoose.Schema({ text: String, ownerId: String }))
const app = express()
app.use(express.json())
const signedIn = async (req, res, next) => {
  req.userId = await who(req.headers.authorization)
  if (!req.userId) return res.status(401).end()
  next()
}
const ${guard} = async (req, res, next) => {
  if (!req.userId) return res.status(401).end()
  if (await rightsOf(req.user, req.userId)) return next()
  return res.status(401).end()
}
app.get('/mine', signedIn, async (req, res) => res.json(await Note.find({ ownerId: req.userId })))
app.delete('/notes/:id', signedIn, ${guard}, async (req, res) => { await Note.deleteOne({ _id: req.params.id }); res.end() }) // insecure-direct-object-reference: ${guard === 'isAdmin' ? 'none' : 'high'}
app.listen(80)
`,
  'who.js': `const mongoose = require('mongoose')
const Person = mongoose.model('Person', new mongoose.Schema({ key: String, kind: String }))
exports.who = async (key) => (await Person.findOne({ key: String(key) }))?._id
exports.rightsOf = async (user, id) => (user?.kind || (await Person.findById(id)).kind) === 'a'
`,
})

test.each(['isAdmin', 'isThere'])('a guard that is called %s', async (guard) => {
  await check(SERVER(guard), { express: '5', mongoose: '8' })
})
