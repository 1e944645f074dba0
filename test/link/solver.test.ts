/** What expressions may be, across everything a value goes through. `probe('x', …)` asks; texts stand for values of their own. */
import { describe, expect, test } from 'vitest'
import { loadModels } from '../../plugin/link/models'
import { tree } from '../tree'
import { probed, probes, type Sources } from './small-programs'

type Case = [claim: string, source: string | Sources, values: string[]]
const each = (cases: Case[]) => test.each(cases)('%s', (_, source, values) => expect(probed(source)).toEqual(values))

describe('interfaces', () => {
  each([
    // Tests of compilers hold such code; whoever goes round and round never comes to an end.
    ['two that extend each other', `interface A extends B { a: () => 'a' } interface B extends A {} declare const o: A; probe('x', o.none)`, []],
  ])
})

describe('what a container hands out under another name', () => {
  const asked = (how: string) => `class Users { find() {} } class SqlUsers { find() { return 'a' } }
    const module = { providers: [{ provide: Users, ${how} }] }
    class Login { constructor(private users: Users) {} run() { probe('x', this.users.find()) } }`
  each([
    ['a class', asked('useClass: SqlUsers'), [`'a'`]],
    ['what a function makes', asked('useFactory: () => new SqlUsers()'), [`'a'`]],
    ['an instance', asked('useValue: new SqlUsers()'), [`'a'`]],
    ['nothing of what is only said beside it', asked('other: SqlUsers'), []],
  ])
})

describe('variables and properties', () => {
  each([
    ['a name is what was put in', `const f = () => 1; const g = f; probe('x', g)`, ['function f']],
    ['properties of objects in objects', `const o = { p: { q: 'a' } }; probe('x', o.p.q)`, [`'a'`]],
    ['a property that is set later, under any spelling', `const o = {}; set(o); o.r = 'b'; const p = o; probe('x', p['r'])`, [`'b'`]],
    ['a key that is known', `const k = 'p'; const o = { p: 'a', q: 'b' }; probe('x', o[k])`, [`'a'`]],
    ['a key that is known, when set', `const k = 'p'; const o = {}; o[k] = 'a'; probe('x', o.p)`, [`'a'`]],
    ['a table that is called by a key that nobody knows', `const o = { a: () => 'a', b: () => 'b' }; probe('x', o[k]())`, [`'a'`, `'b'`]],
    ['a table that is called by a key that is known', `const k = 'b'; const o = { a: () => 'a', b: () => 'b' }; probe('x', o[k]())`, [`'b'`]],
    ['what is only read by a key that nobody knows', `const o = { a: 'a', b: 'b' }; probe('x', o[k])`, []],
    ['a computed key', `const o = { [k]: 'a' }; probe('x', o.p)`, [`'a'`]],
    ['a spread object', `const o = { a: 'a' }; probe('x', { ...o, b: 'b' }.a)`, [`'a'`]],
    ['a property set after the object was spread', `const o = {}; const p = { ...o }; o.a = 'a'; probe('x', p.a)`, [`'a'`]],
    ['destructuring with a default', `const { a = 'd' } = { a: 'a' }; probe('x', a)`, [`'a'`, `'d'`]],
    ['a getter of an object', `const o = { get a() { return 'a' } }; probe('x', o.a)`, [`'a'`]],
    ['one object is not another of the same shape', `const o = { a: 'a' }, p = { a: 'b' }; probe('x', o.a)`, [`'a'`]],
  ])
})

describe('objects behind a proxy', () => {
  each([
    ['one that lets everything through', `const o = { p: 'a' }; probe('x', new Proxy(o, {}).p)`, [`'a'`, 'Proxy!.p']],
    ['what is put in through it', `const o = {}; const p = new Proxy(o, {}); p.q = 'a'; probe('x', o.q)`, [`'a'`]],
    ['one that reads something else as well', `const o = { p: 'a' }; probe('x', new Proxy(o, { get: () => 'b' }).p)`, [`'a'`, `'b'`, 'Proxy!.p']],
    [
      'what its trap is given',
      `const o = { p: 'a' }; const h = { get(target, name) { return target.p } }; probe('x', new Proxy(o, h).any)`,
      [`'a'`, 'Proxy!.any', 'Proxy(1).get[0].p'],
    ],
    ['a function behind one', `const f = (a) => 'b' + probe('x', a); const g = new Proxy(f, {}); g('a')`, [`'a'`, 'Proxy(0)[0]']],
    ['one that is none', `class Proxy { constructor(a) {} } const o = { p: 'a' }; probe('x', new Proxy(o).p)`, []],
    ['a property that is reflected', `const o = { p: 'a', q: 'b' }; probe('x', Reflect.get(o, 'p'))`, [`'a'`]],
    ['an element that is reflected', `const o = ['a']; probe('x', Reflect.get(o, k))`, [`'a'`]],
  ])
})

