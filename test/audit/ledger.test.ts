/** Ids of discrepancies: the same as long as the document says the same, wherever it says it. */
import { describe, expect, test } from 'vitest'
import { type Build, reconcile } from '../../plugin/ledger/index'
import { build } from '../ledger/build'
import { type Files, type Held, hold } from './documented'

const code = {
  'package.json': '{ "name": "shop" }',
  'src/index.ts': 'export const a = 1\n',
  'src/settings.ts': "export const port = process.env.PORT ?? 3000\nexport const host = process.env.SERVER_HOST ?? 'localhost'\n",
}
const readme = `# Shop

Begin at \`src/main.ts\`.

## Settings

- \`PORT\`: defaults to \`8080\`
- \`SERVER_HOST\`: defaults to \`localhost\`

See [the guide](docs/guide.md).
`

async function ids(...versions: Files[]): Promise<string[][]> {
  let last: ReturnType<typeof reconcile> | undefined
  const all: string[][] = []
  for (const [index, files] of versions.entries()) {
    last = reconcile(last?.ledger ?? null, buildOf(await hold({ ...code, ...files }), `c${index + 1}`))
    all.push(last.discrepancies.map(({ id, status, subject, file }) => `${id} ${status} ${file} ${subject}`))
  }
  return all
}

function buildOf({ program, audited }: Held, commit: string): Build {
  return { ...build([], { commit }), program, audit: audited }
}

const three = [
  'DISC-001 Open README.md doc src/main.ts',
  'DISC-002 Open README.md doc PORT defaults to 8080',
  'DISC-003 Open README.md doc docs/guide.md',
]

test('they are counted in the order of the document', async () => {
  expect(await ids({ 'README.md': readme })).toEqual([three])
})

describe('nothing changes by', () => {
  test.each<[string, Files]>([
    ['lines that move', { 'README.md': readme.replace('# Shop\n', '# Shop\n\nOne more paragraph.\n\nAnd another.\n') }],
    ['text beside it', { 'README.md': readme.replace('Begin at', 'You may begin at') }],
    ['another form of the list', { 'README.md': readme.replaceAll('- `', '*   `') }],
    ['lines that end as Windows ends them', { 'README.md': readme.replaceAll('\n', '\r\n') }],
    [
      'a section that is put before it',
      { 'README.md': readme.replace('# Shop\n', '# Shop\n\n## First\n\nText.\n\n# Again\n').replace('# Again', '# Shop') },
    ],
    ['other documents', { 'README.md': readme, 'docs/more.md': '# More\n\nNothing false.\n' }],
    ['code elsewhere', { 'README.md': readme, 'src/more.ts': 'export const b = 2\n' }],
    ['code that is moved', { 'README.md': readme, 'src/settings.ts': `// Settings\n\n\n${code['src/settings.ts']}` }],
  ])('%s', async (_, files) => {
    expect((await ids({ 'README.md': readme }, files))[1]).toEqual(three)
  })

  test('a document that is renamed', async () => {
    const [, after] = await ids({ 'docs/begin.md': readme.replace('docs/', '') }, { 'docs/start.md': readme.replace('docs/', '') })
    expect(after?.map((row) => row.replace('docs/start.md', '*'))).toEqual(
      three.map((row) => row.replace('README.md', '*').replace('docs/guide', 'guide')),
    )
  })
})

describe('one is Fixed', () => {
  test.each<[string, Files]>([
    ['where the document is mended', { 'README.md': readme.replace('8080', '3000') }],
    ['where the code is mended', { 'README.md': readme, 'src/settings.ts': code['src/settings.ts'].replace('3000', '8080') }],
    ['where the line is gone', { 'README.md': readme.replace(/- `PORT.*\n/, '') }],
    ['where a mark says not to look', { 'README.md': readme.replace('- `PORT', '<!-- plumbline-ignore environment: of the proxy -->\n\n- `PORT') }],
  ])('%s', async (_, files) => {
    const [, after] = await ids({ 'README.md': readme }, files)
    expect(after).toEqual([three[0], three[1]?.replace('Open', 'Fixed'), three[2]])
  })

  test('and has its old id when it comes back', async () => {
    const states = await ids({ 'README.md': readme }, { 'README.md': readme.replace('8080', '3000') }, { 'README.md': readme })
    expect(states[2]).toEqual(three)
  })

  test('with its document', async () => {
    expect((await ids({ 'README.md': readme }, {}))[1]).toEqual(three.map((row) => row.replace('Open', 'Fixed')))
  })
})

test('a mark without a reason hides nothing', async () => {
  expect((await ids({ 'README.md': readme.replace('- `PORT', '<!-- plumbline-ignore environment -->\n\n- `PORT') }))[0]).toEqual(three)
})

test('another statement is another one', async () => {
  const [, after] = await ids(
    { 'README.md': readme },
    { 'README.md': readme.replace('docs/guide.md', 'docs/manual.md').replace('[the guide]', '[everything else]') },
  )
  expect(after).toEqual([...three.slice(0, 2), 'DISC-003 Fixed README.md doc docs/guide.md', 'DISC-004 Open README.md doc docs/manual.md'])
})

test('another statement of the same line is another one', async () => {
  const line = { 'README.md': 'Begin at `src/main.ts`, then read `src/more.ts`.\n' }
  const one = { ...line, 'src/more.ts': 'export const b = 1\n' }
  const other = { ...line, 'src/main.ts': 'export const c = 1\n' }
  expect(await ids(one, other, one)).toEqual([
    ['DISC-001 Open README.md doc src/main.ts'],
    ['DISC-001 Fixed README.md doc src/main.ts', 'DISC-002 Open README.md doc src/more.ts'],
    ['DISC-001 Open README.md doc src/main.ts', 'DISC-002 Fixed README.md doc src/more.ts'],
  ])
})

test('the same words in two documents are two, and each goes by itself', async () => {
  const both = { 'README.md': readme, 'docs/README.md': 'Begin at `src/main.ts`.\n' }
  const [before, after] = await ids(both, { ...both, 'README.md': readme.replace('src/main.ts', 'src/index.ts') })
  expect(before).toHaveLength(4)
  expect(after?.filter((row) => row.includes('src/main.ts'))).toEqual([
    'DISC-001 Fixed README.md doc src/main.ts',
    'DISC-004 Open docs/README.md doc src/main.ts',
  ])
})

test('a reader that stopped closes nothing', async () => {
  const held = await hold({ ...code, 'README.md': readme })
  const { ledger } = reconcile(null, buildOf(held, 'c1'))
  const claims = held.audited.claims.filter(({ kind }) => kind !== 'environment')
  const kinds = held.audited.kinds.filter(({ id }) => id !== 'environment')
  const after = reconcile(ledger, buildOf({ ...held, audited: { ...held.audited, claims, kinds } }, 'c2'))
  expect(after.discrepancies.map(({ id, status }) => `${id} ${status}`)).toEqual(['DISC-001 Open', 'DISC-002 Open', 'DISC-003 Open'])
})
