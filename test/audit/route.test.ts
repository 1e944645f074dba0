import { describe, expect, test } from 'vitest'
import { expectTold, hold, setAside } from './documented'

const code = {
  'package.json': '{ "name": "shop", "dependencies": { "express": "4.19.2" } }',
  'src/app.ts': `import express from 'express'
const app = express()
const users = express.Router()
users.get('/', (request, response) => response.json([]))
users.post('/', (request, response) => response.json({}))
users.get('/:userId', (request, response) => response.json({}))
users.delete('/:userId', (request, response) => response.json({}))
app.use('/v1/users', users)
app.get('/health', (request, response) => response.json({}))
app.use('/files', express.static('public'))
app.listen(3000)
`,
}

const table = (...rows: string[]) => `# Routes\n\n| Method | Path |\n| --- | --- |\n${rows.join('\n')}\n`
const whole = [
  '| GET | `/v1/users` |',
  '| POST | `/v1/users` |',
  '| GET | `/v1/users/:userId` |',
  '| DELETE | `/v1/users/:userId` |',
  '| GET | `/health` |',
]

describe('doc to code', () => {
  test('a route of a table that the code does not have', async () => {
    const claims = await expectTold('route', { ...code, 'README.md': table(...whole, '✗ | GET | `/v1/teams` |') })
    expect(claims.find(({ verdict }) => verdict === 'false')).toMatchObject({ subject: 'GET /v1/teams', severity: 'High' })
  })

  test('the method is another one', async () => {
    const [claim] = (await expectTold('route', { ...code, 'README.md': '✗ Call `POST /health`, and `GET /v1/users`.\n' })).filter(
      ({ verdict }) => verdict === 'false',
    )
    expect(claim).toMatchObject({ actual: 'It answers to GET.', patch: { line: 1, from: 'POST', to: 'GET' } })
  })

  test('a parameter may have another name that says the same, and no other', async () => {
    await expectTold('route', {
      ...code,
      'README.md': '- `GET /v1/users/:id`\n- `GET /v1/users/{user_id}`\n✗ - `DELETE /v1/users/:slug`\n- `GET /v1/users/42`\n',
    })
  })

  test('the prefix may be left out, and must not be another one', async () => {
    await expectTold('route', {
      ...code,
      'README.md': '- `GET /users`\n- `POST /users`\n- `GET /users/:id`\n- `DELETE /users/:id`\n- `GET /health`\n✗ - `GET /v2/users`\n',
    })
    const claims = await expectTold('route', {
      ...code,
      'README.md': '✗ - `GET /v2/users`\n✗ - `POST /v2/users`\n✗ - `DELETE /v2/users/:userId`\n',
    })
    expect(claims.map(({ actual }) => actual)).toEqual([
      'There is none; the code has GET /v1/users.',
      'There is none; the code has POST /v1/users.',
      'There is none; the code has DELETE /v1/users/:userId.',
    ])
  })

  test('requests that are sent, by HTTP and by curl', async () => {
    await expectTold('route', {
      ...code,
      'README.md': `
\`\`\`http
GET /v1/users/12 HTTP/1.1
✗ PUT /v1/users/12 HTTP/1.1
\`\`\`

\`\`\`bash
curl localhost:3000/v1/users
curl -d '{}' http://localhost:3000/v1/users?notify=1
✗ curl -X PATCH \\
    http://localhost:3000/v1/users
curl https://api.somewhere.test/v9/anything
\`\`\`
`,
    })
  })

  test.each([
    ['plans', '## Roadmap\n\n- `POST /v1/teams`'],
    ['an open task', '- [ ] `POST /v1/teams`'],
    ['the past', '`POST /v1/teams` was removed.'],
    ['the future', '`POST /v1/teams` will be added.'],
    ['a path alone, which may be one of the disk', 'See `/etc/hosts` and `/v1/teams`.'],
    ['what is served', 'Open `GET /files/logo.svg`.'],
    ['a file', 'Get it by `GET /robots.txt`.'],
    ['a service that is not this program', '```bash\ncurl https://api.github.com/users\n```'],
    ['a path that names nothing', 'A route like `PATCH /:id`.'],
  ])('not a claim: %s', async (_, text) => {
    await expectTold('route', { ...code, 'README.md': `- \`GET /v1/users\`\n- \`GET /health\`\n\n${text}\n` })
  })

  test('documents of the past, of tests, of templates and of skills are not about this program', async () => {
    const text = '- `GET /v1/users`\n- `GET /v1/teams`\n'
    const claims = await expectTold('route', {
      ...code,
      'CHANGELOG.md': text,
      'test/fixtures/a/README.md': text,
      'templates/README.md': text,
      '.agents/skills/http/SKILL.md': text,
    })
    expect(setAside(claims).sort()).toEqual([
      'GET /v1/teams: The document is a template.',
      'GET /v1/teams: The document is material of tests.',
      'GET /v1/teams: The document teaches assistants a skill, for whatever project.',
      'GET /v1/teams: The document tells the history.',
    ])
  })

  test('a document that names none of its routes is about another program', async () => {
    await expectTold('route', { ...code, 'docs/stripe.md': 'We send `POST /v3/charges` and `GET /v3/charges/:id`.\n' })
  })

  test('routes of examples say nothing against the document of the whole', async () => {
    const { 'src/app.ts': app, ...rest } = code
    await expectTold('route', { ...rest, 'examples/api/src/app.ts': app, 'README.md': '- `GET /health`\n- `PUT /health`\n- `GET /v1/users`\n' })
    await expectTold('route', { ...rest, 'examples/api/src/app.ts': app, 'examples/api/README.md': '- `GET /health`\n✗ - `PUT /health`\n' })
  })

  test('where no route was recognised nothing is false', async () => {
    await expectTold('route', { 'package.json': '{}', 'src/a.ts': 'export const a = 1\n', 'README.md': table(...whole) })
  })
})

describe('code to doc', () => {
  test('a route that a list leaves out is told beside those that share most of its path', async () => {
    const claims = await expectTold('route', {
      ...code,
      'README.md': table('| GET | `/v1/users` |', '| POST | `/v1/users` |', '✗ | GET | `/v1/users/:userId` |', '| GET | `/health` |'),
    })
    expect(claims.filter(({ from }) => from === 'code').map(({ subject }) => subject)).toEqual(['DELETE /v1/users/:userId'])
  })

  test('a route under a new name is told once, where the old one stands', async () => {
    const renamed = { ...code, 'src/app.ts': code['src/app.ts'].replace("'/health'", "'/alive'") }
    const claims = await expectTold('route', { ...renamed, 'README.md': table(...whole.slice(0, 4), `✗ ${whole[4]}`) })
    expect(claims.find(({ verdict }) => verdict === 'false')?.actual).toBe(
      'There is none; the code has GET /alive, which the document does not name.',
    )
  })

  test('where no document lists routes they are counted', async () => {
    const { audited } = await hold({ ...code, 'README.md': 'It answers to `GET /health`.\n' })
    expect(audited.unlisted.find(({ kind }) => kind === 'route')).toMatchObject({ count: 4 })
  })
})