describe('functions', () => {
  each([
    ['what they return', `function f() { if (c) return 'a'; return 'b' } probe('x', f())`, [`'a'`, `'b'`]],
    ['what they are given', `function f(a) { probe('x', a) } f('a'); f('b')`, [`'a'`, `'b'`]],
    ['destructured parameters', `function f({ a, b = 'd' }) { probe('x', b) } f({ b: 'b' })`, [`'b'`, `'d'`]],
    ['rest parameters', `function f(first, ...args) { for (const each of args) probe('x', each) } f('a', 'b', 'c')`, [`'b'`, `'c'`]],
    ['one of them', `function f(first, ...args) { probe('x', args[0]) } f('a', 'b', 'c')`, [`'b'`]],
    ['the last of them', `function f(...args) { const h = args[args.length - 1]; probe('x', h) } f('a', 'b'); f('a', 'c', 'd')`, [`'b'`, `'d'`]],
    ['the last but one', `function f(...args) { probe('x', args[args.length - 2]) } f('a', 'b'); f('a', 'c', 'd')`, [`'a'`, `'c'`]],
    ['one of another list\u2019s length', `function f(list, ...args) { probe('x', args[list.length - 1]) } f([], 'b', 'c')`, [`'b'`, `'c'`]],
    ['one of them after the others moved', `function f(...args) { args.shift(); probe('x', args[0]) } f('a', 'b')`, [`'a'`, `'b'`]],
    ['one of them that was put in', `function f(...args) { args.push('c'); probe('x', args[args.length - 1]) } f('a', 'b')`, [`'a'`, `'b'`, `'c'`]],
    [
      'one of a list that was spread',
      `function f(...args) { probe('x', args[args.length - 1]) } f('a', ...list(), 'd')
      function list() { return ['b', 'c'] }`,
      [`'a'`, `'b'`, `'c'`, `'d'`],
    ],
    ['one of a list that was applied', `function f(...args) { probe('x', args[0]) } f.apply(null, ['b', 'c'])`, [`'b'`, `'c'`]],
    ['arguments spread', `function f(a, b) { probe('x', b) } f(...['c'])`, [`'c'`]],
    ['callbacks', `function later(done) { done(null, 'v') } later((e, v) => probe('x', v))`, [`'v'`]],
    [
      'what a closure remembers',
      `function make() { let n; return { set(v) { n = v }, get: () => n } } const m = make(); m.set('a'); probe('x', m.get())`,
      [`'a'`],
    ],
    ['wrappers that pass on all they get', `const wrap = (h) => (...args) => h(...args); wrap((a) => probe('x', a))('a')`, [`'a'`]],
    [
      'wrappers that wait',
      `const wrap = (h) => async (a, b) => { try { return await h(a, b) } catch {} }; wrap((a, b) => probe('x', b))('a', 'b')`,
      [`'b'`],
    ],
    ['functions made on the spot', `probe('x', (() => 'b')())`, [`'b'`]],
    ['call', `function f(a, b) { probe('x', b) } f.call(o, 'a', 'b')`, [`'b'`]],
    ['apply', `function f(a, b) { probe('x', b) } f.apply(null, ['c'])`, [`'c'`]],
    ['bind', `function f(a) { return a } probe('x', f.bind(null)('a'))`, [`'a'`]],
    ['bind with an argument', `function f(a) { return a } probe('x', f.bind(null, 'p')())`, [`'p'`]],
    [
      'this of call, apply and bind',
      `function f() { probe('x', this.a) } f.call({ a: 'a' }); f.apply({ a: 'b' }); f.bind({ a: 'c' })()`,
      [`'a'`, `'b'`, `'c'`],
    ],
    ['this of a method', `const o = { a: 'a', f() { probe('x', this.a) } }; o.f()`, [`'a'`]],
    [
      'a function an unknown library wraps is what comes back, too',
      `import wrap from 'unknown'; probe('x', wrap(function f() {}))`,
      ['function f', 'unknown()'],
    ],
  ])
})

