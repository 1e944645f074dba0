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
