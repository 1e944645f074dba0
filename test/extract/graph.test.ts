/**
 * What the value graph says of small sources. `sink(x)` asks what x may be there; see the reader for how answers are written.
 */
import { describe, expect, test } from 'vitest'
import { extractFile } from '../../plugin/extract/file'
import { FunctionFlag, Kind } from '../../plugin/graph'
import { around, reader, sinks } from './graph-reader'

describe('assignments', () => {
  test('change later uses only', () => {
    expect(sinks(`let x = 'a'; sink(x); x = 'b'; sink(x)`)).toEqual([`'a'`, `'b'`])
  })
  test('of a parameter to itself keep what it was made of', () => {
    expect(sinks('function f(id) { id = parseInt(id); sink(id) }')).toEqual(['parseInt(f#0)'])
  })
  test('with an operator combine old and new', () => {
    expect(sinks(`let x = 'a'; x ||= 'b'; sink(x); x += 'c'; sink(x)`)).toEqual([`('a' || 'b')`, `('a' || 'b') + 'c'`])
    expect(sinks(`let x = y ?? 'a'; sink(x); x &&= 'b'; sink(x)`)).toEqual([`(y ?? 'a')`, `((y ?? 'a') && 'b')`])
  })
  test('of a property change later reads of it, however it is named', () => {
    expect(sinks(`function f(o) { o.x = 'a'; sink(o.x); o['x'] = 'b'; sink(o.x); sink(o['x']) }`)).toEqual([`'a'`, `'b'`, `'b'`])
  })
  test('of a variable or of what is above a property make the property unknown', () => {
    expect(sinks(`function f(o) { o.p.x = 'a'; o.p = other; sink(o.p.x); o.p.x = 'b'; o = another; sink(o.p.x) }`)).toEqual([
      'other.x',
      'another.p.x',
    ])
  })
  test('to a computed key may have changed any property', () => {
    expect(sinks(`function f(o, k) { o.x = 'a'; o[k] = 'b'; sink(o.x) }`)).toEqual(['f#0.x'])
  })
  test('of a twice declared var are to one variable', () => {
    expect(sinks(`var x = 'a'; { var x = 'b' } sink(x); { let x = 'c' } sink(x)`)).toEqual([`'b'`, `'b'`])
  })
})

describe('what nobody declares', () => {
  test('`arguments` is everything that was handed over, also to an arrow inside', () => {
    expect(sinks('function f() { sink(arguments); g(() => sink(arguments)) }')).toEqual(['f#0...', 'f#0...'])
    expect(sinks('function f(a, b) { sink(arguments) }')).toEqual(['[f#0, f#1, ...f#2...]'])
    expect(sinks('function f(a, ...rest) { sink(arguments) }')).toEqual(['[f#0, ...f#1...]'])
  })
  test('a function of its own has `arguments` of its own, and a parameter of that name is no such list', () => {
    expect(sinks('function f(a) { return function g() { sink(arguments) } }')).toEqual(['g#0...'])
    expect(sinks('function f(arguments) { sink(arguments) }')).toEqual(['f#0'])
    expect(sinks('sink(arguments)')).toEqual(['arguments'])
  })
  test('methods that the language lends are called on what borrows them', () => {
    expect(sinks('sink(Array.prototype.slice.call(list, 1)); sink([].concat.apply(list, more))')).toEqual(['list.slice(1)', 'list.concat(...more)'])
    expect(sinks('const has = Object.prototype.hasOwnProperty; function f(o, k) { sink(has.call(o, k)) }')).toEqual(['f#0.hasOwnProperty(f#1)'])
    expect(sinks('var slice = [].slice; function f(o) { sink(slice.call(o)) }')).toEqual(['f#0.slice()'])
  })
  test('methods of the program, and the one that tells types, are called as they are written', () => {
    expect(sinks('sink(Shape.prototype.draw.call(shape)); sink({}.toString.call(x)); sink({ run() {} }.run.call(x))')).toEqual([
      'Shape.prototype.draw.call(shape)',
      '{  }.toString.call(x)',
      '{ run: function run }.run.call(x)',
    ])
  })
  test('a var that nothing else writes is what it was made with, also in a closure', () => {
    expect(sinks(`var x = 'a'; function f() { sink(x) }`)).toEqual([`'a'`])
    expect(sinks(`function f(x) { var x = x || 'a'; return () => sink(x) }`)).not.toEqual(['f#0'])
    expect(sinks(`var x = 'a'; var x = 'b'; function f() { sink(x) }`)).not.toEqual([`'b'`])
  })
})