describe('classes', () => {
  each([
    ['methods', `class A { m() { return 'a' } } probe('x', new A().m())`, [`'a'`]],
    ['inherited methods', `class A { m() { return 'a' } } class B extends A {} probe('x', new B().m())`, [`'a'`]],
    [
      'methods of a superclass call those of its subclasses',
      `class A { n() { return this.m() } } class B extends A { m() { return 'b' } } probe('x', new B().n())`,
      [`'b'`],
    ],
    ['super in a method', `class A { m() { return 'a' } } class B extends A { m() { return super.m() } } probe('x', new B().m())`, [`'a'`]],
    [
      'super in a static method',
      `class A { static m() { return 'a' } } class B extends A { static m() { return super.m() } } probe('x', B.m())`,
      [`'a'`],
    ],
    [
      'super in an arrow in a method',
      `class A { m() { return 'a' } } class B extends A { n() { return [1].map(() => super.m())[0] } } probe('x', new B().n())`,
      [`'a'`],
    ],
    ['super of a library', `import { Base } from 'lib'; class B extends Base { m() { probe('x', super.m()) } }`, ['lib.Base!.m()']],
    [
      'what super(…) gives to the constructor',
      `class A { constructor(x) { this.x = x } } class B extends A { constructor() { super('a') } } probe('x', new B().x)`,
      [`'a'`],
    ],
    ['an inherited constructor', `class A { constructor(x) { this.x = x } } class B extends A {} probe('x', new B('a').x)`, [`'a'`]],
    ['fields', `class A { x = 'a' } probe('x', new A().x)`, [`'a'`]],
    ['getters', `class A { x = 'a'; get y() { return this.x } set y(v) {} } probe('x', new A().y)`, [`'a'`]],
    ['arrow fields', `class A { x = 'a'; f = () => this.x } const { f } = new A(); probe('x', f())`, [`'a'`]],
    ['static members, inherited', `class A { static s() { return 'a' } } class B extends A {} probe('x', B.s())`, [`'a'`]],
    ['new this', `class A { static create() { return new this() } } class B extends A {} probe('x', B.create())`, ['instance of A', 'instance of B']],
    ['mixins', `const mixin = (Base) => class extends Base {}; class A { m() { return 'a' } } const M = mixin(A); probe('x', new M().m())`, [`'a'`]],
    ['constructor functions', `function F(x) { this.x = x } F.prototype.m = function () { return this.x }; probe('x', new F('a').m())`, [`'a'`]],
    ['a method chain that hands back this', `class A { m(x) { probe('x', x); return this } } new A().m('a').m('b')`, [`'a'`, `'b'`]],
  ])
})

describe('promises', () => {
  each([
    ['await', `async function f() { return 'a' } probe('x', await f())`, [`'a'`]],
    ['then', `async function f() { return 'a' } f().then((v) => probe('x', v))`, [`'a'`]],
    ['what then makes of it', `async function f() { return 'a' } probe('x', (await f().then((v) => ({ v }))).v)`, [`'a'`]],
    ['through catch and finally', `async function f() { return 'a' } f().catch(log).finally(done).then((v) => probe('x', v))`, [`'a'`]],
  ])
  test.each([
    ['resolve', `const p = new Promise((resolve) => setTimeout(() => resolve('a'))); probe('x', await p)`],
    ['Promise.resolve', `probe('x', await Promise.resolve('a'))`],
    [
      'Promise.all',
      `const [a] = await Promise.all([get('b')].concat('a')); async function get(v) { return v } probe('x', (await Promise.all(['a']))[0])`,
    ],
  ])('%s hands on its value', (_, source) => expect(probed(source)).toContain(`'a'`))
})

