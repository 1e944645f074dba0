import { expect, test } from 'vitest'
import { marksByAddress, marksOf } from '../../plugin/docusaurus/marks'
import type { Discrepancy } from '../../plugin/types'

const discrepancy = (more: Partial<Discrepancy>) =>
  ({ id: 'DISC-004', docFile: 'site/docs/a.md', docText: '- Run [`npm run x`](b.md) **now**', actual: 'There is none.', ...more }) as Discrepancy

const results = {
  commit: 'c0ffee',
  discrepancies: [discrepancy({})],
  documents: [
    { file: 'site/docs/a.md', checked: 3, holds: 2 },
    { file: 'site/docs/b.md', checked: 2, holds: 2 },
    { file: 'site/docs/c.md', checked: 0, holds: 0 },
  ],
}

test('what was checked is kept by document, lines as a browser shows them', () => {
  expect(marksOf(results, '/base/audit/')).toEqual({
    'site/docs/a.md': {
      marks: [{ text: 'Run npm run x now', id: 'DISC-004', actual: 'There is none.', href: '/base/audit/architecture/documentation-audit#disc-004' }],
      checked: 3,
      commit: 'c0ffee',
    },
    'site/docs/b.md': { marks: [], checked: 2, commit: 'c0ffee' },
  })
})

test('pages are found by their file, whatever their address, and those of other places are left alone', () => {
  const docs = [
    { source: '@site/docs/a.md', permalink: '/base/first' },
    { source: '@site/docs/c.md', permalink: '/base/third' },
    { source: '@site/blog/a.md', permalink: '/base/blog' },
  ]
  const content = { 'docusaurus-plugin-content-docs': { default: { loadedVersions: [{ docs }] }, broken: undefined }, other: { x: {} } }
  const found = marksByAddress(marksOf(results, '/'), content, '/work/site', '/work')
  expect(Object.keys(found)).toEqual(['/base/first'])
  expect(marksByAddress(marksOf(results, '/'), {}, '/work/site', '/work')).toEqual({})
})
