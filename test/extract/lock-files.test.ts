/** What lock files say was installed: one small file a format, all of the same three packages. */
import { expect, test } from 'vitest'
import { lockedTree } from '../../plugin/extract/lock-files/index'
import type { LockedTree } from '../../plugin/types'

/** `7 kettle@1.2.0 → lid`, and what asks for it. */
function told(path: string, text: string): string[] {
  const { packages, roots, asked } = lockedTree(path, text) as LockedTree
  const nameOf = (position: number) => `${packages[position]?.name}@${packages[position]?.version}`
  return [
    ...packages.map(({ name, version, line, needs }) =>
      [`${line} ${name}@${version}`, ...(needs.length > 0 ? [`→ ${needs.map(nameOf).join(', ')}`] : [])].join(' '),
    ),
    ...roots.map(({ by, name, to, scope }) => `${scope} ${by === '' ? '' : `${by} `}${name}: ${nameOf(to)}`),
    ...Object.entries(asked).map(([request, to]) => `${request}: ${nameOf(to)}`),
  ]
}

test('package-lock.json, format 1: packages inside packages', () => {
  const lock = {
    name: 'tea',
    lockfileVersion: 1,
    dependencies: {
      kettle: { version: '1.2.0', requires: { lid: '^2.0.0', handle: '^1.0.0' }, dependencies: { lid: { version: '2.0.1' } } },
      lid: { version: '3.0.0', dev: true },
      handle: { version: '1.0.5', requires: { lid: '^3.0.0' } },
      cup: { version: 'npm:mug@4.0.0' },
    },
  }
  expect(told('package-lock.json', JSON.stringify(lock, null, 2))).toEqual([
    '5 kettle@1.2.0 → lid@2.0.1, handle@1.0.5',
    '12 lid@2.0.1',
    '17 lid@3.0.0',
    '21 handle@1.0.5 → lid@3.0.0',
    '27 mug@4.0.0',
    'kettle: kettle@1.2.0',
    'lid: lid@3.0.0',
    'handle: handle@1.0.5',
    'cup: mug@4.0.0',
  ])
})

test('package-lock.json, formats 2 and 3: by folder, workspaces and links', () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { kettle: '^1.0.0' }, devDependencies: { '@tea/timer': '*' }, workspaces: ['rooms/*'] },
      'node_modules/@tea/timer': { version: '0.1.0' },
      'node_modules/garden': { resolved: 'rooms/garden', link: true },
      'node_modules/kettle': { version: '1.2.0', dependencies: { lid: '^2.0.0' } },
      'node_modules/kettle/node_modules/lid': { version: '2.0.1' },
      'node_modules/lid': { version: '3.0.0', name: 'big-lid' },
      'rooms/garden': { dependencies: { lid: '^3.0.0', kettle: '^1.0.0' } },
      'rooms/garden/node_modules/lid': { version: '3.1.0' },
    },
  }
  expect(told('sub/npm-shrinkwrap.json', JSON.stringify(lock, null, 2))).toEqual([
    '15 @tea/timer@0.1.0',
    '22 kettle@1.2.0 → lid@2.0.1',
    '28 lid@2.0.1',
    '31 big-lid@3.0.0',
    '41 lid@3.1.0',
    'runtime kettle: kettle@1.2.0',
    'dev @tea/timer: @tea/timer@0.1.0',
    'runtime rooms/garden lid: lid@3.1.0',
    'runtime rooms/garden kettle: kettle@1.2.0',
  ])
})

test('yarn.lock, classic: what was asked for stands in the keys', () => {
  const lock = `# yarn lockfile v1


"@tea/timer@*":
  version "0.1.0"
  resolved "https://registry.example/timer"

kettle@^1.0.0, kettle@^1.1.0:
  version "1.2.0"
  dependencies:
    "@tea/timer" "*"
    lid "^2.0.0"
  optionalDependencies:
    handle "^1.0.0"

lid@^2.0.0:
  version "2.0.1"

"handle@^1.0.0":
  version "1.0.5"

"cup@npm:mug@^4.0.0":
  version "4.0.0"
`
  expect(told('yarn.lock', lock)).toEqual([
    '4 @tea/timer@0.1.0',
    '8 kettle@1.2.0 → @tea/timer@0.1.0, lid@2.0.1, handle@1.0.5',
    '16 lid@2.0.1',
    '19 handle@1.0.5',
    '22 mug@4.0.0',
    '@tea/timer@*: @tea/timer@0.1.0',
    'kettle@^1.0.0: kettle@1.2.0',
    'kettle@^1.1.0: kettle@1.2.0',
    'lid@^2.0.0: lid@2.0.1',
    'handle@^1.0.0: handle@1.0.5',
    'cup@npm:mug@^4.0.0: mug@4.0.0',
  ])
})