describe('ways that meet', () => {
  test('both branches of an if', () => {
    expect(sinks(`let x = 'a'; if (c) x = 'b'; else x = 'd'; sink(x)`)).toEqual([`('b' | 'd')`])
  })
  test('a branch and its absence', () => {
    expect(sinks(`let x = 'a'; if (c) x = 'b'; sink(x)`)).toEqual([`('b' | 'a')`])
  })
  test.each(['return', 'throw e', 'process.exit(1)'])('a branch that ends in %s leaves only the other', (end) => {
    expect(sinks(`function f(x) { if (c) { x = 'b'; ${end} } sink(x) }`)).toEqual(['f#0'])
  })
  test('conditional and logical expressions', () => {
    expect(sinks(`sink(c ? 'a' : 'b'); sink(d || 'e'); sink(d ?? 'e'); sink(d && 'e')`)).toEqual([
      `('a' | 'b')`,
      `(d || 'e')`,
      `(d ?? 'e')`,
      `(d && 'e')`,
    ])
  })
  test('try and catch: an exception leaves with any value on the way', () => {
    const source = `let x = 'a'; try { x = 'b'; risky(); x = 'c' } catch (e) { sink(x); sink(e); x = 'd' } sink(x)`
    expect(sinks(source)).toEqual([`('a' | 'b' | 'c')`, 'caught', `('c' | 'd')`])
  })
  test('a catch that does not come back leaves what the try did', () => {
    expect(sinks(`function f() { let x = 'a'; try { x = 'b' } catch { return } sink(x) }`)).toEqual([`'b'`])
  })
  test('finally has the last word', () => {
    expect(sinks(`let x = 'a'; try { x = 'b' } catch { x = 'c' } finally { x = 'd' } sink(x)`)).toEqual([`'d'`])
  })
  test('a labelled block and its end', () => {
    expect(sinks(`let x = 'a'; outer: { if (c) break outer; x = 'b' } sink(x)`)).toEqual([`('b' | 'a')`])
  })
})

describe('switch', () => {
  test('a case falls through into the next', () => {
    expect(sinks(`let x = 'a'; switch (k) { case 1: x = 'b'; case 2: sink(x); break }`)).toEqual([`('a' | 'b')`])
  })
  test('without a default no case may be taken', () => {
    expect(sinks(`let x = 'a'; switch (k) { case 1: x = 'b' } sink(x)`)).toEqual([`('a' | 'b')`])
  })
  test('with a default one is taken', () => {
    expect(sinks(`let x = 'a'; switch (k) { case 1: x = 'b'; break; default: x = 'c' } sink(x)`)).toEqual([`('c' | 'b')`])
  })
  test('a case is a test of what is asked', () => {
    expect(sinks(`function f(x) { switch (typeof x) { case 'string': sink(x); break; default: return } sink(x) }`)).toEqual([
      `f#0 if(typeof f#0 === 'string')`,
      `f#0 if(typeof f#0 === 'string')`,
    ])
  })
  test('a case that can be fallen into proves one of several', () => {
    expect(sinks(`function f(x) { switch (x) { case 'a': case 'b': break; case 'c': y(); case 'd': sink(x) } }`)).toEqual([
      `(f#0 if(f#0 === 'd') | f#0 if(f#0 === 'c'))`,
    ])
  })
  test('and nothing behind them, where none of them has to hold', () => {
    expect(sinks(`function f(x) { switch (x) { case 'a': y(); break; case 'b': break } sink(x) }`)).toEqual(['f#0'])
  })
})

