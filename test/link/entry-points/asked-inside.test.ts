/** Who is asked for a caller inside a handler: by method, and not by every helper that says who is calling. */
import { expect, test } from 'vitest'
import { linkSources, type Sources } from '../small-programs'

const doors = (sources: Sources) =>
  Object.fromEntries(linkSources(sources).entryPoints.map(({ method, path, authRequired }) => [`${method} ${path}`, authRequired.answer]))

const HELPERS = {
  'lib/callerOf.ts': `import { getToken } from 'next-auth/jwt'
    export default async function callerOf(req) { return getToken({ req }) }`,
  'lib/userOf.ts': `import callerOf from './callerOf'; import { store } from './store'
    export default async function userOf({ req, res }) {
      const token = await callerOf(req)
      if (!token?.id) { res.status(401).json({ message: 'Sign in' }); return null }
      return store.find(token.id)
    }`,
  'lib/store.ts': `export const store = { find: (id) => ({ id }), all: () => [], add: (one) => one }`,
}
const HEAD = `import type { NextApiRequest, NextApiResponse } from 'next'
  import callerOf from '../../lib/callerOf'; import userOf from '../../lib/userOf'; import { store } from '../../lib/store'`

test('a helper that only says who is calling turns nobody away', () => {
  expect(
    doors({
      ...HELPERS,
      'pages/api/pictures.ts': `${HEAD}
        export default async function pictures(req: NextApiRequest, res: NextApiResponse) {
          const id = Number(req.query.id)
          if (!id) return res.status(401).send('Invalid parameters.')
          const token = await callerOf(req)
          const caller = typeof token === 'string' ? undefined : token?.id
          if (req.method === 'GET') return res.json(store.find(id))
        }`,
      'pages/api/payment.ts': `${HEAD}
        export default async function payment(req: NextApiRequest, res: NextApiResponse) {
          const token = await callerOf(req)
          if (!token?.id) return res.status(404).json({ message: 'There is nothing' })
          if (req.method === 'GET') return res.json(store.find(token.id))
        }`,
      'pages/api/greeting.ts': `${HEAD}
        export default async function greeting(req: NextApiRequest, res: NextApiResponse) {
          const token = await callerOf(req)
          const wanted = store.find(req.query.id)
          if (!wanted) return res.status(404).json({ message: 'There is nothing' })
          if (req.method === 'GET') return res.json({ wanted, mine: token?.id === wanted.id })
        }`,
    }),
  ).toEqual({ 'GET /api/pictures': 'no', 'GET /api/payment': 'yes', 'GET /api/greeting': 'no' })
})

test('what is asked of one method is not asked of the others', () => {
  expect(
    doors({
      ...HELPERS,
      'pages/api/users.ts': `${HEAD}
        export default async function users(req: NextApiRequest, res: NextApiResponse) {
          if (req.method === 'POST') return res.json(store.add(req.body))
          else if (req.method === 'GET') {
            const user = await userOf({ req, res })
            if (!user) return res.status(401).json({ message: 'Unauthorized' })
            return res.json(store.all())
          }
        }`,
      'pages/api/notes.ts': `${HEAD}
        export default async function notes(req: NextApiRequest, res: NextApiResponse) {
          const user = await userOf({ req, res })
          if (!user) return
          if (req.method === 'POST') return res.json(store.add(req.body))
          if (req.method === 'GET') return res.json(store.all())
        }`,
    }),
  ).toEqual({ 'POST /api/users': 'no', 'GET /api/users': 'yes', 'POST /api/notes': 'yes', 'GET /api/notes': 'yes' })
})

test('what an account says of its rights, and what the operator has set', () => {
  const guards = (condition: string) => {
    const { entryPoints } = linkSources({
      'app.js': `const express = require('express'); const passport = require('passport'); const { config } = require('./config'); const app = express()
        const known = passport.authenticate('jwt', { session: false })
        const guard = (req, res, next) => { if (!(${condition})) return res.sendStatus(403); next() }
        app.get('/users', known, guard, (req, res) => res.json([]))`,
      'config.js': 'exports.config = { permissions: { guests: true } }',
    })
    return entryPoints.flatMap((entry) => entry.guards.map(({ role }) => role)).join(' ')
  }
  expect(guards('req.user.isAdminOrUp')).toBe('authentication authorization')
  expect(guards('req.user.canUpload')).toBe('authentication authorization')
  expect(guards('req.user.isActive')).toBe('authentication authentication')
})

test('a guard that asks the settings asks nobody', () => {
  const door = (condition: string) =>
    doors({
      'notes.ts': `import { type CanActivate, Controller, Get, Injectable, UseGuards } from '@nestjs/common'
        @Injectable() class NotesGuard implements CanActivate {
          constructor(private noteConfig: { permissions: { guests: string } }) {}
          canActivate(context) {
            const request = context.switchToHttp().getRequest()
            if (${condition}) throw new FeatureDisabledError('Not here')
            return true
          }
        }
        class FeatureDisabledError extends Error {}
        @Controller('notes') export class NotesController { @UseGuards(NotesGuard) @Get() list() { return [] } }`,
      'package.json': JSON.stringify({ name: 'notes', dependencies: { '@nestjs/common': '^11', '@nestjs/core': '^11' } }),
    })['GET /notes']
  expect(door("this.noteConfig.permissions.guests === 'deny'")).toBe('no')
  expect(door("!request.user.permissions.includes('notes')")).toBe('yes')
})

