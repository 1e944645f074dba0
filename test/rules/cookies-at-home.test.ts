/** Origins that are open to signed-in visitors, and whether cookies say who these are. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', cors: '2', 'express-session': '1' }
const app = (marker: string, cookie: string, more = '') => `import express from 'express'
import cors from 'cors'
import session from 'express-session'
const app = express()
app.use(cors({
  origin: true, // permissive-cors: ${marker}
  credentials: true,
}))
app.use(session({ secret: process.env.SECRET, resave: false, cookie: { secure: true, httpOnly: true, ${cookie} } }))
app.get('/orders', (req, res) => {
  ${more}
  res.json(req.session.orders)
})
app.listen(80)
`

test('cookies are kept from other sites', async () => {
  await check({ 'app.ts': app('medium', "sameSite: 'lax'") }, DEPENDENCIES)
  await check({ 'app.ts': app('medium', "sameSite: 'strict'") }, DEPENDENCIES)
})

test('cookies go along, or one of them does', async () => {
  await check({ 'app.ts': app('high', "sameSite: 'none'") }, DEPENDENCIES)
  await check({ 'app.ts': app('high', "path: '/'") }, DEPENDENCIES)
  await check(
    { 'app.ts': app('high', "sameSite: 'lax'", "res.cookie('token', req.session.token, { secure: true, sameSite: 'none' })") },
    DEPENDENCIES,
  )
})

test('only developers meet them', async () => {
  const code = app('low', "sameSite: 'lax'").replace(
    /app\.use\(cors\(\{[\s\S]*?\}\)\)/,
    (open) => `if (process.env.NODE_ENV !== 'production') {\n${open}\n}`,
  )
  await check({ 'app.ts': code }, DEPENDENCIES)
})