describe('loops', () => {
  test('carry values back to their head', () => {
    expect(sinks(`let x = 'a'; for (const i of list) { sink(x); x = 'b' } sink(x)`)).toEqual([`('a' ~ 'b')`, `('a' | 'b')`])
  })
  test('carry properties back too', () => {
    expect(sinks(`const o = {}; o.x = 'a'; for (const i of list) { sink(o.x); o.x = 'b' }`)).toEqual([`('a' ~ 'b')`])
  })
  test('one inside another carry back each its own', () => {
    expect(sinks(`let x = 'a'; for (;;) { for (;;) { sink(x); x = 'b' } x = 'c' }`)).toEqual([`(('a' ~ 'c') ~ 'b')`])
  })
  test('end with what was there at continue and break', () => {
    expect(sinks(`let x = 'a'; while (c()) { sink(x); if (d) { x = 'b'; continue } x = 'c' }`)).toEqual([`('a' ~ 'c' ~ 'b')`])
    expect(sinks(`let x = 'a'; while (c()) { if (d) { x = 'b'; break } } sink(x)`)).toEqual([`('a' | 'b')`])
  })
  test('are left by label', () => {
    expect(sinks(`let x = 'a'; outer: do { for (;;) { x = 'b'; if (c) break outer; x = 'c' } } while (d); sink(x)`)).toEqual([`(('a' | 'c') | 'b')`])
  })
  test('that ask afterwards run at least once, and not under their test', () => {
    expect(sinks(`let x = 'a'; do { sink(x); x = 'b' } while (typeof x === 'string'); sink(x)`)).toEqual([`('a' ~ 'b')`, `'b'`])
  })
  test('that ask first run under their test', () => {
    expect(sinks('function f(x) { while (ok(x)) { sink(x) } sink(x) }')).toEqual(['f#0 if(ok(f#0))', 'f#0'])
  })
  test('take elements and keys', () => {
    expect(sinks('for (const x of list) sink(x); for (const k in o) sink(o[k]); for (const { id } of list) sink(id)')).toEqual([
      'of list',
      'o[in o]',
      'of list.id',
    ])
  })
})

describe('a test', () => {
  test('refines with the way it went', () => {
    expect(sinks(`function f(x) { if (typeof x === 'string') sink(x); else sink(x); sink(x) }`)).toEqual([
      `f#0 if(typeof f#0 === 'string')`,
      `f#0 unless(typeof f#0 === 'string')`,
      'f#0',
    ])
  })
  test('refines a property path, and no other', () => {
    expect(sinks(`function f(req) { if (typeof req.query.id !== 'string') return; sink(req.query.id); sink(req.query.other) }`)).toEqual([
      `f#0.query.id unless(typeof f#0.query.id !== 'string')`,
      'f#0.query.other',
    ])
  })
  test('with a name refines where the name is asked', () => {
    expect(sinks('function f(x, list) { const ok = list.includes(x); if (!ok) return; sink(x) }')).toEqual(['f#0 unless(! f#1.includes(f#0))'])
  })
  test.each([
    ['function f(x) { const ok = check(x); x = other; if (!ok) return; sink(x) }', 'other'],
    ['function f(o) { const ok = check(o.x); o.x = other; if (!ok) return; sink(o.x) }', 'other'],
    ['function f(o) { const ok = check(o.x); o = other; if (!ok) return; sink(o.x) }', 'other.x'],
    ['function f(x) { if (check(x) && (x = other)) sink(x) }', '(f#0 | other)'],
  ])('says nothing of what was assigned since: %s', (source, value) => expect(sinks(source)).toEqual([value]))
  test('in a condition holds behind it', () => {
    expect(sinks('function f(x) { ok(x) && sink(x); ok(x) || sink(x); ok(x) ? sink(x) : 0 }')).toEqual([
      'f#0 if(ok(f#0))',
      'f#0 unless(ok(f#0))',
      'f#0 if(ok(f#0))',
    ])
  })
  test('holds inside loops and closures that come after it', () => {
    const guard = 'if (!ok(x)) return;'
    const refined = ['f#0 unless(! ok(f#0))']
    expect(sinks(`function f(x) { ${guard} for (const i of list) sink(x) }`)).toEqual(refined)
    expect(sinks(`function f(x) { ${guard} list.map(() => sink(x)) }`)).toEqual(refined)
  })
  test('of a property holds inside loops and closures, unless something assigns to the object', () => {
    const guard = 'if (!ok(o.x)) return;'
    const refined = 'f#0.x unless(! ok(f#0.x))'
    expect(sinks(`function f(o) { ${guard} for (const i of list) sink(o.x); list.map(() => sink(o.x)) }`)).toEqual([refined, refined])
    expect(sinks(`function f(o) { ${guard} list.map(() => sink(o.x)); return () => { o.x = 'b' } }`)).toEqual(['f#0.x'])
  })
  test('on every way in matters no more where the ways meet', () => {
    expect(sinks('function f(x) { if (ok(x)) a(); else b(); sink(x) }')).toEqual(['f#0'])
  })
  test('of many values refines none', () => {
    const names = [...'abcdefghij']
    expect(sinks(`function f(${names}) { if (check(${names})) sink(a) }`)).toEqual(['f#0'])
  })
})

