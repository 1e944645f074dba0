/** Checks that stand in methods: of a service that answers for the handler, and of a guard that looks metadata up elsewhere. */
import { expect, test } from 'vitest'
import { endpoints, linkSources, type Sources } from '../small-programs'

const service = (asked: string): Sources => ({
  'auth.ts': `import { timingSafeEqual } from 'node:crypto'
    export class Admins {
      private static compare = (text, options = {}) => {
        if (!process.env.ADMIN_KEY) return { isAuthorized: false }
        const [scheme, token] = text.split(' ')
        return timingSafeEqual(Buffer.from(token), Buffer.from(process.env.ADMIN_KEY)) ? { isAuthorized: true } : { isAuthorized: false }
      }
      private static ofHeaders(headers, options = {}) {
        const { ${asked} } = headers
        if (!${asked}) return { isAuthorized: false }
        return Admins.compare(${asked}, options)
      }
      static answers(req, res) {
        const result = Admins.ofHeaders(req.headers)
        if (!result.isAuthorized) { res.status(401).json({}); return false }
        return true
      }
    }`,
  'pages/api/lamps.ts': `import type { NextApiRequest, NextApiResponse } from 'next'
    import { Admins } from '../../auth'
    export default function handler(req: NextApiRequest, res: NextApiResponse) {
      if (req.method !== 'GET') return res.status(405).end()
      if (!Admins.answers(req, res)) return
      res.json([])
    }`,
})

test('a service that answers 401 by what its own methods say of a credential is asked', () => {
  expect(endpoints(service('authorization'))).toEqual(['GET /api/lamps auth=yes'])
  expect(endpoints(service('referer'))).toEqual(['GET /api/lamps auth=no'])
})

test('a step of signing in that verifies what the body brings demands nobody', () => {
  const sources: Sources = {
    'app.js': `const express = require('express'); const jwt = require('jsonwebtoken')
      class Tokens { static read(token) { return token ? jwt.verify(token, process.env.KEY) : false } }
      const app = express()
      app.post('/second', (req, res) => { if (!Tokens.read(req.body.token)) return res.status(401).end(); res.json({}) })
      app.post('/lamps', (req, res) => { if (!Tokens.read(req.headers.authorization)) return res.status(401).end(); res.json({}) })
      app.listen(3000)`,
  }
  expect(endpoints(sources)).toEqual(['POST /lamps auth=yes', 'POST /second auth=no'])
})

const rights = (check: string): Sources => ({
  'boards.ts': `import { Controller, Delete, ForbiddenException, Module, Param, SetMetadata } from '@nestjs/common'
    import { APP_GUARD, Reflector } from '@nestjs/core'
    const Rights = (...rights: string[]) => SetMetadata('rights', rights)
    class Service { async check(id: string, rights: string[]) { ${check} } }
    class RightsGuard {
      constructor(private readonly reflector: Reflector, private readonly service: Service) {}
      async decide(context) {
        const rights = this.reflector.getAllAndOverride('rights', [context.getHandler(), context.getClass()])
        if (!rights?.length) return true
        await this.service.check(context.switchToHttp().getRequest().params.id, rights)
        return true
      }
      async canActivate(context) { return this.decide(context) }
    }
    @Controller('boards')
    export class Boards {
      @Rights('board|delete') @Delete(':id') remove(@Param('id') id: string) { return id }
      @Delete(':id/open') open(@Param('id') id: string) { return id }
    }
    @Module({ controllers: [Boards], providers: [{ provide: APP_GUARD, useClass: RightsGuard }] })
    export class App {}`,
})

const guarded = (sources: Sources) =>
  linkSources(sources).entryPoints.map(({ path, guards }) => `${path} ${guards.some(({ role }) => role === 'authorization') ? 'by rights' : 'open'}`)

test('a guard of rights that leaves the decision to methods beside it asks for them where metadata says which', () => {
  const refuses = `const own = await this.own(id); if (rights.every((right) => own.includes(right))) return own; throw new ForbiddenException('no')`
  expect(guarded(rights(refuses)).sort()).toEqual(['/boards/:id by rights', '/boards/:id/open open'])
  expect(guarded(rights(`return [id]`)).sort()).toEqual(['/boards/:id open', '/boards/:id/open open'])
})
