/** Documents, taken apart: every part with the line that it stands in. */
import { describe, expect, test } from 'vitest'
import { documentFacts, isDocument } from '../../plugin/extract/documents/index'
import type { DocumentFacts } from '../../plugin/types'

const read = (text: string, path = 'README.md') => documentFacts(path, text) as DocumentFacts
const passages = ({ passages: all }: DocumentFacts) => all.map(({ kind, line, raw }) => `${line} ${kind}: ${raw}`)

test('headings, with anchors as code hosts make them', () => {
  const { headings } = read(
    `# One

Two
---

## The \`run()\` of *this* & that

## Same
## Same

## Own {#my-own}

### [Linked](a.md) ü ß
`,
  )
  expect(headings.map(({ depth, text, anchor, line }) => [line, depth, text, anchor])).toEqual([
    [1, 1, 'One', 'one'],
    [3, 2, 'Two', 'two'],
    [6, 2, 'The run() of this & that', 'the-run-of-this--that'],
    [8, 2, 'Same', 'same'],
    [9, 2, 'Same', 'same-1'],
    [11, 2, 'Own', 'my-own'],
    [13, 3, 'Linked ü ß', 'linked-ü-ß'],
  ])
})

test('what stands before the first heading has none, and the rest has the one above it', () => {
  const { passages: all } = read('Before.\n\n# One\n\nAfter.\n')
  expect(all.map(({ raw, heading }) => [raw, heading])).toEqual([
    ['Before.', -1],
    ['# One', 0],
    ['After.', 0],
  ])
})

test('paragraphs, quotes and code in them', () => {
  const facts = read('A line\nwith `code` in it\nand `` a ` b `` and `\nc`.\n\n> Quoted `q`.\n')
  expect(passages(facts)).toEqual(['1 paragraph: A line\nwith `code` in it\nand `` a ` b `` and `\nc`.', '6 quote: Quoted `q`.'])
  expect(facts.passages.flatMap(({ codes }) => codes)).toMatchObject([
    { text: 'code', line: 2 },
    { text: 'a ` b', line: 3 },
    { line: 3 },
    { text: 'q', line: 6 },
  ])
})

test('lists within lists, and tasks', () => {
  const facts = read('- a\n- b\n  with more\n\n  1. c\n     - d\n- [ ] e\n- [x] f\n')
  expect(passages(facts)).toEqual(['1 item: a', '2 item: b\n  with more', '5 item: c', '6 item: d', '7 item: [ ] e', '8 item: [x] f'])
  expect(facts.passages.map(({ checked }) => checked)).toEqual([undefined, undefined, undefined, undefined, false, true])
})

test('tables: rows, columns, empty cells, bars in code', () => {
  const facts = read('| A | B | C |\n| --- | :-: | --- |\n| 1 |  | `a \\| b` |\nx | y | z\n\nText.\n\n| D |\n| - |\n| 2 |\n')
  expect(
    facts.passages.filter(({ cell }) => cell).map(({ raw, line, cell }) => [line, cell?.table, cell?.row, cell?.column, cell?.head, raw]),
  ).toEqual([
    [1, 0, -1, 0, 'A', 'A'],
    [1, 0, -1, 1, 'B', 'B'],
    [1, 0, -1, 2, 'C', 'C'],
    [3, 0, 0, 0, 'A', '1'],
    [3, 0, 0, 2, 'C', '`a \\| b`'],
    [4, 0, 1, 0, 'A', 'x'],
    [4, 0, 1, 1, 'B', 'y'],
    [4, 0, 1, 2, 'C', 'z'],
    [8, 1, -1, 0, 'D', 'D'],
    [10, 1, 0, 0, 'D', '2'],
  ])
})

