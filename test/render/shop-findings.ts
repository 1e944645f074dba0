// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates inside the sources.
/** What rules found in the shop: several places of one rule, long and short paths, sure and less sure, settled and not. */
import type { Evidence, Finding, LedgerRow, LookedFor, Phase } from '../../plugin/types'
import { aRow, aRule, at } from '../program'

const rule = (phase: Phase, id: string, title: string, cwe: number[], why = `${title}.`): LookedFor => aRule({ id, title, why, phase, cwe })

const sql = rule('Input Validation', 'sql-injection', 'Request data reaches an SQL statement', [89], 'Whoever shapes the request shapes the query.')
const xss = rule(
  'Input Validation',
  'html-injection',
  'Data from outside is written into a page as HTML',
  [79],
  'Markup in the data becomes markup of the page.',
)
const tokens = rule('Authentication', 'token-without-expiry', 'A token never expires', [613], 'Whoever gets hold of a token keeps it for good.')
const hash = rule('Data Protection', 'weak-hash', 'A broken hash protects something', [327, 328], 'Collisions of this hash can be computed.')
const key = rule('Secrets Management', 'key-in-code', 'A key is written in the code', [798], 'Everyone who reads the code has the key.')

/** Nothing of these is in the shop. */
const unmet: [Phase, string, number[]][] = [
  ['Input Validation', 'Request data reaches a command line', [78]],
  ['Input Validation', 'Request data reaches eval', [94, 95]],
  ['Input Validation', 'Request data names a file', [22]],
  ['Input Validation', 'Request data chooses the host of a request', [918]],
  ['Input Validation', 'Request data chooses where the visitor is sent', [601]],
  ['Input Validation', 'XML is parsed with entities', [611]],
  ['Input Validation', 'Request data reaches an LDAP filter', [90]],
  ['Input Validation', 'Request data reaches an XPath expression', [643]],
  ['Input Validation', 'Request data is turned into objects with behaviour', [502]],
  ['Input Validation', 'Request data names a property that is written to', [1321]],
  ['Input Validation', 'Request data is used as a regular expression', [730]],
  ['Input Validation', 'Request data is part of a header', [113]],
  ['Input Validation', 'Request data is the source of a template', [1336]],
  ['Authentication', 'A password is hashed without a salt', [759]],
  ['Authorization', 'A record is fetched without asking for its owner', [639]],
  ['Authorization', 'A role is taken from the request', [269]],
  ['Data Protection', 'Certificates are not checked', [295]],
  ['Secrets Management', 'A password is written in the code', [259]],
]

export const rulesRun: LookedFor[] = [
  rule('Security Surface', 'cors-any-origin', 'Any origin may read answers', [942]),
  rule('Security Surface', 'debug-route', 'A debugging route answers without authentication', [489, 306]),
  aRule(),
  rule('Security Surface', 'metrics-open', 'Metrics are readable without authentication', [200]),
  rule('Security Surface', 'open-redirect', 'A redirect may lead to any address', [601]),
  sql,
  xss,
  tokens,
  hash,
  key,
  ...unmet.map(([phase, title, cwe], index) => rule(phase, `unmet-${index}`, title, cwe)),
]

export const rulesStopped: LookedFor[] = [rule('Authorization', 'tenant-mixed-up', 'A query does not ask for the tenant', [863])]

type Words = Pick<Finding, 'severity' | 'cvss' | 'cvssVector' | 'impact' | 'remediation' | 'references'>

const sqlWords: Words = {
  severity: 'Critical',
  cvss: 9.8,
  cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  impact: ['Every table that the account may read can be read.', 'Rows can be changed or removed.'],
  remediation: { text: 'Pass values as bound parameters.', code: "pool.query('select * from products where title ilike $1', [`%${term}%`])" },
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Query_Parameterization_Cheat_Sheet.html'],
}
const xssWords: Words = {
  severity: 'Medium',
  cvss: 6.1,
  cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  impact: ['A script of a stranger runs as the visitor.'],
  remediation: { text: 'Write text with `textContent`, or escape it where the page is made.', code: 'box.textContent = review.text' },
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html'],
}

let number = 5
function found(of: LookedFor, words: Words, prefix: string, count: number, finding: Partial<Finding>, row: Partial<Omit<LedgerRow, 'finding'>> = {}) {
  const id = (start: string, value: number): string => `${start}-${String(value).padStart(3, '0')}`
  number++
  return aRow({
    id: id('SEC', number),
    reportId: id(prefix, count),
    ...row,
    finding: { rule: of.id, class: of.id, title: of.title, cwe: of.cwe, phase: of.phase, description: of.why, subject: of.id, ...words, ...finding },
  })
}

function flow(source: Evidence['text'], api: string, trace: Evidence[]): Pick<Finding, 'trace' | 'flow' | 'at' | 'description'> {
  return {
    trace,
    flow: { source: 'request', origin: source, sink: 'sql', api },
    at: trace.at(-1)!,
    description: `${sql.why} Here \`${source}\` reaches \`${api}\`.`,
  }
}