describe('closures', () => {
  test('write what the function around them reads later', () => {
    expect(sinks(`let x = 'a'; const set = () => { x = 'b' }; set(); sink(x)`)).toEqual([`('a' | x{'a', 'b'})`])
  })
  test('read whatever is ever put in', () => {
    expect(sinks(`let x = 'a'; const get = () => sink(x); x = 'c'`)).toEqual([`x{'a', 'c'}`])
  })
  test('read what was put in last before they are made, where nothing but they puts in more', () => {
    expect(sinks(`let x = 'a'; x = 'b'; const get = () => sink(x)`)).toEqual([`'b'`])
    expect(sinks(`let x = 'a'; x = 'b'; const get = () => { sink(x); x = 'c' }`)).toEqual([`x{'b', 'c'}`])
    expect(sinks(`let x = 'a'; x = 'b'; const get = () => () => { sink(x); x = 'c' }`)).toEqual([`x{'b', 'c'}`])
    expect(sinks(`let x = 'a'; x = 'b'; for (;;) run(() => sink(x))`)).toEqual([`x{'a', 'b'}`])
    expect(sinks(`let x = 'a'; x = 'b'; function get() { sink(x) }`)).toEqual([`x{'a', 'b'}`])
    expect(sinks(`let x = 'a'; const set = () => { x = 'c' }; x = 'b'; const get = () => sink(x)`)).toEqual([`x{'a', 'c', 'b'}`])
  })
  test('read a constant as it is', () => {
    expect(sinks(`const x = 'a'; const get = () => sink(x)`)).toEqual([`'a'`])
  })
  test('written before a constant read it through what is put in', () => {
    expect(sinks(`function get() { sink(x) } const x = 'a'`)).toEqual([`x{'a'}`])
  })
  test('carry values out of callbacks', () => {
    expect(sinks('let x; list.forEach((i) => { x = i }); sink(x)')).toEqual(['(undefined | x{undefined, =>#0})'])
  })
  test('see the innermost variable of a name', () => {
    expect(sinks('function f(x) { return (x) => sink(x) }')).toEqual(['=>#0'])
  })
})

describe('destructuring', () => {
  test('of objects, with defaults and rest', () => {
    expect(sinks(`const { a, b: { c = 'd' }, ['e']: f, [k]: g, ...rest } = o; sink(a); sink(c); sink(f); sink(g); sink(rest)`)).toEqual([
      'o.a',
      `(o.b.c ?? 'd')`,
      'o.e',
      'o[k]',
      'rest of o',
    ])
  })
  test('of arrays, with defaults, holes and rest', () => {
    expect(sinks(`const [a, , b = 'c', ...rest] = o; sink(a); sink(b); sink(rest)`)).toEqual(['o.0', `(o.2 ?? 'c')`, 'rest of o'])
  })
  test('of parameters', () => {
    expect(sinks(`function f({ id }, x = 'y', ...z) { sink(id); sink(x); sink(z) }`)).toEqual(['f#0.id', `(f#1 ?? 'y')`, 'f#2...'])
  })
  test('in assignments', () => {
    expect(sinks(`let a, b, c; ({ a, b = 'z', ...c } = o); sink(a); sink(b); sink(c); [a, b] = [b, a]; sink(a)`)).toEqual([
      'o.a',
      `(o.b ?? 'z')`,
      'rest of o',
      `[(o.b ?? 'z'), o.a].0`,
    ])
  })
})

