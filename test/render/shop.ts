/** A shop as the linker would describe it: large enough that its pages show how they read. */
import type { EntryPoint, Guard, Shape, SourceFile } from '../../plugin/types'
import type { ViewContext } from '../../plugin/views/index'
import { aConnection, aContext, aGuard, anEntryPoint, aRepository, aRow, aTechnology, at, no, unknown, yes } from '../program'
import { findings, rulesRun, rulesStopped } from './shop-findings'

const noAuthentication = no('Looked for authentication among the middleware that runs before the handler, and inside the handler: none.')
const noLimit = no('Looked for a rate limit on the route, its routers and the application: none.')
const noValidation = no('Looked for a validator on the route and for a schema applied to the request inside the handler: none.')
const nothingToValidate = { answer: 'no' as const, reason: 'The handler reads nothing from the request.', evidence: [] }

const requireUser = aGuard({ name: 'requireUser', at: at('src/http/app.ts:41', 'api.use(requireUser)'), scope: 'router' })
const requireAdmin = aGuard({
  name: "requireRole('admin')",
  role: 'authorization',
  scope: 'router',
  at: at('src/http/admin.ts:9', "admin.use(requireRole('admin'))"),
})
const slowDown = aGuard({
  name: 'rateLimit',
  role: 'rate-limit',
  at: at('src/http/auth.ts:12', 'const slowly = rateLimit({ windowMs: 60_000, max: 5 })'),
})
const upload = aGuard({
  name: "upload.single('image')",
  role: 'upload',
  at: at('src/http/products.ts:31', "router.post('/:id/image', upload.single('image'), setImage)"),
})

let line = 20
interface Route {
  route: string
  file: string
  handler: string
  guards?: Guard[]
  validated?: boolean
  reads?: boolean
  given?: Partial<EntryPoint>
}

function http({ route, file, handler, guards = [], validated = false, reads = true, given = {} }: Route): EntryPoint {
  const [method, path] = route.split(' ') as [string, string]
  line += 3
  const place = at(`src/http/${file}.ts:${line}`, `router.${method.toLowerCase()}('${path}', ${handler})`)
  const of = (role: Guard['role']): Guard[] => guards.filter((guard) => guard.role === role)
  const validator = aGuard({ name: `validate(${handler}Schema)`, role: 'validation', at: place })
  return anEntryPoint({
    method,
    path,
    at: place,
    handler: { name: handler, at: place },
    guards: validated ? [...guards, validator] : guards,
    authRequired: of('authentication').length > 0 ? yes(...of('authentication').map((guard) => guard.at)) : noAuthentication,
    rateLimited: of('rate-limit').length > 0 ? yes(...of('rate-limit').map((guard) => guard.at)) : noLimit,
    validated: validated ? yes(validator.at) : reads ? noValidation : nothingToValidate,
    ...given,
  })
}

const user = [requireUser]
const admin = [requireUser, requireAdmin]

