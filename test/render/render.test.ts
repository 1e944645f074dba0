import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readFrontMatter } from '../../plugin/front-matter'
import { citationsOf } from '../../plugin/render/citations'
import { drawingsOf } from '../../plugin/render/drawings'
import { engine, render } from '../../plugin/render/index'
import { labelMark, linkMark, mentionMark, nameMark, resolveLabels } from '../../plugin/render/labels'
import { permalink } from '../../plugin/render/permalink'
import { publisher } from '../../plugin/render/publishing'
import { tidy } from '../../plugin/render/tidy'
import type { Repository, View } from '../../plugin/types'
import { type ViewContext, views } from '../../plugin/views/index'
import { aContext, aRepository } from '../program'
import { all, parse, textOf } from './markdown'
import { shop } from './shop'

const root = mkdtempSync(path.join(tmpdir(), 'templates-'))
afterAll(() => rmSync(root, { recursive: true }))

function print(template: string, data: object, repository: Repository | undefined = aRepository()): string {
  mkdirSync(path.join(root, 'pages'), { recursive: true })
  writeFileSync(path.join(root, 'pages', 'x.md'), template)
  const { liquid, show } = engine(root)
  const publish = publisher({ citations: citationsOf(repository), diagrams: 'mermaid', drawings: drawingsOf() }, show)
  return publish(liquid.renderFileSync('pages/x', data))
}

describe('a template', () => {
  test('escapes what it prints', () => {
    expect(print('{{ name }}', { name: '<b>|' })).toBe('\\<b\\>\\|')
  })

  test.each([
    ['an unknown variable', '{{ nmae }}', /nmae/],
    ['an unknown field', '{{ item.nmae }}', /nmae/],
    ['an unknown variable in a condition', '{% if nmae %}x{% endif %}', /nmae/],
    ['an unknown filter', '{{ name | shout }}', /shout/],
    ['a value that is not there', '{{ nothing }}', /null/],
    ['an inherited property', '{{ item.constructor }}', /constructor/],
  ])('stops at %s', (_, template, message) => {
    expect(() => print(template, { name: 'x', item: {}, nothing: null })).toThrow(message)
  })

  test('does not run what it prints', () => {
    expect(print('{{ name }}', { name: '{{ secret }}{% raw %}', secret: 'x' })).not.toContain('x')
  })

  test('leaves no gap where a tag stood', () => {
    expect(print('| a |\n| --- |\n{% for row in rows %}\n| {{ row }} |\n{% endfor %}\n', { rows: ['1', '2'] })).toBe('| a |\n| --- |\n| 1 |\n| 2 |\n')
  })
})

test.each([
  ['https://github.com/acme/sample', 'https://github.com/acme/sample/blob/C/a%20b.ts#L3', 'https://github.com/acme/sample/blob/C/a%20b.ts#L3-L5'],
  [
    'https://gitlab.com/acme/sub/sample',
    'https://gitlab.com/acme/sub/sample/-/blob/C/a%20b.ts#L3',
    'https://gitlab.com/acme/sub/sample/-/blob/C/a%20b.ts#L3-5',
  ],
  ['https://gitlab.example.org/x/y', 'https://gitlab.example.org/x/y/-/blob/C/a%20b.ts#L3', 'https://gitlab.example.org/x/y/-/blob/C/a%20b.ts#L3-5'],
  [
    'https://bitbucket.org/acme/sample',
    'https://bitbucket.org/acme/sample/src/C/a%20b.ts#lines-3',
    'https://bitbucket.org/acme/sample/src/C/a%20b.ts#lines-3:5',
  ],
  [
    'https://codeberg.org/acme/sample',
    'https://codeberg.org/acme/sample/src/commit/C/a%20b.ts#L3',
    'https://codeberg.org/acme/sample/src/commit/C/a%20b.ts#L3-L5',
  ],
])('%s has permanent addresses', (webUrl, one, several) => {
  const repository = aRepository({ webUrl, commit: 'C' })
  expect(permalink(repository, { file: 'a b.ts', line: 3 })).toBe(one)
  expect(permalink(repository, { file: 'a b.ts', line: 3, endLine: 5 })).toBe(several)
})

