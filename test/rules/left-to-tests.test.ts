/** Secrets in files that only tests run: told by what a file does, and by who leads to it. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { pg: '8', jsonwebtoken: '9', express: '4' }

const connection = (marker: string) => `const connection = {
  host: 'db.example.org',
  user: 'shop',
  password: 'Nine-Lives-7!', // hardcoded-secret: ${marker}
}
`
const DRIVER = `import pg from 'pg'
export const run = (settings, text) => new pg.Client(settings).query(text)
`

describe('a file that tells globals of runners what it tries', () => {
  test('it is named a test', async () => {
    const tries = "describe('driver', function () {\n  it('runs', () => run(connection, 'select 1'))\n})\n"
    await check(
      { 'drivers/pg/index.js': DRIVER, 'drivers/pg/test.js': `import { run } from './index.js'\n${connection('none')}${tries}` },
      DEPENDENCIES,
    )
  })

  test('it asserts something', async () => {
    const tries = "it('runs', async () => {\n  expect(await run(connection, 'select 1')).toBe(1)\n})\n"
    await check(
      { 'drivers/pg/index.js': DRIVER, 'drivers/pg/tries.js': `import { run } from './index.js'\n${connection('none')}${tries}` },
      DEPENDENCIES,
    )
  })

  test('what is called so is its own, or it says nothing of tests', async () => {
    const own = "const it = (text, go) => go()\nit('runs', () => run(connection, 'select 1'))\n"
    await check(
      { 'drivers/pg/index.js': DRIVER, 'drivers/pg/test.js': `import { run } from './index.js'\n${connection('high')}${own}` },
      DEPENDENCIES,
    )
    const starts = "describe('driver', () => run(connection, 'select 1'))\n"
    await check(
      { 'drivers/pg/index.js': DRIVER, 'drivers/pg/starts.js': `import { run } from './index.js'\n${connection('high')}${starts}` },
      DEPENDENCIES,
    )
  })
})

describe('a file that only tests lead to', () => {
  const SIGNS = `import { sign } from 'jsonwebtoken'
export const signed = (id: string, key: string) => sign({ id }, key)
`
  const key = (marker: string) => `export const config = { key: 'kI9-some-Long-key-77' } // hardcoded-secret: ${marker}\n`
  const tries = (from: string) =>
    `import { expect, test } from 'vitest'\nimport { signed } from './sign'\nimport { config } from '${from}'\ntest('signs', () => { expect(signed('1', config.key)).toBeTruthy() })\n`
  const SERVER =
    "import express from 'express'\nimport { signed } from './sign'\nimport { a } from './a'\nimport { b } from './b'\nimport { c } from './c'\nexpress().get('/', (req, res) => res.send(signed(a + b + c, process.env.KEY ?? ''))).listen(80)\n"
  const CODE = { 'src/sign.ts': SIGNS, 'src/a.ts': 'export const a = 1\n', 'src/b.ts': 'export const b = 1\n', 'src/c.ts': 'export const c = 1\n' }

  test('belongs to them', async () => {
    await check({ ...CODE, 'src/index.ts': SERVER, 'src/shown.ts': key('none'), 'src/sign.test.ts': tries('./shown') }, DEPENDENCIES)
  })

  test('the program leads to it as well', async () => {
    const server = `${SERVER}import { config } from './shown'\nexport const first = signed('0', config.key)\n`
    await check({ ...CODE, 'src/index.ts': server, 'src/shown.ts': key('high'), 'src/sign.test.ts': tries('./shown') }, DEPENDENCIES)
  })

  test('a test is named after it', async () => {
    await check({ ...CODE, 'src/index.ts': SERVER, 'src/shown.ts': key('high'), 'src/shown.test.ts': tries('./shown') }, DEPENDENCIES)
  })
})

describe('a header with a token', () => {
  const sends = (value: string, marker: string) =>
    `const auth = { token: '${value}' } // hardcoded-secret: ${marker}\nexport const ask = () => fetch('https://api.example.org', { headers: { Authorization: \`Bearer \${auth.token}\` } })\n`

  test('a word that says where it is used', async () => {
    await check({ 'ask.ts': sends('local', 'none') })
  })

  test('a word that no service gives out', async () => {
    await check({ 'ask.ts': sends('gatekeeper', 'medium') })
    await check({ 'ask.ts': sends(`k7Qp2${'ZtR9wX4m'}Vb6Nc`, 'high') })
  })
})
