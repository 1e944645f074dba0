/** Who reads a site: a warning where nobody said, and pages that search engines leave alone. */
import { describe, expect, test } from 'vitest'
import { audienceWarning } from '../../plugin/docusaurus/audience'
import noindex from '../../plugin/docusaurus/noindex'
import { parsePluginOptions } from '../../plugin/options'
import { render } from '../../plugin/render/index'
import { parse } from '../render/markdown'

describe('the warning', () => {
  const warned = (url: string, given: object = {}, noIndex = false) => audienceWarning({ url, noIndex }, parsePluginOptions(given))

  test.each(['https://docs.acme.dev', 'https://acme.github.io'])('%s looks like a site for everybody', (url) => {
    expect(warned(url)).toContain(`${new URL(url).hostname} looks like a site for everybody`)
    expect(warned(url)).toContain('Set the option "audience"')
  })

  test.each([
    'http://docs.acme.dev',
    'https://localhost:3000',
    'https://docs',
    'https://docs.acme.internal',
    'https://your-docusaurus-site.example.com',
    'https://10.1.2.3',
    'https://172.20.0.5',
    'https://[::1]',
    'no address',
  ])('%s does not', (url) => {
    expect(warned(url)).toBeUndefined()
  })

  test('nor does a site that keeps search engines away, or one whose owner has decided', () => {
    expect(warned('https://docs.acme.dev', {}, true)).toBeUndefined()
    expect(warned('https://docs.acme.dev', { audience: 'internal' })).toBeUndefined()
    expect(warned('https://docs.acme.dev', { audience: 'public' })).toBeUndefined()
  })
})

test('the option takes two words, and is not set unless somebody sets it', () => {
  expect(parsePluginOptions({}).audience).toBeUndefined()
  expect(parsePluginOptions({ audience: 'public' }).audience).toBe('public')
  expect(() => parsePluginOptions({ audience: 'everyone' })).toThrow('Option "audience" is "everyone"; expected one of internal, public.')
})

describe('what a page asks of search engines', () => {
  const view = { path: 'page.md', template: 'source-excerpts', data: { file: 'a.ts', position: 1, why: 'no repository', excerpts: [], language: '' } }
  const content = async (audience: 'internal' | 'public') =>
    (await render([view], { options: { diagrams: 'mermaid', audience }, repository: undefined }))[0]?.content ?? ''

  test('gets into the head of its HTML', async () => {
    const tree = parse(await content('public'))
    noindex()(tree as never)
    const attribute = (name: string, value: string) => ({ type: 'mdxJsxAttribute', name, value })
    expect(tree.children.at(-1)).toEqual({
      type: 'mdxJsxFlowElement',
      name: 'head',
      attributes: [],
      children: [
        { type: 'mdxJsxFlowElement', name: 'meta', attributes: [attribute('name', 'robots'), attribute('content', 'noindex')], children: [] },
      ],
    })
  })

  test('other HTML is left as it is', () => {
    const tree = { type: 'root', children: [{ type: 'html', value: '<head>\n<script>x</script>\n</head>' }] }
    noindex()(tree)
    expect(tree.children[0]).toMatchObject({ type: 'html' })
  })

  test('nothing, where only people of the house read it', async () => {
    expect(await content('internal')).not.toContain('robots')
  })
})