test('an address holds the folder of the analysed part, and nothing that ends a link', () => {
  const address = permalink(aRepository({ prefix: 'packages/api/' }), { file: 'src/(x)/[y]|`z`.ts', line: 1 })!
  expect(address).toContain('/packages/api/src/')
  expect(address).not.toMatch(/[()[\]|`<> ]/)
})

test.each([
  ['outside version control', undefined],
  ['without a web address', aRepository({ webUrl: undefined })],
  ['in an uncommitted file', aRepository({ uncommitted: new Set(['a.ts']) })],
  ['behind another protocol', aRepository({ webUrl: 'javascript:alert(1)//x/' })],
  ['with a user in its address', aRepository({ webUrl: 'https://user:secret@github.com/a/b' })],
])('a line %s has no permanent address', (_, repository) => {
  expect(permalink(repository, { file: 'a.ts', line: 1 })).toBeUndefined()
})

describe('a line without an address', () => {
  const printed = async (repository: Repository | undefined): Promise<Map<string, string>> => {
    const context = { ...shop(), repository }
    return new Map(
      (
        await render(
          views.flatMap((view) => view(context)),
          context,
        )
      ).map((page) => [page.path, page.content]),
    )
  }

  test('is shown on a page of excerpts that every citation leads to', async () => {
    const pages = await printed(undefined)
    const surface = pages.get('security-docs/analysis/01-security-surface.md')!
    const link = /\]\(\.\.\/\.\.\/(source\/src-http-auth-ts-[0-9a-f]{6}\.md)#line-23\)/.exec(surface)!
    const excerpts = parse(pages.get(link[1]!)!)
    expect(all(excerpts, 'heading').map((heading) => textOf(heading))).toContain('Line 23')
    expect(all(excerpts, 'code').map(({ value }) => value)).toContain("router.post('/auth/login', login)")
    expect(pages.get('source/_category_.json')).toContain('Source excerpts')
  })

  test('is marked where its file is uncommitted', async () => {
    const pages = await printed(shop().repository)
    const surface = pages.get('security-docs/analysis/01-security-surface.md')!
    expect(surface).toMatch(/\(\.\.\/\.\.\/source\/src-http-tenants-ts-[0-9a-f]{6}\.md#line-\d+\) \(uncommitted\)/)
    expect(surface).toContain('https://github.com/acme/harbour-shop/blob/')
    expect([...pages.keys()].filter((page) => page.startsWith('source/') && page.endsWith('.md'))).toHaveLength(1)
  })

  test('is only named where its text is not known', () => {
    expect(print('{{ it | evidence }}', { it: { file: 'a.ts', line: 3, text: '' } }, aRepository({ webUrl: undefined }))).toBe('`a.ts:3`')
  })

  test('has a page with a name of its own, whatever its file is called', () => {
    const citations = citationsOf(undefined)
    const files = ['A.ts', 'a.ts', 'a-ts', '../a.ts', '_a.ts', '01-a.ts', `${'x'.repeat(300)}.ts`, '字.ts', '']
    for (const file of files) citations.addressOf({ file, line: 1, text: 'x' })
    const pages = citations.excerpts().map((view) => view.path)
    expect(new Set(pages).size).toBe(files.length)
    for (const page of pages) expect(page).toMatch(/^source\/[a-z0-9][a-z0-9-]{0,70}\.md$/)
  })
})

describe('labels', () => {
  const page = (name: string, content: string) => ({ path: name, content })

  test('become the anchor of their heading, relative to the page that links', () => {
    const pages = resolveLabels([
      page(
        'a/one.md',
        `# One\n\n## \`/x|y\` and below ${labelMark('group')}\n\n## Twice\n\n## Twice ${labelMark('second')}\n\n[x](${linkMark('', 'second')})\n`,
      ),
      page('two.md', `[x](${linkMark('a/one.md', 'group')}) [y](${linkMark('a/one.md')})\n`),
    ])
    expect(pages.map(({ content }) => content)).toEqual([
      '# One\n\n## `/x|y` and below\n\n## Twice\n\n## Twice\n\n[x](#twice-1)\n',
      '[x](a/one.md#xy-and-below) [y](a/one.md)\n',
    ])
  })

  test.each([
    ['a page', linkMark('gone.md')],
    ['a heading', linkMark('a.md', 'gone')],
  ])('stop the build when %s is gone', (_, link) => {
    expect(() => resolveLabels([page('a.md', `[x](${link})\n`)])).toThrow(/a\.md links to .*gone/)
  })

  test('a name leads to the first heading that has it, from any page, and stays a text where none has', () => {
    const named = (content: string) => `# ${content}\n\n## GET \`/a|b\` ${nameMark('GET /a|b')}\n`
    const pages = resolveLabels([
      page('a/one.md', named('One')),
      page('a/two.md', named('Two')),
      page('three.md', `${mentionMark('GET /a|b', '`GET`')} and ${mentionMark('GET /gone=\uD800', '`gone`')}\n`),
      page('a/one-more.md', `${mentionMark('GET /a|b', '`x = y`')}\n`),
    ])
    expect(pages.slice(2).map(({ content }) => content)).toEqual(['[`GET`](a/one.md#get-ab) and `gone`\n', '[`x = y`](one.md#get-ab)\n'])
  })

  test('stop the build when two headings share one', () => {
    expect(() => resolveLabels([page('a.md', `# x ${labelMark('l')}\n# y ${labelMark('l')}\n`)])).toThrow(/same label/)
  })
})