const longWay: Evidence[] = [
  at('src/http/orders.ts:112', "const sort = request.query.sort ?? 'date'"),
  at('src/http/orders.ts:112', "const sort = request.query.sort ?? 'date'"),
  at('src/http/orders.ts:114', 'const page = pageOf(request, sort)'),
  at('src/http/paging.ts:8', 'export function pageOf(request: Request, sort: string): Page {'),
  at('src/http/paging.ts:15', 'return { sort, size: sizeOf(request), offset: offsetOf(request) }'),
  at('src/http/orders.ts:114', 'const page = pageOf(request, sort)'),
  at('src/http/orders.ts:116', 'return listOrders(request.user, page)'),
  at('src/orders/list.ts:21', 'export async function listOrders(user: User, { sort, size, offset }: Page) {'),
  at('src/orders/list.ts:24', 'const order = orderBy(sort)'),
  at('src/orders/order-by.ts:5', 'export const orderBy = (column: string) =>'),
  at('src/orders/order-by.ts:6', '`order by ${column} desc`'),
  at('src/orders/list.ts:24', 'const order = orderBy(sort)'),
  at('src/orders/list.ts:26', 'const text = `select * from orders where owner = $1 ${order} limit ${size} offset ${offset}`'),
  at('src/orders/list.ts:27', 'return pool.query(text, [user.id])'),
]

export const findings: LedgerRow[] = [
  found(sql, sqlWords, 'INPUT', 1, {
    ...flow('request.query.q', 'pool.query', [
      at('src/http/products.ts:41', 'const term = String(request.query.q)'),
      at('src/http/products.ts:43', 'const text = "select * from products where title ilike \'%" + term + "%\'"'),
      at('src/http/products.ts:44', 'const { rows } = await pool.query(text)'),
    ]),
    route: 'GET /api/products/search',
    otherRoutes: ['GET /api/products/suggest'],
    places: [
      {
        ...at('src/http/products.ts:52', 'const { rows } = await pool.query(`${text} limit 5`)'),
        rule: sql.id,
        subject: 'suggest pool.query',
        around: 'request.query.q',
        class: 'sql-injection',
        cwe: [89],
        confidence: 'high',
        route: 'GET /api/products/suggest',
        flow: { source: 'request', origin: 'request.query.q', sink: 'sql', api: 'pool.query' },
      },
    ],
    proofOfConcept: {
      language: 'http',
      text: 'GET https://app.example/api/products/search?q=%27%20OR%20%271%27%3D%271',
      shows: 'The answer is that of a condition which always holds.',
      executed: false,
    },
  }),
  found(sql, sqlWords, 'INPUT', 2, {
    ...flow('request.query.sort', 'pool.query', longWay),
    route: 'GET /api/orders',
    severity: 'High',
    cvss: 8.8,
    cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H',
  }),
  found(
    sql,
    sqlWords,
    'INPUT',
    3,
    {
      ...flow('request.params.tenant', 'pool.query', [
        at('src/http/tenants.ts:29', "const settings = await pool.query('select * from t_' + request.params.tenant)"),
      ]),
      confidence: 'medium',
      severity: 'High',
      cvss: 8.8,
      cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H',
    },
    { suppressed: { reason: 'Tenants are made by our own staff, whose names have letters only.', until: undefined, from: 'options' } },
  ),
  found(sql, sqlWords, 'INPUT', 4, {
    ...flow('column', 'pool.query', [
      at('src/database.ts:31', 'export const countBy = (column: string) =>'),
      at('src/database.ts:32', 'pool.query(`select ${column}, count(*) from orders group by 1`)'),
    ]),
    confidence: 'low',
  }),
  found(xss, xssWords, 'INPUT', 5, {
    at: at('src/mail.js:30', 'const html = `<p>${order.note}</p>`'),
    trace: [at('src/mail.js:27', 'const order = await orders.find(id)'), at('src/mail.js:30', 'const html = `<p>${order.note}</p>`')],
    flow: { source: 'stored', origin: 'orders.find()', sink: 'html', api: 'transport.sendMail' },
    description: 'The note of an order is part of the mail as it came. Mail readers show its markup.',
    confidence: 'low',
  }),
  aRow({
    id: 'SEC-013',
    reportId: 'INPUT-006',
    rule: sql.id,
    title: sql.title,
    severity: 'Critical',
    status: 'Fixed',
    fixedIn: { commit: '2222222222222222222222222222222222222222', date: '2026-03-10' },
    file: 'src/http/reviews.ts',
    finding: null,
  }),
  found(
    tokens,
    {
      severity: 'Medium',
      cvss: 5.9,
      cvssVector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
      impact: ['A token that leaks opens the account until the signing key is changed.'],
      remediation: { text: 'Give every token an end, of an hour or less.', code: "jwt.sign(claims, secret, { expiresIn: '1h' })" },
      references: ['https://cheatsheetseries.owasp.org/cheatsheets/JSON_Web_Token_for_Java_Cheat_Sheet.html'],
    },
    'AUTH',
    1,
    { at: at('src/http/auth.ts:58', 'return jwt.sign(claims, secret)') },
  ),
  found(
    hash,
    {
      severity: 'High',
      cvss: 7.5,
      cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
      impact: ['Two files can be made that look the same to the shop.'],
      remediation: { text: 'Use SHA-256.', code: "createHash('sha256')" },
      references: [],
    },
    'DATA',
    1,
    { at: at('src/http/products.ts:88', "const name = createHash('md5').update(image).digest('hex')"), confidence: 'low' },
  ),
]
