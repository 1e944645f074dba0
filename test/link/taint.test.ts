/** Where data of a request get to: everything a value goes through between its source and a place where it does harm. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { describe } from 'vitest'
import { each } from './taint-cases'

describe('variables', () => {
  each([
    ['straight in', `exec(req.query.x) // flows`],
    ['a constant', `const x = req.query.x; exec(x) // flows`],
    ['a literal', `const x = 'ls'; exec(x) // safe`],
    ['a let that is set later', `let x; x = req.query.x; exec(x) // flows`],
    ['a reassignment takes the taint away', `let x = req.query.x; x = 'ls'; exec(x) // safe`],
    [
      'before and after a reassignment',
      `let x = 'ls'
      exec(x) // safe
      x = req.query.x
      exec(x) // flows`,
    ],
    ['one of two branches', `let x = 'ls'; if (req.query.y) { x = req.query.x } exec(x) // flows`],
    ['both branches replace it', `let x = req.query.x; if (c) { x = 'a' } else { x = 'b' } exec(x) // safe`],
    ['added to a text', `let x = 'ls '; x += req.query.x; exec(x) // flows`],
    ['with something added', `let x = req.query.x; x += ' -l'; exec(x) // flows`],
    ['joined by plus', `exec('ls ' + req.query.x + ' -l') // flows`],
    ['in a template literal', 'exec(`ls ${req.query.x}`) // flows'],
    ['in a template in a template', 'exec(`ls ${`-${req.query.x}`}`) // flows'],
    ['one or the other', `exec(c ? req.query.x : 'ls') // flows`],
    ['or a default', `exec(req.query.x || 'ls') // flows`],
    ['or a default, nullish', `exec(req.query.x ?? 'ls') // flows`],
    ['after and', `exec(c && req.query.x) // flows`],
    ['the left of and is empty when it is the result', `const x = req.query.x && 'ls'; exec(x) // safe`],
    ['an assignment used as a value', `let x; exec((x = req.query.x)) // flows`],
    ['a chain of assignments', `let x, y; x = y = req.query.x; exec(y) // flows`],
    ['logical assignment', `let x; x ??= req.query.x; exec(x) // flows`],
    ['a comma', `exec((log(), req.query.x)) // flows`],
    ['a loop that collects', `let x = ''; for (const y of list) { x = x + req.query.x } exec(x) // flows`],
    [
      'taint that a loop carries round',
      `let x = '', y = ''; while (c()) { exec(x) // flows
      x = y; y = req.query.x }`,
    ],
    [
      'swapped',
      `let a = req.query.x, b = 'ls'; [a, b] = [b, a]
      exec(a) // safe
      exec(b) // flows`,
    ],
    ['a number made of it by arithmetic', `exec('kill ' + (req.query.x - 1)) // safe`],
    ['a comparison', `exec('ls ' + (req.query.x === 'a')) // safe`],
    ['the type of it', `exec('ls ' + typeof req.query.x) // safe`],
    ['not it', `exec('ls ' + !req.query.x) // safe`],
    ['a count', `exec('ls ' + req.query.x.length) // safe`],
    ['a plus in front makes a number', `exec('ls ' + +req.query.x) // safe`],
    ['a cast says nothing', `exec(req.query.x as string) // flows`],
    ['nor does an exclamation mark', `exec(req.query.x!) // flows`],
    ['satisfies', `exec(req.query.x satisfies string) // flows`],
    [
      'a variable of the same name in another function',
      `const x = req.query.x; function f() { const x = 'ls'; exec(x) // safe
      } f()`,
    ],
    [
      'a variable of the module, set in one handler and used in another',
      `let last
      app.get('/y', (req, res) => { exec(last) }) // flows
      ---
      last = req.query.x`,
    ],
    ['switch', `let x; switch (req.query.y) { case 'a': x = 'ls'; break; default: x = req.query.x } exec(x) // flows`],
    [
      'falling through',
      `let x; switch (y) { case 'a': x = req.query.x; case 'b': exec(x) // flows
      break; case 'c': exec('ls') } `,
    ],
    ['try and catch', `let x; try { x = req.query.x } catch { x = 'ls' } exec(x) // flows`],
    ['out of finally', `let x = 'ls'; try { f() } finally { x = req.query.x } exec(x) // flows`],
    [
      'thrown and caught',
      `try { throw new Error(req.query.x) } catch (e) { exec(e.message) // flows
      }`,
    ],
    [
      'thrown as it is',
      `try { throw req.query.x } catch (e) { exec(e) // flows
      }`,
    ],
    ['do while', `let x = 'ls'; do { x = x + req.query.x } while (c); exec(x) // flows`],
    ['for with a counter', `for (let i = req.query.x; c; i = next(i)) exec(i) // flows`],
    ['labels', `let x = 'ls'; outer: for (;;) { for (;;) { x = req.query.x; break outer } } exec(x) // flows`],
    [
      'var, used before its line',
      `function f() { exec(y) // flows
      } var y = req.query.x; f()`,
    ],
  ])
})

describe('properties', () => {
  each([
    [
      'one property is not another',
      `const o = { a: req.query.x, b: 'ls' }
      exec(o.a) // flows
      exec(o.b) // safe`,
    ],
    [
      'set later',
      `const o = { b: 'ls' }; o.a = req.query.x
      exec(o.a) // flows
      exec(o.b) // safe`,
    ],
    [
      'objects in objects',
      `const o = { p: { a: req.query.x, b: 'ls' }, q: { a: 'ls' } }
      exec(o.p.a) // flows
      exec(o.p.b) // safe
      exec(o.q.a) // safe`,
    ],
    ['set deep down', `const o = { p: { q: {} } }; o.p.q.r = req.query.x; exec(o.p.q.r) // flows`],
    ['shorthand', `const a = req.query.x; const o = { a }; exec(o.a) // flows`],
    ['seen by another name', `const o = {}; const p = o; p.a = req.query.x; exec(o.a) // flows`],
    ['another object of the same shape', `const o = { a: req.query.x }, p = { a: 'ls' }; exec(p.a) // safe`],
    [
      'a known key',
      `const o = { a: req.query.x, b: 'ls' }
      exec(o['a']) // flows
      exec(o['b']) // safe`,
    ],
    [
      'a known key in a constant',
      `const k = 'a', l = 'b'; const o = { [k]: req.query.x, [l]: 'ls' }
      exec(o.a) // flows
      exec(o[l]) // safe`,
    ],
    ['an unknown key', `const o = { a: req.query.x }; exec(o[k()]) // flows`],
    ['set under an unknown key', `const o = {}; o[k()] = req.query.x; exec(o.a) // flows`],
    ['looked up by outside data in a table of its own', `const o = { a: 'ls', b: 'df' }; exec(o[req.query.x]) // safe`],
    ['optional chaining', `const o = { a: req.query.x }; exec(o?.a) // flows`],
    ['optional chaining on the request', `exec(req.query?.x?.y) // flows`],
    ['optional call', `exec(req.query.x?.trim?.()) // flows`],
    ['everything of a body', `const o = req.body; exec(o.a.b.c.d.e.f.g) // flows`],
    ['deeper than paths are told apart', `const o = { a: { b: { c: { d: { e: { f: req.query.x } } } } } }; exec(o.a.b.c.d.e.f) // flows`],
    ['destructured', `const { x } = req.query; exec(x) // flows`],
    ['destructured under another name', `const { x: y } = req.query; exec(y) // flows`],
    ['destructured, nested', `const { query: { x } } = req; exec(x) // flows`],
    ['destructured, nested with defaults', `const { query: { x: { y = 'ls' } = {} } = {} } = req; exec(y) // flows`],
    ['a default that is tainted', `const { x = req.query.x } = config; exec(x) // flows`],
    [
      'destructured: one is not the other',
      `const o = { a: req.query.x, b: 'ls' }; const { a, b } = o
      exec(a) // flows
      exec(b) // safe`,
    ],
    [
      'the rest',
      `const o = { a: 'ls', b: req.query.x, c: 'ls' }; const { a, ...rest } = o
      exec(a) // safe
      exec(rest.b) // flows
      exec(rest.c) // safe`,
    ],
    ['destructured with a computed key', `const k = 'x'; const { [k]: y } = req.query; exec(y) // flows`],
    ['destructured by assignment', `let x; ({ x } = req.query); exec(x) // flows`],
    [
      'destructured in a parameter',
      `function f({ query: { x } }) { exec(x) // flows
      } f(req)`,
    ],
    [
      'spread',
      `const o = { a: req.query.x, b: 'ls' }; const p = { ...o, c: 'ls' }
      exec(p.a) // flows
      exec(p.b) // safe
      exec(p.c) // safe`,
    ],
    ['spread and replaced', `const p = { ...{ a: req.query.x }, a: 'ls' }; exec(p.a) // safe`],
    ['a spread request', `const p = { ...req.query }; exec(p.x) // flows`],
    [
      'Object.assign',
      `const p = Object.assign({}, { a: req.query.x, b: 'ls' })
      exec(p.a) // flows
      exec(p.b) // safe`,
    ],
    ['Object.assign into what is there', `const p = {}; Object.assign(p, req.query); exec(p.x) // flows`],
    ['Object.values', `exec(Object.values(req.query)[0]) // flows`],
    ['Object.values of an object made here', `exec(Object.values({ a: req.query.x })[0]) // flows`],
    ['Object.keys of a body', `exec(Object.keys(req.body)[0]) // flows`],
    ['Object.keys of what is written here', `exec(Object.keys({ a: req.query.x })[0]) // safe`],
    ['Object.entries', `for (const [k, v] of Object.entries(req.query)) exec(v) // flows`],
    ['Object.entries of an object made here', `for (const [k, v] of Object.entries({ a: req.query.x })) exec(v) // flows`],
    ['Object.fromEntries', `const o = Object.fromEntries([['a', req.query.x]]); exec(o.a) // flows`],
    ['for in', `for (const k in req.body) exec(k) // flows`],
    ['for in, and what stands there', `for (const k in req.body) exec(req.body[k]) // flows`],
    ['copied key by key', `const o = {}; for (const k in req.body) { o[k] = req.body[k] } exec(o.x) // flows`],
    ['through JSON', `const o = JSON.parse(JSON.stringify({ a: req.query.x })); exec(o.a) // flows`],
    ['parsed', `const o = JSON.parse(req.query.x); exec(o.a.b) // flows`],
    [
      'structuredClone',
      `const o = structuredClone({ a: req.query.x, b: 'ls' })
      exec(o.a) // flows
      exec(o.b) // safe`,
    ],
    [
      'Object.freeze',
      `const o = Object.freeze({ a: req.query.x, b: 'ls' })
      exec(o.a) // flows
      exec(o.b) // safe`,
    ],
    ['a getter', `const o = { get a() { return req.query.x } }; exec(o.a) // flows`],
    [
      'a setter',
      `const o = { set a(v) { exec(v) } } // flows
      o.a = req.query.x`,
    ],
    [
      'a method of an object',
      `const o = { run(x) { exec(x) } } // flows
      o.run(req.query.x)`,
    ],
    [
      'this of an object',
      `const o = { x: req.query.x, run() { exec(this.x) } } // flows
      o.run()`,
    ],
    ['in the middle of a text an object is only its text', `exec('ls ' + req.query) // flows`],
    ['a property of what is put together', `const x = 'a' + req.query.x; exec(x.trim()) // flows`],
    [
      'a copy by way of text has its parts where they were',
      `const order = { note: 'a', name: req.query.name }
      const copy = JSON.parse(JSON.stringify(order))
      exec('open ' + copy.note) // safe
      exec('open ' + copy.name) // flows: command
      const other = JSON.parse(JSON.stringify(order, ['name']))
      exec('open ' + other.name) // flows: command`,
    ],
    [
      'what an object has already, put where it was',
      {
        'a.ts': `import express from 'express'; import { exec } from 'child_process'
      class Settings { paths?: { tool: string }; names?: { tool: string } }
      function filled(settings: Settings): Settings {
        settings.paths = settings.paths || { }
        settings.names = settings.paths || settings.names
        return settings
      }
      express().post('/x', (req, res) => { res.json(filled(JSON.parse(req.body.text))) })
      export const run = (own: Settings) => { exec('open ' + own.paths.tool) } // safe
      export const name = (own: Settings) => { exec('open ' + own.names.tool) } // flows: command`,
      },
    ],
    [
      'what the program puts over what was sent, and what it leaves',
      `const own = { ...req.query, tool: 'ls' }
      exec('run ' + own.tool) // safe
      exec('run ' + own.name) // flows: command
      const early = { tool: 'ls', ...req.query }
      exec('run ' + early.tool) // flows: command
      const body = req.body
      exec('run ' + body.tool) // flows: command
      body.tool = 'ls'
      exec('run ' + body.tool) // safe
      exec('run ' + body.name) // flows: command
      delete body.secret
      exec('run ' + body.secret) // safe`,
    ],
    [
      'only where it is put there whatever happens, and before',
      `const body = req.body
      if (req.query.own) body.tool = 'ls'
      exec('run ' + body.tool) // flows: command
      body.name = body.name || 'none'
      exec('run ' + body.name) // flows: command
      body.file = req.query.file
      exec('run ' + body.file) // flows: command
      body.size =
        exec('run ' + body.size) // flows: command`,
    ],
    [
      'put over in a helper that gives the object back, and copied name by name',
      `function pinned(settings) { settings.tool = 'ls'; settings.size = 3; return settings }
      function half(settings) { if (settings.old) return settings; settings.tool = 'ls'; return settings }
      ---
      const settings = pinned(JSON.parse(JSON.stringify(req.body)))
      const kept = JSON.parse(fs.readFileSync('settings.json', 'utf8'))
      Object.keys(settings).forEach((key) => { if (key !== 'lists') kept[key] = settings[key] })
      const made = JSON.parse(JSON.stringify({ ...kept, color: 'red' }))
      exec('run ' + made.tool) // safe
      exec('run ' + made.color) // safe
      exec('run ' + made.name) // flows: command
      const other = {}
      for (const key of Object.keys(settings)) other[key + '_old'] = settings[key]
      exec('run ' + other.tool) // flows: command
      exec('run ' + half(req.body).tool) // flows: command`,
    ],
    [
      'put over in the very next line, of what an object holds',
      `const shared = { settings: { tool: 'ls', name: 'a' } }
      function other() { exec('run ' + shared.settings.tool); exec('run ' + shared.settings.name) } // flows: command
      function tools() { exec('run ' + shared.settings.tool) } // safe
      ---
      const tool = shared.settings.tool
      shared.settings = { ...shared.settings, ...req.body }
      shared.settings.tool = tool
      other(); tools()`,
    ],
  ])
})

describe('lists, maps and sets', () => {
  each([
    [
      'by index',
      `const l = ['ls', req.query.x]
      exec(l[0]) // safe
      exec(l[1]) // flows`,
    ],
    ['an unknown index', `const l = ['ls', req.query.x]; exec(l[i()]) // flows`],
    [
      'destructured',
      `const [a, b] = ['ls', req.query.x]
      exec(a) // safe
      exec(b) // flows`,
    ],
    ['destructured, the rest', `const [a, ...b] = ['ls', req.query.x]; exec(b[0]) // flows`],
    ['destructured with a default', `const [a = req.query.x] = list; exec(a) // flows`],
    ['pushed', `const l = []; l.push(req.query.x); exec(l[0]) // flows`],
    ['pushed, and joined', `const l = ['ls']; l.push(req.query.x); exec(l.join(' ')) // flows`],
    ['unshift', `const l = []; l.unshift(req.query.x); exec(l[0]) // flows`],
    ['a list whose first element was taken out', `const l = ['ls', 'a', req.query.x]; l.shift(); exec(l[1]) // flows`],
    ['a list that something was put in front of', `const l = [req.query.x]; l.unshift('ls'); exec(l[1]) // flows`],
    ['a list that was turned round', `const l = ['ls', req.query.x]; l.reverse(); exec(l[0]) // flows`],
    ['a list that was sorted', `const l = ['ls', req.query.x]; l.sort(); exec(l[0]) // flows`],
    ['a list that a part was cut out of', `const l = ['ls', req.query.x]; l.splice(0, 1); exec(l[0]) // flows`],
    ['a list of which the last element was taken', `const l = ['ls', req.query.x]; l.pop(); exec(l[0]) // safe`],
    ['spread into push', `const l = []; l.push(...req.query.x); exec(l[0]) // flows`],
    ['set by index', `const l = []; l[0] = req.query.x; exec(l[0]) // flows`],
    ['spread', `const l = ['ls', ...[req.query.x]]; exec(l[1]) // flows`],
    ['join', `exec(['ls', req.query.x].join(' ')) // flows`],
    ['split', `exec(req.query.x.split(',')[0]) // flows`],
    ['split and joined', `exec(req.query.x.split(',').join(' ')) // flows`],
    ['concat', `exec(['ls'].concat(req.query.x).join(' ')) // flows`],
    ['concat of texts', `exec('ls '.concat(req.query.x)) // flows`],
    ['map', `exec([req.query.x].map((x) => '-' + x).join(' ')) // flows`],
    ['map to what is something else', `exec(req.body.list.map((x) => 'ls').join(' ')) // safe`],
    ['map to an object', `exec([req.query.x].map((x) => ({ x }))[0].x) // flows`],
    [
      'map, to one of its parts',
      `const l = [{ a: req.query.x, b: 'ls' }]
      exec(l.map((o) => o.a)[0]) // flows
      exec(l.map((o) => o.b)[0]) // safe`,
    ],
    ['map with a function by name', `const f = (x) => '-' + x; exec([req.query.x].map(f).join(' ')) // flows`],
    ['map with a function that cleans', `exec([req.query.x].map(Number).join(' ')) // safe`],
    ['flatMap', `exec([req.query.x].flatMap((x) => [x, x])[0]) // flows`],
    ['filter', `exec([req.query.x].filter(Boolean)[0]) // flows`],
    ['find', `exec([req.query.x].find((x) => x)) // flows`],
    ['reduce', `exec([req.query.x].reduce((all, x) => all + ' ' + x, 'ls')) // flows`],
    ['reduce from what is tainted', `exec(['a'].reduce((all, x) => all + x, req.query.x)) // flows`],
    ['reduce into an object', `const o = [req.query.x].reduce((all, x) => { all.a = x; return all }, {}); exec(o.a) // flows`],
    ['forEach', `[req.query.x].forEach((x) => exec(x)) // flows`],
    ['forEach that collects', `const l = []; [req.query.x].forEach((x) => { l.push(x) }); exec(l[0]) // flows`],
    ['forEach, the index', `req.body.list.forEach((x, i) => exec('ls ' + i)) // safe`],
    ['for of', `for (const x of [req.query.x]) exec(x) // flows`],
    ['for of a body', `for (const { name } of req.body.list) exec(name) // flows`],
    ['for of, with entries', `for (const [i, x] of [req.query.x].entries()) exec(x) // flows`],
    ['slice, reverse and sort', `exec([req.query.x].slice(0, 1).reverse().sort()[0]) // flows`],
    [
      'pop and shift',
      `const l = [req.query.x]
      exec(l.pop()) // flows
      exec(l.shift()) // flows`,
    ],
    ['at', `exec([req.query.x].at(-1)) // flows`],
    ['splice', `const l = []; l.splice(0, 0, req.query.x); exec(l[0]) // flows`],
    ['flat', `exec([[req.query.x]].flat()[0]) // flows`],
    ['Array.from', `exec(Array.from([req.query.x])[0]) // flows`],
    ['Array.from with a function', `exec(Array.from([req.query.x], (x) => x + 'a')[0]) // flows`],
    ['Array.of', `exec(Array.of(req.query.x)[0]) // flows`],
    ['fill', `exec(new Array(3).fill(req.query.x).join('')) // flows`],
    ['indexOf', `exec('ls ' + l.indexOf(req.query.x)) // safe`],
    ['includes', `exec('ls ' + l.includes(req.query.x)) // safe`],
    ['a Map', `const m = new Map(); m.set('a', req.query.x); exec(m.get('a')) // flows`],
    ['a Map and another', `const m = new Map(), n = new Map(); m.set('a', req.query.x); exec(n.get('a')) // safe`],
    ['a Map made of pairs', `const m = new Map([['a', req.query.x]]); exec(m.get('a')) // flows`],
    ['values of a Map', `const m = new Map(); m.set('a', req.query.x); for (const v of m.values()) exec(v) // flows`],
    ['forEach of a Map', `const m = new Map(); m.set('a', req.query.x); m.forEach((v) => exec(v)) // flows`],
    ['entries of a Map', `const m = new Map(); m.set('a', req.query.x); for (const [k, v] of m) exec(v) // flows`],
    ['a Set', `const s = new Set(); s.add(req.query.x); exec([...s][0]) // flows`],
    ['for of a Set', `const s = new Set([req.query.x]); for (const x of s) exec(x) // flows`],
    ['a map looked up by outside data', `const m = new Map([['a', 'ls']]); exec(m.get(req.query.x)) // safe`],
    ['URLSearchParams', `exec(new URLSearchParams(req.query.x).get('a')) // flows`],
    ['an address taken apart', `exec(new URL(req.query.x).pathname) // flows`],
    ['a buffer', `exec(Buffer.from(req.query.x, 'base64').toString()) // flows`],
    ['a Date', `exec('ls ' + new Date(req.query.x).getTime()) // safe`],
    ['texts cut, trimmed and turned', `exec(req.query.x.trim().toLowerCase().slice(1).substring(2).padStart(3).normalize()) // flows`],
    ['a match that only digits pass', `const [, id] = req.query.x.match(/^\\/users\\/(\\d+)$/); exec(id) // safe`],
    [
      'groups of a match',
      `const { groups } = req.query.x.match(/(?<id>\\d+)-(?<rest>.*)/)
      exec(groups.id) // safe
      exec(groups.rest) // flows`,
    ],
    ['a match', `exec(req.query.x.match(/a(.*)/)[1]) // flows`],
    ['exec of an expression', `const m = /a(.*)/.exec(req.query.x); exec(m[1]) // flows`],
    ['characters', `exec(req.query.x.substring(0, 40)) // flows`],
    ['one character', `exec(req.query.x.charAt(0)) // safe`],
    ['replaced into a text', `exec('ls X'.replace('X', req.query.x)) // flows`],
    ['replaced into a text by a function', `exec('ls X'.replace(/X/, () => req.query.x)) // flows`],
    ['decodeURIComponent', `exec(decodeURIComponent(req.query.x)) // flows`],
    ['String', `exec(String(req.query.x)) // flows`],
    ['toString', `exec(req.query.x.toString()) // flows`],
  ])
})

describe('functions', () => {
  each([
    [
      'an argument',
      `function f(x) { exec(x) } // flows
      f(req.query.x)`,
    ],
    [
      'the second argument',
      `function f(a, b) { exec(a) // safe
      exec(b) // flows
      } f('ls', req.query.x)`,
    ],
    [
      'what is returned',
      `function f(x) { return 'ls ' + x }
      ---
      exec(f(req.query.x)) // flows`,
    ],
    [
      'what a function inside another one returns is of the call that it was made in',
      `function fill(text, values) {
        if (typeof values !== 'object') values = {}
        return text.replace(/<(\\w+)>/g, (all, name) => values[name])
      }
      ---
      exec(fill('ls <dir>', { dir: req.query.x })) // flows
      exec(fill('ls <dir>', { dir: 'home' })) // safe`,
    ],
    [
      'a variable that outlives the call holds what any call put in',
      `let last
      function keep(x) { last = x; return () => last }
      ---
      exec(keep('home')()) // flows
      keep(req.query.x)`,
    ],
    ['what is returned does not hold the argument', `function f(x) { return 'ls' } exec(f(req.query.x)) // safe`],
    [
      'called with outside data here, and not there',
      `function f(x) { return 'ls ' + x }
      exec(f(req.query.x)) // flows
      exec(f('-l')) // safe`,
    ],
    [
      'handed through two helpers, called twice',
      `const g = (x) => x.trim(); const f = (x) => 'ls ' + g(x)
      ---
      exec(f('-l')) // safe
      exec(f(req.query.x)) // flows
      exec(g('-l')) // safe`,
    ],
    [
      'an identity function, called twice in other handlers',
      `const same = (x) => x
      app.get('/y', (req, res) => { exec(same('ls')) }) // safe
      ---
      exec(same(req.query.x)) // flows`,
    ],
    [
      'objects handed through a helper, called twice',
      `const wrap = (x) => ({ x, y: 'ls' })
      ---
      exec(wrap(req.query.x).x) // flows
      exec(wrap(req.query.x).y) // safe
      exec(wrap('ls').x) // safe`,
    ],
    [
      'a sink in a helper: called with clean data it is none',
      `function run(x) { exec(x) } // safe
      ---
      run('ls')`,
    ],
    [
      'a part of an argument',
      `function f(o) { exec(o.a) // flows
      exec(o.b) // safe
      } f({ a: req.query.x, b: 'ls' })`,
    ],
    [
      'an argument that is filled',
      `function fill(o, x) { o.a = x }
      ---
      const o = {}, p = {}; fill(o, req.query.x); fill(p, 'ls')
      exec(o.a) // flows
      exec(p.a) // todo safe`,
    ],
    [
      'a list that is filled',
      `function fill(l, x) { l.push(x) }
      ---
      const l = []; fill(l, req.query.x); exec(l[0]) // flows`,
    ],
    [
      'default parameters',
      `function f(a, b = a) { exec(b) } // flows
      f(req.query.x)`,
    ],
    [
      'rest parameters',
      `function f(a, ...rest) { exec(rest[0]) } // flows
      f('ls', req.query.x)`,
    ],
    [
      'rest parameters: the first is none',
      `function f(a, ...rest) { exec(a) } // safe
      f('ls', req.query.x)`,
    ],
    [
      'arguments spread',
      `function f(a, b) { exec(b) } // flows
      f(...['ls', req.query.x])`,
    ],
    [
      'arguments spread: the other',
      `function f(a, b) { exec(a) } // safe
      f(...['ls', req.query.x])`,
    ],
    [
      'a rest of arguments, spread again',
      `const run = (...all) => [() => f(...all)].map((each) => each())
      function f(a, b, c) { exec(a) // safe
        exec(b) // flows
        exec(c) // safe
      }
      run('ls', req.query.x, '-l')`,
    ],
    [
      'a list applied',
      `function f(a, b) { exec(a) // safe
        exec(b) // flows
      }
      f.apply(null, ['ls', req.query.x])`,
    ],
    [
      'a query of an address that is set where the program is installed',
      `exec(new URL(process.env.STORE_ADDRESS).searchParams.get('schema')) // safe
      exec(new URL(req.query.x).searchParams.get('schema')) // flows`,
    ],
    [
      'the object called arguments',
      `function f() { exec(arguments[0]) } // flows
      f(req.query.x)`,
    ],
    [
      'destructured parameters',
      `function f({ a, b: { c } }) { exec(a) // safe
      exec(c) // flows
      } f({ a: 'ls', b: { c: req.query.x } })`,
    ],
    [
      'a callback',
      `function f(x, done) { done(null, x) }
      ---
      f(req.query.x, (e, x) => exec(x)) // flows`,
    ],
    [
      'a callback that gets something else',
      `function f(x, done) { done(null, 'ls') }
      ---
      f(req.query.x, (e, x) => exec(x)) // safe`,
    ],
    [
      'a callback called twice',
      `function f(x, done) { done(x) }
      ---
      f(req.query.x, (x) => exec(x)) // flows
      f('ls', (x) => exec(x)) // todo safe`,
    ],
    [
      'what a closure sees',
      `const x = req.query.x; const run = () => exec(x) // flows
      run()`,
    ],
    ['a closure that is handed on', `const x = req.query.x; setTimeout(() => exec(x), 10) // flows`],
    [
      'a returned closure',
      `function make(x) { return () => x }
      ---
      exec(make(req.query.x)()) // flows`,
    ],
    [
      'a returned closure, made twice',
      `function make(x) { return () => x }
      ---
      const a = make(req.query.x), b = make('ls')
      exec(a()) // flows
      exec(b()) // todo safe`,
    ],
    [
      'a returned closure with the sink',
      `function make(x) { return (y) => exec(x + y) } // flows
      ---
      make('ls ')(req.query.x)`,
    ],
    [
      'currying',
      `const f = (a) => (b) => (c) => exec(a + b + c) // flows
      ---
      f('a')(req.query.x)('c')`,
    ],
    ['functions made on the spot', `exec(((x) => x + ' ')(req.query.x)) // flows`],
    [
      'a function in an object',
      `const api = { run: (x) => exec(x) } // flows
      ---
      api.run(req.query.x)`,
    ],
    [
      'a function in a table',
      `const table = { a: (x) => exec(x), b: (x) => log(x) } // flows
      ---
      table[k](req.query.x)`,
    ],
    [
      'a function in a list',
      `const steps = [(x) => exec(x)] // flows
      ---
      for (const step of steps) step(req.query.x)`,
    ],
    [
      'a function chosen',
      `const f = c ? (x) => exec(x) : log // flows
      f(req.query.x)`,
    ],
    [
      'composition',
      `const compose = (f, g) => (x) => f(g(x)); const run = (x) => exec(x) // flows
      ---
      compose(run, (x) => x.trim())(req.query.x)`,
    ],
    [
      'call',
      `function f(a) { exec(a) } // flows
      f.call(null, req.query.x)`,
    ],
    [
      'call with this',
      `function f() { exec(this.a) } // flows
      f.call({ a: req.query.x })`,
    ],
    [
      'apply',
      `function f(a, b) { exec(b) } // flows
      f.apply(null, ['ls', req.query.x])`,
    ],
    [
      'bind',
      `function f(a) { exec(a) } // flows
      f.bind(null)(req.query.x)`,
    ],
    [
      'bind with an argument',
      `function f(a) { exec(a) } // flows
      const g = f.bind(null, req.query.x); g()`,
    ],
    ['sinks called by call', `exec.call(null, req.query.x) // flows`],
    ['sinks under another name', `const run = exec; run(req.query.x) // flows`],
    [
      'sinks handed over',
      `const use = (f, x) => f(x) // flows
      ---
      use(exec, req.query.x)`,
    ],
    [
      'a promisified sink',
      `import { promisify } from 'util'; const run = promisify(exec)
      ---
      await run(req.query.x) // flows`,
    ],
    ['tagged templates', 'const tag = (texts, ...values) => exec(values[0]) // flows\n---\ntag`ls ${req.query.x}`'],
    [
      'a tag that puts texts together',
      "const tag = (texts, ...values) => texts.reduce((all, text, i) => all + text + (values[i] ?? ''), '')\n---\nexec(tag`ls ${req.query.x}`) // flows",
    ],
    ['tags that bind what they are handed', "import sql from 'mssql'\n---\nawait sql.query`select * from t where a = ${req.query.x}` // safe"],
    [
      'tags that start what stands first',
      "import { $ } from 'execa'\n---\nawait $`ls ${req.query.x}` // safe\nawait $`${req.query.x} -l` // flows: command",
    ],
    ['String.raw', 'exec(String.raw`ls ${req.query.x}`) // flows'],
    [
      'generators',
      `function* f(x) { yield x }
      ---
      for (const y of f(req.query.x)) exec(y) // flows`,
    ],
    [
      'generators, called twice',
      `function* f(x) { yield x }
      ---
      for (const y of f(req.query.x)) exec(y) // flows
      for (const y of f('ls')) exec(y) // todo safe`,
    ],
    [
      'generators that delegate',
      `function* g(x) { yield x } function* f(x) { yield* g(x) }
      ---
      for (const y of f(req.query.x)) exec(y) // flows`,
    ],
    [
      'async generators',
      `async function* f(x) { yield x }
      ---
      for await (const y of f(req.query.x)) exec(y) // flows`,
    ],
    [
      'next of a generator',
      `function* f(x) { yield x }
      ---
      exec(f(req.query.x).next().value) // flows`,
    ],
    [
      'recursion',
      `function f(x, n) { return n ? f(x + '.', n - 1) : x }
      ---
      exec(f(req.query.x, 3)) // flows`,
    ],
    [
      'recursion into an object that grows',
      `function f(x) { return c ? f({ next: x }) : x }
      ---
      exec(f(req.query.x).next) // flows`,
    ],
    ['a list that holds itself', `const l = []; l.push(l, req.query.x); exec(l[0][0][1]) // flows`],
    [
      'mutual recursion',
      `function f(x, n) { return n ? g(x, n - 1) : x } function g(x, n) { return n ? f(x, n - 1) : 'ls' }
      ---
      exec(f(req.query.x, 3)) // flows
      exec(f('ls', 3)) // safe`,
    ],
    [
      'walking a tree',
      `function walk(node, visit) { visit(node.name); for (const child of node.children) walk(child, visit) }
      ---
      walk(req.body, (name) => exec(name)) // flows`,
    ],
    [
      'a deep chain of calls',
      `${Array.from({ length: 60 }, (_, i) => `const f${i} = (x) => ${i ? `f${i - 1}(x)` : 'x'}`).join('\n')}
      ---
      exec(f59(req.query.x)) // flows
      exec(f59('ls')) // safe`,
    ],
    [
      'memoised',
      `const known = {}; const get = (k, make) => known[k] ?? (known[k] = make())
      ---
      exec(get('a', () => req.query.x)) // flows`,
    ],
    ['an unknown function gives back something else', `exec(unknown(req.query.x)) // safe`],
    [
      'lodash keeps what it is given',
      `import _ from 'lodash'
      ---
      exec(_.trim(req.query.x)) // flows`,
    ],
  ])
})

describe('what is looked up by a name that is known', () => {
  each([
    ['a method of a library', `const method = 'query'; db[method]('select ' + req.query.x) // flows: sql`],
    ['one of several', `for (const method of ['query', 'execute']) db[method]('select ' + req.query.x) // flows: sql`],
    ['a method that does no harm', `const method = 'escape'; db[method]('select ' + req.query.x) // safe`],
    [
      'named by who calls',
      `function run(client, method, ...rest) { return client[method](...rest) } // flows: sql
      ---
      run(db, 'query', 'select ' + req.query.x)`,
    ],
    [
      'a method of a class',
      `class Jobs { static list(x) { exec('ls ' + x) } static count(x) { return 'ls ' + x } } // flows
      ---
      const job = 'list'; Jobs[job](req.query.x)`,
    ],
  ])
})

describe('promises and events', () => {
  each([
    ['await', `async function f() { return req.query.x } exec(await f()) // flows`],
    ['then', `const f = async () => req.query.x; f().then((x) => exec(x)) // flows`],
    ['what then makes of it', `const f = async () => req.query.x; exec(await f().then((x) => x + 'a')) // flows`],
    ['a chain of then', `Promise.resolve(req.query.x).then((x) => x.trim()).then((x) => ({ x })).then(({ x }) => exec(x)) // flows`],
    ['then of something else', `Promise.resolve(req.query.x).then(() => 'ls').then((x) => exec(x)) // safe`],
    ['catch and finally pass it on', `Promise.resolve(req.query.x).catch(() => 'ls').finally(done).then((x) => exec(x)) // flows`],
    ['new Promise', `const p = new Promise((resolve) => resolve(req.query.x)); exec(await p) // flows`],
    ['new Promise, later', `const p = new Promise((resolve) => setTimeout(() => resolve(req.query.x))); p.then((x) => exec(x)) // flows`],
    [
      'new Promise in a function',
      `const wait = (x) => new Promise((resolve) => resolve(x))
      ---
      exec(await wait(req.query.x)) // flows`,
    ],
    [
      'Promise.all',
      `const [a, b] = await Promise.all(['ls', Promise.resolve(req.query.x)])
      exec(a) // safe
      exec(b) // flows`,
    ],
    ['Promise.all over map', `const f = async (x) => x + 'a'; const l = await Promise.all([req.query.x].map((x) => f(x))); exec(l[0]) // flows`],
    ['Promise.race', `exec(await Promise.race([wait(), req.query.x])) // flows`],
    ['rejected', `Promise.reject(req.query.x).catch((x) => exec(x)) // flows: command`],
    [
      'async arrow',
      `const f = async (x) => { await wait(); return x }
      ---
      exec(await f(req.query.x)) // flows`,
    ],
    ['awaited property', `const o = { p: Promise.resolve(req.query.x) }; exec(await o.p) // flows`],
    ['for await', `for await (const x of [req.query.x]) exec(x) // flows`],
    [
      'emit and on',
      `const bus = new EventEmitter(); bus.on('run', (x) => exec(x)) // flows
      ---
      bus.emit('run', req.query.x)`,
    ],
    [
      'another event',
      `const bus = new EventEmitter(); bus.on('stop', (x) => exec(x)) // safe
      ---
      bus.emit('run', req.query.x)`,
    ],
    [
      'the second thing emitted',
      `const bus = new EventEmitter(); bus.once('run', (a, b) => exec(b)) // flows
      ---
      bus.emit('run', 'ls', req.query.x)`,
    ],
    [
      'an emitter of its own class',
      `class Bus extends EventEmitter {} const bus = new Bus(); bus.on('run', ({ x }) => exec(x)) // flows
      ---
      bus.emit('run', { x: req.query.x })`,
    ],
    [
      'an emitter that emits itself',
      `class Jobs extends EventEmitter { add(x) { this.emit('job', x) } } const jobs = new Jobs(); jobs.on('job', (x) => exec(x)) // flows
      ---
      jobs.add(req.query.x)`,
    ],
    ['setTimeout with arguments', `setTimeout((x) => exec(x), 10, req.query.x) // flows`],
    ['data of the request as a stream', `let all = ''; req.on('data', (chunk) => { all += chunk }); req.on('end', () => exec(all)) // flows`],
    ['a header', `exec(req.headers['x-name']) // flows`],
    ['a header, asked for', `exec(req.get('x-name')) // flows`],
    ['a cookie', `exec(req.cookies.name) // flows`],
    ['a file that was sent', `exec(req.file.originalname) // flows`],
    ['a parameter of the route', `exec(req.params.id) // flows`],
    ['the address', `exec(req.url) // flows`],
    ['the body', `exec(req.body) // flows`],
    ['the method is none', `exec(req.method) // safe`],
  ])
})

describe('classes', () => {
  each([
    [
      'a method',
      `class A { run(x) { exec(x) } } // flows
      ---
      new A().run(req.query.x)`,
    ],
    [
      'what a method returns',
      `class A { cmd(x) { return 'ls ' + x } }
      ---
      exec(new A().cmd(req.query.x)) // flows
      exec(new A().cmd('-l')) // safe`,
    ],
    [
      'kept in a field',
      `class A { constructor(x) { this.x = x; this.y = 'ls' } run() { exec(this.x) // flows
      exec(this.y) // safe
      } }
      ---
      new A(req.query.x).run()`,
    ],
    [
      'a field set by a method',
      `class A { set(x) { this.x = x } run() { exec(this.x) } } // flows
      ---
      const a = new A(); a.set(req.query.x); a.run()`,
    ],
    [
      'a field set from outside',
      `class A { run() { exec(this.x) } } // flows
      ---
      const a = new A(); a.x = req.query.x; a.run()`,
    ],
    [
      'a field read from outside',
      `class A { constructor(x) { this.x = x } }
      ---
      exec(new A(req.query.x).x) // flows`,
    ],
    [
      'parameter properties',
      `class A { constructor(private x: string) {} run() { exec(this.x) } } // flows
      ---
      new A(req.query.x).run()`,
    ],
    [
      'private fields',
      `class A { #x; constructor(x) { this.#x = x } run() { exec(this.#x) } } // flows
      ---
      new A(req.query.x).run()`,
    ],
    [
      'fields with a first value',
      `class A { x = 'ls'; run() { exec(this.x) } } // safe
      ---
      new A().run()`,
    ],
    [
      'getters',
      `class A { constructor(x) { this.x = x } get cmd() { return 'ls ' + this.x } }
      ---
      exec(new A(req.query.x).cmd) // flows`,
    ],
    [
      'setters',
      `class A { set cmd(x) { exec(x) } } // flows
      ---
      new A().cmd = req.query.x`,
    ],
    [
      'static members',
      `class A { static run(x) { exec(x) } } // flows
      ---
      A.run(req.query.x)`,
    ],
    [
      'static fields',
      `class A { static last = ''; }
      ---
      A.last = req.query.x; exec(A.last) // flows`,
    ],
    [
      'arrow members',
      `class A { run = (x) => { exec(x) } } // flows
      ---
      const { run } = new A(); run(req.query.x)`,
    ],
    [
      'arrow members that see this',
      `class A { pre = 'ls '; run = (x) => exec(this.pre + x) } // flows
      ---
      new A().run(req.query.x)`,
    ],
    [
      'inherited methods',
      `class A { run(x) { exec(x) } } class B extends A {} // flows
      ---
      new B().run(req.query.x)`,
    ],
    [
      'methods that a superclass calls',
      `class A { go(x) { this.run(x) } } class B extends A { run(x) { exec(x) } } // flows
      ---
      new B().go(req.query.x)`,
    ],
    [
      'super',
      `class A { run(x) { exec(x) } } class B extends A { run(x) { super.run(x) } } // flows
      ---
      new B().run(req.query.x)`,
    ],
    [
      'super with a constructor',
      `class A { constructor(x) { this.x = x } } class B extends A { constructor(x) { super(x) } run() { exec(this.x) } } // flows
      ---
      new B(req.query.x).run()`,
    ],
    [
      'an overriding method that is harmless',
      `class A { run(x) { exec(x) } } class B extends A { run(x) { log(x) } } // safe
      ---
      new B().run(req.query.x)`,
    ],
    [
      'abstract classes',
      `abstract class A { abstract cmd(x: string): string; go(x) { exec(this.cmd(x)) } } class B extends A { cmd(x) { return 'ls ' + x } } // flows
      ---
      new B().go(req.query.x)`,
    ],
    [
      'an injected service',
      `class Shell { run(x) { exec(x) } } class Jobs { constructor(private shell: Shell) {} start(x) { this.shell.run(x) } } const jobs = new Jobs(new Shell()) // flows
      ---
      jobs.start(req.query.x)`,
    ],
    [
      'an injected service that is never made',
      `class Shell { run(x) { exec(x) } } class Jobs { constructor(private shell: Shell) {} start(x) { this.shell.run(x) } } // flows
      const jobs = container.get(Jobs) as Jobs
      ---
      jobs.start(req.query.x)`,
    ],
    [
      'a service behind an interface',
      `interface Runner { run(x: string): void } class Shell implements Runner { run(x) { exec(x) } } // flows
      class Jobs { constructor(private runner: Runner) {} start(x) { this.runner.run(x) } }
      ---
      new Jobs(new Shell()).start(req.query.x)`,
    ],
    [
      'a builder',
      `class Cmd { parts = []; add(x) { this.parts.push(x); return this } text() { return this.parts.join(' ') } }
      ---
      exec(new Cmd().add('ls').add(req.query.x).text()) // flows`,
    ],
    [
      'a builder of another object',
      `class Cmd { parts = []; add(x) { this.parts.push(x); return this } text() { return this.parts.join(' ') } }
      ---
      new Cmd().add(req.query.x).text()
      exec(new Cmd().add('ls').text()) // todo safe`,
    ],
    [
      'constructor functions',
      `function A(x) { this.x = x } A.prototype.run = function () { exec(this.x) } // flows
      ---
      new A(req.query.x).run()`,
    ],
    [
      'a singleton',
      `class A { static #one; static get() { return (A.#one ??= new A()) } run(x) { exec(x) } } // flows
      ---
      A.get().run(req.query.x)`,
    ],
    [
      'a controller with handlers as methods',
      `class C { show(req, res) { exec(req.query.x) } } const c = new C(); app.get('/y', c.show) // flows
      ---
      exec('ls')`,
    ],
    [
      'a controller with bound handlers',
      `class C { show(req, res) { exec(this.cmd(req.query.x)) } cmd(x) { return x } } const c = new C(); app.get('/y', c.show.bind(c)) // flows
      ---
      exec('ls')`,
    ],
    [
      'a mixin',
      `const Runs = (Base) => class extends Base { run(x) { exec(x) } }; class A extends Runs(Object) {} // flows
      ---
      new A().run(req.query.x)`,
    ],
    [
      'instances in a list',
      `class A { constructor(x) { this.x = x } }
      ---
      const l = [new A(req.query.x)]; exec(l.map((a) => a.x).join()) // flows`,
    ],
    ['instanceof', `const x = req.body; if (x instanceof Foo) exec(x.y) // flows`],
    [
      'an object is no text, and what is in it may be',
      `const o = req.body; if (typeof o === 'object' && o.kind) { const { x } = o; exec(x) // flows
      }`,
    ],
    [
      'two services with a method of the same name',
      `class A { run(x) { exec(x) } } class B { run(x) { log(x) } } const a = new A(), b = new B() // safe
      ---
      b.run(req.query.x)`,
    ],
  ])
})

describe('handlers', () => {
  each([
    [
      'a handler by name',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      function show(req, res) { exec(req.query.x) // flows
      } app.get('/x', show)`,
      },
    ],
    [
      'a router',
      {
        'a.js': `const { exec } = require('child_process'); const router = require('express').Router()
      router.post('/x', (req, res) => exec(req.body.x)) // flows
      module.exports = router`,
      },
    ],
    [
      'a chain of route',
      {
        'a.js': `const { exec } = require('child_process'); const router = require('express').Router()
      router.route('/x').get((req, res) => exec(req.query.x)).post((req, res) => exec('ls')) // flows
      module.exports = router`,
      },
    ],
    [
      'a list of handlers',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      app.get('/x', [check, (req, res) => { exec(req.query.x) }]) // flows`,
      },
    ],
    [
      'a factory',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      const show = (name) => (req, res) => exec(req.query[name]) // flows
      app.get('/x', show('x'))`,
      },
    ],
    [
      'a wrapper',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      const asyncHandler = (f) => (req, res, next) => Promise.resolve(f(req, res, next)).catch(next)
      app.get('/x', asyncHandler(async (req, res) => { exec(req.query.x) })) // flows`,
      },
    ],
    [
      'a wrapper of a library',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')(); const asyncHandler = require('express-async-handler')
      app.get('/x', asyncHandler(async (req, res) => { exec(req.query.x) })) // flows`,
      },
    ],
    [
      'a wrapper that passes everything on',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      const wrap = (f) => (...args) => f(...args).catch(args[2])
      app.get('/x', wrap(async (req, res) => { exec(req.query.x) })) // flows`,
      },
    ],
    [
      'middleware that leaves something on the request',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      app.use((req, res, next) => { req.wanted = req.query.x; next() })
      app.get('/x', (req, res) => { exec(req.wanted) }) // flows`,
      },
    ],
    [
      'middleware that leaves an object on the request',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      app.use((req, res, next) => { req.ctx = { name: req.query.x, cmd: 'ls' }; next() })
      app.get('/x', (req, res) => { exec(req.ctx.name) // flows
      exec(req.ctx.cmd) // safe
      })`,
      },
    ],
    [
      'middleware that leaves something for the answer',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      app.use((req, res, next) => { res.locals.wanted = req.query.x; next() })
      app.get('/x', (req, res) => { exec(res.locals.wanted) }) // flows`,
      },
    ],
    [
      'what only the server knows',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      app.use((req, res, next) => { req.wanted = 'ls'; next() })
      app.get('/x', (req, res) => { exec(req.wanted) }) // safe`,
      },
    ],
    [
      'a user that was looked up',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      app.use(async (req, res, next) => { req.user = await users.byId(req.query.id); next() })
      app.get('/x', (req, res) => { exec(req.user.shell) }) // safe`,
      },
    ],
    [
      'the parameter of a route, prepared',
      {
        'a.js': `const { exec } = require('child_process'); const app = require('express')()
      app.param('id', (req, res, next, id) => { req.target = id; next() })
      app.get('/x/:id', (req, res) => { exec(req.target) }) // flows`,
      },
    ],
    [
      'services made in one place',
      {
        'a.ts': `import express from 'express'; import { exec } from 'child_process'
      class Jobs { start(x: string) { exec(x) } } // flows
      const services = { jobs: new Jobs() }
      const make = ({ jobs }: { jobs: Jobs }) => { const router = express.Router(); router.get('/', (req, res) => jobs.start(req.query.x)); return router }
      express().use('/jobs', make(services))`,
      },
    ],
    [
      'plain servers',
      {
        'a.js': `const { exec } = require('child_process'); const http = require('http'); const url = require('url')
      http.createServer((req, res) => { const { query } = url.parse(req.url, true); exec(query.x) }).listen(1) // flows`,
      },
    ],
    [
      'an answer that is a page',
      {
        'a.js': `const app = require('express')()
      app.get('/x', (req, res) => { res.send('<p>' + req.query.x + '</p>') }) // flows: html
      app.get('/y', (req, res) => { res.json({ x: req.query.x }) }) // safe`,
      },
    ],
  ])
})
