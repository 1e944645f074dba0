import { expect, test } from 'vitest'
import { sampleOf } from '../../plugin/extract/documents/sample'

const read = (text: string, language = 'ts') => sampleOf({ language, text, line: 10 })

test('imports in every form', () => {
  const { imports } = read(
    "import a, { b as c } from 'one'\nimport * as d from 'two'\nconst e = require('three'), { f, g: h } = require('four')\nconst i = require('five').j\nconst k = await import('six')\nrequire('seven')",
  ) as NonNullable<ReturnType<typeof read>>
  expect(imports.map(({ specifier, line, names }) => `${line} ${specifier} ${names.map((name) => `${name.imported}>${name.local}`).join()}`)).toEqual(
    ['10 one default>a,b>c', '11 two *>d', '12 three *>e', '12 four f>f,g>h', '13 five j>i', '14 six *>k', '15 seven '],
  )
})

test('what is read on a name, and what the name stands for', () => {
  const { reads } = read(
    "import { Shop } from 'shop'\nconst shop = new Shop()\nshop.open(1, { late: true })\nfactory(Pet)({ a: 1 }).make()\nnew Shop().close()\nfunction f(user: User) { user.name }",
  ) as NonNullable<ReturnType<typeof read>>
  expect(reads.map(({ on, member, line, within, origin, given }) => [on, member, line, within, origin?.kind, given?.count])).toEqual([
    ['shop', 'open', 12, '', 'new', 2],
    ['factory(Pet)()', 'make', 13, '', undefined, 0],
    ['new Shop()', 'close', 14, '', 'new', 0],
    ['user', 'name', 15, 'f', 'type', undefined],
  ])
  expect(reads[0]?.given?.objects).toEqual([{ index: 1, keys: [{ name: 'late', line: 12 }], open: false }])
})

test('a name that is made twice stands for nothing', () => {
  expect(read('const a = new A()\n{ const a = 3 }\na.b()')?.reads[0]?.origin).toBeUndefined()
})

test('what is left out, and where it cannot be understood', () => {
  expect(read('class A {\n  ...\n}')).toMatchObject({ elided: true, classes: [{ name: 'A', line: 10 }] })
  expect(read('f(a) // your code here')?.elided).toBe(true)
  expect(read('f(...args)')?.elided).toBe(false)
  expect(read("import { a } from 'b'\nPOST /users HTTP\nc.d()")).toMatchObject({ brokenAt: 11, imports: [{ specifier: 'b' }], reads: [] })
  // A brace that is missing at the end is no error.
  expect(read('class A {\n  b() {}')?.brokenAt).toBeUndefined()
})

test('what is no sample', () => {
  expect(read('ls', 'sh')).toBeUndefined()
  expect(read('plain words', '')).toBeUndefined()
  expect(read("const a = require('b')", '')?.imports).toHaveLength(1)
  expect(read(`x${' '.repeat(30_000)}`)).toBeUndefined()
})