describe('blocks of code', () => {
  test('language, words after it, first line, the passage before', () => {
    const { fences } = read('Run it:\n\n```bash title="x.sh" {1}\none\ntwo\n```\n\n~~~\nthree\n~~~\n\n# Next\n\n    four\n')
    expect(fences.map(({ language, meta, text, line, before, heading }) => [language, meta, text, line, before, heading])).toEqual([
      ['bash', 'title="x.sh" 1}', 'one\ntwo', 4, 'Run it:', -1],
      ['', '', 'three', 9, 'Run it:', -1],
      ['', '', 'four', 14, '', 0],
    ])
  })

  test('within lists and quotes, where every line is indented or marked', () => {
    const { fences } = read('1. First:\n\n   ```sh\n   one\n   two\n   ```\n\n> ```js\n> three()\n> four()\n> ```\n')
    expect(fences.map(({ language, text, line }) => [language, text, line])).toEqual([
      ['sh', 'one\ntwo', 4],
      ['js', 'three()\nfour()', 9],
    ])
  })

  test('a longer fence holds a shorter one, and what is in it is no block of its own', () => {
    const facts = read('````md\n```sh\none\n```\n[a](b.md)\n# No heading\n````\n\n[c](d.md)\n')
    expect(facts.fences.map(({ language, text, line }) => [language, text, line])).toEqual([['md', '```sh\none\n```\n[a](b.md)\n# No heading', 2]])
    expect(facts.links.map(({ url, line }) => [url, line])).toEqual([['d.md', 9]])
    expect(facts.headings).toEqual([])
  })

  test('one that is empty, and one that is never closed', () => {
    expect(read('```\n```\n\n```sh\none').fences.map(({ language, text, line }) => [language, text, line])).toEqual([
      ['', '', 2],
      ['sh', 'one', 5],
    ])
  })
})

test('links of all kinds', () => {
  const { links, anchors } = read(
    `[a](b.md "title") ![c](d.png) <https://e.test> https://f.test [g][h] [h] [i][]
[![j](k.svg)](l.md) [m]() [\`n\`](<o p.md>)

<a id="q" href="r.md">s</a> <img src='t.png' alt="">

<div align="center">
  <a name="u"></a>
  <a href="v.md">
    <img src="w.png">
  </a>
</div>

[H]: x.md
[i]: <y.md> 'title'
`,
  )
  expect(links.map(({ url, text, line, image }) => [line, url, text, image])).toEqual([
    [1, 'b.md', 'a', false],
    [1, 'd.png', 'c', true],
    [1, 'https://e.test', '<https://e.test>', false],
    [1, 'https://f.test', 'https://f.test', false],
    [1, 'x.md', 'g', false],
    [1, 'x.md', 'h', false],
    [1, 'y.md', 'i', false],
    [2, 'l.md', 'j', false],
    [2, 'k.svg', 'j', true],
    [2, '', 'm', false],
    [2, 'o p.md', 'n', false],
    [4, 'r.md', '', false],
    [4, 't.png', '', true],
    [8, 'v.md', '', false],
    [9, 'w.png', '', true],
  ])
  expect(anchors).toEqual(['q', 'u'])
})

test('what HTML comments out is not there', () => {
  const facts = read('<!-- [a](b.md) `c` -->\n\n<!--\n# No\n\n[d](e.md)\n-->\n\nText <!-- <a href="f.md"> --> on.\n')
  expect(facts.links).toEqual([])
  expect(facts.headings).toEqual([])
})

test('front matter is no prose, and counts as lines', () => {
  const facts = read('---\ntitle: "[a](b.md)"\n# no heading\n---\n\n# One\n')
  expect(facts.headings.map(({ text, line }) => [text, line])).toEqual([['One', 6]])
  expect(facts.links).toEqual([])
  expect(read('Text.\n\n---\n\na: b\n\n---\n').passages.map(({ line }) => line)).toEqual([1, 5])
})

