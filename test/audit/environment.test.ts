import { describe, expect, test } from 'vitest'
import { expectTold, hold, setAside } from './documented'

const code = {
  'package.json': '{ "name": "shop" }',
  'src/settings.js': `if (!process.env.DATABASE_URL) throw new Error('no database')
exports.port = process.env.PORT ?? 3000
exports.database = process.env.DATABASE_URL
exports.cache = process.env.CACHE_MINUTES || '15'
exports.sender = process.env.MAIL_SENDER
const feature = (name) => process.env['FEATURE_' + name]
exports.feature = feature
exports.known = ['FEATURE_BASKET', 'NOT_A_READ']
`,
}

describe('doc to code', () => {
  test('names that nothing reads, in a block and in a table', async () => {
    const claims = await expectTold('environment', {
      ...code,
      'README.md': `
\`\`\`env
PORT=3000
✗ DATABASE_URI=postgres://localhost
CACHE_MINUTES=15
MAIL_SENDER=a@b.test
DATABASE_URL=
\`\`\`

| Variable | Purpose |
| --- | --- |
| \`PORT\` | where |
✗ | \`SMTP_SERVER\` | mails |
`,
    })
    expect(claims.filter(({ verdict }) => verdict === 'false').map(({ patch }) => patch)).toEqual([undefined, undefined])
  })

  test('what differs in one word of several can be mended', async () => {
    const [claim] = (
      await expectTold('environment', {
        ...code,
        'src/aws.js': 'exports.key = process.env.MAIL_SERVICE_ACCESS_KEY\n',
        'README.md': '```sh\n✗ export MAIL_SERVER_ACCESS_KEY=x\n```\n',
      })
    ).filter(({ verdict }) => verdict === 'false')
    expect(claim).toMatchObject({ patch: { line: 2, from: 'MAIL_SERVER_ACCESS_KEY', to: 'MAIL_SERVICE_ACCESS_KEY' } })
  })

  test('defaults', async () => {
    await expectTold('environment', {
      ...code,
      'README.md': `
## Environment

- \`PORT\`: where it listens, defaults to \`3000\`
✗ - \`CACHE_MINUTES\`: defaults to \`30\`
- \`MAIL_SENDER\`: defaults to \`nobody\`
- \`DATABASE_URL\`: the database

## In short

| Variable | Default |
| --- | --- |
| \`CACHE_MINUTES\` | \`15\` |
✗ | \`PORT\` | 8080 |
`,
    })
  })

  test('whether it must be there', async () => {
    await expectTold('environment', {
      ...code,
      'README.md': `
| Variable | Required |
| --- | --- |
| \`DATABASE_URL\` | yes |
✗ | \`PORT\` | yes |
| \`CACHE_MINUTES\` | no |
| \`MAIL_SENDER\` | yes |

## Again, of the environment

✗ - \`DATABASE_URL\` (optional): the database
- \`CACHE_MINUTES\` (optional): how long
`,
    })
  })

  test('what the code names and may read in ways that are not followed is not judged', async () => {
    const claims = await expectTold('environment', { ...code, 'README.md': '```env\nPORT=1\nFEATURE_BASKET=1\nNOT_A_READ=1\n```\n' })
    expect(setAside(claims)).toEqual([
      'FEATURE_BASKET: The name stands in the code; whether it is read as a variable could not be told.',
      'NOT_A_READ: The name stands in the code; whether it is read as a variable could not be told.',
    ])
  })

  test.each([
    ['a word in capitals', 'It answers with `NOT_FOUND` and `ERR_TIMEOUT`.'],
    ['a placeholder', '```env\nYOUR_API_KEY=x\n```'],
    ['the runtime', '```sh\nNODE_OPTIONS=--max-old-space-size=4096 npm start\n```'],
    ['an image of another program', '```sh\ndocker run -e KEY_FOR_IT=x postgres:16\n```'],
    ['plans', '## Planned\n\n```env\nNEXT_YEAR=1\n```'],
    ['the past', '`OLD_NAME=1` is no longer read.'],
    ['code of somebody', '```python\nSOME_NAME = 1\n```'],
    ['a comment', '```env\nPORT=1\n# OLD_PORT=2\n```'],
  ])('not a claim: %s', async (_, text) => {
    await expectTold('environment', { ...code, 'README.md': `Set \`PORT\`.\n\n${text}\n` })
  })

  test('a variable of two packages has a default in each', async () => {
    const packages = {
      'package.json': '{ "name": "all", "workspaces": ["packages/*"] }',
      'packages/a/package.json': '{ "name": "a" }',
      'packages/a/index.js': 'exports.port = process.env.PORT || 3000\n',
      'packages/b/package.json': '{ "name": "b" }',
      'packages/b/index.js': 'exports.port = process.env.PORT || 4000\n',
    }
    const text = (port: number) => `## Environment\n\n- \`PORT\`: defaults to \`${port}\`\n`
    await expectTold('environment', { ...packages, 'README.md': text(5000), 'packages/a/README.md': text(3000), 'packages/b/README.md': text(4000) })
    await expectTold('environment', { ...packages, 'packages/a/README.md': text(5000).replace('- `', '✗ - `') })
  })

  test('a secret that was masked says nothing', async () => {
    await expectTold('environment', {
      'package.json': '{}',
      'a.js': "exports.key = process.env.API_TOKEN || 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'\n",
      'README.md': '## Environment\n\n- `API_TOKEN`: defaults to `something`\n',
    })
  })
})

describe('code to doc', () => {
  const example = 'PORT=3000\nDATABASE_URL=\nCACHE_MINUTES=15\n'

  test('what a list leaves out stands at its end', async () => {
    await expectTold('environment', { ...code, '.env.example': example.replace('CACHE', '✗ CACHE') })
    await expectTold('environment', { ...code, '.env.example': `${example}# MAIL_SENDER=who sends\n` })
    await expectTold('environment', { ...code, '.env.example': `${example}MAIL_SENDER=\n` })
  })

  test('a new name is told where the old one stands', async () => {
    const [claim] = (await expectTold('environment', { ...code, '.env.example': `${example}✗ SENT_BY=\n` })).filter(
      ({ verdict }) => verdict === 'false',
    )
    expect(claim?.actual).toBe('Nothing reads it; the code reads MAIL_SENDER, which the document does not name.')
  })

  test('some names in a text are no list', async () => {
    const { audited } = await hold({ ...code, 'README.md': 'Set `PORT` and `DATABASE_URL`.\n' })
    expect(audited.claims.filter(({ verdict }) => verdict === 'false')).toEqual([])
    expect(audited.unlisted.find(({ kind }) => kind === 'environment')?.examples.map(({ subject }) => subject)).toEqual([
      'CACHE_MINUTES',
      'MAIL_SENDER',
    ])
  })

  test('tests read what nobody has to set', async () => {
    await expectTold('environment', { ...code, 'test/a.test.js': 'process.env.ONLY_IN_TESTS\n', '.env.example': `${example}MAIL_SENDER=\n` })
  })
})
