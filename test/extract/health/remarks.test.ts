/** What comments and types say of care: the expectation stands behind the line, in a comment that is cut off before. */
import { expect, test } from 'vitest'
import { extractFile } from '../../../plugin/extract/file'
import { namedIn } from '../../../plugin/extract/health/named'

const health = (source: string, path = 'a.ts') => extractFile(path, source).health

test.each([
  ['// TODO: write', 'TODO'],
  ['// TODO write', 'TODO'],
  ['/* @TODO @FIXME */', 'TODO FIXME'],
  ['/**\n * FIXME this is wrong\n */', 'FIXME'],
  ['// Todo: later', 'TODO'],
  ['// todo(@ann) later', 'TODO'],
  ['call() // HACK around a bug', 'HACK'],
  ['// XXX: ugly', 'XXX'],
  ['// @ts-expect-error TODO types', 'TODO suppressed error'],
  ['// @ts-ignore', 'suppressed error'],
])('%s', (source, kinds) =>
  expect(
    health(source)
      .remarks.map(({ kind }) => kind)
      .join(' '),
  ).toBe(kinds),
)

test.each([
  ["const a = 'TODO: no comment'"],
  ['const a = `// TODO $\u007bb} FIXME`'],
  ['// the todo list of a user'],
  ['// see TODO_LIST and api/TODO/x'],
  ['// card 555-XXX-1234'],
  ['const url = /\\/\\/ TODO/'],
  ['const TODO = 1 // a list'],
])('no marker: %s', (source) => expect(health(source).remarks).toEqual([]))

test('markers in markup', () => {
  expect(health('<!-- FIXME escape -->\n<p>TODO</p>', 'views/a.html').remarks.map(({ kind }) => kind)).toEqual(['FIXME'])
  expect(health('<template><!-- TODO look --></template>\n<script>export default {}</script>', 'a.vue').remarks.map(({ kind }) => kind)).toEqual([
    'TODO',
  ])
})

test('holes in types', () => {
  const source = 'let a: any = b!.c as any\nconst d = e as unknown as F\nif (!a && a !== b) f<any>(g!)\nlet h!: string\nconst any = 1\nx = any'
  expect(health(source).typeHoles.map(({ kind }) => kind)).toEqual(['any', 'non-null assertion', 'any', 'double cast', 'any', 'non-null assertion'])
  expect(health('let a = b.any', 'a.js').typeHoles).toEqual([])
})

test.each([
  ["import { a, b } from 'x'\nb()", 'a'],
  ["const a = require('x')\n// a()\nmodule.exports = 1", 'a'],
  ["import { A, B } from 'x'\nexport const c: A = 1", 'B'],
  ["import * as ns from 'x'\nexport type T = ns.A", ''],
  ['export function f() { const a = 1; let b = 2; return b }', 'a'],
  ['export function f({ a }) { const { b, ...rest } = a; return rest }', ''],
  ['export function f() { const _a = 1; const [x, y] = g(); return y }', ''],
  ['export function f(a, b) { return b }', ''],
  ['function g() {}\nexport default function f() {}', 'g'],
  ['function g() {}', ''],
  ["import React from 'react'\nexport const P = () => <p/>", ''],
  ["import { A } from 'x'\n/** @type {A} */\nexport const b = 1", ''],
])('unused: %s', (source, names) =>
  expect(
    health(source, 'a.tsx')
      .unused.map(({ name }) => name)
      .join(' '),
  ).toBe(names),
)

test('markup of a component uses names', () => {
  const source = (markup: string) => `<script setup>import MyCard from './MyCard.vue'\nconst open = 1\n</script>\n<template>${markup}</template>`
  expect(health(source('<my-card v-if="open"/>'), 'a.vue').unused).toEqual([])
  expect(health(source('<p/>'), 'a.vue').unused.map(({ name }) => name)).toEqual(['MyCard', 'open'])
})

test('what settings name, without what a manifest lists', () => {
  const text = JSON.stringify({ name: 'x', scripts: { seed: 'ts-node src/seed.ts' }, dependencies: { listed: '1' } })
  expect(namedIn('package.json', text)).toEqual(expect.arrayContaining(['ts-node', 'src/seed.ts']))
  expect(namedIn('package.json', text)).not.toContain('listed')
  expect(namedIn('a.yml', '# left: out\nrun: tool')).toEqual(['run', 'tool'])
  // Signs that end a sentence are no part of a name, and neither is what is no letter; other alphabets end it.
  expect(namedIn('a.txt', 'see ./src/*.ts, {a}b: @scope/pkg@^1.2.3. 12.5 x ~/bin//tool größe')).toEqual([
    'see',
    './src/*.ts',
    'a}b',
    '@scope/pkg@',
    '~/bin//tool',
    'gr',
  ])
  expect(namedIn('a.css', '@import "bootstrap/scss";\n.card { color: red }')).toEqual(['bootstrap/scss'])
  expect(namedIn('package-lock.json', '{"a": 1}')).toBeUndefined()
})

test('a name that is missing ends the search for it', () => {
  expect(health('var ;\nlet x = 1;\nconst [ = x').unused.map(({ name }) => name)).not.toContain('')
})