describe('lists and other objects', () => {
  each([
    ['elements by index', `const l = ['a']; probe('x', l[0])`, [`'a'`]],
    ['what is pushed', `const l = []; l.push('a', ...['b']); probe('x', l[0])`, [`'a'`, `'b'`]],
    ['map', `probe('x', ['a'].map((i) => ({ i }))[0].i)`, [`'a'`]],
    ['forEach', `['a'].forEach((i) => probe('x', i))`, [`'a'`]],
    ['for of', `for (const i of ['a']) probe('x', i)`, [`'a'`]],
    ['a filtered, sorted, cut list', `probe('x', ['a'].filter(Boolean).sort().slice(1)[0])`, [`'a'`]],
    ['find, pop and shift', `const l = [{ a: 'a' }]; probe('x', (c ? l.find((i) => i) : d ? l.pop() : l.shift()).a)`, [`'a'`]],
    ['reduce', `probe('x', ['a'].reduce((all, i) => { all.push(i); return all }, [])[0])`, [`'a'`]],
    ['spread lists', `const l = ['a']; probe('x', [...l, 'b'][1])`, [`'a'`, `'b'`]],
    ['destructured lists', `const [, b] = ['a', { b: 'b' }]; probe('x', b.b)`, [`'b'`]],
    ['Object.freeze', `const o = Object.freeze({ f() {} }); const { f } = o; probe('x', [f].filter(isMine)[0])`, ['Object.freeze().f', 'function f']],
  ])
  test.each([
    ['Object.assign', `probe('x', Object.assign({}, { a: 'a' }, { b: 'b' }).b)`, `'b'`],
    ['Object.assign, on its target', `const o = {}; Object.assign(o, { b: 'b' }); probe('x', o.b)`, `'b'`],
    ['Object.entries', `for (const [key, value] of Object.entries({ a: 'a' })) probe('x', value)`, `'a'`],
    ['Object.values', `probe('x', Object.values({ a: 'a' })[0])`, `'a'`],
    ['Object.values, of what is set later', `const o = {}; const l = Object.values(o); o.a = 'a'; probe('x', l[0])`, `'a'`],
    ['Array.from', `probe('x', Array.from(['a'])[0])`, `'a'`],
  ])('%s', (_, source, value) => expect(probed(source)).toContain(value))
})

describe('modules', () => {
  each([
    ['exports, one by one', { 'a.js': `probe('x', require('./b').f())`, 'b.js': `exports.f = () => 'f'` }, [`'f'`]],
    ['module.exports, one by one', { 'a.js': `probe('x', require('./b').f)`, 'b.js': `module.exports.f = 'f'` }, [`'f'`]],
    [
      'module.exports, whole',
      { 'a.js': `const { f } = require('./b'); probe('x', f())`, 'b.js': `module.exports = { f() { return 'f' } }` },
      [`'f'`],
    ],
    [
      'a class as module.exports',
      { 'a.js': `const C = require('./c'); probe('x', new C())`, 'c.js': 'module.exports = class C {}' },
      ['instance of C'],
    ],
    ['the default export', { 'a.ts': `import D from './b'; probe('x', D)`, 'b.ts': 'export default class D {}' }, ['class D']],
    ['a renamed export', { 'a.ts': `import { g as h } from './b'; probe('x', h)`, 'b.ts': 'function f() {} export { f as g }' }, ['function f']],
    ['a whole module', { 'a.ts': `import * as b from './b'; probe('x', b.f)`, 'b.ts': 'export function f() {}' }, ['function f']],
    ['export *', { 'a.ts': `import { s } from './b'; probe('x', s)`, 'b.ts': `export * from './c'`, 'c.ts': `export const s = 's'` }, [`'s'`]],
    [
      'export * as',
      { 'a.ts': `import { c } from './b'; probe('x', c.s)`, 'b.ts': `export * as c from './c'`, 'c.ts': `export const s = 's'` },
      [`'s'`],
    ],
    ['import()', { 'a.ts': `probe('x', (await import('./b')).f)`, 'b.ts': 'export function f() {}' }, ['function f']],
    ['CommonJS of an ES module', { 'a.js': `probe('x', require('./b').default)`, 'b.ts': 'export default function f() {}' }, ['function f']],
    [
      'an export that changes',
      { 'a.ts': `import { s } from './b'; probe('x', s)`, 'b.ts': `export let s = 'a'; export function set() { s = 'b' }` },
      [`'a'`, `'b'`],
    ],
    [
      'ES modules in a circle',
      { 'a.ts': `import { b } from './b'; export const fa = () => b`, 'b.ts': `import { fa } from './a'; export const b = 'b'; probe('x', fa())` },
      [`'b'`],
    ],
    [
      'CommonJS modules in a circle',
      { 'a.js': `const b = require('./b'); exports.a = 'a'; probe('x', b.f())`, 'b.js': `const a = require('./a'); exports.f = () => a.a` },
      [`'a'`],
    ],
    ['a name is not exported by a module that only uses it', { 'a.ts': `import { s } from './b'; probe('x', s)`, 'b.ts': `const s = 's'` }, []],
  ])
  test('an ES module of CommonJS', () => {
    expect(probed({ 'a.ts': `import f from './b'; probe('x', f)`, 'b.js': 'module.exports = function f() {}' })).toContain('function f')
  })
})

