/** Figures of functions: the published cases of cognitive complexity, and what ESLint's `complexity` counts. */
import { expect, test } from 'vitest'
import { extractFile } from '../../../plugin/extract/file'

const figures = (source: string, path = 'a.ts') =>
  Object.fromEntries(extractFile(path, source).health.functions.map(({ name, cyclomatic, cognitive }) => [name, `${cyclomatic} ${cognitive}`]))

/** The cognitive figures stand in SonarSource's white paper or in the tests that its plugin publishes. */
test.each([
  [
    'loops with a labelled jump',
    'function f(max) { let t = 0; OUT: for (let i = 1; i <= max; ++i) { for (let j = 2; j < i; ++j) { if (i % j === 0) { continue OUT } } t += i } return t }',
    '4 7',
  ],
  ['a switch', "function f(n) { switch (n) { case 1: return 'one'; case 2: return 'a couple'; default: return 'lots' } }", '3 1'],
  ['runs of the same operator', 'function f(a, b, c, d, e) { if (a && b && c || d || e && f) { return 1 } }', '7 3'],
  ['else if costs one, whatever is around', 'function f(a) { if (a) { if (a) {} else if (a) {} else {} } }', '4 5'],
  ['catch', 'function f(a, b) { try { if (a) { for (;;) {} } } catch (e) { if (b) {} } }', '5 6'],
  ['a choice inside a choice', 'function f(a) { return a ? (a ? 1 : 2) : 3 }', '3 3'],
  ['or and default values cost nothing to read', 'function f(a = 1, { b = 2 } = {}) { return a || b || (a ?? b) }', '7 0'],
  ['optional calls are paths', 'function f(a) { return a?.b?.[0]?.() }', '4 0'],
  ['assignments that may not happen are paths', 'function f(a) { a ||= 1; a &&= 2; a ??= 3; [a = 1] = a; ({ a = 2 } = a) }', '6 0'],
])('%s', (_, source, expected) => expect(figures(source).f).toBe(expected))

test('functions inside count apart, and start anew', () => {
  expect(figures('function f(a) { if (a) { return function g() { if (a) { while (a) {} } } } }')).toEqual({ f: '2 1', g: '3 3' })
})

test('showing a part of a page costs nothing, mixing does', () => {
  const page = (inside: string) => figures(`const Page = ({ a, b }) => <div>{${inside}}</div>`, 'a.tsx').Page
  expect(page('a && b && <p/>')).toBe('3 0')
  expect(page('a && (b || <p/>)')).toBe('3 1')
})

test('initialisers of fields have paths of their own', () => {
  expect(figures('function f() { return class { a = x || y; m() { return x && y } } }')).toEqual({ f: '1 0', m: '2 1' })
})

test('names as the code says them', () => {
  const source =
    'class A { run() {} get it() { return 1 } }\nfunction Old() { this.find = () => 1 }\nschema.statics.page = async function () {}\nconst wrapped = wrap(async () => 2)\nexport default () => 3'
  expect(Object.keys(figures(source))).toEqual(['run', 'it', 'Old', 'this.find', 'schema.statics.page', 'wrapped', 'default'])
})

test('statements that never run, and statements without effect', () => {
  const source = `function f(a, list) {
  if (a) { return 1 } else { throw a }
  list.push(a) // unreachable
}
function g(list) {
  list.map(it => it.id) // no effect
  list === 1 // no effect
  list.map(it => it.save())
  list.sort()
  return list
  function below() {}
}`
  const lines = source.split('\n')
  const { idle } = extractFile('a.js', source).health
  const found = idle.map(({ kind, end }) => `${source.slice(0, end).split('\n').length} ${kind}`)
  expect(found).toEqual(lines.flatMap((line, index) => (/\/\/ (.+)$/.test(line) ? [`${index + 1} ${/\/\/ (.+)$/.exec(line)?.[1]}`] : [])))
})
