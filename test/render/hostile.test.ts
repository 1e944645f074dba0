import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFrontMatter } from '../../plugin/front-matter'
import { oneLine } from '../../plugin/render/escape'
import { render } from '../../plugin/render/index'
import type { Page } from '../../plugin/types'
import { httpOf } from '../../plugin/views/derived/entry-points'
import { type ViewContext, views } from '../../plugin/views/index'
import { fragments, hostileText, poisoned } from './hostile'
import { all, cellsOf, parse, smuggled, textOf } from './markdown'
import { shop } from './shop'

const print = (context: ViewContext): Promise<Page[]> =>
  render(
    views.flatMap((view) => view(context)),
    context,
  )

/** The shop with every string of the analysed code replaced, in turn, by one of these. */
function poisonedShop(texts: string[], repository: ViewContext['repository']): ViewContext {
  let turn = 0
  const next = (): string => texts[turn++ % texts.length]!
  const context = shop()
  return {
    ...context,
    program: poisoned(context.program, next),
    rows: poisoned(context.rows, next),
    repository: repository && { ...repository, branch: next(), prefix: next(), uncommitted: new Set([texts[0]!]) },
  }
}

async function expectClean(context: ViewContext): Promise<void> {
  const pages = await print(context)
  for (const page of pages.filter(({ path }) => path.endsWith('.md'))) {
    const root = parse(page.content)
    expect(smuggled(root), page.path).toEqual([])
    for (const table of all(root, 'table')) expect(new Set(table.children.map((row) => row.children.length)).size, page.path).toBe(1)
    // Docusaurus keeps these in scripts: a backslash would end the string, an angle bracket the script.
    expect(
      all(root, 'heading')
        .filter(({ depth }) => depth === 1)
        .map((heading) => textOf(heading))
        .join(),
      page.path,
    ).toMatch(/^[A-Z][A-Za-z ]+$/)
    for (const value of Object.values(readFrontMatter(page.content).data)) expect(JSON.stringify(value), page.path).not.toMatch(/\\\\|[<>]|^""$/)
    expect(page.content.endsWith('\n') && !page.content.endsWith('\n\n'), page.path).toBe(true)
  }
  const surface = parse(pages.find(({ path }) => path.endsWith('01-security-surface.md'))!.content)
  const endpoints = all(surface, 'table')
    .map(cellsOf)
    .filter(([head]) => head![0] === 'Endpoint')
    .flatMap((rows) => rows.slice(1).map(([endpoint]) => endpoint!.replace(/ \(uncommitted\)$/, '')))
  expect(endpoints.sort()).toEqual(
    httpOf(context.program)
      .map(({ path }) => oneLine(path) || '(empty)')
      .sort(),
  )
}

describe.each([
  ['linked to a code host', shop().repository],
  ['outside version control', undefined],
])('pages %s', (_, repository) => {
  test.each([
    ['bare', (text: string) => text],
    ['in a word', (text: string) => `a${text}b`],
    ['in a path', (text: string) => `/users/${text}/:id`],
    ['twice', (text: string) => `${text} ${text}`],
  ])(
    'show hostile text as text, %s',
    async (__, wrap) => {
      // Another number of texts puts each into other places.
      for (const count of [fragments.length, fragments.length - 3]) await expectClean(poisonedShop(fragments.slice(0, count).map(wrap), repository))
    },
    60_000,
  )

  test('show any hostile text as text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText, { minLength: 1, maxLength: 12 }), (texts) => expectClean(poisonedShop(texts, repository))),
      { numRuns: 15 },
    )
  }, 120_000)
})
