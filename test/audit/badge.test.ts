import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const root = {
  'package.json': JSON.stringify({ name: 'orchard', license: 'MIT', repository: 'https://github.com/corner/orchard.git' }),
  '.gitignore': 'dist\n',
}
const workflow = { '.github/workflows/checks.yml': 'name: Checks\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps: []\n' }

test('badges of pipelines', async () => {
  const { told, expected } = await toldAndExpected(
    {
      ...root,
      ...workflow,
      '.travis.yml': 'language: node_js\nnode_js: 20\n',
      'README.md': `
![](https://travis-ci.org/corner/orchard.svg?branch=main)
![](https://travis-ci.org/somebody/meadow.svg?branch=main) ✗ badge
![](https://circleci.com/gh/corner/orchard.svg?style=svg) ✗ badge
![](https://github.com/corner/orchard/actions/workflows/checks.yml/badge.svg)
![](https://github.com/corner/orchard/actions/workflows/ci.yml/badge.svg) ✗ badge
![](https://github.com/corner/orchard/workflows/Checks/badge.svg)
![](https://github.com/corner/orchard/workflows/Gone/badge.svg) ✗ badge
![](https://github.com/somebody/meadow/actions/workflows/ci.yml/badge.svg)
![](https://img.shields.io/npm/v/orchard.svg)
`,
    },
    ['badge'],
  )
  expect(told).toEqual(expected)
})

test('a part of a repository may have its pipelines outside', async () => {
  const { told } = await toldAndExpected(
    { 'package.json': '{ "name": "orchard" }', 'README.md': '![](https://travis-ci.org/corner/orchard.svg)\n' },
    ['badge'],
  )
  expect(told).toEqual([])
})

test('licences', async () => {
  const files = (readme: string) => ({ ...root, 'README.md': readme })
  const read = async (readme: string) => toldAndExpected(files(readme), ['licence'])
  for (const readme of [
    '## License\n\n[MIT](LICENSE)\n',
    '## Licence\n\nApache 2.0 ✗ licence\n',
    '![](https://img.shields.io/badge/license-GPLv3-blue) ✗ licence\n',
    '## License\n\nThe code is MIT, the fonts are under Apache 2.0.\n',
    '## License\n\nISC, except for the pictures.\n',
  ]) {
    const { told, expected } = await read(readme)
    expect(told, readme).toEqual(expected)
  }
})