test('a guard that measures what the caller may do by what the handler says it takes', () => {
  const roles = (answer: string) =>
    linkSources({
      'notes.ts': `import { type CanActivate, Controller, Delete, Injectable, SetMetadata, UseGuards } from '@nestjs/common'
        import { Reflector } from '@nestjs/core'
        const Needs = (level: number) => SetMetadata('level', level)
        @Injectable() class LevelGuard implements CanActivate {
          constructor(private readonly reflector: Reflector, private readonly notes: NotesService) {}
          async canActivate(context) {
            const wanted = this.wantedBy(context)
            const request = context.switchToHttp().getRequest()
            if (request.userId === undefined) return false
            const level = await this.notes.levelOf(request.userId, request.params.id)
            return ${answer}
          }
          private wantedBy(context) { return this.reflector.get('level', context.getHandler()) }
        }
        class NotesService { levelOf(user: string, note: string) { return user.length + note.length } }
        @Controller('notes') export class NotesController { @UseGuards(LevelGuard) @Needs(2) @Delete(':id') remove() {} }`,
      'package.json': JSON.stringify({ name: 'notes', dependencies: { '@nestjs/common': '^11', '@nestjs/core': '^11' } }),
    }).entryPoints.flatMap((entry) => entry.guards.map(({ role }) => role))
  expect(roles('level >= wanted')).toEqual(['authorization'])
  expect(roles('true')).toEqual(['authentication'])
})

test('an address that is blocked is nobody, whatever was asked before', () => {
  expect(
    doors({
      'lib/blocked.ts': `export const isBlocked = (address) => (process.env.BLOCKED ?? '').split(',').includes(address)`,
      'app/api/visits/route.ts': `import { isBlocked } from '../../../lib/blocked'; import { open } from '../../../lib/store'
        export async function POST(request: Request) {
          const visit = await open(request)
          if (!visit?.sessionId) return Response.json({}, { status: 400 })
          const { ip } = visit.client
          if (isBlocked(ip)) return Response.json({}, { status: 403 })
          return Response.json({})
        }`,
      'app/api/orders/route.ts': `import { isBlocked } from '../../../lib/blocked'; import { open } from '../../../lib/store'
        export async function POST(request: Request) {
          const visit = await open(request)
          if (!visit?.sessionId) return Response.json({}, { status: 401 })
          const { ip } = visit.client
          if (isBlocked(ip)) return Response.json({}, { status: 403 })
          return Response.json({})
        }`,
      'lib/store.ts': `export const open = async (request) => JSON.parse(request.headers.get('x-visit') ?? 'null')`,
    }),
  ).toEqual({ 'POST /api/visits': 'no', 'POST /api/orders': 'yes' })
})

test('middleware that looks at what callers show, and lets on whoever shows nothing', () => {
  const procedure = (body: string) =>
    doors({
      'a.ts': `import { initTRPC, TRPCError } from '@trpc/server'; import { holderOf } from './holders'
        const t = initTRPC.create()
        const looks = t.middleware(async ({ ctx, next, meta }) => {
          const key = ctx.req.headers.get('authorization')
          ${body}
          return await next({ ctx: { ...ctx, user: ctx.user && !ctx.user.closed ? ctx.user : null } })
        })
        export const router = t.router({ run: t.procedure.use(looks).query(() => 1) })`,
      'holders.ts': `const store = new Map()
        export const holderOf = async (key) => { const holder = store.get(key); if (!holder) throw new Error('Unknown'); return holder }`,
    })['GET /api/trpc/run']
  const shown = `if (key && meta.open) {
    const [part] = key.split(' ')
    if (!part) throw new Error('No key was given')
    return await next({ ctx: { ...ctx, user: await holderOf(part) } })
  }`
  expect(procedure('')).toBe('no')
  expect(procedure(shown)).toBe('no')
  expect(procedure(`${shown}\nif (!ctx.session) throw new TRPCError({ code: 'UNAUTHORIZED' })`)).toBe('yes')
  const express = (body: string) =>
    doors({
      'app.js': `const express = require('express'); const jwt = require('jsonwebtoken'); const app = express()
        app.use((req, res, next) => {
          const token = req.headers.authorization
          ${body}
        })
        app.get('/shelves', (req, res) => res.json([]))`,
    })['GET /shelves']
  const checked = `try { req.user = jwt.verify(token, process.env.KEY) } catch { return res.status(401).end() }`
  expect(express(`if (token) { ${checked} } next()`)).toBe('no')
  expect(express(`if (token) { ${checked} next() } else res.status(401).end()`)).toBe('yes')
  expect(express(`${checked} next()`)).toBe('yes')
})