describe('classes', () => {
  test('parameter properties are stored on the instance', () => {
    const read = reader('class A { constructor(private readonly db: Db, plain: Db) {} }')
    expect(read.nodes(Kind.Store).map((node) => read.show(node))).toEqual(['this of constructor.db = constructor#0'])
  })
  test('fields, arrow fields and static blocks know what this is', () => {
    expect(sinks('class A { x = sink(this); f = () => sink(this); static y = sink(this); static { sink(this) } }')).toEqual([
      'this of A',
      'this of A',
      'class A',
      'class A',
    ])
  })
  test('members carry what they are', () => {
    const read = reader(
      `class A extends B { x = 'a'; static y = 'b'; #z = 'c'; get g() { return this.x } set g(v) {} static async m() {} constructor() { super() } }`,
    )
    const [fact] = read.facts.graph.classes
    expect(fact?.members.map(({ name, node, static: isStatic }) => `${isStatic ? 'static ' : ''}${name}: ${read.show(node)}`)).toEqual([
      `x: 'a'`,
      `static y: 'b'`,
      `#z: 'c'`,
      'g: function g',
      'g: function g',
      'static m: function m',
    ])
    expect(read.show(fact?.extends ?? -1)).toBe('B')
    const flags = (flag: FunctionFlag) => read.facts.graph.functions.filter((fn) => fn.flags & flag).map(({ name }) => name)
    expect([flags(FunctionFlag.Getter), flags(FunctionFlag.Setter), flags(FunctionFlag.Constructor), flags(FunctionFlag.Async)]).toEqual([
      ['g'],
      ['g'],
      ['constructor'],
      ['m'],
    ])
  })
  test('a class expression knows its own name', () => {
    expect(sinks('const A = class B { m() { sink(B) } }')).toEqual(['class B'])
  })
  test('decorators stand with what they decorate', () => {
    const read = reader(`@Controller('/a') class A { @Get(':id') m(@Param('id') id: string) {} }`)
    const [fact] = read.facts.graph.classes
    expect(fact?.decorators.map((node) => read.show(node))).toEqual([`Controller('/a')`])
    expect(fact?.members[0]?.decorators.map((node) => read.show(node))).toEqual([`Get(':id')`])
    expect(read.facts.graph.parameterDecorators.map(({ index, expression }) => [index, read.show(expression)])).toEqual([[0, `Param('id')`]])
  })
})

describe('exports', () => {
  test('of CommonJS', () => {
    expect(reader(`exports.x = 'a'; module.exports.y = 'b'; module.exports = { z: 1 }`, 'a.js').exports()).toEqual([
      'module.exports: { z: 1 }',
      `exports.x = 'a'`,
      `exports.y = 'b'`,
    ])
    expect(reader(`export = 'x'`, 'a.ts').exports()).toEqual([`module.exports: 'x'`])
  })
  test.each([
    ['export default function () {}', ['default: function default']],
    [`export default 'x'`, [`default: 'x'`]],
    [`export const a = 'a', { b } = o`, [`a: 'a'`, 'b: o.b']],
    [`export let c = 'c'; c = 'd'`, [`c: c{'c', 'd'}`]],
    ['export function f() {} export class K {}', ['f: function f', 'K: class K']],
    [`export enum E { A, B = 'b' }`, [`E: { A: 0, B: 'b' }`]],
    [`const s = 's'; export { s as t, s as default }`, [`t: 's'`, `default: 's'`]],
    [`export { late }; const late = 'l'`, [`late: 'l'`]],
    [`export * from './m'`, [`*: import('./m').*`]],
    [`export * as n from './n'`, [`n: import('./n').*`]],
    [`export { q as r } from './q'`, [`r: import('./q').q`]],
    [`export { default } from './q'`, [`default: import('./q').default`]],
  ])('%s', (source, exported) => expect(reader(source, 'a.ts').exports()).toEqual(exported))
  test('are not those of a local name', () => {
    expect(reader('function f(module) { module.exports = 1 }', 'a.js').exports()).toEqual([])
  })
})

describe('imports', () => {
  test('name module and export', () => {
    const source = `import d, { a as b } from 'm'; import * as n from 'n'; const r = require('r'); sink(d); sink(b); sink(n); sink(r); sink(await import('i'))`
    expect(sinks(source)).toEqual([`import('m').default`, `import('m').a`, `import('n').*`, `import('r').*`, `await import('i').*`])
  })
  test('are listed with their manner', () => {
    const { imports } = reader(`import type { T } from 't'; import 's'; export * from 'e'; import('d'); require('r')`).facts.graph
    expect(imports.map(({ specifier, typeOnly, dynamic }) => `${specifier}${typeOnly ? ' type' : ''}${dynamic ? ' dynamic' : ''}`)).toEqual([
      't type',
      's',
      'e',
      'd dynamic',
      'r',
    ])
  })
  test('through a require of the file’s own are none', () => {
    expect(reader(`function f(require) { require('r') }`, 'a.js').facts.graph.imports).toEqual([])
  })
})

test('JSX has its tag, attributes and children', () => {
  expect(sinks('sink(<div id={x} hidden>text {y}<Card {...p} /></div>); sink(<>{z}</>)')).toEqual([
    `<'div' { id: x, hidden: true }>y<Card { ...p }>`,
    `<'' ->z`,
  ])
})

test('templates keep texts and values apart', () => {
  expect(sinks('sink(`a${x}b`); sink(sql`a${x}`)')).toEqual([`\`'a' x 'b'\``, `sql\`'a' x ''\``])
})