const routes: EntryPoint[] = [
  http({ route: 'POST /auth/login', file: 'auth', handler: 'login', guards: [slowDown], validated: true }),
  http({ route: 'POST /auth/logout', file: 'auth', handler: 'logout', guards: user, reads: false }),
  http({ route: 'POST /auth/register', file: 'auth', handler: 'register', validated: true }),
  http({ route: 'POST /auth/forgot-password', file: 'auth', handler: 'forgotPassword', guards: [slowDown] }),
  http({ route: 'POST /auth/reset-password/:token', file: 'auth', handler: 'resetPassword', guards: [slowDown] }),
  http({ route: 'POST /auth/refresh', file: 'auth', handler: 'refreshToken' }),
  http({ route: 'GET /auth/google/callback', file: 'auth', handler: 'googleCallback' }),
  http({ route: 'POST /auth/totp/verify', file: 'auth', handler: 'verifyTotp', guards: [slowDown], validated: true }),
  http({ route: 'GET /api/me', file: 'account', handler: 'whoAmI', guards: user, reads: false }),
  http({ route: 'PATCH /api/me', file: 'account', handler: 'editProfile', guards: user, validated: true }),
  http({ route: 'DELETE /api/me', file: 'account', handler: 'closeAccount', guards: user, reads: false }),
  http({ route: 'POST /api/me/password', file: 'account', handler: 'changePassword', guards: user, validated: true }),
  http({ route: 'GET /api/me/export', file: 'account', handler: 'exportData', guards: user, reads: false }),
  http({ route: 'GET /api/products', file: 'products', handler: 'listProducts' }),
  http({ route: 'GET /api/products/search', file: 'products', handler: 'searchProducts' }),
  http({ route: 'GET /api/products/:id', file: 'products', handler: 'showProduct' }),
  http({ route: 'POST /api/products', file: 'products', handler: 'addProduct', guards: admin, validated: true }),
  http({ route: 'PUT /api/products/:id', file: 'products', handler: 'changeProduct', guards: admin, validated: true }),
  http({ route: 'DELETE /api/products/:id', file: 'products', handler: 'removeProduct', guards: admin }),
  http({ route: 'POST /api/products/:id/image', file: 'products', handler: 'setImage', guards: [...admin, upload] }),
  http({ route: 'GET /api/products/:id/reviews', file: 'reviews', handler: 'listReviews' }),
  http({ route: 'POST /api/products/:id/reviews', file: 'reviews', handler: 'addReview', guards: user }),
  http({ route: 'GET /api/basket', file: 'basket', handler: 'showBasket', guards: user, reads: false }),
  http({ route: 'POST /api/basket/items', file: 'basket', handler: 'addItem', guards: user, validated: true }),
  http({ route: 'DELETE /api/basket/items/:id', file: 'basket', handler: 'removeItem', guards: user }),
  http({ route: 'POST /api/basket/checkout', file: 'basket', handler: 'checkout', guards: user, validated: true }),
  http({ route: 'GET /api/orders', file: 'orders', handler: 'listOrders', guards: user, reads: false }),
  http({ route: 'GET /api/orders/:id', file: 'orders', handler: 'showOrder', guards: user }),
  http({ route: 'POST /api/orders/:id/refund', file: 'orders', handler: 'refundOrder', guards: user }),
  http({
    route: 'GET /api/tenants/:tenant/settings',
    file: 'tenants',
    handler: 'showSettings',
    given: { authRequired: unknown('The middleware `tenantGuards[tenant]` is chosen while the program runs.') },
  }),
  http({
    route: 'PUT /api/tenants/:tenant/settings',
    file: 'tenants',
    handler: 'changeSettings',
    given: { authRequired: unknown('The middleware `tenantGuards[tenant]` is chosen while the program runs.') },
  }),
  http({ route: 'GET /admin/users', file: 'admin', handler: 'listUsers', guards: admin }),
  http({ route: 'PATCH /admin/users/:id/role', file: 'admin', handler: 'setRole', guards: admin, validated: true }),
  http({ route: 'DELETE /admin/users/:id', file: 'admin', handler: 'removeUser', guards: admin }),
  http({ route: 'GET /admin/reports/sales', file: 'admin', handler: 'salesReport', guards: admin }),
  http({
    route: 'GET /admin/status',
    file: 'admin',
    handler: 'status',
    reads: false,
    given: { notes: ['Registered before the router that checks the role.'] },
  }),
  http({ route: 'GET /health', file: 'app', handler: 'health', reads: false }),
  http({ route: 'GET /metrics', file: 'app', handler: 'metrics', reads: false }),
  http({ route: 'GET /api-docs', file: 'app', handler: 'serve', reads: false }),
  http({ route: 'GET /redirect', file: 'app', handler: 'redirect' }),
  http({
    route: 'GET /debug/routes',
    file: 'app',
    handler: 'listRoutes',
    reads: false,
    given: { notes: ['Mounted only when NODE_ENV is not production.'] },
  }),
]

/** A category holds categories: a type that holds itself. */
const category: Shape = { type: 'object', name: 'Category', fields: [{ name: 'name', shape: { type: 'string' }, required: true }] }
category.fields?.push({ name: 'within', shape: category, required: false })
const product: Shape = {
  type: 'object',
  name: 'NewProduct',
  fields: [
    { name: 'title', shape: { type: 'string' }, required: true },
    { name: 'price', shape: { type: 'integer' }, required: true },
    { name: 'state', shape: { type: 'string', values: ['draft', 'listed'] }, required: false },
    { name: 'category', shape: category, required: true },
    { name: 'tags', shape: { type: 'array', items: { type: 'string' } }, required: false },
  ],
}

