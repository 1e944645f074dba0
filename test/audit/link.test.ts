import { describe, expect, test } from 'vitest'
import { expectTold, setAside } from './documented'

const code = {
  'package.json': '{ "name": "shop" }',
  LICENSE: 'MIT\n',
  'docs/guide.md': `# The guide

## Getting started!

## Was ist *neu* in \`v2\`?

## Twice

## Twice

## Named {#own-name}

<a name="by-hand"></a>
`,
  'docs/deep/index.md': '# Deep\n',
  'docs/Case.md': '# Case\n',
}

test('files and headings', async () => {
  const claims = await expectTold('link', {
    ...code,
    'README.md': `# Shop

[a](docs/guide.md) [b](./docs/guide.md) [c](docs/guide) [d](docs/deep) [e](LICENSE) [f](docs/)
[g](docs/guide.md#getting-started) [h](docs/guide.md#was-ist-neu-in-v2) [i](docs/guide.md#twice-1) [j](docs/guide.md#own-name)
[k](docs/guide.md#by-hand) [l](#shop) [m](#top) [n](<docs/guide.md> "title")
✗ [o](docs/guides.md)
✗ ![p](docs/picture.png)
✗ [q](docs/guide.md#gettingstarted)
✗ [r](docs/guide.md#twice-2)
✗ [s](docs/case.md)
✗ [t]()
✗ <img src="docs/logo.svg"> and <a href="docs/guide.md">here</a>
✗ [u][nowhere]

[nowhere]: docs/nowhere.md
`,
  })
  const fixes = claims.filter(({ patch }) => patch).map(({ patch }) => [patch?.from, patch?.to])
  expect(fixes).toEqual([
    ['#gettingstarted', '#getting-started'],
    ['docs/case.md', 'docs/Case.md'],
  ])
})

test('from the folder of the document', async () => {
  await expectTold('link', { ...code, 'docs/deep/more.md': '[a](../guide.md) [b](index.md) [c](../../LICENSE)\n✗ [d](guide.md)\n' })
})

describe('not a claim', () => {
  test.each([
    ['an address elsewhere', '[a](https://example.com/a) [b](mailto:a@b.test) [c](//cdn.test/x.js) <https://example.com>'],
    ['a placeholder', '[a](<link>) [b](url) [c](Link) [d](docs/YOUR_FILE.md)'],
    ['an address that a server resolves', '[a](/docs/unknown)'],
    ['a link in code', '`[a](docs/nowhere.md)`\n\n```md\n[a](docs/nowhere.md)\n```'],
    ['a link out of the analysed directory', '[a](../../other/README.md)'],
    ['words in brackets', 'Say [something] or [x] and a[0](1).'.replace('(1)', '')],
    ['a comment', '<!-- [a](docs/nowhere.md) -->'],
    ['a line of a file', '[a](LICENSE#L1)'],
    ['escaped', '\\[a](docs/nowhere.md)'.replace('](', ']\\(')],
  ])('%s', async (_, text) => {
    await expectTold('link', { ...code, 'README.md': `${text}\n` })
  })

  test('links of history are links, those of templates and fixtures are not its own', async () => {
    const claims = await expectTold('link', {
      ...code,
      'CHANGELOG.md': '✗ [a](docs/gone.md)\n',
      'templates/page.md': '[a](docs/gone.md)\n',
      'test/fixtures/page.md': '[a](docs/gone.md)\n',
    })
    expect(setAside(claims)).toHaveLength(2)
  })
})
