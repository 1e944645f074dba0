/** What a guard of a credential leaves in the context is the caller; what anybody else leaves there, or what was sent, is not. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const program = (guard: string, rest = '') => ({
  'app.ts': `import { Hono } from 'hono'
    import { bearerAuth } from 'hono/bearer-auth'
    import { PrismaClient } from '@prisma/client'
    const prisma = new PrismaClient()
    const app = new Hono()
    const mayCome = bearerAuth({
      verifyToken: async (sent, c) => {
        const found = await prisma.pass.findFirst({ where: { digest: digest(sent) } })
        if (!found) return false
        ${guard}
        return true
      },
    })
    ${rest}
    app.get('/mine', mayCome, async (c) => {
      const { houseId } = c.get('house')
      return c.json(await prisma.lamp.findMany({ where: { houseId } }))
    })
    app.delete('/lamps/:id', mayCome, async (c) => {
      const { houseId } = c.get('house')
      return c.json(await prisma.lamp.deleteMany({ where: { id: c.req.param('id'), houseId } }))
    })`,
})
const bound = (sources: Record<string, string>) =>
  linkSources(sources)
    .entryPoints.filter(({ method }) => method === 'DELETE')
    .flatMap(({ data = [] }) => data.map(({ bound }) => bound))

test('by the credential', () => {
  expect(bound(program(`c.set('house', { houseId: found.houseId })`))).toEqual(['selection'])
})

test('what was sent', () => {
  expect(bound(program(`c.set('house', { houseId: c.req.query('house') })`))).toEqual([undefined])
})

test('by others under the same name', () => {
  const other = `app.use('*', async (c, next) => { c.set('house', { houseId: c.req.query('house') }); await next() })`
  expect(bound(program(`c.set('house', { houseId: found.houseId })`, other))).toEqual([undefined])
})
