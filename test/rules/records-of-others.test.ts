/** Who reaches the records of others: whoever shows a key that names nobody, and stores behind a class of the program's own. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const PRISMA = { express: '4', '@prisma/client': '5', jsonwebtoken: '9' }

/** An API over notes, behind a guard whose body is given; elsewhere notes are chosen by whose they are. */
const behind = (guard: string[], expected: string, ...further: string[]) => ({
  'guards.js': [
    "const { PrismaClient } = require('@prisma/client')",
    'const prisma = new PrismaClient()',
    'const Keys = { async find(clause) { try { return await prisma.api_keys.findFirst({ where: clause }) } catch { return null } } }',
    'async function byKey(req, res, next) {',
    "  const sent = req.header('Authorization')?.split(' ')[1]",
    '  if (!sent) return res.status(403).json({})',
    ...guard,
    '  next()',
    '}',
    'module.exports = { byKey }',
  ].join('\n'),
  'server.js': [
    "const express = require('express')",
    "const { PrismaClient } = require('@prisma/client')",
    "const jwt = require('jsonwebtoken')",
    "const { byKey } = require('./guards')",
    'const prisma = new PrismaClient()',
    'const app = express()',
    'app.use(express.json())',
    'function signedIn(req, res, next) {',
    "  try { req.user = jwt.verify(req.headers.authorization, process.env.TOKEN_KEY, { algorithms: ['HS256'] }) } catch { return res.sendStatus(401) }",
    '  next()',
    '}',
    "app.get('/notes', signedIn, async (req, res) => res.json(await prisma.note.findMany({ where: { ownerId: req.user.id } })))",
    "app.delete('/v1/notes/:noteId', byKey, async (req, res) => {",
    `  await prisma.note.delete({ where: { id: Number(req.params.noteId) } }) // insecure-direct-object-reference: ${expected}`,
    '  res.sendStatus(204)',
    '})',
    "app.post('/v1/people', byKey, async (req, res) => {",
    '  const { name, role } = req.body',
    `  await prisma.user.create({ data: { name, role } }) // user-controlled-role: ${expected}`,
    '  res.sendStatus(201)',
    '})',
    ...further,
    'app.listen(3000)',
  ].join('\n'),
})

describe('a key that is looked up', () => {
  test('and names nobody leaves no owner to hold a record against', () =>
    check(behind(['  if (!(await Keys.find({ secret: sent }))) return res.status(403).json({})'], 'medium'), PRISMA))

  test('may be noted as used, beside what is no person', () =>
    check(
      behind(
        [
          '  res.locals.manyUsers = (await prisma.setting.findFirst({ where: { label: "many" } })) !== null',
          '  const key = await prisma.api_keys.findFirst({ where: { secret: sent } })',
          '  if (!key || key.expired) return res.status(403).json({})',
          '  await prisma.api_keys.update({ where: { id: key.id }, data: { usedAt: new Date() } })',
        ],
        'medium',
      ),
      PRISMA,
    ))

  test('may name its holder, which is left for the handler', () =>
    check(
      behind(['  const key = await Keys.find({ secret: sent })', '  if (!key) return res.status(403).json({})', '  req.holder = key.userId'], 'high'),
      PRISMA,
    ))

  test('may lead to the account that has it', () =>
    check(
      behind(
        [
          '  const key = await Keys.find({ secret: sent })',
          '  if (!key) return res.status(403).json({})',
          '  res.locals.account = await prisma.user.findUnique({ where: { id: key.userId } })',
        ],
        'high',
      ),
      PRISMA,
    ))

  test('may be handed to what keeps it beside the request', () =>
    check(
      behind(
        ['  const key = await Keys.find({ secret: sent })', '  if (!key) return res.status(403).json({})', '  return holders.run(key, next)'],
        'high',
      ),
      PRISMA,
    ))
})

const NEST = { '@nestjs/common': '10', '@nestjs/core': '10', '@prisma/client': '5' }

/** Notes of a signed-in caller, in a store that a class of the program's own gives. */
const stored = (store: string[], where: string, expected: string) => ({
  'store.ts': ["import { Injectable } from '@nestjs/common'", "import { PrismaClient } from '@prisma/client'", ...store].join('\n'),
  'notes.ts': [
    "import { Body, CanActivate, Controller, Delete, ExecutionContext, Get, Injectable, Module, Param, Put, Req, UseGuards } from '@nestjs/common'",
    "import { Store } from './store'",
    '@Injectable()',
    'export class SignedIn implements CanActivate {',
    '  canActivate(context: ExecutionContext) { return context.switchToHttp().getRequest().user !== undefined }',
    '}',
    '@Injectable()',
    'export class NotesService {',
    '  constructor(private readonly store: Store) {}',
    '  mine(userId: string) { return this.store.note.findMany({ where: { ownerId: userId } }) }',
    '  async rename(id: string, userId: string, title: string) {',
    `    await this.store.note.update({ where: ${where}, data: { title } })`,
    '  }',
    '}',
    "@Controller('notes')",
    '@UseGuards(SignedIn)',
    'export class NotesController {',
    '  constructor(private readonly notes: NotesService) {}',
    '  @Get()',
    '  mine(@Req() request) { return this.notes.mine(request.user.id) }',
    "  @Put(':noteId')",
    "  rename(@Param('noteId') noteId: string, @Req() request, @Body() body: { title: string }) {",
    `    return this.notes.rename(noteId, request.user.id, body.title) // insecure-direct-object-reference: ${expected}`,
    '  }',
    '}',
    '@Module({ controllers: [NotesController], providers: [NotesService, Store] })',
    'export class AppModule {}',
  ].join('\n'),
  'main.ts':
    "import { NestFactory } from '@nestjs/core'\nimport { AppModule } from './notes'\nNestFactory.create(AppModule).then((app) => app.listen(3000))",
})