test('yarn.lock, later: YAML, with the workspaces among the packages', () => {
  const lock = `__metadata:
  version: 8

"kettle@npm:^1.0.0":
  version: 1.2.0
  resolution: "kettle@npm:1.2.0"
  dependencies:
    lid: "npm:^2.0.0"

"lid@npm:^2.0.0, lid@npm:^2.0.1":
  version: 2.0.1
  resolution: "lid@npm:2.0.1"

"tea@workspace:.":
  version: 0.0.0-use.local
  resolution: "tea@workspace:."
  dependencies:
    kettle: "npm:^1.0.0"
`
  expect(told('yarn.lock', lock).slice(0, 3)).toEqual(['4 kettle@1.2.0 → lid@2.0.1', '10 lid@2.0.1', 'runtime kettle: kettle@1.2.0'])
})

test.each([
  [
    '5: names and versions by slashes',
    `lockfileVersion: 5.4
specifiers:
  kettle: ^1.0.0
dependencies:
  kettle: 1.2.0_lid@2.0.1
devDependencies:
  cup: /mug/4.0.0
packages:
  /kettle/1.2.0_lid@2.0.1:
    dependencies:
      lid: 2.0.1
      '@tea/timer': 0.1.0
  /lid/2.0.1:
    dev: false
  /@tea/timer/0.1.0:
    dev: false
  /mug/4.0.0:
    dev: true
`,
    [
      '9 kettle@1.2.0 → lid@2.0.1, @tea/timer@0.1.0',
      '13 lid@2.0.1',
      '15 @tea/timer@0.1.0',
      '17 mug@4.0.0',
      'runtime kettle: kettle@1.2.0',
      'dev cup: mug@4.0.0',
    ],
  ],
  [
    '6: by at signs, peers in brackets',
    `lockfileVersion: '6.0'
dependencies:
  kettle:
    specifier: ^1.0.0
    version: 1.2.0(lid@2.0.1)
packages:
  /kettle@1.2.0(lid@2.0.1):
    dependencies:
      lid: 2.0.1
  /lid@2.0.1:
    dev: false
`,
    ['7 kettle@1.2.0 → lid@2.0.1', '10 lid@2.0.1', 'runtime kettle: kettle@1.2.0'],
  ],
  [
    '9: edges apart from packages, workspaces',
    `lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      kettle:
        specifier: ^1.0.0
        version: 1.2.0(lid@2.0.1)
  rooms/garden:
    dependencies:
      lid:
        specifier: ^2.0.0
        version: 2.0.1
      own:
        specifier: workspace:*
        version: link:../own
packages:
  kettle@1.2.0:
    resolution: {integrity: x}
  '@tea/timer@0.1.0':
    resolution: {integrity: x}
  lid@2.0.1:
    resolution: {integrity: x}
snapshots:
  kettle@1.2.0(lid@2.0.1):
    dependencies:
      '@tea/timer': 0.1.0
      lid: 2.0.1
`,
    [
      '17 kettle@1.2.0 → @tea/timer@0.1.0, lid@2.0.1',
      '19 @tea/timer@0.1.0',
      '21 lid@2.0.1',
      'dev kettle: kettle@1.2.0',
      'runtime rooms/garden lid: lid@2.0.1',
    ],
  ],
])('pnpm-lock.yaml, format %s', (_, lock, expected) => {
  expect(told('pnpm-lock.yaml', lock)).toEqual(expected)
})

test('bun.lock: lists with commas at their ends', () => {
  const lock = `{
  "lockfileVersion": 1,
  "workspaces": {
    "": { "name": "tea", "dependencies": { "kettle": "^1.0.0" }, "devDependencies": { "@tea/timer": "*" }, },
  },
  "packages": {
    "@tea/timer": ["@tea/timer@0.1.0", "", {}, "sha512-x"],
    "kettle": ["kettle@1.2.0", "", { "dependencies": { "lid": "^2.0.0", "@tea/timer": "*" } }, "sha512-x"],
    "lid": ["lid@3.0.0", "", {}, "sha512-x"],
    "kettle/lid": ["lid@2.0.1", "", {}, "sha512-x"],
  }
}`
  expect(told('bun.lock', lock)).toEqual([
    '7 @tea/timer@0.1.0',
    '8 kettle@1.2.0 → lid@2.0.1, @tea/timer@0.1.0',
    '9 lid@3.0.0',
    '10 lid@2.0.1',
    'runtime kettle: kettle@1.2.0',
    'dev @tea/timer: @tea/timer@0.1.0',
  ])
})

test('what cannot be read is said, and what is no lock file is none', () => {
  expect(lockedTree('package-lock.json', '<<<<<<< ours\n{}')).toMatchObject({ packages: [], problem: expect.stringContaining('could not be read') })
  expect(lockedTree('package.json', '{}')).toBeUndefined()
  expect(told('yarn.lock', '')).toEqual([])
})

test('an address with a token is kept without it', () => {
  const lock = '"kettle@git+https://user:opensesame@example.org/kettle.git":\n  version "1.2.0"\n'
  expect(JSON.stringify(lockedTree('yarn.lock', lock))).not.toContain('opensesame')
})
