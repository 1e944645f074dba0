/** Settings of the stack: what is in force, in words, and what only looks as if it were. */
import { describe, expect, test } from 'vitest'
import type { Control } from '../../../plugin/types'
import { linkSources, type Sources } from '../small-programs'

/** A server with one route; what a case adds stands between the two. */
const server = (inside: string, imports = '') => `import express from 'express'
${imports}
const app = express()
${inside}
app.get('/items', (req, res) => res.json([]))
app.post('/login', (req, res) => res.json({}))
app.listen(3000)
`

const controls = (sources: string | Sources): Record<string, Control> =>
  Object.fromEntries(
    linkSources(typeof sources === 'string' ? { 'server.ts': sources } : sources).posture.stack.map((control) => [control.id, control]),
  )

/** `pass: nosniff, by noSniff() @4` */
function told(sources: string | Sources, id: string): string {
  const { state, current, evidence } = controls(sources)[id] as Control
  return `${state}: ${current}${evidence.length > 0 ? ` @${evidence.map(({ line }) => line).join(',')}` : ''}`
}

const helmet = `import helmet from 'helmet'`

describe('protective headers', () => {
  test('all of helmet', () => {
    const all = controls(server('app.use(helmet())', helmet))
    expect(['header-csp', 'header-hsts', 'header-frame', 'header-nosniff', 'header-referrer'].map((id) => all[id]?.state)).toEqual(
      Array(5).fill('pass'),
    )
    expect(all['header-permissions']?.state).toBe('fail')
    expect(all['security-headers']?.current).toBe('helmet() for the whole application')
    expect(all['server-banner']?.state).toBe('pass')
  })

  test('parts of it, by name or switched off', () => {
    expect(told(server('app.use(helmet.noSniff())', helmet), 'header-nosniff')).toBe('pass: nosniff, by helmet.noSniff() @4')
    expect(told(server('app.use(helmet.noSniff())', helmet), 'header-hsts')).toBe('fail:  @3')
    const off = server('app.use(helmet({ contentSecurityPolicy: false, hsts: false }))', helmet)
    expect([told(off, 'header-csp'), told(off, 'header-hsts')]).toEqual(['fail:  @3', 'fail:  @3'])
    expect(told(off, 'header-frame')).toMatch(/^pass: SAMEORIGIN/)
  })

  test('made elsewhere, and put in front by a line of its own', () => {
    const sources = {
      'guard.ts': `${helmet}\nexport const guard = helmet()`,
      'server.ts': server('if (process.env.NODE_ENV === "production") app.use(guard)', `import { guard } from './guard'`),
    }
    expect(controls(sources)['header-hsts']).toMatchObject({
      state: 'partial',
      current: expect.stringContaining('only where process.env.NODE_ENV === "production"'),
    })
    expect(controls(sources)['header-hsts']?.evidence).toMatchObject([{ file: 'server.ts', line: 4 }])
  })

  test('by hand: for everything in middleware, for one page in a handler', () => {
    const wide = server(`app.use((req, res, next) => {\n  res.setHeader('X-Frame-Options', 'DENY')\n  next()\n})`)
    expect(told(wide, 'header-frame')).toBe('pass: DENY, by the code @5')
    const page = server(
      `app.get('/page', (req, res) => {\n  res.set('Content-Security-Policy', "script-src 'self' 'unsafe-eval'")\n  res.send('')\n})`,
    )
    expect(told(page, 'header-csp')).toBe("partial: Only on GET /page: script-src 'self' 'unsafe-eval', by the code @5")
  })

  test('in the settings of a framework', () => {
    const sources = {
      'next.config.js': `module.exports = { poweredByHeader: false, async headers() { return [{ source: '/(.*)', headers: [{ key: 'X-Frame-Options', value: 'DENY' }] }] } }`,
      'app/api/items/route.ts': 'export async function GET() { return Response.json([]) }',
      'package.json': '{"dependencies":{"next":"14.0.0"}}',
    }
    expect(told(sources, 'header-frame')).toBe('pass: DENY, by settings of the framework @1')
    expect(controls(sources)['server-banner']?.state).toBe('pass')
  })

  test('never mounted, commented out, or in a file that nothing loads: not in force', () => {
    const made = server('const guard = helmet()', helmet)
    const commented = server('// app.use(helmet())')
    const stray = {
      'server.ts': server(''),
      'example.ts': `${helmet}\nimport express from 'express'\nexport function demo(app = express()) { app.use(helmet()) }`,
    }
    for (const sources of [made, commented, stray]) expect(controls(sources)['header-hsts']?.state).toBe('fail')
  })
})