test('lines that end as Windows ends them', () => {
  const text = '---\na: b\n---\n\n# One\n\nSome `code`\nand [a](b.md)\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n```sh\none\ntwo\n```\n\n- c\n- d\n'
  const plain = read(text)
  const other = read(text.replaceAll('\n', '\r\n'))
  const lines = ({ headings, passages: all, fences, links }: DocumentFacts) => ({
    headings: headings.map(({ text: it, anchor, line }) => [it, anchor, line]),
    passages: all.map(({ kind, line, raw, cell }) => [kind, line, raw, cell]),
    codes: all.flatMap(({ codes }) => codes),
    fences: fences.map(({ language, text: it, line }) => [language, it, line]),
    links,
  })
  expect(lines(other)).toEqual(lines(plain))
})

test('MDX: components, imports and braces are nothing to worry about', () => {
  const facts = read(
    `---
title: Page
---

import Tabs from '@theme/Tabs'

# Page {/* #top-of-page */}

<Tabs groupId="os">
  <TabItem value="a">

Inside with \`code\` and [a](b.md).

\`\`\`sh
one
\`\`\`

  </TabItem>
</Tabs>

{/* plumbline-ignore path: shown as an example */}
After.
`,
    'docs/page.mdx',
  )
  expect(facts.headings.map(({ text, anchor, line }) => [text, anchor, line])).toEqual([['Page', 'top-of-page', 7]])
  expect(facts.links.map(({ url, line }) => [url, line])).toEqual([['b.md', 12]])
  expect(facts.fences.map(({ text, line }) => [text, line])).toEqual([['one', 15]])
  expect(facts.silenced).toMatchObject([{ kind: 'path', reason: 'shown as an example' }])
})

describe('where the audit is not to look', () => {
  test('the next block, a stretch, and all of it', () => {
    const { silenced } = read(
      `<!-- plumbline-ignore route: of the gateway -->
A paragraph
of two lines.

<!-- plumbline-ignore-start all: history -->

More.

<!-- plumbline-ignore-end -->

<!-- plumbline-ignore-file link: they are made later -->
<!-- plumbline-ignore path -->
`,
    )
    expect(silenced.map(({ kind, reason, from, to }) => [kind, reason, from, to])).toEqual([
      ['route', 'of the gateway', 1, 3],
      ['all', 'history', 5, 9],
      ['link', 'they are made later', 1, 13],
      ['path', '', 12, expect.any(Number)],
    ])
  })
})

test('hostile texts come to an end', () => {
  const started = performance.now()
  for (const text of [
    '['.repeat(20_000),
    '`'.repeat(20_001),
    '> '.repeat(3000),
    '| '.repeat(5000),
    `${'<a '.repeat(5000)}`,
    '*'.repeat(20_000),
    '- '.repeat(2000),
    '![]('.repeat(5000),
  ])
    expect(read(text).path).toBe('README.md')
  expect(performance.now() - started).toBeLessThan(10_000)
})

describe('examples of settings', () => {
  test('names, comments, what is taken out of use', () => {
    const facts = read('# Where it listens\nPORT=3000\n\nexport KEY="x" # secret\r\n# OLD=1\n', '.env.example')
    expect(facts.passages.map(({ kind, line, raw, codes }) => [line, kind, raw, codes.map(({ text }) => text)])).toEqual([
      [1, 'paragraph', 'Where it listens', []],
      [2, 'item', 'PORT=3000', ['PORT']],
      [4, 'item', 'export KEY="x" # secret', ['KEY']],
      [5, 'paragraph', 'OLD=1', []],
    ])
    expect(facts.fences).toMatchObject([{ language: 'dotenv', line: 1 }])
  })

  test.each(['.env.example', 'api/.env.sample', '.env.production.template', 'example.env', '.env.dist'])('%s is one', (path) => {
    expect(isDocument({ path, kind: 'other' })).toBe(true)
  })

  test.each(['.env', 'src/env.ts', 'a.env'])('%s is none', (path) => {
    expect(isDocument({ path, kind: 'other' })).toBe(false)
  })
})
