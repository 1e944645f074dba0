/** Data on their way through many files: modules of every sort, packages of one repository, frameworks that fill in and inject. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { describe } from 'vitest'
import { each } from './taint-cases'

const HANDLER = `require('express')().get('/x', (req, res) => {`

describe('modules', () => {
  each([
    [
      'an exported function',
      {
        'a.ts': `import express from 'express'; import { run } from './b'
      express().get('/x', (req, res) => { run(req.query.x) })`,
        'b.ts': `import { exec } from 'child_process'
      export function run(x: string) { exec(x) } // flows`,
      },
    ],
    [
      'what an exported function returns',
      {
        'a.ts': `import express from 'express'; import { exec } from 'child_process'; import { cmd } from './b'
      express().get('/x', (req, res) => {
      exec(cmd(req.query.x)) // flows
      exec(cmd('-l')) // safe
      })`,
        'b.ts': `export const cmd = (x: string) => 'ls ' + x`,
      },
    ],
    [
      're-exported twice',
      {
        'a.ts': `import express from 'express'; import { run } from './lib'
      express().get('/x', (req, res) => { run(req.query.x) })`,
        'lib/index.ts': `export * from './shell'`,
        'lib/shell.ts': `export { start as run } from './deep/exec'`,
        'lib/deep/exec.ts': `import { exec } from 'child_process'
      export const start = (x: string) => exec(x) // flows`,
      },
    ],
    [
      'a barrel and a default',
      {
        'a.ts': `import express from 'express'; import { Shell } from './lib'
      express().get('/x', (req, res) => { new Shell().run(req.query.x) })`,
        'lib/index.ts': `export { default as Shell } from './shell'`,
        'lib/shell.ts': `import { exec } from 'child_process'
      export default class Shell { run(x: string) { exec(x) } } // flows`,
      },
    ],
    [
      'a namespace',
      {
        'a.ts': `import express from 'express'; import * as shell from './b'
      express().get('/x', (req, res) => { shell.run(req.query.x) })`,
        'b.ts': `import { exec } from 'child_process'
      export const run = (x: string) => { exec(x) } // flows`,
      },
    ],
    [
      'a namespace that is exported',
      {
        'a.ts': `import express from 'express'; import { shell } from './b'
      express().get('/x', (req, res) => { shell.run(req.query.x) })`,
        'b.ts': `export * as shell from './c'`,
        'c.ts': `import { exec } from 'child_process'
      export const run = (x: string) => { exec(x) } // flows`,
      },
    ],
    [
      'a default object',
      {
        'a.ts': `import express from 'express'; import api from './b'
      express().get('/x', (req, res) => { api.run(req.query.x) })`,
        'b.ts': `import { exec } from 'child_process'
      export default { run(x: string) { exec(x) } } // flows`,
      },
    ],
    [
      'require, whole',
      {
        'a.js': `const run = require('./b'); ${HANDLER} run(req.query.x) })`,
        'b.js': `const { exec } = require('child_process')
      module.exports = (x) => exec(x) // flows`,
      },
    ],
    [
      'require, one by one',
      {
        'a.js': `const { run } = require('./b'); ${HANDLER} run(req.query.x) })`,
        'b.js': `const cp = require('child_process')
      exports.run = function (x) { cp.exec(x) } // flows`,
      },
    ],
    [
      'require, a class',
      {
        'a.js': `const Shell = require('./b'); const shell = new Shell(); ${HANDLER} shell.run(req.query.x) })`,
        'b.js': `class Shell { run(x) { require('child_process').exec(x) } } // flows
      module.exports = Shell`,
      },
    ],
    [
      'require, an instance',
      {
        'a.js': `const shell = require('./b'); ${HANDLER} shell.run(req.query.x) })`,
        'b.js': `class Shell { run(x) { require('child_process').exec(x) } } // flows
      module.exports = new Shell()`,
      },
    ],
    [
      'import of what was exported by require',
      {
        'a.mjs': `import express from 'express'; import lib from './b.cjs'
      express().get('/x', (req, res) => { lib.run(req.query.x) })`,
        'b.cjs': `module.exports = { run(x) { require('child_process').exec(x) } } // flows`,
      },
    ],
    [
      'dynamic import',
      {
        'a.ts': `import express from 'express'
      express().get('/x', async (req, res) => { const { run } = await import('./b'); run(req.query.x) })`,
        'b.ts': `import { exec } from 'child_process'
      export const run = (x: string) => { exec(x) } // flows`,
      },
    ],
    [
      'controller, service, repository',
      {
        'app.js': `const express = require('express'); const app = express(); app.use('/users', require('./routes/users'))`,
        'routes/users.js': `const router = require('express').Router(); const users = require('../controllers/users'); router.get('/:id', users.show); module.exports = router`,
        'controllers/users.js': `const service = require('../services/users'); exports.show = async (req, res) => { res.json(await service.find(req.params.id)) }`,
        'services/users.js': `const repository = require('../repositories/users'); exports.find = (id) => repository.byId(id)`,
        'repositories/users.js': `const mysql = require('mysql'); const db = mysql.createConnection({})
      exports.byId = (id) => db.query('select * from users where id = ' + id) // flows: sql
      exports.byName = (name) => db.query('select * from users where name = ' + name) // safe`,
      },
    ],
    [
      'the way back through three files',
      {
        'app.js': `const { exec } = require('child_process'); const { wanted } = require('./one'); const app = require('express')()
      app.get('/x', (req, res) => { exec(wanted(req)) }) // flows`,
        'one.js': `exports.wanted = (req) => require('./two').of(req)`,
        'two.js': `exports.of = (req) => require('./three').name(req.query)`,
        'three.js': `exports.name = ({ name }) => name.trim()`,
      },
    ],
    [
      'a handler in another file, exported by default',
      {
        'a.ts': `import express from 'express'; import show from './show'
      express().get('/x', show)`,
        'show.ts': `import { exec } from 'child_process'
      export default function show(req, res) { exec(req.query.x) } // flows`,
      },
    ],
    [
      'state of a module',
      {
        'a.js': `const state = require('./state'); const { exec } = require('child_process'); const app = require('express')()
      app.post('/x', (req, res) => { state.last = req.body.x })
      app.get('/x', (req, res) => { exec(state.last) }) // flows`,
        'state.js': `module.exports = { last: '' }`,
      },
    ],
    [
      'state behind functions',
      {
        'a.ts': `import express from 'express'; import { exec } from 'child_process'; import { get, set } from './state'
      const app = express(); app.post('/x', (req, res) => { set(req.body.x) })
      app.get('/x', (req, res) => { exec(get()) }) // flows`,
        'state.ts': `let last = ''; export const set = (x: string) => { last = x }; export const get = () => last`,
      },
    ],
    [
      'files that need each other',
      {
        'a.js': `const b = require('./b'); exports.trim = (x) => x.trim(); ${HANDLER} b.run(req.query.x) })`,
        'b.js': `const a = require('./a')
      exports.run = (x) => require('child_process').exec(a.trim(x)) // flows`,
      },
    ],
    [
      'a path alias',
      {
        'tsconfig.json': `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }`,
        'src/a.ts': `import express from 'express'; import { run } from '@/lib/run'
      express().get('/x', (req, res) => { run(req.query.x) })`,
        'src/lib/run.ts': `import { exec } from 'child_process'
      export const run = (x: string) => { exec(x) } // flows`,
      },
    ],
    [
      'packages of one repository',
      {
        'package.json': `{ "private": true, "workspaces": ["packages/*"] }`,
        'packages/shell/package.json': `{ "name": "@acme/shell", "main": "dist/index.js", "source": "src/index.ts" }`,
        'packages/shell/src/index.ts': `import { exec } from 'child_process'
      export const run = (x: string) => { exec(x) } // flows`,
        'packages/web/package.json': `{ "name": "@acme/web", "dependencies": { "@acme/shell": "*", "express": "4" } }`,
        'packages/web/src/a.ts': `import express from 'express'; import { run } from '@acme/shell'
      express().get('/x', (req, res) => { run(req.query.x) })`,
      },
    ],
    [
      'code that sources share',
      {
        'a.ts': `import express from 'express'; import { one } from './one'; import { two } from './two'
      const app = express(); app.get('/1', (req, res) => { one(req.query.x) }); app.get('/2', (req, res) => { two('ls') })`,
        'one.ts': `import { exec } from 'child_process'; import { same } from './same'
      export const one = (x: string) => { exec(same(x)) } // flows`,
        'two.ts': `import { exec } from 'child_process'; import { same } from './same'
      export const two = (x: string) => { exec(same(x)) } // safe`,
        'same.ts': `export const same = <T>(x: T) => x`,
      },
    ],
  ])
})

describe('frameworks', () => {
  each([
    [
      'Nest: controller, service, repository',
      {
        'app.controller.ts': `import { Controller, Get, Query } from '@nestjs/common'; import { AppService } from './app.service'
      @Controller('x') export class AppController { constructor(private readonly service: AppService) {}
      @Get() find(@Query('name') name: string) { return this.service.find(name) } }`,
        'app.service.ts': `import { Injectable } from '@nestjs/common'; import { AppRepository } from './app.repository'
      @Injectable() export class AppService { constructor(private readonly repository: AppRepository) {} find(name: string) { return this.repository.byName(name) } }`,
        'app.repository.ts': `import { Injectable } from '@nestjs/common'; import { DataSource } from 'typeorm'
      @Injectable() export class AppRepository { constructor(private readonly data: DataSource) {}
      byName(name: string) { return this.data.query('select * from t where name = ' + name) } // flows: sql
      byBound(name: string) { return this.data.query('select * from t where name = $1', [name]) } // safe
      }`,
        'app.module.ts': `import { Module } from '@nestjs/common'; import { AppController } from './app.controller'; import { AppService } from './app.service'; import { AppRepository } from './app.repository'
      @Module({ controllers: [AppController], providers: [AppService, AppRepository] }) export class AppModule {}`,
      },
    ],
    [
      'Nest: a body with its own class',
      {
        'a.ts': `import { Controller, Post, Body, Param, ParseIntPipe } from '@nestjs/common'; import { exec } from 'child_process'
      class Dto { name: string }
      @Controller() export class C { @Post(':id') make(@Body() dto: Dto, @Param('id', ParseIntPipe) id: number) {
      exec('ls ' + dto.name) // flows
      exec('ls ' + id) // safe
      } }`,
      },
    ],
    [
      'Nest: the request itself',
      {
        'a.ts': `import { Controller, Get, Req } from '@nestjs/common'; import { Request } from 'express'; import { exec } from 'child_process'
      @Controller() export class C { @Get() get(@Req() req: Request) {
      exec('ls ' + req.query.x) // flows
      } }`,
      },
    ],
    [
      'Nest: a class that class-validator checks',
      {
        'a.ts': `import { Controller, Post, Body } from '@nestjs/common'; import { IsInt, IsString, IsUUID } from 'class-validator'; import { ValidationPipe } from '@nestjs/common'; import { exec } from 'child_process'
      app.useGlobalPipes(new ValidationPipe())
      class Dto { @IsString() name: string; @IsInt() n: number; @IsUUID() id: string }
      @Controller() export class C { @Post() make(@Body() dto: Dto) {
      exec('ls ' + dto.name) // flows
      exec('ls ' + dto.n) // safe
      exec('ls ' + dto.id) // safe
      } }`,
      },
    ],
    [
      'Fastify',
      {
        'a.ts': `import Fastify from 'fastify'; import { exec } from 'child_process'
      const app = Fastify()
      app.get('/x', async (request, reply) => { exec('ls ' + request.query.x) }) // flows
      app.post('/x', { schema: {} }, async ({ body }, reply) => { exec('ls ' + body.x) }) // flows
      app.route({ method: 'GET', url: '/y', handler: async (request) => { exec('ls ' + request.params.x) } }) // flows`,
      },
    ],
    [
      'Fastify: plugins and decorators',
      {
        'a.ts': `import Fastify from 'fastify'; import shell from './shell'; import routes from './routes'
      const app = Fastify(); app.register(shell); app.register(routes)`,
        'shell.ts': `import fp from 'fastify-plugin'; import { exec } from 'child_process'
      export default fp(async (app) => { app.decorate('run', (x: string) => exec(x)) }) // flows`,
        'routes.ts': `export default async function routes(app) { app.get('/x', async (request) => { app.run(request.query.x) }) }`,
      },
    ],
    [
      'Koa',
      {
        'a.js': `const Koa = require('koa'); const Router = require('@koa/router'); const { exec } = require('child_process'); const router = new Router()
      router.get('/x/:id', async (ctx) => { exec(ctx.params.id) // flows
      exec(ctx.query.x) // flows
      exec(ctx.request.body.x) // flows
      ctx.body = '<p>' + ctx.query.x // flows: html
      })
      new Koa().use(router.routes())`,
      },
    ],
    [
      'Koa: state',
      {
        'a.js': `const Koa = require('koa'); const { exec } = require('child_process'); const app = new Koa()
      app.use(async (ctx, next) => { ctx.state.wanted = ctx.query.x; await next() })
      app.use(async (ctx) => { exec(ctx.state.wanted) }) // flows`,
      },
    ],
    [
      'hapi',
      {
        'a.js': `const Hapi = require('@hapi/hapi'); const { exec } = require('child_process'); const server = Hapi.server({})
      server.route({ method: 'POST', path: '/x/{id}', handler: (request, h) => { exec(request.params.id) // flows
      exec(request.payload.x) // flows
      exec(request.query.x) // flows
      return '' } })`,
      },
    ],
    [
      'Next: API routes',
      {
        'pages/api/x.ts': `import type { NextApiRequest, NextApiResponse } from 'next'; import { exec } from 'child_process'
      export default function handler(req: NextApiRequest, res: NextApiResponse) { exec('ls ' + req.query.x) } // flows`,
      },
    ],
    [
      'Next: route handlers',
      {
        'app/x/[id]/route.ts': `import { NextRequest } from 'next/server'; import { exec } from 'child_process'
      export async function POST(request: NextRequest, { params }) { const { x } = await request.json()
      exec('ls ' + x) // flows
      exec('ls ' + params.id) // flows
      exec('ls ' + request.nextUrl.searchParams.get('q')) // flows
      }`,
      },
    ],
    [
      'Next: route handlers whose parameters are awaited',
      {
        'app/x/[id]/route.ts': `import { exec } from 'child_process'
      export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) { const { id } = await params
      exec('ls ' + id) // flows
      exec('ls ' + new URL(request.url).searchParams.get('q')) // flows
      }`,
      },
    ],
    [
      'Next: server actions',
      {
        'app/actions.ts': `'use server'
      import { exec } from 'child_process'
      export async function save(form: FormData) { exec('ls ' + form.get('x')) } // flows`,
      },
    ],
    [
      'Next: pages of the server',
      {
        'app/x/page.tsx': `import { exec } from 'child_process'
      export default async function Page({ searchParams }) { exec('ls ' + searchParams.q) // flows
      return <p>x</p> }`,
        'pages/y.tsx': `import { exec } from 'child_process'
      export async function getServerSideProps({ query, params }) { exec('ls ' + query.x) // flows
      return { props: {} } }
      export default function Page() { return <p>y</p> }`,
      },
    ],
    [
      'Hono',
      {
        'a.ts': `import { Hono } from 'hono'; import { exec } from 'child_process'; const app = new Hono()
      app.get('/x/:id', async (c) => { exec('ls ' + c.req.param('id')) // flows
      exec('ls ' + c.req.query('q')) // flows
      const body = await c.req.json(); exec('ls ' + body.x) // flows
      return c.text('') })`,
      },
    ],
    [
      'GraphQL resolvers',
      {
        'a.ts': `import { ApolloServer } from '@apollo/server'; import { exec } from 'child_process'
      const resolvers = { Query: { run: (_parent, args) => exec(args.name) }, Mutation: { make: (_, { input }) => exec(input.name) } } // flows
      new ApolloServer({ typeDefs: '', resolvers })`,
      },
    ],
    [
      'web sockets',
      {
        'a.ts': `import { Server } from 'socket.io'; import { exec } from 'child_process'
      const io = new Server(); io.on('connection', (socket) => { socket.on('run', (x) => { exec(x) }) }) // flows`,
      },
    ],
    [
      'functions of a cloud',
      {
        'a.js': `const { exec } = require('child_process')
      exports.handler = async (event) => { const { x } = JSON.parse(event.body); exec('ls ' + x) } // flows`,
      },
    ],
    [
      'what the schema of a procedure lets pass, field by field',
      {
        'a.ts': `import { initTRPC } from '@trpc/server'; import { exec } from 'child_process'; import { Listing } from './listing'; const t = initTRPC.create()
      const member = t.procedure.use(async ({ next }) => next())
      export const router = t.router({
        run: member.meta({}).input(Listing).output(Listing).query(async ({ input }) => {
          const { order, count, title, rest } = input
          exec('ls ' + order) // safe
          exec('ls ' + count) // safe
          exec('ls ' + rest.at(0).kind) // safe
          exec('ls ' + title) // flows: command
          exec('ls ' + rest.at(0).text) // flows: command
        }),
        open: member.input(Listing.passthrough()).mutation(({ input }) => exec('ls ' + input.more)), // flows: command
        plain: member.query(({ input }) => exec('ls ' + input)), // flows: command
      })`,
        'listing.ts': `import { z } from 'zod'; import { Order } from './order'
      const Page = z.object({ count: z.coerce.number().describe('how many').optional() })
      export const Listing = Page.extend({
        order: z.nativeEnum(Order).optional(), title: z.string().max(80), rest: z.array(z.object({ kind: z.enum(['a', 'b']), text: z.string() })),
      })`,
        'order.ts': `export const Order = { UP: 'up', DOWN: 'down' } as const`,
      },
    ],
    [
      'tRPC',
      {
        'a.ts': `import { initTRPC } from '@trpc/server'; import { z } from 'zod'; import { exec } from 'child_process'; const t = initTRPC.create()
      export const router = t.router({ run: t.procedure.input(z.object({ x: z.string() })).query(({ input }) => exec('ls ' + input.x)) }) // flows`,
      },
    ],
    [
      'schemas that are made of tables',
      {
        'tables.ts': `import { pgTable, text, integer, uuid, jsonb, pgEnum, timestamp } from 'drizzle-orm/pg-core'
      export const kind = pgEnum('kind', ['a', 'b'])
      export const places = pgTable('places', { id: uuid('id').primaryKey(), name: text('name').notNull(), size: integer('size'), kind: kind('kind'),
        flags: text('flags').array(), area: text('area'), made: timestamp('made', { mode: 'string' }), more: jsonb('more'), mode: text('mode', { enum: ['x'] }) })
      export const roads = pgTable('roads', (t) => ({ id: t.serial(), name: t.text() }))`,
        'schemas.ts': `import { createInsertSchema, createSelectSchema, createUpdateSchema } from 'drizzle-zod'; import { z } from 'zod'; import { places, roads } from './tables'
      import { far } from '@acme/tables'
      const made = createInsertSchema(places, { flags: z.array(z.string().regex(/^--[a-z-]+(=[a-z./]+)?$/)).default([]), area: (schema) => schema.regex(/^[a-z]+$/) })
      export const create = made.pick({ name: true, size: true, flags: true, area: true, kind: true }).required().extend({ server: z.string().optional(), port: z.number() })
      export const change = made.omit({ name: true }).partial()
      export const road = createUpdateSchema(roads, { name: (schema) => schema.max(9) })
      export const other = createInsertSchema(far, { name: z.string().regex(/^[a-z]+$/) })
      export const pickedFar = other.pick({ name: true, path: true })
      export const widened = other.extend({ port: z.number() })`,
        'a.ts': `import { initTRPC } from '@trpc/server'; import { exec } from 'child_process'; import { create, change, road, other, pickedFar, widened } from './schemas'
      const t = initTRPC.create()
      export const router = t.router({
        create: t.procedure.input(create).mutation(({ input }) => {
          exec('ls ' + input.name) // flows: command
          exec('ls ' + input.size) // safe
          exec('ls ' + input.flags.join(' ')) // safe
          exec('ls ' + input.area) // safe
          exec('ls ' + input.kind) // safe
          exec('ls ' + input.server) // flows: command
          exec('ls ' + input.port) // safe
          const list = ['-l']
          list.push(...input.flags)
          exec('ls ' + list.join(' ')) // safe
        }),
        change: t.procedure.input(change).mutation(({ input }) => {
          exec('ls ' + input.id) // safe
          exec('ls ' + input.made) // flows: command
          exec('ls ' + input.more.x) // flows: command
          exec('ls ' + input.mode) // safe
          exec('ls ' + input.flags[0]) // safe
        }),
        road: t.procedure.input(road).mutation(({ input }) => {
          exec('ls ' + input.id) // safe
          exec('ls ' + input.name) // flows: command
        }),
        other: t.procedure.input(other).mutation(({ input }) => exec('ls ' + input.path)), // flows: command
        picked: t.procedure.input(pickedFar).mutation(({ input }) => {
          exec('ls ' + input.name) // safe
          exec('ls ' + input.path) // flows: command
        }),
        widened: t.procedure.input(widened).mutation(({ input }) => exec('ls ' + input.path)), // flows: command
      })`,
      },
    ],
  ])
})

describe('what nobody can send', () => {
  each([
    [
      'what stands under a symbol',
      {
        'keys.ts': `export const KEEP = Symbol('keep'); export const SHARED = Symbol.for('shared'); export const NAME = 'name'`,
        'a.ts': `import express from 'express'; import { exec } from 'child_process'; import { KEEP, SHARED, NAME } from './keys'
      express().post('/x', (req, res) => {
      exec(req.body[KEEP]) // safe
      exec((req.body as any)[SHARED].line) // safe
      exec(req.body[NAME]) // flows
      })`,
      },
    ],
    [
      'an object where the framework has a text',
      {
        'a.ts': `import Koa from 'koa'; import merge from 'deepmerge'
      new Koa().use(async (ctx) => {
      merge({}, { servers: [{ url: ctx.URL.origin }], host: ctx.request.hostname, agent: ctx.get('user-agent') }) // safe
      merge({}, ctx.request.body) // flows: merge
      })`,
      },
    ],
    [
      'what the schema of an operation holds fast',
      {
        'types.ts': `export type Maybe<T> = T | null
      export type Scalars = { String: { input: string } }
      export type Search = { term?: Maybe<Scalars['String']['input']>; sort?: Maybe<Sort>; take: Maybe<number>; word: Maybe<string>; inner: Search[] }
      export type Sort = { name?: Maybe<Order> }
      export type Args = { input: Search }
      export enum Order { Up = 'ASC', Down = 'DESC' }`,
        'a.ts': `import { Args, Query, Resolver } from '@nestjs/graphql'; import mysql from 'mysql2/promise'; import { MongoClient } from 'mongodb'
      import type { Args as Sent, Search } from './types'
      const db = mysql.createConnection({}); const people = new MongoClient('').db('x').collection('y')
      @Resolver() export class Found {
      @Query() sorted(@Args() args: Sent) { const { sort } = args.input; return db.query('select 1 order by a ' + sort.name) } // safe
      @Query() some(@Args() args: Sent) { return db.query('select 1 limit ' + args.input.take) } // safe
      @Query() term(@Args() args: Sent) { return db.query('select ' + args.input.term) } // flows: sql
      @Query() word(@Args('input') input: Search) { return db.query('select ' + input.word) } // flows: sql
      @Query() one(@Args('input') input: Search) { return people.findOne({ word: input.word }) } // safe
      @Query() deep(@Args('input') input: Search) { return db.query('select ' + input.inner[0].term) } // flows: sql
      @Query() any(@Args('input') input: any) { return db.query('select ' + input.sort) } // flows: sql
      }`,
      },
    ],
  ])
})