describe('origins', () => {
  const cors = `import cors from 'cors'`
  test.each([
    ['app.use(cors())', 'fail: Every origin (*, the default), without credentials, for the whole application by cors() @4'],
    [
      "app.use(cors({ origin: 'https://shop.example' }))",
      "pass: https://shop.example, without credentials, for the whole application by cors({ origin: 'https://shop.example' }) @4",
    ],
    [
      'app.use(cors({ origin: true, credentials: true }))',
      'fail: Every origin (whoever asks is let in), with credentials, for the whole application by cors({ origin: true, credentials: true }) @4',
    ],
  ])('%s', (inside, expected) => {
    expect(told(server(inside, cors), 'cors-policy')).toBe(expected)
  })

  test('nothing said is the same origin', () => {
    expect(told(server(''), 'cors-policy')).toBe('pass: Not configured: same origin only @3')
    expect(told(server("app.use((req, res, next) => { res.header('Access-Control-Allow-Origin', '*'); next() })"), 'cors-policy')).toMatch(
      /^fail: Every origin \(\*\)/,
    )
  })
})

describe('rate limits', () => {
  const limit = `import rateLimit from 'express-rate-limit'`
  test('window, number, routes and condition', () => {
    const one = server(
      "if (process.env.NODE_ENV === 'production') app.use('/login', rateLimit({ windowMs: 15 * 60 * 1000, max: 20, skipSuccessfulRequests: true }))",
      limit,
    )
    expect(told(one, 'rate-limits')).toBe(
      "partial: POST /login: 20 requests in 15 minutes, failed ones only, only where process.env.NODE_ENV === 'production' @4",
    )
    expect(told(server('app.use(rateLimit({ windowMs: 60_000, limit: 100 }))', limit), 'rate-limits')).toBe(
      'pass: Whole application: 100 requests in 1 minute @4',
    )
  })

  test('none, and one that is only made', () => {
    expect(controls(server(''))['rate-limits']?.state).toBe('fail')
    expect(controls(server('const limiter = rateLimit({ max: 1 })', limit))['rate-limits']?.state).toBe('fail')
  })

  test('one of its own by name is believed, and what it allows is not told', () => {
    const own = server(
      'app.use(slowDownLimiter())',
      `function slowDownLimiter() { const seen = new Map(); return (req, res, next) => { seen.set(req.ip, 1); next() } }`,
    )
    expect(controls(own)['rate-limits']).toMatchObject({ state: 'partial', reason: expect.stringContaining('could not be told') })
  })
})

describe('defaults', () => {
  test('the banner', () => {
    expect(told(server(''), 'server-banner')).toBe('fail: Sent: the default of express @3')
    expect(told(server("app.disable('x-powered-by')"), 'server-banner')).toBe("pass: Disabled: disable('x-powered-by') @4")
    expect(told(server("app.set('x-powered-by', false)"), 'server-banner')).toMatch(/^pass/)
    expect(told(server("app.enable('x-powered-by')"), 'server-banner')).toMatch(/^fail/)
  })

  test('error pages', () => {
    const errorhandler = `import errorhandler from 'errorhandler'`
    expect(told(server('app.use(errorhandler())', errorhandler), 'error-pages')).toMatch(
      /^fail: errorhandler answers every error with its stack.* @4$/,
    )
    expect(told(server("if (process.env.NODE_ENV === 'development') app.use(errorhandler())", errorhandler), 'error-pages')).toBe(
      'pass: errorhandler in development only @4',
    )
    expect(told(server("app.use((err, req, res, next) => res.status(500).json({ message: 'Sorry' }))"), 'error-pages')).toMatch(
      /^pass: Error handler of its own/,
    )
    expect(told(server(''), 'error-pages')).toMatch(/^unknown/)
  })

  test('sessions', () => {
    const session = `import session from 'express-session'\nimport RedisStore from 'connect-redis'`
    expect(told(server('app.use(session({ secret: process.env.S }))', session), 'session-store')).toMatch(
      /^fail: express-session without a store: memory of the process/,
    )
    expect(told(server('app.use(session({ secret: process.env.S, store: new RedisStore({}) }))', session), 'session-store')).toBe(
      'pass: express-session with RedisStore @5',
    )
    expect(told(server('app.use(cookieSession({ keys: [process.env.S] }))', `import cookieSession from 'cookie-session'`), 'session-store')).toMatch(
      /^pass: cookie-session: in the cookie itself/,
    )
    expect(told(server(''), 'session-store')).toMatch(/^not applicable/)
  })

  test('the secret of cookies', () => {
    const parser = `import cookieParser from 'cookie-parser'`
    expect(told(server("app.use(cookieParser('made-up-words'))", parser), 'cookie-secret')).toBe('fail: Written in the code @4')
    expect(told(server('app.use(cookieParser(process.env.COOKIE_SECRET))', parser), 'cookie-secret')).toBe(
      'pass: From environment variable COOKIE_SECRET @4',
    )
    expect(told(server('app.use(cookieParser())', parser), 'cookie-secret')).toMatch(/^not applicable/)
  })

  test('proxies, bodies, HTTPS', () => {
    expect(told(server("app.enable('trust proxy')"), 'trust-proxy')).toBe("fail: Every proxy is trusted: enable('trust proxy') @4")
    expect(told(server("app.set('trust proxy', 1)"), 'trust-proxy')).toMatch(/^pass/)
    expect(told(server("app.use(express.json({ limit: '50mb' }))"), 'body-limit')).toBe('fail: 50mb @4')
    expect(told(server('app.use(express.json())'), 'body-limit')).toBe('pass: 100 KB, the default @4')
    const made = {
      'server.js':
        "import fastify from 'fastify'\nimport { settings } from './settings.js'\nconst app = fastify(await settings())\napp.get('/a', () => [])",
    }
    expect(told(made, 'body-limit')).toBe('unknown: Decided while running @3')
    expect(told(server("app.use((req, res, next) => req.secure ? next() : res.redirect('https://' + req.headers.host + req.url))"), 'https')).toMatch(
      /^pass/,
    )
    expect(told(server(''), 'https')).toMatch(/^unknown/)
  })
})

