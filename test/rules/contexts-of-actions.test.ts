/** Actions that a builder makes are handed what the middleware in front of them hands on: who is calling, and what belongs to them. */
import { describe, it } from 'vitest'
import { check } from './marked-lines'

const CLIENT = `import { createSafeActionClient, createMiddleware } from 'next-safe-action'
import { PrismaClient } from '@prisma/client'
import { auth } from '@clerk/nextjs/server'
export const database = new PrismaClient()
export const open = createSafeActionClient()
export const forKnown = open.use(async ({ next }) => {
  const { userId } = await auth()
  if (!userId) throw new Error('sign in')
  return next({ ctx: { user: { id: userId } } })
})
export const forShops = forKnown.use(async ({ next, ctx, clientInput }) => {
  const shop = await database.shop.findFirst({ where: { id: clientInput.shopId, members: { some: { userId: ctx.user.id } } } })
  if (!shop) throw new Error('no shop of yours')
  return next({ ctx: { ...ctx, shop } })
})
const tellsLine = createMiddleware().define(async ({ next }) => {
  const { userId } = await auth()
  return next({ ctx: { line: await database.line.findFirst({ where: { keeperId: userId } }) } })
})
export const forLines = forKnown.use(tellsLine)
export const forAnyShop = forKnown.use(async ({ next, clientInput }) => {
  return next({ ctx: { shop: await database.shop.findFirst({ where: { id: clientInput.shopId } }) } })
})
`

const next = { next: '15', 'next-safe-action': '8', '@prisma/client': '6', '@clerk/nextjs': '6', zod: '4' }

describe('contexts of actions', () => {
  it('what belongs to the caller by the middleware in front chooses the record with them', () =>
    check(
      {
        'lib/client.ts': CLIENT,
        'app/actions.ts': `'use server'
import { z } from 'zod'
import { database, forAnyShop, forKnown, forLines, forShops } from '../lib/client'
const one = z.object({ id: z.string(), shopId: z.string() })
export const dropAny = forKnown.inputSchema(one).action(async ({ parsedInput }) => {
  await database.note.delete({ where: { id: parsedInput.id } }) // insecure-direct-object-reference: high
})
export const dropOwn = forKnown.inputSchema(one).action(async ({ parsedInput, ctx }) => {
  await database.note.delete({ where: { id: parsedInput.id, ownerId: ctx.user.id } }) // insecure-direct-object-reference: none
})
export const dropOfShop = forShops.inputSchema(one).action(async ({ parsedInput: { id }, ctx: { shop } }) => {
  await database.note.delete({ where: { id, shopId: shop.id } }) // insecure-direct-object-reference: none
})
export const dropOfShopByBoth = forShops.inputSchema(one).action(async ({ parsedInput: { id }, ctx: { shop } }) => {
  await database.note.delete({ where: { id_shopId: { id, shopId: shop.id } } }) // insecure-direct-object-reference: none
})
export const dropOfLine = forLines.inputSchema(one).action(async ({ parsedInput: { id }, ctx: { line } }) => {
  await database.note.delete({ where: { id, lineId: line.id } }) // insecure-direct-object-reference: none
})
export const dropChecked = forShops.inputSchema(one).action(async ({ parsedInput: { id }, ctx: { shop } }) => {
  const note = await database.note.findUnique({ where: { id } })
  if (note.shopId !== shop.id) throw new Error('not of this shop')
  await database.note.delete({ where: { id } }) // insecure-direct-object-reference: none
})
export const dropBeside = forShops.inputSchema(one).action(async ({ parsedInput: { id } }) => {
  await database.note.delete({ where: { id } }) // insecure-direct-object-reference: high
})
export const dropOfAnyShop = forAnyShop.inputSchema(one).action(async ({ parsedInput: { id }, ctx: { shop } }) => {
  await database.note.delete({ where: { id, shopId: shop.id } }) // insecure-direct-object-reference: high
})
`,
      },
      next,
    ))

  it('procedures of zsa and middleware of oRPC say it in their own words', () =>
    check(
      {
        'lib/procedures.ts': `import { createServerActionProcedure } from 'zsa'
import { PrismaClient } from '@prisma/client'
import { auth } from '@clerk/nextjs/server'
export const database = new PrismaClient()
export const forShops = createServerActionProcedure().handler(async () => {
  const { userId } = await auth()
  if (!userId) throw new Error('sign in')
  return { shop: await database.shop.findFirst({ where: { ownerId: userId } }) }
})
`,
        'app/actions.ts': `'use server'
import { z } from 'zod'
import { database, forShops } from '../lib/procedures'
export const dropOfShop = forShops.createServerAction().input(z.object({ id: z.string() })).handler(async ({ input, ctx }) => {
  await database.note.delete({ where: { id: input.id, shopId: ctx.shop.id } }) // insecure-direct-object-reference: none
})
export const dropAny = forShops.createServerAction().input(z.object({ id: z.string() })).handler(async ({ input }) => {
  await database.note.delete({ where: { id: input.id } }) // insecure-direct-object-reference: medium
})
`,
        'lib/orpc.ts': `import { os } from '@orpc/server'
import { database } from './procedures'
import { auth } from '@clerk/nextjs/server'
export const known = os.use(async ({ next }) => {
  const { userId } = await auth()
  if (!userId) throw new Error('sign in')
  return next({ context: { shelf: await database.shelf.findFirst({ where: { ownerId: userId } }) } })
})
`,
        'app/operations.ts': `'use server'
import { z } from 'zod'
import { database } from '../lib/procedures'
import { known } from '../lib/orpc'
export const dropOfShelf = known.input(z.object({ id: z.string() })).handler(async ({ input, context }) => {
  await database.book.delete({ where: { id: input.id, shelfId: context.shelf.id } }) // insecure-direct-object-reference: none
}).actionable()
export const dropAnyBook = known.input(z.object({ id: z.string() })).handler(async ({ input }) => {
  await database.book.delete({ where: { id: input.id } }) // insecure-direct-object-reference: medium
}).actionable()
`,
      },
      { ...next, zsa: '0.6', '@orpc/server': '1' },
    ))
})