for (const { method, path, parameters, responses, at: place, ...entry } of routes) {
  for (const [, name] of path.matchAll(/:(\w+)/g)) parameters.push({ name: name!, in: 'path' })
  if (path === '/api/products/search') {
    parameters.push({ name: 'q', in: 'query', shape: { type: 'string' }, required: true, at: place })
    parameters.push({ name: 'page', in: 'query', schema: 'number', default: '1', at: place })
    responses.push({ status: 200, media: 'application/json', shape: { type: 'array', items: product }, at: place })
    responses.push({ status: 400, shape: { type: 'object', fields: [{ name: 'error', shape: { type: 'string' }, required: true }] }, at: place })
  }
  if (path === '/redirect') parameters.push({ name: 'to', in: 'query', at: place })
  if (path === '/auth/login') parameters.push({ name: 'email', in: 'json', required: true }, { name: 'password', in: 'json', required: true })
  if (method === 'POST' && path.endsWith('/image')) parameters.push({ name: 'image', in: 'file' })
  const whole = routes.find((route) => route.at === place && entry.handler?.name === 'addProduct')
  if (whole) Object.assign(whole, { purpose: 'Adds a product to the range.', body: { media: 'application/json', shape: product, required: true } })
}

const others: EntryPoint[] = [
  anEntryPoint({
    kind: 'graphql',
    framework: '@apollo/server',
    method: 'QUERY',
    path: 'product',
    through: '/graphql',
    at: at('src/graphql/schema.graphql:4', 'product(id: ID!): Product'),
    handler: { name: 'Query.product', at: at('src/graphql/resolvers.ts:7') },
    parameters: [{ name: 'id', in: 'json', required: true, shape: { type: 'string' } }],
  }),
  anEntryPoint({
    kind: 'cli',
    framework: 'commander',
    method: 'RUN',
    path: 'import',
    through: 'shop',
    purpose: 'Reads products from a file.',
    at: at('src/cli.ts:9', "program.command('import <file>')"),
    handler: { name: 'importProducts', at: at('src/cli.ts:14') },
    parameters: [
      { name: 'file', in: 'argument', required: true },
      { name: 'dry-run', in: 'flag', shape: { type: 'boolean' }, default: 'false', description: 'Only says what it would do' },
    ],
  }),
  anEntryPoint({
    kind: 'webhook',
    method: 'POST',
    path: '/webhooks/stripe',
    at: at('src/http/webhooks.ts:14', "router.post('/webhooks/stripe', raw, paid)"),
    handler: { name: 'paid', at: at('src/http/webhooks.ts:18') },
    authRequired: yes(at('src/http/webhooks.ts:19', 'stripe.webhooks.constructEvent(body, signature, secret)')),
    notes: ['Checks the signature of the sender.'],
  }),
  anEntryPoint({
    kind: 'queue',
    framework: 'bullmq',
    method: 'SUBSCRIBE',
    path: 'mail',
    at: at('src/jobs/mail.ts:11', "new Worker('mail', sendMail)"),
    handler: { name: 'sendMail', at: at('src/jobs/mail.ts:14') },
    authRequired: { answer: 'not-looked', reason: 'Who may write to a queue is decided outside the code.', evidence: [] },
  }),
  anEntryPoint({
    kind: 'queue',
    framework: 'bullmq',
    method: 'SUBSCRIBE',
    path: 'invoices',
    at: at('src/jobs/invoices.ts:9', "new Worker('invoices', write)"),
    handler: { name: 'write', at: at('src/jobs/invoices.ts:12') },
    authRequired: { answer: 'not-looked', reason: 'Who may write to a queue is decided outside the code.', evidence: [] },
  }),
  anEntryPoint({
    kind: 'schedule',
    framework: 'node-cron',
    method: 'CRON',
    path: '0 3 * * *',
    at: at('src/jobs/cleanup.ts:6', "cron.schedule('0 3 * * *', cleanUp)"),
    handler: { name: 'cleanUp', at: at('src/jobs/cleanup.ts:8') },
    authRequired: { answer: 'not-looked', reason: 'A schedule is started by the process itself.', evidence: [] },
  }),
  anEntryPoint({
    kind: 'static',
    method: 'GET',
    path: '/uploads',
    at: at('src/http/app.ts:33', "app.use('/uploads', express.static('uploads'))"),
    handler: undefined,
  }),
]