describe('regions', () => {
  test.each([
    ['function f(x) { if (x) return; sink() }', ['False(f#0)']],
    ['function f(x) { if (!x) { throw 1 } else { sink() } sink() }', ['False(! f#0)', 'False(! f#0)']],
    ['function f(x) { if (x) { a() } else return; sink() }', ['True(f#0)']],
    ['if (x) { sink() } else { sink() } sink()', ['True(x)', 'False(x)', '']],
    ['if (x) { if (y) sink() }', ['True(x) > True(y)']],
    ['a && sink(); a || sink(); a ? sink() : sink()', ['True(a)', 'False(a)', 'True(a)', 'False(a)']],
    ['for (const i of list) { if (i) continue; sink() } sink()', ['Loop(list) > False(of list)', '']],
    ['do sink(); while (a)', ['Loop']],
    ['switch (k) { case 1: sink() }', ['Case(k === 1)']],
    ['try { sink() } catch { sink(); throw 1 } finally { sink() } sink()', ['Try', 'Catch', 'Finally', 'Past']],
    ['try { sink() } catch { sink() } sink()', ['Try', 'Catch', '']],
    ['function f(x) { { if (x) return } sink() }', ['']],
  ])('%s', (source, regions) => expect(around(source)).toEqual(regions))
})

describe('a file that does not parse', () => {
  const source = `sink('before')\nconst = 1\nsink('after')\n`
  test('has a problem with its place', () => {
    const { problem } = extractFile('a.ts', source)
    expect(problem?.message).toMatch(/expected/i)
    expect(source.slice(0, problem?.pos).split('\n')).toHaveLength(2)
  })
  test('is understood as far as possible', () => {
    expect(sinks(source)).toEqual([`'before'`, `'after'`])
  })
  test('is not one because of types in JavaScript', () => {
    expect(extractFile('a.js', 'function f(a: string): void {}').problem).toBeUndefined()
  })
})

describe('a component file', () => {
  const vue = `<template><p>{{ x }}</p></template>\r\n<script setup lang="ts">\nconst x: string = load()\nsink(x)\n</script>\n<style>p { color: red }</style>\n`
  const svelte = `<script context="module">sink('a')</script>\n<script>\n  sink('b')\n</script>\n<p>{x}</p>\n`
  test.each([
    ['a.vue', vue, ['load()']],
    ['a.svelte', svelte, [`'a'`, `'b'`]],
  ])('%s is read where it stands', (path, source, values) => {
    const read = reader(source, path)
    expect(read.facts.problem).toBeUndefined()
    expect(read.facts.text).toBe(source)
    expect(sinks(source, path)).toEqual(values)
    for (const call of read.calls('sink')) expect(source.slice(read.facts.graph.pos[call], read.facts.graph.end[call]).trim()).toMatch(/^sink\(.*\)$/)
  })
  test('leaves out scripts of other languages and of other files', () => {
    expect(sinks(`<script lang="coffee">sink('a')</script><script src="./b.js">sink('b')</script><script>sink('c')</script>`, 'a.vue')).toEqual([
      `'c'`,
    ])
  })
})

test('facts survive structured cloning', () => {
  const facts = extractFile('a.ts', `export class A { m(x = 'a') { for (const y of x) sink(y) } }`)
  expect(structuredClone(facts)).toEqual(facts)
})

test('directives and ignores are told', () => {
  const { directives, ignores } = extractFile('a.ts', `'use client'\n// plumbline-ignore sql-injection until 2030-01-02: checked by hand\nrun()\n`)
  expect(directives).toEqual(['use client'])
  expect(ignores).toMatchObject([{ rule: 'sql-injection', until: '2030-01-02', reason: 'checked by hand' }])
})

test('what variables are called is kept with what was put into them', () => {
  const facts = extractFile('a.ts', `const token = read()\nlet { key: apiKey } = options\nsecret = token`)
  const { graph } = facts
  const names = Array.from({ length: graph.names.length / 3 }, (_, i) => {
    const [node, name, pos] = graph.names.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number]
    return [graph.strings[name], Kind[graph.kind[node] as Kind], facts.text.slice(0, pos).split('\n').length]
  })
  // The last one begins with the line break before it.
  expect(names).toEqual([
    ['token', 'Call', 1],
    ['apiKey', 'Load', 2],
    ['secret', 'Call', 2],
  ])
})
