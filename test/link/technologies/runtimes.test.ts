import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manifestFacts } from '../../../plugin/extract/manifests/index'
import { runtimeAgreement } from '../../../plugin/link/technologies/runtimes/index'
import { lineOf, overlap, rangeOf } from '../../../plugin/link/technologies/runtimes/versions'

function agreement(texts: Record<string, unknown>) {
  const manifests = Object.entries(texts).map(([file, content]) => ({
    path: file,
    facts: manifestFacts({ path: file }, typeof content === 'string' ? content : JSON.stringify(content, null, 1)).facts,
  }))
  return runtimeAgreement(manifests)
}

/** `NOT Node.js: outside Dockerfile 18, engines >=20` */
function told(texts: Record<string, unknown>): string[] {
  return agreement(texts).map(({ runtime, agree, conflicts }) =>
    [
      `${agree ? 'agree' : 'NOT'} ${runtime}`,
      ...conflicts.map(({ kind, one, other }) => `${kind} ${one.from} ${one.version}, ${other.from} ${other.version}`),
    ].join(': '),
  )
}

const workflow = (inputs: string) => `jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/setup-node@v4\n        with: { ${inputs} }\n`

describe('one runtime, said in several places', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['all fit', { 'package.json': { engines: { node: '>=20' } }, '.nvmrc': 'v22\n', Dockerfile: 'FROM node:22-alpine\n' }, ['agree Node.js']],
    [
      'an image outside of the range',
      { 'package.json': { engines: { node: '>=20' } }, Dockerfile: 'FROM node:18-alpine\n' },
      ['NOT Node.js: outside Dockerfile 18, engines >=20'],
    ],
    ['two release lines', { '.nvmrc': '20\n', Dockerfile: 'FROM node:22\n' }, ['NOT Node.js: different .nvmrc 20, Dockerfile 22']],
    ['the same line, told more or less exactly', { '.nvmrc': '22\n', Dockerfile: 'FROM node:22.3.1\n' }, ['agree Node.js']],
    [
      'CI tries what is not allowed',
      { 'package.json': { engines: { node: '>=20' } }, '.github/workflows/ci.yml': workflow('node-version: [18, 20]') },
      ['NOT Node.js: outside GitHub Actions 18, 20, engines >=20'],
    ],
    [
      'CI does not try what is used',
      { Dockerfile: 'FROM node:22\n', '.github/workflows/ci.yml': workflow('node-version: 20') },
      ['NOT Node.js: untested Dockerfile 22, GitHub Actions 20'],
    ],
    [
      'what lies outside of the range is told once',
      {
        'package.json': { engines: { node: '>=20' } },
        '.nvmrc': '20\n',
        Dockerfile: 'FROM node:18\n',
        '.github/workflows/ci.yml': workflow('node-version: 20'),
      },
      ['NOT Node.js: outside Dockerfile 18, engines >=20'],
    ],
    [
      'a matrix with what is used',
      { Dockerfile: 'FROM node:22\n', '.github/workflows/ci.yml': workflow('node-version: [20, 22]') },
      ['agree Node.js'],
    ],
    [
      'one of two pipelines tries what is used',
      {
        Dockerfile: 'FROM node:22\n',
        '.github/workflows/ci.yml': workflow('node-version: 22'),
        '.github/workflows/docs.yml': workflow('node-version: 20'),
      },
      ['agree Node.js'],
    ],
    ['a tag without a number fits everything', { 'package.json': { engines: { node: '>=20' } }, Dockerfile: 'FROM node:lts\n' }, ['agree Node.js']],
    [
      'ranges without a common version',
      { 'package.json': { engines: { node: '^18' } }, 'packages/a/package.json': { engines: { node: '>=20' } } },
      ['NOT Node.js: disjoint engines ^18, engines >=20'],
    ],
    [
      'packages beside each other are about different programs',
      { 'packages/a/package.json': { engines: { node: '^18' } }, 'packages/b/package.json': { engines: { node: '>=20' } } },
      ['agree Node.js'],
    ],
    [
      'an example runs nothing of the product',
      { 'package.json': { engines: { node: '>=20' } }, 'examples/a/Dockerfile': 'FROM node:12\n' },
      ['agree Node.js'],
    ],
    ['a commented line says nothing', { '.nvmrc': '20\n', Dockerfile: '# FROM node:12\nFROM node:20\n' }, ['agree Node.js']],
    [
      'Python by minor version',
      {
        'pyproject.toml': '[project]\nname = "a"\nrequires-python = ">=3.10,<4"\n',
        '.python-version': '3.11.4\n',
        Dockerfile: 'FROM python:3.12-slim\n',
      },
      ['NOT Python: different .python-version 3.11.4, Dockerfile 3.12'],
    ],
    [
      'a poetry range',
      { 'pyproject.toml': '[tool.poetry.dependencies]\npython = "^3.11"\n', Dockerfile: 'FROM python:3.9\n' },
      ['NOT Python: outside Dockerfile 3.9, dependencies ^3.11'],
    ],
    ['the go directive is a lowest version', { 'go.mod': 'module m\ngo 1.21\n', Dockerfile: 'FROM golang:1.22-alpine\n' }, ['agree Go']],
    [
      'a compiler older than the go directive',
      { 'go.mod': 'module m\ngo 1.22\n', Dockerfile: 'FROM golang:1.21\n' },
      ['NOT Go: outside Dockerfile 1.21, go 1.22'],
    ],
    [
      'package managers',
      { 'package.json': { packageManager: 'pnpm@9.1.0' }, Dockerfile: 'FROM node:22\nRUN npm install -g pnpm@8\n' },
      ['NOT pnpm: different Dockerfile 8, packageManager 9.1.0', 'agree Node.js'],
    ],
    [
      'two lock files in one folder',
      { 'package-lock.json': '{"lockfileVersion": 3}', 'yarn.lock': '# yarn lockfile v1\n' },
      ['NOT npm packages: several managers yarn.lock yarn, package-lock.json npm'],
    ],
    ['two lock files in two folders', { 'a/package-lock.json': '{"lockfileVersion": 3}', 'b/yarn.lock': '# yarn lockfile v1\n' }, []],
    ['nothing said', { 'package.json': { name: 'a' } }, []],
  ])('%s', (_, texts, expected) => expect(told(texts)).toEqual(expected))
})