describe('types', () => {
  each([
    ['an injected class', `class Db {} class S { constructor(private db: Db) {} m() { probe('x', this.db) } }`, ['instance of Db']],
    [
      'a class of another file',
      { 'a.ts': `import { Db } from './b'; function f(db: Db) { probe('x', db.q()) }`, 'b.ts': `export class Db { q() { return 'rows' } }` },
      [`'rows'`],
    ],
    ['a property type', `class Db {} class S { db!: Db; m() { probe('x', this.db) } }`, ['instance of Db']],
    ['a list of it', `class Db {} function f(all: Db[]) { for (const db of all) probe('x', db) }`, ['instance of Db']],
    ['a promise of it', `class Db {} async function f(db: Promise<Db>) { probe('x', await db) }`, ['instance of Db']],
    ['one of several', `class Db {} function f(db: undefined | Db) { probe('x', db) }`, ['instance of Db']],
    ['a type of a library', `import { Request } from 'express'; function f(r: Request) { probe('x', r.body) }`, ['express/Request.body']],
    [
      'a return type',
      `import { Express } from 'express'; function app(): Express { return make() } probe('x', app())`,
      ['express/Application', 'make()'],
    ],
    [
      'a member of an interface',
      `import { Express } from 'express'; interface S { app: Express } function f(s: S) { probe('x', s.app) }`,
      ['express/Application'],
    ],
    [
      'a member of an inherited interface',
      `import { Express } from 'express'; interface A { in: { app: Express } } interface B extends A {} function f(b: B) { probe('x', b.in.app) }`,
      ['express/Application'],
    ],
    [
      'a name for a type',
      `import { Express } from 'express'; type S = { app: Express }; function f({ app }: S) { probe('x', app) }`,
      ['express/Application'],
    ],
  ])
})

describe('API paths', () => {
  const models = () =>
    loadModels([
      tree({
        'web.yaml': [
          'library: [web, web-next]',
          'title: Web',
          'types:',
          '  Base: { is: ["lib.base()"] }',
          '  App: { is: ["lib.app()", "lib.App!"], instance: true, like: Base }',
          '  Request: { is: ["App.on(*)[0]"] }',
          '  Failure: { is: ["App.on(*)[0/3]"] }',
          '  Late: { is: ["App.on(*)[1/3]"] }',
          '  Child: { is: ["Base.child()"] }',
          'self: ["App.use"]',
          'passes: [{ call: "lib.keep", argument: 1 }]',
        ].join('\n'),
      }),
    ])
  const web = (rest: string, from = 'web') => `import web from '${from}'; const app = web.app(); ${rest}`
  test.each([
    ['a type stands for each of its paths', web(`probe('x', new web.App())`), ['web/App']],
    ['and for those of a library with the same interface', web(`probe('x', app)`, 'web-next'), ['web/App']],
    ['a type has the members of the one it is like', web(`probe('x', app.child())`), ['web/Child']],
    ['and members of its own', web(`probe('x', app.other())`), ['web/App.other()']],
    ['a call that hands back what it is called on', web(`probe('x', app.use().use(a).use(b))`), ['web/App']],
    ['a call that hands back an argument', web(`function f() {} probe('x', [web.keep('name', f)].filter(isMine)[0])`), ['function f', 'web.keep()']],
    ['what a callback is given', web(`app.on('x', (request) => probe('x', request.body))`), ['web/Request.body']],
    ['what a callback of another length is given', web(`app.on('x', (failure, request, next) => probe('x', request))`), ['web/Late']],
    ['what is given first to a callback of another length', web(`app.on('x', (failure, request, next) => probe('x', failure))`), ['web/Failure']],
    ['a callback that was put into a variable', web(`const handle = ({ body }) => probe('x', body); app.on('x', handle)`), ['web/Request.body']],
    ['a library without a model', `import { a } from 'other'; probe('x', a('y').b)`, ['other.a().b']],
    ['a part of a library', `import a from 'other/part'; probe('x', a.b)`, ['other/part.b']],
    ['an index into a library’s list is any of them', `import a from 'other'; probe('x', a.list[3])`, ['other.list.[]']],
    [
      'a chain without an end is followed for a while',
      `import l from 'l'; let c = l; for (;;) { c = c.next(); probe('x', c) }`,
      [1, 2, 3, 4].map((n) => `l${'.next()'.repeat(n)}`),
    ],
  ])('%s', (_, source, values) => expect(probed(source, models())).toEqual(values))
  test('two instances are two objects', () => {
    const { one, other } = probes(
      web(
        `const second = web.app(); app.name = 'a'; second.name = 'b'; const pick = (o) => o; probe('one', [app][0].name); probe('other', [second][0].name)`,
      ),
      models(),
    )
    expect(one).toContain(`'a'`)
    expect(one).not.toContain(`'b'`)
    expect(other).toContain(`'b'`)
    expect(other).not.toContain(`'a'`)
  })
})
