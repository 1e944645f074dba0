/** Links as sites serve them: what a site resolves is its own affair, what it does not is a file. */
import { expect, test } from 'vitest'
import { discrepancies, hold, told } from './documented'

const found = async (files: Record<string, string>, given = {}) =>
  discrepancies((await hold(files, given)).audited)
    .filter(({ kind }) => kind === 'link')
    .map(told)

const site = { 'website/docusaurus.config.js': 'module.exports = {}\n', 'src/a.ts': 'export const a = 1\n' }

test('addresses of a site are not taken for files, and files are', async () => {
  const guide = [
    '# Guide',
    '[route](/docs/intro), [alias](@site/src/x.md), [page](../category/more), [raw](pathname:///x.pdf)',
    '[there](./intro.md), [without its ending](intro)',
    '[gone](./gone.md)',
  ].join('\n\n')
  expect(await found({ ...site, 'website/docs/guide.md': guide, 'website/docs/intro.md': '# Intro\n' })).toEqual([
    'website/docs/guide.md:7 link ./gone.md',
  ])
})

test('outside of a site an address without an ending is a file or a folder', async () => {
  expect(await found({ ...site, 'README.md': '[more](docs/more) [src](src)\n' })).toEqual(['README.md:1 link docs/more'])
})

test('a translation falls back on what is not translated', async () => {
  const translated = 'website/i18n/fr/docusaurus-plugin-content-docs/current/guide.md'
  expect(await found({ ...site, [translated]: '[more](./more.md)\n', 'website/docs/more.md': '# More\n' })).toEqual([])
})

test('a template is not what is made of it', async () => {
  const text = '[three](#three)\n'
  expect(await found({ 'a.md': `{% if x %}\n${text}{% endif %}\n`, 'b.md': text })).toEqual(['b.md:1 link #three'])
})

test('what a tool writes into a list of contributors leads nowhere, and says so of no heading', async () => {
  const list = '<td><a href="#infra-ada" title="Infrastructure">🚇</a> <a href="#ideas-ada-l">🤔</a> <a href="#notes-ada">notes</a></td>\n'
  expect(await found({ 'README.md': `# Shop\n\n${list}\n[what we do](#ideas)\n` })).toEqual([
    'README.md:3 link #notes-ada',
    'README.md:5 link #ideas',
  ])
})

test('an address of mail is told as one', async () => {
  const { audited } = await hold({ 'README.md': '[mail](help@fennel.shop) [more](mailto:help@fennel.shop)\n' })
  const claims = discrepancies(audited).filter(({ kind }) => kind === 'link')
  expect(claims.map(({ patch }) => patch?.to)).toEqual(['(mailto:help@fennel.shop)'])
})
