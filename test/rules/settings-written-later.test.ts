/** Options that are written into after they were made: what stands in the literal is not all that they may say. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', 'express-session': '1', cors: '2' }

const session = (after: string, sure: string, cookie = 'secure: false, maxAge: 1000') =>
  check(
    {
      'app.ts': `
import express from 'express'
import session from 'express-session'
const app = express()
const options: session.SessionOptions = {
  ...(process.env.SLOT ? { name: process.env.SLOT } : {}),
  secret: process.env.SESSION_KEY,
  cookie: { ${cookie} },
}
${after.replace('USE', `app.use(session(options)) // cookie-without-secure: ${sure}`)}
app.listen(3000)
`,
    },
    DEPENDENCIES,
  )

describe('a cookie of a session', () => {
  test('is marked under some condition', async () => {
    await session("if (new URL(process.env.ADDRESS).protocol === 'https:') options.cookie.secure = true\nUSE", 'none')
    await session("if (app.get('env') === 'production') options.cookie.secure = true\nUSE", 'none', '')
  })

  test('is marked in any case, or as something says', async () => {
    await session('options.cookie.secure = true\nUSE', 'none')
    await session('options.cookie.secure = isEncrypted(process.env.ADDRESS)\nUSE', 'none')
  })

  test('is marked too late, or not at all', async () => {
    await session('USE\noptions.cookie.secure = true', 'high')
    await session('options.cookie.httpOnly = true\nUSE', 'high')
    await session('options.cookie.secure = false\nUSE', 'high')
    await session('const other = { cookie: { secure: false } }\nother.cookie.secure = true\nUSE', 'high')
  })
})

test('a cookie of an answer', async () => {
  const cookie = (after: string, sure: string) =>
    check(
      {
        'app.ts': `
import express from 'express'
const app = express()
app.get('/in', (req, res) => {
  const options = { httpOnly: true, secure: false }
  ${after}
  res.cookie('session', req.app.token(), options) // cookie-without-secure: ${sure}
  res.end()
})
app.listen(3000)
`,
      },
      DEPENDENCIES,
    )
  await cookie("if (req.protocol === 'https') options.secure = true", 'none')
  await cookie('options.httpOnly = false', 'high')
})
