/** Cookies that a page writes: what it keeps in them, and how they are written. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { 'js-cookie': '3', uuid: '9', express: '4' }
const IMPORTS = "import Cookies from 'js-cookie'\nimport { v4 as uuidv4 } from 'uuid'\n"

describe('what a page made up itself', () => {
  const visit = (value: string, marker: string) => `${IMPORTS}const NAME = 'shop_session_id'
export function visit(answer: { session: string }) {
  const id = ${value}
  Cookies.set(NAME, id, { sameSite: 'strict' }) // cookie-without-secure: ${marker}
  return id
}
`
  test('lets nobody in', async () => {
    await check({ 'visit.ts': visit('Cookies.get(NAME) || uuidv4()', 'low') }, DEPENDENCIES)
    await check({ 'visit.ts': visit('Cookies.get(NAME) ?? crypto.randomUUID()', 'low') }, DEPENDENCIES)
  })

  test('what a server gave out does', async () => {
    await check({ 'visit.ts': visit('answer.session', 'high') }, DEPENDENCIES)
    await check({ 'visit.ts': visit('answer.session || uuidv4()', 'high') }, DEPENDENCIES)
    await check({ 'visit.ts': visit("Cookies.get('token') || uuidv4()", 'high') }, DEPENDENCIES)
    const server =
      "import express from 'express'\nconst app = express()\napp.get('/', (req, res) => res.cookie('shop_session_id', req.id, { secure: true, httpOnly: true }).end())\n"
    // Nothing leads to that file there.
    await check({ 'visit.ts': visit('Cookies.get(NAME) || uuidv4()', 'medium'), 'server.ts': server }, DEPENDENCIES)
  })
})

describe('cookies that are written as text', () => {
  const written = (after: string, marker: string) => `export function keep(token: string, days: number, flags: string) {
  const end = new Date(Date.now() + days).toUTCString()
  document.cookie = \`authToken=\${token};\` + ${after} // cookie-without-secure: ${marker}
}
`
  test('an end that is not known is an end', async () => {
    await check({ 'keep.ts': written("`${days > 0 ? `expires=${end}` : ''}`", 'high') })
    await check({ 'keep.ts': written('`max-age=${days}; path=/`', 'high') })
  })

  test('what is not known may be an attribute', async () => {
    await check({ 'keep.ts': written('flags', 'none') })
    await check({ 'keep.ts': written('`expires=${end}${flags}`', 'none') })
    await check({ 'keep.ts': written("(location.protocol === 'http:' ? '' : 'Secure')", 'none') })
    await check({ 'keep.ts': written('`expires=${end}; Secure`', 'none') })
  })
})