const headers = aGuard({ name: 'helmet', role: 'headers', scope: 'application', at: at('src/http/app.ts:18', 'app.use(helmet())') })
const cors = aGuard({ name: 'cors', role: 'cors', scope: 'application', at: at('src/http/app.ts:19', 'app.use(cors())') })

const file = (path: string, kind: SourceFile['kind'], language?: string): SourceFile => ({
  path,
  kind,
  language,
  bytes: 2_400,
  hash: '',
  uncommitted: false,
})

export function shop(given: Partial<ViewContext> = {}): ViewContext {
  return {
    ...aContext({
      program: {
        project: { name: 'harbour-shop', version: '2.4.0' },
        files: [
          ...[...new Set([...routes, ...others].map((entry) => entry.at.file))].map((path) => file(path, 'code', 'typescript')),
          file('src/database.ts', 'code', 'typescript'),
          file('src/mail.js', 'code', 'javascript'),
          file('package.json', 'manifest', 'json'),
          file('Dockerfile', 'manifest'),
          file('README.md', 'document', 'markdown'),
        ],
        entryPoints: [...routes, ...others],
        connections: [
          aConnection({ at: at('src/database.ts:7', 'export const pool = new Pool({ connectionString })'), calls: 31 }),
          aConnection({ kind: 'cache', name: 'Redis', library: 'ioredis', at: at('src/http/basket.ts:6', 'const redis = new Redis(url)'), calls: 4 }),
          aConnection({
            kind: 'queue',
            name: 'Redis queue',
            library: 'bullmq',
            at: at('src/http/orders.ts:8', "const mail = new Queue('mail')"),
            calls: 2,
          }),
          aConnection({
            kind: 'payment',
            name: 'Stripe',
            library: 'stripe',
            at: at('src/http/orders.ts:61', 'await stripe.refunds.create({ charge })'),
            calls: 1,
          }),
          aConnection({
            kind: 'payment',
            name: 'Stripe',
            library: 'stripe',
            at: at('src/http/webhooks.ts:19', 'stripe.webhooks.constructEvent(body, signature, secret)'),
          }),
          aConnection({
            kind: 'mail',
            name: 'smtp.example.org',
            library: 'nodemailer',
            at: at('src/mail.js:12', 'await transport.sendMail(message)'),
          }),
          aConnection({
            kind: 'http',
            name: 'an address from configuration',
            library: 'axios',
            at: at('src/http/products.ts:70', 'await axios.get(config.ratesUrl)'),
          }),
        ],
        publications: [
          {
            kind: 'queue',
            library: 'bullmq',
            topic: 'mail',
            shape: { type: 'object' },
            at: at('src/http/orders.ts:40', "mail.add('receipt', { order })"),
          },
        ],
        serviceCalls: [
          {
            protocol: 'http',
            library: 'axios',
            method: 'GET',
            host: { text: 'RATES_URL', from: 'environment', name: 'RATES_URL' },
            path: '/latest',
            at: at('src/http/products.ts:70', 'await axios.get(config.ratesUrl)'),
          },
        ],
        formats: [{ format: 'CSV', direction: 'export', library: 'csv-stringify', at: at('src/http/admin.ts:60', 'stringify(rows)'), calls: 2 }],
        uiRoutes: [{ framework: 'react-router', path: '/basket', component: 'Basket', guards: ['RequireUser'], at: at('src/web/routes.tsx:12') }],
        described: [
          {
            method: 'GET',
            path: '/api/orders',
            described: at('openapi.yaml:20', 'get:'),
            registered: at('src/http/orders.ts:98', "router.get('/orders', listOrders)"),
            differences: ['The description lets everybody call it; the code demands a signed-in caller.'],
          },
          { method: 'DELETE', path: '/api/orders/{id}', described: at('openapi.yaml:41', 'delete:'), registered: undefined, differences: [] },
          { method: 'GET', path: '/health', described: undefined, registered: at('src/http/app.ts:131'), differences: [] },
        ],
        technologies: [
          aTechnology({
            name: 'TypeScript',
            category: 'language',
            kind: 'language',
            purpose: 'language',
            version: '~5.6',
            share: 0.918,
            evidence: [at('package.json:31', '"typescript": "~5.6"')],
          }),
          aTechnology({
            name: 'JavaScript',
            category: 'language',
            kind: 'language',
            purpose: 'language',
            version: undefined,
            share: 0.082,
            evidence: [at('src/mail.js:1', "const nodemailer = require('nodemailer')")],
          }),
          aTechnology(),
          aTechnology({
            name: 'pg',
            category: 'library',
            kind: 'database',
            purpose: 'database client',
            version: '^8.12.0',
            evidence: [at('package.json:14', '"pg": "^8.12.0"')],
          }),
          aTechnology({
            name: 'BullMQ',
            category: 'library',
            kind: 'queue',
            purpose: 'queue',
            version: '^5.8.1',
            evidence: [at('package.json:11', '"bullmq": "^5.8.1"')],
          }),
          aTechnology({
            name: 'Helmet',
            category: 'library',
            kind: 'library',
            purpose: 'security headers',
            version: '^7.1.0',
            evidence: [at('package.json:13', '"helmet": "^7.1.0"')],
          }),
          aTechnology({
            name: 'Vitest',
            category: 'library',
            kind: 'test',
            purpose: 'test runner',
            version: '^2.0.0',
            evidence: [at('package.json:32', '"vitest": "^2.0.0"')],
          }),
          aTechnology({
            name: 'PostgreSQL',
            category: 'infrastructure',
            kind: 'database',
            purpose: 'database',
            version: '16',
            evidence: [at('docker-compose.yml:9', 'image: postgres:16')],
          }),
          aTechnology({
            name: 'Redis',
            category: 'infrastructure',
            kind: 'cache',
            purpose: 'cache',
            version: '7-alpine',
            evidence: [at('docker-compose.yml:14', 'image: redis:7-alpine')],
          }),
          aTechnology({
            name: 'nginx',
            category: 'infrastructure',
            kind: 'deployment',
            purpose: 'reverse proxy',
            version: '1.27',
            evidence: [at('docker-compose.yml:19', 'image: nginx:1.27')],
          }),
          aTechnology({
            name: 'Docker',
            category: 'devops',
            kind: 'container',
            purpose: 'container',
            version: undefined,
            evidence: [at('Dockerfile:1', 'FROM node:20-alpine')],
          }),
          aTechnology({
            name: 'GitHub Actions',
            category: 'devops',
            kind: 'ci',
            purpose: 'ci',
            version: undefined,
            evidence: [at('.github/workflows/ci.yml:1', 'name: CI')],
          }),
        ],
        manifests: [
          {
            path: 'package.json',
            facts: [
              { kind: 'package', ecosystem: 'npm', name: 'harbour-shop', version: '2.4.0', line: 2, text: '"name": "harbour-shop"' },
              { kind: 'engine', ecosystem: 'npm', name: 'node', version: '>=20', line: 5, text: '"node": ">=20"' },
              { kind: 'script', ecosystem: 'npm', name: 'start', value: 'node dist', line: 7, text: '"start": "node dist"' },
              { kind: 'dependency', ecosystem: 'npm', name: 'express', version: '^4.19.2', scope: 'runtime', line: 12, text: '"express": "^4.19.2"' },
              { kind: 'dependency', ecosystem: 'npm', name: 'vitest', version: '^2.0.0', scope: 'dev', line: 32, text: '"vitest": "^2.0.0"' },
            ],
          },
          {
            path: 'docker-compose.yml',
            facts: [
              { kind: 'service', ecosystem: 'docker', name: 'database', value: 'postgres:16', line: 8, text: 'database:' },
              { kind: 'image', ecosystem: 'docker', name: 'postgres', version: '16', line: 9, text: 'image: postgres:16' },
            ],
          },
        ],
        middleware: [headers, cors, requireUser, requireAdmin],
        notAnalysed: [
          {
            subject: 'public/vendor/chart.min.js',
            stage: 'scan',
            reason: 'minified',
            detail: 'A line of 48,112 characters; code written by hand has shorter ones.',
          },
          { subject: 'public/logo.png', stage: 'scan', reason: 'binary', detail: 'Not text.' },
          { subject: 'public/hero.jpg', stage: 'scan', reason: 'binary', detail: 'Not text.' },
          { subject: 'src/legacy/import.js', stage: 'extract', reason: 'does not parse', detail: "Expected ')' and met '}'.", line: 88 },
          {
            subject: 'src/http/app.ts',
            stage: 'link',
            reason: 'unresolved import',
            detail: 'Nothing was found for `#telemetry`; expected a file, a workspace or a package.',
            line: 4,
          },
        ],
        knowledge: {
          callSites: 2_148,
          callSitesResolved: 1_902,
          receivers: 1_204,
          receiversKnown: 1_100,
          imports: 212,
          importsUnresolved: 1,
          limitsReached: 0,
        },
      },
      rows: [
        aRow({
          id: 'SEC-001',
          reportId: 'SURF-001',
          finding: {
            rule: 'debug-route',
            title: 'A debugging route answers without authentication',
            severity: 'High',
            cvss: 7.5,
            cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
            cwe: [489, 306],
            at: at('src/http/app.ts:143', "app.get('/debug/routes', listRoutes)"),
            route: 'GET /debug/routes',
            trace: [
              at('src/config.ts:22', "export const debug = env !== 'production'"),
              at('src/http/app.ts:141', 'if (debug) {'),
              at('src/http/app.ts:143', "app.get('/debug/routes', listRoutes)"),
            ],
            description:
              'The route lists every registered path. It is mounted whenever NODE_ENV is anything but `production`, so a missing variable opens it.',
            impact: ['An attacker learns all routes, also those that no page links to.', 'The answer names internal handlers.'],
            remediation: {
              text: 'Mount debugging routes only when a variable asks for them.',
              code: "if (process.env.DEBUG_ROUTES === 'on') {\n  app.get('/debug/routes', requireUser, listRoutes)\n}",
            },
            references: [
              'https://cwe.mitre.org/data/definitions/489.html',
              'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
            ],
          },
        }),
        aRow({
          id: 'SEC-002',
          reportId: 'SURF-002',
          finding: {
            rule: 'cors-any-origin',
            title: 'Any origin may read answers',
            severity: 'Medium',
            cvss: 5.4,
            cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:L/A:N',
            cwe: [942],
            at: at('src/http/app.ts:19', 'app.use(cors())'),
            description: 'The cross-origin policy is used without options and so allows every origin.',
            impact: ['Other sites can read what a signed-in user may read, where credentials are sent along.'],
            remediation: { text: 'Name the origins that may read.', code: "app.use(cors({ origin: ['https://shop.example.org'] }))" },
            references: ['https://cwe.mitre.org/data/definitions/942.html'],
          },
        }),
        aRow({
          id: 'SEC-003',
          reportId: 'SURF-003',
          suppressed: {
            reason: 'The metrics port is closed to the outside by the firewall.',
            until: '2026-12-31',
            from: 'code',
            at: at('src/http/app.ts:131', '// plumbline-ignore metrics-open'),
          },
          finding: {
            rule: 'metrics-open',
            title: 'Metrics are readable without authentication',
            severity: 'Low',
            cvss: 3.7,
            cvssVector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
            cwe: [200],
            at: at('src/http/app.ts:132', "app.get('/metrics', metrics)"),
            route: 'GET /metrics',
            description: 'Counters of the process are readable by everyone.',
            impact: ['Load and error rates can be watched from outside.'],
            remediation: { text: 'Serve metrics on a port of their own.' },
            references: [],
          },
        }),
        aRow({
          id: 'SEC-004',
          reportId: 'SURF-004',
          status: 'Fixed',
          fixedIn: { commit: '2222222222222222222222222222222222222222', date: '2026-03-10' },
          title: 'A folder lists its files to everyone',
          finding: null,
        }),
        aRow({
          id: 'SEC-005',
          reportId: 'SURF-005',
          finding: {
            confidence: 'low',
            title: 'A redirect may lead to any address',
            severity: 'Low',
            cvss: 3.1,
            cvssVector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
            cwe: [601],
            at: at('src/http/app.ts:139', 'response.redirect(target)'),
            rule: 'open-redirect',
            route: 'GET /redirect',
          },
        }),
        ...findings,
      ],
      verdict: {
        rulesRun,
        rulesStopped,
        problems: rulesStopped.map(({ id }) => ({
          subject: id,
          stage: 'judge' as const,
          reason: 'rule stopped' as const,
          detail: 'The rule stopped: too many tenants. What it looks for was not looked for.',
        })),
      },
      repository: aRepository({ webUrl: 'https://github.com/acme/harbour-shop', uncommitted: new Set(['src/http/tenants.ts']) }),
    }),
    ...given,
  }
}