const EXTENDS = ['@Injectable()', 'export class Store extends PrismaClient {}']

describe("a class of the program's own that extends a library's", () => {
  test('is the store that it extends, whoever holds one', () => check(stored(EXTENDS, '{ id }', 'high'), NEST))

  test('is asked by whose a record is', () => check(stored(EXTENDS, '{ id, ownerId: userId }', 'none'), NEST))

  test('hands it on to what extends it', () =>
    check(stored(['class Base extends PrismaClient {}', '@Injectable()', 'export class Store extends Base {}'], '{ id }', 'high'), NEST))

  test('has members of its own that are none of that', () =>
    check(stored(['@Injectable()', 'export class Store extends PrismaClient {', '  note = new Map<string, never>()', '}'], '{ id }', 'none'), NEST))
})

const REMOTE = { ...NEST, '@nestjs/axios': '3', '@nestjs/typeorm': '10', typeorm: '0.3', rxjs: '7' }

/** Handlers that learn from another service who has the cookie, and change robots. */
const asking = (service: string[], handler: string[], expected: string) => ({
  'people.ts': [
    "import { Injectable } from '@nestjs/common'",
    "import { HttpService } from '@nestjs/axios'",
    "import { lastValueFrom } from 'rxjs'",
    '@Injectable()',
    'export class People {',
    '  constructor(private readonly http: HttpService) {}',
    '  async me(shown: { cookie: string }) {',
    ...service,
    '  }',
    '}',
  ].join('\n'),
  'robots.ts': [
    "import { Controller, Delete, Get, Headers, Injectable, Module, NotFoundException, Param } from '@nestjs/common'",
    "import { Column, Entity, EntityRepository, PrimaryColumn, Repository } from 'typeorm'",
    "import { People } from './people'",
    '@Entity()',
    'export class Robot { @PrimaryColumn() robotId: string; @Column() ownerId: string }',
    '@EntityRepository(Robot)',
    'export class RobotRepository extends Repository<Robot> {',
    '  async owned(robotId: string, ownerId: string) { return await this.findOne({ where: { robotId, ownerId } }) }',
    '  async drop(robotId: string) { return await this.update({ robotId }, { isDeleted: true }) }',
    '}',
    "@Controller('robots')",
    'export class RobotsController {',
    '  constructor(private readonly people: People, private readonly robots: RobotRepository) {}',
    "  @Get(':robotId')",
    "  async one(@Param('robotId') robotId: string, @Headers('cookie') cookie: string) {",
    '    const { userId } = await this.people.me({ cookie })',
    '    return this.robots.owned(robotId, userId)',
    '  }',
    "  @Delete(':robotId')",
    "  async drop(@Param('robotId') robotId: string, @Headers('cookie') cookie: string) {",
    ...handler,
    `    return this.robots.drop(robotId) // insecure-direct-object-reference: ${expected}`,
    '  }',
    '}',
    '@Module({ controllers: [RobotsController], providers: [People, RobotRepository] })',
    'export class AppModule {}',
  ].join('\n'),
  'main.ts':
    "import { NestFactory } from '@nestjs/core'\nimport { AppModule } from './robots'\nNestFactory.create(AppModule).then((app) => app.listen(3000))",
})

const ASKS = ["    const answer = await lastValueFrom(this.http.get('https://accounts.example/me', { headers: shown }))", '    return answer.data']

describe('another service that is asked who has a cookie', () => {
  test('tells who is calling, which is then held against nothing', () =>
    check(asking(ASKS, ['    const { userId } = await this.people.me({ cookie })', '    console.log(userId)'], 'high'), REMOTE))

  test('tells who is calling, which then chooses the record', () =>
    check(
      asking(
        ASKS,
        [
          '    const { userId } = await this.people.me({ cookie })',
          '    if (!(await this.robots.owned(robotId, userId))) throw new NotFoundException()',
        ],
        'none',
      ),
      REMOTE,
    ))

  test('is not asked where the program makes something up', () =>
    check(
      asking(["    return { userId: 'robot' }"], ['    const { userId } = await this.people.me({ cookie })', '    console.log(userId)'], 'none'),
      REMOTE,
    ))
})
