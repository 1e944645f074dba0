import { describe, expect, test } from 'vitest'
import { expectTold, setAside } from './documented'

const code = {
  'package.json': '{ "name": "shop" }',
  'tsconfig.json': '{}',
  'src/index.ts': 'export const a = 1\n',
  'src/lib/money.ts': 'export const b = 1\n',
  'src/lib/Dates.ts': 'export const c = 1\n',
  'src/routes/orders.ts': 'export const d = 1\n',
  'packages/a/package.json': '{ "name": "a" }',
  'packages/a/src/start.ts': 'export const e = 1\n',
}

test('files and folders in running text', async () => {
  const claims = await expectTold('path', {
    ...code,
    'README.md': `
Begin at \`src/index.ts\`; see \`src/lib/\` and \`lib/money.ts\`, or \`./src/lib/money.ts:12\`.
✗ Then go on to \`src/lib/coins.ts\`.
✗ It goes on in \`src/lib/dates.ts\`.
✗ There is \`src/helpers/orders.ts\`.
`,
  })
  expect(claims.filter(({ verdict }) => verdict === 'false').map(({ actual, patch }) => [actual, patch?.to])).toEqual([
    ['There is none.', undefined],
    ['It is written src/lib/Dates.ts.', 'src/lib/Dates.ts'],
    ['There is none; src/routes/orders.ts has that name.', 'src/routes/orders.ts'],
  ])
})

test('from the folder of the document and of its package', async () => {
  await expectTold('path', {
    ...code,
    'packages/a/README.md': 'It starts in `src/start.ts`, and the rest is in `src/index.ts`.\n✗ Not in `src/end.ts`.\n',
    'src/lib/README.md': 'See `money.ts` and `../index.ts`.\n',
  })
})

test('a path whose folder is gone is one of this project where those beside it are', async () => {
  await expectTold('path', { ...code, 'README.md': '✗ Database access is in `src/lib/money.ts`, the tables in `schema/tables.ts`.\n' })
  await expectTold('path', { ...code, 'README.md': 'The tables are in `schema/tables.ts`.\n' })
  await expectTold('path', { ...code, 'README.md': '| Part | Folder |\n| --- | --- |\n| a | `packages/a` |\n✗ | b | `packages/b` |\n' })
})

test('drawn trees', async () => {
  await expectTold('path', {
    ...code,
    'README.md': `
\`\`\`
shop
├── package.json
├── src
│   ├── index.ts     # begins
│   ├── lib
✗ │   │   ├── dates.ts
✗ │   │   ├── coins.ts
│   │   └── money.ts
✗ │   └── orders.ts   # it is there, and somewhere else
└── node_modules
\`\`\`

\`\`\`
src/
├── index.ts
✗ ├── money.ts
└── lib/
    └── ...
\`\`\`

\`\`\`text
src\\
 |--lib\\         # shared
✗  |--models\\      # records
 |--routes\\
\`\`\`
`,
  })
})

test('a tree of which little is there is one of another project', async () => {
  await expectTold('path', { ...code, 'README.md': 'Make it like this:\n\n```\nyour-app\n├── pages\n│   └── home.tsx\n└── server.ts\n```\n' })
})

describe('not a claim', () => {
  test.each([
    ['made by the reader', 'Create `src/lib/mine.ts`.'],
    ['copied', 'Copy `.env.example` to `.env`.'],
    ['made by a build', 'The result is in `dist/index.js`, `src/generated/client.ts` and `coverage/index.html`.'],
    ['a placeholder', 'Open `src/<name>.ts`, `src/{name}/index.ts`, `src/lib/your-file.ts` or `src/*.ts`.'],
    ['a package', 'It needs `@scope/package` and `lodash/get`.'],
    ['a type of media', 'It sends `application/json` and `text/html`.'],
    ['of the system', 'See `/etc/hosts` and `~/.bashrc`.'],
    ['an address', 'Open `https://example.com/a/b.html` or `example.com/a.html`.'],
    ['a choice', 'Say `true/false`, `client/server` or `and/or`.'],
    ['a version', 'Since `1.2/1.3`, of `v2.0.0`.'],
    ['an example', 'Folders such as `src/tests/` are left out.'],
    ['plans', '## Roadmap\n\n`src/lib/later.ts` comes next.'],
    ['the past', '`src/lib/gone.ts` was removed.'],
    ['a method', 'Call `Array.from` and `this.start`.'],
  ])('%s', async (_, text) => {
    await expectTold('path', { ...code, 'README.md': `Begin at \`src/index.ts\`.\n\n${text}\n` })
  })

  test('and it is said why', async () => {
    const claims = await expectTold('path', { ...code, 'README.md': 'Create `src/lib/mine.ts`. The build writes to `dist/index.js`.\n' })
    expect(setAside(claims)).toHaveLength(2)
  })
})