describe('tidy', () => {
  test('leaves single blank lines and one newline, but code as it is', () => {
    expect(tidy('x', 'a  \n\n\n\nb\n\n```\n\n\nc  \n```\n\n\n')).toBe('a\n\nb\n\n```\n\n\nc  \n```\n')
  })

  test.each([
    ['a row with another number of cells', 'x\n\n| a | b |\n| --- | --- |\n| 1 |\n', /another number of cells/],
    ['a gap', 'x\n\n| a |\n| --- |\n\n| 1 |\n', /gap/],
    ['no blank line before it', 'x\n| a |\n| --- |\n', /blank line/],
  ])('stops at a table with %s', (_, markdown, message) => {
    expect(() => tidy('page.md', markdown)).toThrow(message)
  })
})

describe('every page', () => {
  const pagesOf = async (context: ViewContext) =>
    (
      await render(
        views.flatMap((view) => view(context)),
        context,
      )
    ).filter((page) => /\.(?:md|json)$/.test(page.path) && !page.path.endsWith('_category_.json'))

  test('has a title, a place in the sidebar, and is CommonMark', async () => {
    for (const page of (await pagesOf(shop())).filter(({ path: place }) => place.endsWith('.md'))) {
      const { data } = readFrontMatter(page.content)
      expect(data, page.path).toMatchObject({
        title: expect.any(String),
        sidebar_position: expect.any(Number),
        description: expect.any(String),
        mdx: { format: 'md' },
      })
      expect(
        all(parse(page.content), 'heading').filter(({ depth }) => depth === 1),
        page.path,
      ).toHaveLength(1)
    }
  })

  test('links only to pages and headings that exist', async () => {
    const pages = await pagesOf({ ...shop(), repository: undefined })
    const { default: Slugger } = await import('github-slugger')
    const anchors = new Map(
      pages.map((page) => {
        const slugger = new Slugger()
        // Data has no headings; a link to it leads to the file.
        if (!page.path.endsWith('.md')) return [page.path, new Set([''])]
        return [page.path, new Set(['', ...all(parse(page.content), 'heading').map((heading) => slugger.slug(textOf(heading)))])]
      }),
    )
    let links = 0
    for (const page of pages.filter(({ path: place }) => place.endsWith('.md'))) {
      for (const { url } of all(parse(page.content), 'link').filter((link) => !/^https:/.test(link.url))) {
        const [file = '', anchor = ''] = url.split('#')
        const target = file === '' ? page.path : path.posix.join(path.posix.dirname(page.path), file)
        expect([...(anchors.get(target) ?? [])], `${page.path} → ${url}`).toContain(anchor)
        links++
      }
    }
    expect(links).toBeGreaterThan(100)
  })

  test('gives its reader no path of this machine and no word of its making', async () => {
    for (const page of await pagesOf(aContext())) {
      expect(page.content).not.toContain(process.cwd())
      expect(page.content).not.toMatch(/undefined|\[object|NaN/)
    }
  })
})

test('every template is used', () => {
  const templates = path.join(__dirname, '..', '..', 'templates')
  const read = (folder: string) =>
    readdirSync(path.join(templates, folder)).map((name) => ({
      name: name.replace(/\.md$/, ''),
      text: readFileSync(path.join(templates, folder, name), 'utf8'),
    }))
  const texts = [...read('pages'), ...read('partials')].map(({ text }) => text).join('\n')
  const code = ['filters', 'publishing'].map((name) => readFileSync(path.join(__dirname, '..', '..', 'plugin', 'render', `${name}.ts`), 'utf8'))
  for (const { name } of read('partials'))
    expect(texts.includes(`'${name}'`) || texts.includes(`'partials/${name}'`) || code.some((text) => text.includes(`'${name}'`)), name).toBe(true)
  const context = shop()
  const used = new Set(views.flatMap((view) => view(context)).map((view: View) => view.template))
  // The shop of these tests is held against no standard and is small; the golden pages of the sample shop print those templates.
  const sources = ['compliance', 'diagrams'].map((folder) => path.join(__dirname, '..', '..', 'plugin', 'views', folder))
  const named = sources.flatMap((folder) => readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))).join('\n')
  for (const { name } of read('pages'))
    expect(used.has(name) || named.includes(`'${name}'`) || ['source-excerpts', 'placeholder'].includes(name), name).toBe(true)
})
