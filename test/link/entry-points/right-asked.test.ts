/** Rights that a handler asks for itself, or that a wrapper asks for because its options say so, and what is no such question. */
import { expect, test } from 'vitest'
import { linkSources, type Sources } from '../small-programs'

const asked = (sources: Sources) =>
  Object.fromEntries(
    linkSources({ 'package.json': JSON.stringify({ dependencies: { express: '4' } }), ...sources }).entryPoints.map(
      ({ method, path, guards, rightAsked }) => [
        `${method} ${path}`,
        guards.find(({ role }) => role === 'authorization')?.name ?? rightAsked?.answer ?? 'no',
      ],
    ),
  )

const APP = `import express from 'express'; import { callerOf } from './callers'; const app = express()
  const redirect = (to) => new Response(null, { headers: { location: to } })`
const CALLERS = `export async function callerOf(req) {
  const user = await sessions.find(req.headers.cookie)
  if (!user) throw new Response('', { status: 401 })
  return user }`

test('handlers and what they always call', () => {
  expect(
    asked({
      'callers.ts': CALLERS,
      'app.ts': `${APP}
        const change = async (req, id) => { const user = await callerOf(req); if (!user.admin) return redirect('/'); return store.put(id) }
        const tell = async (req) => { const user = await callerOf(req); if (!user.admin) return false; return true }
        app.post('/thrown', async (req, res) => { const user = await callerOf(req); if (!user.admin) throw redirect('/'); res.send(work()) })
        app.post('/returned', async (req, res) => { if (req.method !== 'POST') return; const user = await callerOf(req); if (user.role !== 'admin') return res.redirect('/'); res.send(work()) })
        app.post('/by-helper', async (req, res) => { const { id } = req.body; return change(req, id) })
        app.post('/unheeded', async (req, res) => { await tell(req); res.send(work()) })
        app.post('/sometimes', async (req, res) => { const user = await callerOf(req); if (req.body.all) { if (!user.admin) throw redirect('/') } res.send(work()) })
        app.post('/of-another', async (req, res) => { const target = await find(req.body.id); if (target.role === 'owner') throw redirect('/'); res.send(work()) })
        app.post('/in-part', async (req, res) => { const user = await callerOf(req); const data = await find(7); if (!user.admin && data.hidden) throw redirect('/'); res.send(work()) })
        app.post('/shown', async (req, res) => { const user = await callerOf(req); if (user.admin) note(user); res.send(work()) })`,
    }),
  ).toEqual({
    'POST /thrown': 'yes',
    'POST /returned': 'yes',
    'POST /by-helper': 'yes',
    'POST /unheeded': 'no',
    'POST /sometimes': 'no',
    'POST /of-another': 'no',
    'POST /in-part': 'no',
    'POST /shown': 'no',
  })
})

test('a name that promises to ask is a doubt', () => {
  expect(
    asked({
      'app.ts': `import express from 'express'; import { authenticateAdmin, readAll } from 'our-checks'; const app = express()
        app.post('/promised', async (req, res) => { const outcome = await authenticateAdmin(req); if (outcome.isErr()) return res.send(''); res.send(work()) })
        app.post('/not', async (req, res) => { const outcome = await readAll(req); if (outcome.isErr()) return res.send(''); res.send(work()) })`,
    }),
  ).toEqual({ 'POST /promised': 'unknown', 'POST /not': 'no' })
})

test('options of a wrapper whose helper answers by the right that they name', () => {
  const checks = `import { callerOf } from './callers'
    const holds = (ability, asked) => ('whole' in asked ? ability.canSuper() : ability.can(asked.action))
    export async function allowed(req, options) {
      if (options.params && !options.params.parse(req.params)) return { ok: false, response: 'wrong' }
      const scope = options.scope ? await options.scope(req) : {}
      const user = await callerOf(req, scope)
      if (options.authorization) {
        const denied = !holds(user.ability, options.authorization)
        if (denied) return { ok: false, response: options.elsewhere ?? '/' }
      }
      return { ok: true, user } }`
  const wrapper = (refusal: string) => `import { allowed } from './checks'
    export const action = (options, handler) => async (req, res) => {
      const result = await allowed(req, options)
      ${refusal}
      return handler({ req, res, user: result.user }) }`
  const app = `import express from 'express'; import { action } from './wrapper'; const app = express()
    app.post('/admin/a', action({ authorization: { whole: true } }, async ({ res }) => res.send(work())))
    app.post('/admin/b', action({ elsewhere: '/home', params: schema }, async ({ res }) => res.send(work())))`
  const program = (refusal: string) => ({ 'callers.ts': CALLERS, 'checks.ts': checks, 'wrapper.ts': wrapper(refusal), 'app.ts': app })
  expect(asked(program('if (!result.ok) throw result.response'))).toEqual({ 'POST /admin/a': 'action(authorization)', 'POST /admin/b': 'no' })
  expect(asked(program('log(result.ok)'))).toEqual({ 'POST /admin/a': 'no', 'POST /admin/b': 'no' })
})