describe('what is there for developers and machines', () => {
  test('metrics and API documents: open, guarded, under a condition', () => {
    expect(told(server("app.get('/metrics', (req, res) => res.send('up 1'))"), 'metrics-endpoints')).toBe('fail: GET /metrics (public) @4')
    expect(told(server(''), 'metrics-endpoints')).toMatch(/^pass: None/)
    const swagger = `import swaggerUi from 'swagger-ui-express'`
    expect(told(server("app.use('/docs', swaggerUi.serve, swaggerUi.setup({}))", swagger), 'api-documents')).toBe('fail: GET /docs (public) @4')
    expect(
      told(server("if (process.env.NODE_ENV === 'development') app.use('/docs', swaggerUi.serve, swaggerUi.setup({}))", swagger), 'api-documents'),
    ).toMatch(/^pass: GET \/docs \(public, only where .*NODE_ENV/)
  })

  test('listings', () => {
    const listing = server("app.use('/files', serveIndex('files'))", `import serveIndex from 'serve-index'`)
    expect(told(listing, 'directory-listings')).toBe('fail: /files, public @4')
    expect(told(server("app.use('/files', express.static('files'))"), 'directory-listings')).toBe('pass: None @4')
    expect(told(server(''), 'directory-listings')).toBe('not applicable: No folder is served')
  })

  test('GraphQL', () => {
    const apollo = (options: string) =>
      server(`new ApolloServer({ typeDefs: '', resolvers: {}${options} })`, `import { ApolloServer } from '@apollo/server'`)
    expect(told(apollo(', introspection: true'), 'graphql-introspection')).toMatch(/^fail: Switched on/)
    expect(told(apollo(', introspection: false'), 'graphql-introspection')).toMatch(/^pass: Switched off/)
    expect(told(apollo(''), 'graphql-introspection')).toMatch(/^partial: Left to/)
  })
})

test('where nothing answers requests, nothing applies', () => {
  const all = Object.values(controls("import { readFileSync } from 'node:fs'\nconsole.log(readFileSync('a'))"))
  expect(all.length).toBeGreaterThan(15)
  expect(all.filter(({ state }) => state !== 'not applicable')).toEqual([])
})

test('a pass has a line that proves it, and ids stand once', () => {
  const all = Object.values(controls(server('app.use(helmet())', helmet)))
  expect(all.filter(({ state, evidence }) => state === 'pass' && evidence.length === 0)).toEqual([])
})

test('an application whose options come out of a function has a limit that only running tells', () => {
  const code = `import fastify from 'fastify'
function options() {
  const made = { trustProxy: true }
  made.bodyLimit = Number(process.env.LIMIT)
  return made
}
const server = fastify(options())
server.post('/notes', async (request) => ({}))
server.listen({ port: 3000 })
`
  expect(told(code, 'body-limit')).toBe('unknown: Decided while running @7')
})
