/** What rules say of hotspots: title, level with its reason, corrected code. */
import { expect, test } from 'vitest'
import { nonfunctionalRules } from '../../../plugin/rules/nonfunctional/index'
import { judgeQuality } from '../../../plugin/rules/nonfunctional/judge'
import { express } from '../../link/quality/performance/marked'
import { linkSources, type Sources } from '../../link/small-programs'

const KINDS = [
  'n-plus-one',
  'sequential-await',
  'floating-promise',
  'sync-io-request-path',
  'unbounded-read',
  'missing-index',
  'quadratic-loop',
  'regex-in-loop',
  'memory-growth',
  'large-client-import',
]
const performance = nonfunctionalRules.filter(({ id }) => KINDS.includes(id))
const findings = (sources: Sources) => judgeQuality(performance, linkSources(sources)).findings

const imports = `import { Model } from 'sequelize'
import bcrypt from 'bcrypt'
class User extends Model {}
class Order extends Model {}`

test('one question for each record: what, why that level, and one question instead', () => {
  const [finding] = findings({
    'server.ts': express(
      `app.get('/orders', async (req, res) => {
  const orders = await Order.findAll({ limit: 20 })
  for (const order of orders) order.user = await User.findByPk(order.userId)
  res.json(orders)
})`,
      imports,
    ),
  })
  expect(finding).toMatchObject({
    rule: 'n-plus-one',
    class: 'n-plus-one',
    title: '`User.findByPk` is called in a loop',
    impact: 'High',
    reason: 'Anyone can make `GET /orders` do this, without signing in. The number of questions grows with the length of the list.',
    found: '`User.findByPk` is asked once for each `order` of `orders`. `GET /orders` leads here.',
    confidence: 'high',
    recommendation: {
      code: [
        'const keys = orders.map((order) => order.userId)',
        'const rows = await User.findAll({ where: { id: keys } })',
        'const byKey = new Map(rows.map((row) => [row.id, row]))',
        'for (const order of orders) {',
        '  const row = byKey.get(order.userId)',
        '}',
      ].join('\n'),
    },
  })
})

test('the level follows who waits: anyone, a user who signed in, nobody that is known', () => {
  const read = `const all = await User.findAll()`
  const guard = `const signedIn = (req, res, next) => { if (!req.session.user) return res.status(401).end(); next() }`
  const levels = (inside: string) => findings({ 'server.ts': express(inside, imports) }).map(({ rule, impact }) => `${rule} ${impact}`)
  expect(levels(`app.get('/users', async (req, res) => { ${read}; res.json(all) })`)).toEqual(['unbounded-read High'])
  expect(levels(`${guard}\napp.get('/users', signedIn, async (req, res) => { ${read}; res.json(all) })`)).toEqual(['unbounded-read Medium'])
  expect(levels(`app.post('/login', (req, res) => res.json(bcrypt.compareSync(req.body.password, 'x')))`)).toEqual(['sync-io-request-path High'])
  expect(findings({ 'a.ts': `${imports}\nexport async function each(ids) { for (const id of ids) await User.findByPk(id) }` })[0]).toMatchObject({
    impact: 'Medium',
    reason: expect.stringContaining('No entry point that leads here was found'),
  })
})

test('every rule says why it matters and proposes something', () => {
  for (const rule of performance) {
    expect(rule.why.length, rule.id).toBeGreaterThan(40)
    expect(rule.id, rule.id).toBe(rule.class)
  }
  expect(performance.map(({ id }) => id)).toEqual(KINDS)
})