test('a statement says who, what and where; the reason is one sentence', () => {
  const [node] = agreement({ 'package.json': { engines: { node: '>=20' } }, Dockerfile: 'FROM node:18\n' })
  expect(node?.versions).toEqual([
    { version: '>=20', from: 'engines', role: 'allowed', isFloating: false, at: { file: 'package.json', line: 3, text: '"node": ">=20"' } },
    { version: '18', from: 'Dockerfile', role: 'used', isFloating: false, at: { file: 'Dockerfile', line: 1, text: 'FROM node:18' } },
  ])
  expect(node?.reason).toBe('Dockerfile says 18; engines allows only >=20.')
})

test('where nothing can be compared, that is said', () => {
  const reason = (texts: Record<string, unknown>) => agreement(texts)[0]?.reason
  expect(reason({ '.nvmrc': '20\n' })).toBe('Only one place states a version.')
  expect(reason({ '.nvmrc': 'lts/*\n', Dockerfile: 'FROM node:latest\n' })).toBe('No place states a number, so there is nothing to compare.')
  expect(reason({ '.nvmrc': '20\n', Dockerfile: 'FROM node:alpine\n' })).toBe('Only one place states a number; the others take whatever is current.')
})

test.each([
  ['Node.js', '>=18 <21', '20.1.0', true],
  ['Node.js', 'v16.18.0', '16.18.0', true],
  ['Node.js', '22-alpine3.20', '22.9.0', true],
  ['Python', '~=3.9', '3.12.0', true],
  ['Python', '~=3.9', '4.0.0', false],
  ['Python', '==3.11.*', '3.11.9', true],
  ['Python', '!=3.10.0,>=3.9', '3.11.0', true],
  ['Ruby', '~> 3.2', '3.4.0', true],
  ['Ruby', '~> 3.2.1', '3.3.0', false],
  ['PHP', '^8.1|^7.4', '7.4.2', true],
  ['Java', '1.8', '8.0.1', true],
  ['Java', 'temurin-17.0.2+8', '17.0.2', true],
])('%s %s and %s: %s', (runtime, written, version, expected) => expect(rangeOf(runtime, written)?.test(version) ?? false).toBe(expected))

test('what names no number is no range', () => {
  expect(['latest', 'lts/*', 'stable', 'lts/hydrogen'].map((written) => rangeOf('Node.js', written))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('what can be read as a range can be asked as one, whatever somebody wrote', () => {
  const number = fc.array(fc.constantFrom('0', '00', '04', '1', '12', '24', 'x', '*'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'))
  const written = fc.tuple(
    fc.constantFrom('', 'v', '^', '~', '>=', '<', '~=', '==', 'ubuntu-', '='),
    number,
    fc.constantFrom('', '-rc.01', '-alpine', '+3', ' - 9', ' || 7'),
  )
  const runtime = fc.constantFrom('Node.js', 'Python', 'Ruby', 'PHP', 'Java', 'Ubuntu')
  fc.assert(
    fc.property(runtime, written, written, (name, one, other) => {
      const [left, right] = [one, other].map((parts) => rangeOf(name, parts.join('')))
      if (!left || !right) return
      expect(lineOf(name, left) === undefined || /^\d/.test(lineOf(name, left)!)).toBe(true)
      expect(overlap(left, right)).toBe(overlap(right, left))
    }),
    { numRuns: 2000 },
  )
})
