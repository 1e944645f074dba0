/** What makes data of a request harmless: tests, cleaning, binding, validation; and what only looks as if it did. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { describe } from 'vitest'
import { each } from './taint-cases'

describe('members with a computed name', () => {
  each([
    [
      'asked, and read again under the same name',
      `const names = { lang: 'site-lang' }; const lists = { all: ['en', 'de'] }
      ---
      const key = names.lang
      if (lists.all.includes(req.query[key])) exec('say ' + req.query[key]) // safe
      if (lists.all.indexOf(req.cookies[names.lang]) !== -1) exec('say ' + req.cookies[names.lang]) // safe
      exec('say ' + req.query[key]) // flows: command`,
    ],
    [
      'under another name',
      `const lists = { all: ['en', 'de'] }
      ---
      const key = String(req.query.key)
      const other = String(req.query.other)
      if (lists.all.includes(req.query[key])) exec('say ' + req.query[other]) // flows: command
      { const again = key
        if (lists.all.includes(req.query[again])) { const again = other; exec('say ' + req.query[again]) } } // flows: command`,
    ],
    [
      'under a name that is another one by now',
      `const lists = { all: ['en', 'de'] }
      ---
      let key = String(req.query.key)
      const asked = lists.all.includes(req.query[key])
      key = 'b'
      if (asked) exec('say ' + req.query[key]) // flows: command`,
    ],
    [
      'written in between',
      `const lists = { all: ['en', 'de'] }
      ---
      const key = String(req.query.key)
      const given = { a: 'x' }
      given[key] = 'y'
      exec('say ' + given[key]) // safe
      given.a = req.query.x
      exec('say ' + given[key]) // flows: command
      given[key] = req.query.y
      exec('say ' + given[key]) // flows: command`,
    ],
  ])
})

describe('groups of an expression', () => {
  each([
    [
      'that cannot hold a slash are one part of a path',
      `const one = /^notes:\\/\\/([^/]+)\\/(.*)$/.exec(req.query.a)
      fs.readFileSync(path.join('/srv', one[1])) // safe
      fs.readFileSync(path.join('/srv', one[2])) // flows: path
      const named = req.query.b.match(/^notes\\/(?<part>[^/\\\\]+)$/)
      fs.readFileSync(path.join('/srv', named.groups.part)) // safe
      exec('cat ' + named.groups.part) // flows: command
      const other = req.query.c.match(/^notes\\/([^:]+)$/)
      fs.readFileSync(path.join('/srv', other[1])) // flows: path`,
    ],
    [
      'may be joined again, where there are many',
      `const parts = [...req.query.a.matchAll(/([^/]+)/g)].map((each) => each[1])
      fs.readFileSync(path.join('/srv', parts.join('/'))) // flows: path`,
    ],
  ])
})

describe('kinds of harm', () => {
  each([
    [
      'bound parameters',
      `db.query('select * from t where a = ' + req.query.x) // flows: sql
      db.query('select * from t where a = ?', [req.query.x]) // safe`,
    ],
    ['bound parameters with a name', `db.execute('select * from t where a = :a', { a: req.query.x }) // safe`],
    [
      'an object with values',
      `db.query({ sql: 'select * from t where a = ?', values: [req.query.x] }) // safe
      db.query({ sql: 'select * from t where a = ' + req.query.x }) // flows: sql`,
    ],
    [
      'escaped for SQL',
      `db.query('select * from t where a = ' + mysql.escape(req.query.x)) // safe
      exec('ls ' + mysql.escape(req.query.x)) // flows: command`,
    ],
    ['escaped by the connection', `db.query('select * from t where a = ' + db.escape(req.query.x)) // safe`],
    [
      'encoded for an address',
      `res.redirect('/a?b=' + encodeURIComponent(req.query.x)) // safe
      db.query('select ' + encodeURIComponent(req.query.x)) // flows: sql`,
    ],
    [
      'escaped for HTML is not escaped for SQL',
      `import escapeHtml from 'escape-html'
      ---
      const x = escapeHtml(req.query.x)
      res.send('<p>' + x) // safe
      db.query('select ' + x) // flows: sql`,
    ],
    [
      'how many of a list are taken is not what is in it',
      `import _ from 'lodash'; import take from 'lodash/take'; import * as R from 'ramda'
      ---
      const known = ['ls', 'df']
      exec(_.take(known, req.query.x)[0]) // safe
      exec(_.cloneDeep(_.sortBy(known, req.query.x))[0]) // safe
      exec(take(known, req.query.x)[0]) // safe
      exec(_.take(req.query.x, 1)[0]) // flows: command
      exec(take(req.query.x, 1)[0]) // flows: command
      exec(R.take(1, req.query.x)[0]) // flows: command`,
    ],
    [
      'basename leaves no directories, and HTML',
      `const x = path.basename(req.query.x)
      fs.readFile('/data/' + x, done) // safe
      res.send('<p>' + x) // flows: html`,
    ],
    [
      'programs without a shell',
      `execFile('ls', [req.query.x]) // safe
      execFile('git', ['clone', req.query.x]) // flows: argument
      exec('ls ' + req.query.x) // flows: command`,
    ],
    ['inside the sink itself', `db.query(c ? 'select 1' : req.query.x) // flows: sql`],
  ])
})

describe('numbers', () => {
  each([
    ['Number', `exec('kill ' + Number(req.query.x)) // safe`],
    ['parseInt', `exec('kill ' + parseInt(req.query.x, 10)) // safe`],
    ['Number.parseFloat', `exec('kill ' + Number.parseFloat(req.query.x)) // safe`],
    ['a plus in front', `const n = +req.query.x; exec('kill ' + n) // safe`],
    ['bits', `const n = req.query.x | 0; exec('kill ' + n) // safe`],
    ['toFixed of a number', `exec('kill ' + Number(req.query.x).toFixed(2)) // safe`],
    ['isNaN stops', `if (isNaN(req.query.x)) return; exec('kill ' + req.query.x) // safe`],
    ['isNaN asks', `if (isNaN(req.query.x)) exec('kill ' + req.query.x) // flows`],
    ['isNaN of what was made of it', `if (isNaN(Number(req.query.x))) return; exec('kill ' + req.query.x) // safe`],
    ['Number.isInteger', `if (Number.isInteger(req.body.n)) exec('kill ' + req.body.n) // safe`],
    ['typeof number', `if (typeof req.body.n === 'number') exec('kill ' + req.body.n) // safe`],
    ['typeof string says nothing of a command', `if (typeof req.body.n === 'string') exec('kill ' + req.body.n) // flows`],
    ['typeof other than number stops', `if (typeof req.body.n !== 'number') { return res.end() } exec('kill ' + req.body.n) // safe`],
    [
      'a number that is kept, and the text',
      `const n = parseInt(req.query.x); if (!n) return; exec('kill ' + n) // safe
      exec('kill ' + req.query.x) // flows`,
    ],
    ['BigInt', `exec('kill ' + BigInt(req.query.x)) // safe`],
    ['a boolean', `exec('ls ' + Boolean(req.query.x)) // safe`],
    [
      'map to numbers',
      `exec(req.query.x.split(',').map(Number).join(' ')) // safe
      exec(req.query.x.split(',').map((x) => parseInt(x)).join(' ')) // safe`,
    ],
  ])
})

describe('lists of what is allowed', () => {
  each([
    [
      'includes',
      `const ok = ['a', 'b']; if (ok.includes(req.query.x)) exec(req.query.x) // safe
      exec(req.query.x) // flows`,
    ],
    [
      'includes, of a variable',
      `const x = req.query.x; if (['a', 'b'].includes(x)) { exec('ls ' + x) // safe
      } else { exec('ls ' + x) // flows
      }`,
    ],
    ['includes, turned round, with return', `const x = req.query.x; if (!['a', 'b'].includes(x)) return res.end(); exec(x) // safe`],
    ['includes, turned round, with throw', `const x = req.query.x; if (!['a', 'b'].includes(x)) { throw new Error() } exec(x) // safe`],
    [
      'includes, turned round, with continue',
      `for (const x of req.body.list) { if (!['a'].includes(x)) continue; exec(x) // safe
      }`,
    ],
    [
      'includes, turned round, with break',
      `for (const x of req.body.list) { if (!['a'].includes(x)) break; exec(x) // safe
      }`,
    ],
    ['what does not stop is no guard', `const x = req.query.x; if (!['a', 'b'].includes(x)) { res.redirect('/') } exec(x) // flows`],
    [
      'begins with dots, and is read all the same',
      `const p = path.normalize(req.query.x); if (p.startsWith('..')) fs.readFile(p, done) // flows: path`,
    ],
    [
      'lies outside, and is read all the same',
      `const p = path.normalize(req.query.x); const inner = path.relative(path.normalize(root), p); if (inner.indexOf('..' + path.sep) === 0) fs.readFile(p, done) // flows: path`,
    ],
    ['does not begin with dots', `const p = path.normalize('./' + req.query.x); if (!p.startsWith('..')) fs.readFile(p, done) // safe`],
    [
      'was decoded since',
      `const p = decodeURIComponent(path.normalize(req.query.x)); if (!p.startsWith('..') && !path.isAbsolute(p)) fs.readFile(p, done) // flows: path`,
    ],
    ['stands behind a folder', `const p = 'files/' + path.normalize(req.query.x); if (!p.startsWith('..')) fs.readFile(p, done) // flows: path`],
    [
      'was checked in front of a folder',
      `const p = path.normalize('./' + req.query.x); if (!p.startsWith('..')) fs.readFile('files/' + p, done) // safe`,
    ],
    ['the path that links lead to, told to a callback', `fs.realpath(req.query.x, (error, real) => fs.readFile(real, done)) // flows: path`],
    ['a list that comes from outside', `const x = req.query.x; if (req.body.list.includes(x)) exec(x) // todo flows`],
    ['a text that includes', `const x = req.query.x; if (x.includes('a')) exec(x) // flows`],
    ['a list that forbids', `const x = req.query.x; if (['a', 'b'].includes(x)) return; exec(x) // flows`],
    ['indexOf', `const x = req.query.x; if (['a'].indexOf(x) === -1) return; exec(x) // safe`],
    ['indexOf, at least 0', `const x = req.query.x; if (['a'].indexOf(x) >= 0) exec(x) // safe`],
    ['indexOf, greater than -1', `const x = req.query.x; if (['a'].indexOf(x) > -1) exec(x) // safe`],
    ['indexOf, turned round', `const x = req.query.x; if (['a'].indexOf(x) < 0) exec(x) // flows`],
    ['a tilde', `const x = req.query.x; if (~['a'].indexOf(x)) exec(x) // safe`],
    ['a Set', `const ok = new Set(['a', 'b']); const x = req.query.x; if (!ok.has(x)) return; exec(x) // safe`],
    ['a Map', `const ok = new Map([['a', 1]]); const x = req.query.x; if (ok.has(x)) exec(x) // safe`],
    [
      'a Set of the module',
      `const ok = new Set(['a', 'b'])
      ---
      if (ok.has(req.query.x)) exec(req.query.x) // safe`,
    ],
    ['hasOwnProperty', `const table = { a: 1 }; const x = req.query.x; if (table.hasOwnProperty(x)) exec(x) // safe`],
    [
      'what has a property of its own is not the prototype of all objects',
      `const shelves = {}; const session = require('./session')
      ---
      const shelf = shelves[req.query.x]
      if (shelf.owner !== session.user) throw new Error('no')
      shelf.label = 'a' // safe`,
    ],
    [
      'a property that is asked for',
      `const shelves = {}
      ---
      const shelf = shelves[req.query.x]
      if (!shelf) return
      shelf.count = 1 // flows: property
      if (!shelf.owner) return
      shelf.label = 'a' // safe`,
    ],
    [
      'a property that equals what may have been left out, or that every object has',
      `const shelves = {}
      ---
      const shelf = shelves[req.query.x]
      if (shelf.owner !== req.body.owner) return
      shelf.label = 'a' // flows: property
      const other = shelves[req.query.y]
      if (!other.toString) return
      other.label = 'a' // flows: property
      if (other.owner !== undefined) return
      other.label = 'b' // flows: property`,
    ],
    ['hasOwnProperty.call', `const table = { a: 1 }; const x = req.query.x; if (Object.prototype.hasOwnProperty.call(table, x)) exec(x) // safe`],
    ['Object.hasOwn', `const table = { a: 1 }; const x = req.query.x; if (Object.hasOwn(table, x)) exec(x) // safe`],
    ['in', `const table = { a: 1 }; const x = req.query.x; if (x in table) exec(x) // safe`],
    ['Object.keys', `const table = { a: 1 }; const x = req.query.x; if (Object.keys(table).includes(x)) exec(x) // safe`],
    ['looked up', `const table = { a: 'ls' }; exec(table[req.query.x]) // safe`],
    ['looked up, or as it is', `const table = { a: 'ls' }; exec(table[req.query.x] || req.query.x) // flows`],
    ['looked up, as a condition', `const table = { a: true }; const x = req.query.x; if (table[x]) exec(x) // safe`],
    ['find', `const x = ['a', 'b'].find((it) => it === req.query.x); exec(x) // safe`],
    ['some', `const x = req.query.x; if (['a', 'b'].some((it) => it === x)) exec(x) // safe`],
    [
      'equal to a text',
      `const x = req.query.x; if (x === 'a') exec(x) // safe
      exec(x) // flows`,
    ],
    ['equal to one of two', `const x = req.query.x; if (x === 'a' || x === 'b') exec(x) // safe`],
    ['equal to one, or something else', `const x = req.query.x; if (x === 'a' || c) exec(x) // flows`],
    ['unequal to both', `const x = req.query.x; if (x !== 'a' && x !== 'b') return; exec(x) // safe`],
    ['unequal to one', `const x = req.query.x; if (x !== 'a') exec(x) // flows`],
    ['unequal to a wrong one', `const x = req.query.x; if (x === 'rm') return; exec(x) // flows`],
    ['equal to a name for a text', `const A = 'a'; const x = req.query.x; if (x === A) exec(x) // safe`],
    ['equal to something else from outside', `const x = req.query.x; if (x === req.query.y) exec(x) // flows`],
    [
      'equal to a member of an enumeration',
      `enum Sort { Up = 'up', Down = 'down' }
      ---
      const x = req.query.x; if (x === Sort.Up) exec(x) // safe`,
    ],
    [
      'switch',
      `const x = req.query.x; switch (x) { case 'a': case 'b': exec(x) // safe
      break; default: exec(x) // flows
      }`,
    ],
    [
      'switch without default',
      `const x = req.query.x; switch (x) { case 'a': exec(x) // safe
      }`,
    ],
    ['switch that picks', `let x; switch (req.query.x) { case 'a': x = 'ls'; break; default: x = 'df' } exec(x) // safe`],
    ['switch that stops others', `const x = req.query.x; switch (x) { case 'a': break; default: return } exec(x) // safe`],
    ['a ternary', `const x = ['a', 'b'].includes(req.query.x) ? req.query.x : 'a'; exec(x) // safe`],
    ['a ternary, turned round', `const x = !['a', 'b'].includes(req.query.x) ? 'a' : req.query.x; exec(x) // safe`],
    ['a ternary, the wrong way', `const x = ['a', 'b'].includes(req.query.x) ? 'a' : req.query.x; exec(x) // flows`],
    ['and', `const x = ['a'].includes(req.query.x) && req.query.x; exec(x) // safe`],
    ['set to a default unless allowed', `let x = req.query.x; if (!['a', 'b'].includes(x)) x = 'a'; exec(x) // safe`],
    [
      'filter',
      `const ok = ['a', 'b']; exec(req.body.list.filter((x) => ok.includes(x)).join(' ')) // safe
      exec(req.body.list.filter((x) => x.length < 9).join(' ')) // flows`,
    ],
    [
      'every by a function that asks itself says nothing',
      `const plain = (x) => typeof x === 'number' || (Array.isArray(x) && x.every(plain))
      const l = req.body.list
      if (!l.every(plain)) return
      exec(l.join(' ')) // flows: command`,
    ],
    ['every stops', `const ok = ['a', 'b']; const l = req.body.list; if (!l.every((x) => ok.includes(x))) return; exec(l.join(' ')) // safe`],
    [
      'sorted by a column of the list',
      `const cols = ['a', 'b']; const by = cols.includes(req.query.by) ? req.query.by : 'a'; const dir = req.query.dir === 'desc' ? 'desc' : 'asc'
      db.query('select * from t order by ' + by + ' ' + dir) // safe`,
    ],
  ])
})

describe('the way through the program', () => {
  each([
    ['and, both hold', `const x = req.query.x; if (c && ['a'].includes(x)) exec(x) // safe`],
    ['or: one holds', `const x = req.query.x; if (c || ['a'].includes(x)) exec(x) // flows`],
    ['neither', `const x = req.query.x; if (!c || !['a'].includes(x)) return; exec(x) // safe`],
    ['not both', `const x = req.query.x; if (!(c && ['a'].includes(x))) return; exec(x) // safe`],
    ['negated twice', `const x = req.query.x; if (!!['a'].includes(x)) exec(x) // safe`],
    [
      'nested conditions',
      `const x = req.query.x; if (c) { if (['a'].includes(x)) { if (d) exec(x) // safe
      } exec(x) // flows
      }`,
    ],
    [
      'a test after use',
      `const x = req.query.x; exec(x) // flows
      if (!['a'].includes(x)) return`,
    ],
    ['a test of something else', `const x = req.query.x; if (['a'].includes(req.query.y)) exec(x) // flows`],
    ['a test kept in a constant', `const x = req.query.x; const ok = ['a'].includes(x); if (!ok) return; exec(x) // safe`],
    ['a test kept, and asked with others', `const x = req.query.x; const ok = ['a'].includes(x) && c; if (ok) exec(x) // safe`],
    ['a test kept, then set otherwise', `const x = req.query.x; let ok = ['a'].includes(x); if (c) ok = true; if (ok) exec(x) // flows`],
    ['set anew after the test', `let x = req.query.x; if (!['a'].includes(x)) return; x = req.query.y; exec(x) // flows`],
    ['a test in only one branch', `const x = req.query.x; if (c) { if (!['a'].includes(x)) return } exec(x) // flows`],
    ['a test in a loop', `const x = req.query.x; while (!['a'].includes(x)) { return } exec(x) // todo safe`],
    [
      'try around a test',
      `const x = req.query.x; try { if (!['a'].includes(x)) throw new Error() ; exec(x) // safe
      } catch { exec(x) // flows
      }`,
    ],
    ['a test that throws, caught and gone on', `const x = req.query.x; try { if (!['a'].includes(x)) throw new Error() } catch {} exec(x) // flows`],
    ['next without return', `const x = req.query.x; if (!['a'].includes(x)) { next(new Error()) } exec(x) // flows`],
    ['next with return', `const x = req.query.x; if (!['a'].includes(x)) { return next(new Error()) } exec(x) // safe`],
    ['process.exit', `const x = req.query.x; if (!['a'].includes(x)) process.exit(1); exec(x) // safe`],
    [
      'a property that is tested',
      `const o = req.body; if (!['a'].includes(o.x)) return; exec(o.x) // safe
      exec(o.y) // flows`,
    ],
    ['tested as a property, used as a constant', `const x = req.query.x; if (!['a'].includes(req.query.x)) return; exec(x) // safe`],
    ['tested in one spelling, used in another', `if (!['a'].includes(req.query['x'])) return; exec(req.query.x) // safe`],
    ['tested, then destructured', `if (!['a'].includes(req.query.x)) return; const { x } = req.query; exec(x) // safe`],
    ['tested in lower case', `const x = req.query.x; if (!['a'].includes(x.toLowerCase())) return; exec(x) // safe`],
    [
      'assert',
      `import assert from 'assert'
      ---
      const x = req.query.x; assert(['a'].includes(x)); exec(x) // safe`,
    ],
    ['a closure made behind the test', `const x = req.query.x; if (!['a'].includes(x)) return; setTimeout(() => exec(x), 1) // safe`],
    [
      'in the caller',
      `function run(x) { exec(x) } // safe
      ---
      if (['a'].includes(req.query.x)) run(req.query.x)`,
    ],
    [
      'in one caller of two',
      `function run(x) { exec(x) } // flows
      ---
      if (['a'].includes(req.query.x)) run(req.query.x)
      run(req.query.y)`,
    ],
    [
      'in the callee, around the sink',
      `function run(x) { if (['a'].includes(x)) exec(x) } // safe
      ---
      run(req.query.x)`,
    ],
    [
      'in the callee, on a part',
      `function run(o) { if (['a'].includes(o.x)) exec(o.x) // safe
      exec(o.y) } // flows
      ---
      run(req.body)`,
    ],
    [
      'cleaned in the caller',
      `function run(x) { exec('kill ' + x) } // safe
      ---
      run(Number(req.query.x))`,
    ],
  ])
})

describe('paths', () => {
  each([
    ['as it is', `fs.readFile(req.query.x, done) // flows: path`],
    ['behind a directory', `fs.readFile('/data/' + req.query.x, done) // flows: path`],
    ['joined', `fs.readFile(path.join('/data', req.query.x), done) // flows: path`],
    ['basename', `fs.readFile(path.join('/data', path.basename(req.query.x)), done) // safe`],
    ['the extension', `fs.readFile('/data/a' + path.extname(req.query.x), done) // safe`],
    [
      'resolved, and begins with the root',
      `const p = path.resolve('/data', req.query.x); if (!p.startsWith('/data/')) return; fs.readFile(p, done) // safe`,
    ],
    [
      'resolved, and begins with a root that was computed',
      `const root = path.join(__dirname, 'data'); const p = path.resolve(root, req.query.x); if (!p.startsWith(root + path.sep)) return res.end(); fs.readFile(p, done) // safe`,
    ],
    [
      'the root itself, or below it',
      `const p = path.normalize(path.join(root, decodeURIComponent(req.query.x))); if (p !== root && !p.startsWith(root + path.sep)) return res.end()
      fs.readFile(p, done) // safe
      ---
      const root = path.join(__dirname, 'build')`,
    ],
    [
      'the root itself or below it, told by a helper of an object',
      `fs.readFile(new Tree('/data').fileOf(req.query.x) ?? '/none', done) // safe
      ---
      class Tree {
        constructor(private readonly top: string) {}
        fileOf(name) {
          const whole = path.join(this.top, name)
          if (whole === this.top || whole.startsWith(this.top + '/')) return whole
          return null
        }
      }`,
    ],
    [
      'no way up from the root, or none at all',
      `const p = path.resolve(root, req.query.x); const way = path.relative(root, p)
      if (way === '' || (!way.startsWith('..') && !path.isAbsolute(way))) fs.readFile(p, done) // safe
      ---
      const root = path.join(__dirname, 'build')`,
    ],
    [
      'what equals the root, or begins as the request says, is told by nothing',
      `const p = path.normalize(path.join(root, req.query.x)); if (p === root || p.startsWith(req.query.y)) fs.readFile(p, done) // todo flows: path
      const q = path.normalize(path.join(root, req.query.x)); if (q === root || q.includes(root)) fs.readFile(q, done) // flows: path
      const r = root + '/' + req.query.x; if (r === root || r.startsWith(root + '/')) fs.readFile(r, done) // flows: path
      ---
      const root = path.join(__dirname, 'build')`,
    ],
    [
      'in normal form, with a first segment that leads upwards',
      `const p = path.normalize(req.query.x); if (path.isAbsolute(p) || p.split(path.sep)[0] === '..') return; fs.readFile('/data/' + p, done) // safe`,
    ],
    [
      'the same of two checks that throw in a helper',
      `const lower = (p, api = path) => { p = api.normalize(p); if (api.isAbsolute(p)) throw new Error('x'); if (p.split(api.sep)[0] === '..') throw new Error('y'); return p }
      fs.readFile(path.resolve('/data', lower(req.query.x)), done) // safe`,
    ],
    [
      'a first segment of a path that is in no normal form',
      `const p = req.query.x; if (path.isAbsolute(p) || p.split('/')[0] === '..') return; fs.readFile('/data/' + p, done) // flows: path`,
    ],
    [
      'another segment',
      `const p = path.normalize(req.query.x); if (path.isAbsolute(p) || p.split('/')[1] === '..') return; fs.readFile('/data/' + p, done) // flows: path`,
    ],
    ['joined, and begins with the root', `const p = path.join('/data', req.query.x); if (p.startsWith('/data/')) fs.readFile(p, done) // safe`],
    [
      'normalized, and begins with the root',
      `const p = path.normalize('/data/' + req.query.x); if (!p.startsWith('/data/')) { res.end(); return } fs.readFile(p, done) // safe`,
    ],
    [
      'not normalized, and begins with the root',
      `const p = '/data/' + req.query.x; if (!p.startsWith('/data/')) return; fs.readFile(p, done) // flows: path`,
    ],
    [
      'what comes behind the last dot holds none',
      `fs.readFile('/data/a.' + req.query.x.split('.').pop(), done) // safe
      fs.readFile('/data/' + req.query.x.split('.')[0], done) // safe
      fs.readFile('/data/a.' + req.query.x.split('-').pop(), done) // flows: path
      fs.readFile('/data/' + req.query.x.split('/').pop(), done) // flows: path
      fs.readFile('/data/' + req.query.x.split('.').reverse().join('.'), done) // flows: path`,
    ],
    [
      'an address that holds what it stands for',
      `if (req.query.x.startsWith('data:')) await fetch(req.query.x) // safe
      else await fetch(req.query.x) // flows: url`,
    ],
    ['the raw path begins with the root', `if (!req.query.x.startsWith('/data/')) return; fs.readFile(req.query.x, done) // flows: path`],
    ['indexOf the root is 0', `const p = path.resolve('/data', req.query.x); if (p.indexOf('/data/') !== 0) return; fs.readFile(p, done) // safe`],
    [
      'the real path',
      `const p = fs.realpathSync(path.join('/data', req.query.x)); if (!p.startsWith('/data/')) return; fs.readFile(p, done) // safe`,
    ],
    [
      'relative',
      `const p = path.resolve('/data', req.query.x); const rel = path.relative('/data', p); if (rel.startsWith('..') || path.isAbsolute(rel)) return; fs.readFile(p, done) // safe`,
    ],
    [
      'relative, only half',
      `const p = path.resolve('/data', req.query.x); if (path.isAbsolute(path.relative('/data', p))) return; fs.readFile(p, done) // flows: path`,
    ],
    ['without dots', `const x = req.query.x; if (x.includes('..')) return; fs.readFile('/data/' + x, done) // safe`],
    ['without dots, from the root', `const x = req.query.x; if (x.includes('..')) return; fs.readFile(x, done) // flows: path`],
    ['without slashes', `const x = req.query.x; if (x.includes('/')) return; fs.readFile('/data/' + x, done) // safe`],
    ['dots replaced', `const x = req.query.x.replace(/\\.\\./g, ''); fs.readFile('/data/' + x, done) // safe`],
    ['dots replaced once', `const x = req.query.x.replace('..', ''); fs.readFile('/data/' + x, done) // flows: path`],
    [
      'leading dots replaced after normalize',
      `const x = path.normalize(req.query.x).replace(/^(\\.\\.[\\/\\\\])+/, ''); fs.readFile(path.join('/data', x), done) // safe`,
    ],
    [
      'leading dots replaced before normalize',
      `const x = req.query.x.replace(/^(\\.\\.[\\/\\\\])+/, ''); fs.readFile(path.join('/data', x), done) // flows: path`,
    ],
    ['the ending says nothing', `const x = req.query.x; if (!x.endsWith('.txt')) return; fs.readFile('/data/' + x, done) // flows: path`],
    [
      'sendFile with a root',
      `res.sendFile(req.query.x, { root: '/data' }) // safe
      res.sendFile(req.query.x) // flows: path`,
    ],
    ['only an id', `fs.readFile('/data/' + Number(req.query.x) + '.txt', done) // safe`],
    ['it exists', `if (fs.existsSync(req.query.x)) fs.readFile(req.query.x, done) // flows: path`],
    [
      'an in-house helper that refuses',
      `function inside(root, x) { const p = path.resolve(root, x); if (!p.startsWith(root + path.sep)) throw new Error(); return p }
      ---
      fs.readFile(inside('/data', req.query.x), done) // safe`,
    ],
    [
      'an in-house helper that asks',
      `const isInside = (root, p) => { const rel = path.relative(root, p); return !rel.startsWith('..') && !path.isAbsolute(rel) }
      ---
      const p = path.resolve('/data', req.query.x); if (!isInside('/data', p)) return; fs.readFile(p, done) // safe`,
    ],
    [
      'sanitize-filename',
      `import sanitize from 'sanitize-filename'
      ---
      fs.readFile('/data/' + sanitize(req.query.x), done) // safe`,
    ],
  ])
})

describe('texts', () => {
  each([
    ['anchored on both ends', `const x = req.query.x; if (!/^[a-z0-9]+$/.test(x)) return; exec('ls ' + x) // safe`],
    ['not anchored', `const x = req.query.x; if (!/[a-z0-9]+/.test(x)) return; exec('ls ' + x) // flows`],
    ['anchored in front', `const x = req.query.x; if (!/^[a-z0-9]+/.test(x)) return; exec('ls ' + x) // flows`],
    ['anchored at the end', `const x = req.query.x; if (!/[a-z0-9]+$/.test(x)) return; exec('ls ' + x) // flows`],
    ['anchored to lines', `const x = req.query.x; if (!/^[a-z0-9]+$/m.test(x)) return; exec('ls ' + x) // flows`],
    ['anchored, and anything', `const x = req.query.x; if (!/^.*$/.test(x)) return; exec('ls ' + x) // flows`],
    ['anchored, without a slash', `const x = req.query.x; if (!/^[\\w.-]+$/.test(x)) return; exec('ls ' + x) // safe`],
    ['anchored alternatives', `const x = req.query.x; if (!/^(?:asc|desc)$/i.test(x)) return; exec('ls ' + x) // safe`],
    ['alternatives that are not anchored', `const x = req.query.x; if (!/^asc|desc$/.test(x)) return; exec('ls ' + x) // flows`],
    [
      'kept in a constant',
      `const NAME = /^[a-z]+$/
      ---
      const x = req.query.x; if (!NAME.test(x)) return; exec('ls ' + x) // safe`,
    ],
    ['match', `const x = req.query.x; if (!x.match(/^[a-z]+$/)) return; exec('ls ' + x) // safe`],
    ['match, asked for null', `const x = req.query.x; if (x.match(/^[a-z]+$/) === null) return; exec('ls ' + x) // safe`],
    ['exec, turned round', `const x = req.query.x; if (/^[a-z]+$/.exec(x)) exec('ls ' + x) // safe`],
    ['new RegExp', `const ok = new RegExp('^[a-z]+$'); const x = req.query.x; if (!ok.test(x)) return; exec('ls ' + x) // safe`],
    ['what must not be there', `const x = req.query.x; if (/[^a-z0-9]/.test(x)) return; exec('ls ' + x) // safe`],
    ['some of what must not be there', `const x = req.query.x; if (/[;]/.test(x)) return; exec('ls ' + x) // flows`],
    ['a part of an anchored match', `const m = /^([a-z]+)$/.exec(req.query.x); exec('ls ' + m[1]) // safe`],
    ['everything else replaced', `exec('ls ' + req.query.x.replace(/[^a-z0-9]/g, '')) // safe`],
    ['everything else replaced, once', `exec('ls ' + req.query.x.replace(/[^a-z0-9]/, '')) // flows`],
    ['everything but words replaced', `exec('ls ' + req.query.x.replace(/\\W/g, '')) // safe`],
    [
      'HTML escaped by hand',
      `const x = req.query.x.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'); res.send('<p>' + x) // safe`,
    ],
    ['HTML escaped by hand, once', `const x = req.query.x.replace('<', '&lt;'); res.send('<p>' + x) // flows: html`],
    [
      'HTML escaped with a table',
      `const map = { '<': '&lt;', '>': '&gt;' }; const x = req.query.x.replace(/[<>]/g, (c) => map[c]); res.send('<p>' + x) // safe`,
    ],
    ['replaceAll', `const x = req.query.x.replaceAll('<', '&lt;'); res.send('<p>' + x) // safe`],
    ['quotes doubled for SQL', `const x = req.query.x.replace(/'/g, "''"); db.query("select '" + x + "'") // safe`],
    [
      'a cleaning helper',
      `const clean = (x) => x.replace(/[^\\w]/g, '')
      ---
      exec('ls ' + clean(req.query.x)) // safe
      exec('ls ' + req.query.x) // flows`,
    ],
    [
      'a helper that is only called so',
      `const sanitize = (x) => x.trim()
      ---
      exec('ls ' + sanitize(req.query.x)) // flows`,
    ],
    [
      'a helper that asks',
      `const isName = (x) => /^[a-z]+$/.test(x)
      ---
      if (!isName(req.query.x)) return; exec('ls ' + req.query.x) // safe`,
    ],
    [
      'a helper that asks, in steps',
      `function isName(x) { if (!x) return false; if (x.length > 9) return false; return /^[a-z]+$/.test(x) }
      ---
      if (!isName(req.query.x)) return; exec('ls ' + req.query.x) // safe`,
    ],
    [
      'a helper that is only called as if it asked',
      `const isSafe = (x) => x.length > 3
      ---
      if (!isSafe(req.query.x)) return; exec('ls ' + req.query.x) // flows`,
    ],
    [
      'a helper that always says yes',
      `const isSafe = (x) => true
      ---
      if (!isSafe(req.query.x)) return; exec('ls ' + req.query.x) // flows`,
    ],
    [
      'a helper that throws',
      `function check(x) { if (!/^[a-z]+$/.test(x)) throw new Error() }
      ---
      check(req.query.x); exec('ls ' + req.query.x) // safe`,
    ],
    [
      'a helper that gives it back or throws',
      `function check(x) { if (!/^[a-z]+$/.test(x)) throw new Error(); return x }
      ---
      exec('ls ' + check(req.query.x)) // safe`,
    ],
    [
      'a helper that asks with a list',
      `const NAMES = ['a', 'b']; const isName = (x) => NAMES.includes(x)
      ---
      if (!isName(req.query.x)) return; exec('ls ' + req.query.x) // safe`,
    ],
    [
      'a helper of another file',
      {
        'a.js': `const { exec } = require('child_process'); const { isName } = require('./names')
      require('express')().get('/x', (req, res) => { if (!isName(req.query.x)) return
      exec('ls ' + req.query.x) // safe
      exec('ls ' + req.query.y) // flows
      })`,
        'names.js': `exports.isName = (x) => /^[a-z]+$/.test(x)`,
      },
    ],
    [
      'middleware that refuses',
      {
        'a.js': `const { exec } = require('child_process')
      const check = (req, res, next) => { if (!/^[a-z]+$/.test(req.params.x)) return res.sendStatus(400); next() }
      require('express')().get('/x/:x', check, (req, res) => { exec('ls ' + req.params.x) }) // safe`,
      },
    ],
    ['its length', `const x = req.query.x; if (x.length > 5) return; exec('ls ' + x) // flows`],
    ['that it is there', `const x = req.query.x; if (!x) return res.end(); exec('ls ' + x) // flows`],
    ['that it is a list', `const x = req.query.x; if (Array.isArray(x)) return; exec('ls ' + x) // flows`],
    ['base64', `exec('ls ' + Buffer.from(req.query.x).toString('base64')) // safe`],
    ['hex', `exec('ls ' + Buffer.from(req.query.x).toString('hex')) // safe`],
    [
      'a hash of it',
      `import crypto from 'crypto'
      ---
      exec('ls ' + crypto.createHash('sha256').update(req.query.x).digest('hex')) // safe`,
    ],
    [
      'DOMPurify',
      `import DOMPurify from 'isomorphic-dompurify'
      ---
      res.send(DOMPurify.sanitize(req.query.x)) // safe
      exec(DOMPurify.sanitize(req.query.x)) // flows`,
    ],
    [
      'sanitize-html',
      `import sanitizeHtml from 'sanitize-html'
      ---
      res.send(sanitizeHtml(req.query.x)) // safe`,
    ],
    [
      'he',
      `import he from 'he'
      ---
      res.send('<p>' + he.encode(req.query.x)) // safe`,
    ],
    [
      'lodash',
      `import _ from 'lodash'
      ---
      res.send('<p>' + _.escape(req.query.x)) // safe
      res.send('<p>' + _.unescape(req.query.x)) // flows: html`,
    ],
    [
      'shell-quote',
      `import { quote } from 'shell-quote'
      ---
      exec(quote(['ls', req.query.x])) // safe`,
    ],
    ['a local address', `const x = req.query.x; if (!x.startsWith('/') || x.startsWith('//')) return; res.redirect(x) // safe`],
    [
      'an address whose host is known',
      `const u = new URL(req.query.x); if (!['a.example'].includes(u.hostname)) return; res.redirect(u.href) // safe`,
    ],
    ['an address that begins with a host', `const x = req.query.x; if (!x.startsWith('https://a.example/')) return; res.redirect(x) // safe`],
    ['an address of an app', `const x = req.query.x; if (!x.startsWith('lamps://')) return; res.redirect(x) // safe`],
    ['an address of a scheme of the web', `const x = req.query.x; if (!x.startsWith('https://')) return; res.redirect(x) // flows: redirect`],
    ['an address that runs', `const x = req.query.x; if (!x.startsWith('vbscript://')) return; res.redirect(x) // flows: redirect`],
    [
      'an address that begins like a host',
      `const x = req.query.x; if (!x.startsWith('https://a.example')) return; res.redirect(x) // flows: redirect`,
    ],
    [
      'an address of the same origin',
      `const base = new URL('https://a.example')
      ---
      const x = req.query.x; if (new URL(x, base).origin !== base.origin) return; res.redirect(x) // safe`,
    ],
    [
      'an address of its own origin',
      `const x = req.query.x; if (new URL(x).origin !== new URL(x).origin) return; res.redirect(x) // flows: redirect`,
    ],
    ['an address of a known scheme', `const x = req.query.x; if (new URL(x).protocol !== 'https:') return; res.redirect(x) // flows: redirect`],
    ['an address of one of known hosts', `const x = req.query.x; if (!['a.example'].includes(new URL(x).hostname)) return; res.redirect(x) // safe`],
    [
      'a helper that is handed an object, whose answer decides later',
      `function isInside({ next, at }) {
        try {
          const to = new URL(next, at)
          return to.origin === new URL(at).origin
        } catch (error) { return false }
      }
      function pathOf({ next, at }) {
        if (!next) return null
        const valid = isInside({ next, at })
        return valid ? next : null
      }
      ---
      res.redirect(pathOf({ next: req.query.x, at: 'https://a.example' }) || '/') // safe`,
    ],
    [
      'a helper that is handed an object, and asks about another property',
      `const isInside = ({ next, at }) => new URL(at).origin === 'https://a.example'
      function pathOf({ next, at }) {
        const valid = isInside({ next, at })
        return valid ? next : null
      }
      ---
      res.redirect(pathOf({ next: req.query.x, at: 'https://a.example' }) || '/') // flows: redirect`,
    ],
    [
      'a helper that is handed an object in which something else replaces it',
      `const isInside = (options) => new URL(options.next, 'https://a.example').origin === 'https://a.example'
      ---
      const x = req.query.x; if (!isInside({ next: x, ...req.body })) return; res.redirect(x) // flows: redirect`,
    ],
    ['an address behind a host', 'res.redirect(`https://a.example/${req.query.x}`) // safe'],
    ['a host from outside', 'res.redirect(`https://${req.query.x}/a`) // flows: redirect'],
  ])
})

describe('what others write on networks of chat', () => {
  each([
    [
      'a link in a message',
      {
        'preview.ts': `import got from 'got'; import LinkifyIt from 'linkify-it'
const linkify = LinkifyIt().tlds(['example'], true).tlds('onion', true)
export default function preview(text: string) { for (const { url } of linkify.match(text) ?? []) load(url) }
function load(link: string) {
  return new Promise((resolve) => {
    const url = new URL(link)
    url.hash = ''
    resolve(got.stream(url.toString(), { timeout: 5000 })) // flows: url
  })
}`,
        'events.ts': `import { Client } from 'irc-framework'; import preview from './preview'; import got from 'got'
const irc = new Client()
irc.on('privmsg', (data) => handle(data))
irc.on('registered', () => got('https://status.example/')) // safe
function handle(data) { preview(data.message.replace(/x/g, '').trim()) }`,
      },
    ],
  ])
})

describe('lists that a text is looked up in', () => {
  each([
    [
      'as a part of a text that is put together',
      `const { folder, name } = req.query; if (!known.includes(\`${'${folder}/${name}'}\`)) return res.end()
      res.sendFile(path.join('/files', folder, name)) // safe
      ---
      const known = fs.readdirSync('/files')`,
    ],
    [
      'as a part that was cut',
      `const { name } = req.query; if (!known.includes('a/' + path.basename(name))) return res.end()
      res.sendFile(path.join('/files', name)) // flows: path
      ---
      const known = fs.readdirSync('/files')`,
    ],
  ])
})

describe('directories', () => {
  each([
    [
      'signing in escapes the name, searching does not',
      {
        'a.ts': `import LdapAuth from 'ldapauth-fork'; import ldap from 'ldapjs'; import express from 'express'; const app = express(); app.use(express.json())
const auth = new LdapAuth({ url: 'ldaps://directory.example', searchBase: 'o=people', searchFilter: '(uid={{username}})' })
const client = ldap.createClient({ url: 'ldaps://directory.example' })
app.post('/x', (req, res) => {
  auth.authenticate(req.body.name, req.body.password, () => res.end()) // safe
  client.search('o=people', { filter: '(uid=' + req.body.name + ')' }, () => res.end()) // flows: ldap
})`,
      },
    ],
  ])
})

describe('documents that a server reads', () => {
  each([
    [
      'what is written into them, and what is sent of them',
      {
        'a.ts': `import { JSDOM } from 'jsdom'; import express from 'express'; const app = express(); app.use(express.text())
app.post('/x', (req, res) => {
  const { document } = new JSDOM(req.body).window
  document.querySelectorAll('meta').forEach((element) => (element.outerHTML = element.innerHTML)) // safe
  document.body.insertAdjacentHTML('beforeend', req.body) // safe
  document.body.innerHTML = req.body // safe
  res.send('<p>' + req.body + '</p>') // flows: html
})
export function show(element, req) { element.innerHTML = req.body }
app.post('/y', (req, res) => { const page = open(); page.body.innerHTML = req.body }) // flows: html`,
      },
    ],
  ])
})

describe('uploads', () => {
  each([
    [
      'formidable',
      {
        'a.ts': `import formidable from 'formidable'; import fs from 'fs'; import path from 'path'; import express from 'express'; const app = express()
app.post('/x', (req, res) => {
  const form = formidable({ maxFiles: 1 })
  form.parse(req, (err, fields, files) => {
    const [file] = files.file
    fs.unlinkSync(file.filepath) // safe
    fs.renameSync(file.filepath, 'kept/' + file.originalFilename) // flows: path
    fs.unlinkSync('kept/' + fields.name) // flows: path
  })
})`,
      },
    ],
  ])
})

describe('documents', () => {
  const head = `const { MongoClient } = require('mongodb'); const users = new MongoClient('mongodb://localhost').db('a').collection('users'); const app = require('express')(); app.use(require('express').json())`
  const inMongo = (body: string) => ({ 'a.js': `${head}\napp.post('/x', async (req, res) => {\n${body}\n})` })
  each([
    ['an object from outside', inMongo(`await users.findOne({ name: req.body.name }) // flows: nosql`)],
    ['a text', inMongo(`await users.findOne({ name: String(req.body.name) }) // safe`)],
    ['text in a template', inMongo('await users.findOne({ name: `${req.body.name}` }) // safe')],
    ['typeof string', inMongo(`if (typeof req.body.name !== 'string') return; await users.findOne({ name: req.body.name }) // safe`)],
    [
      'typeof string, for another',
      inMongo(`if (typeof req.body.name !== 'string') return; await users.findOne({ name: req.body.other }) // flows: nosql`),
    ],
    ['$eq', inMongo(`await users.findOne({ name: { $eq: req.body.name } }) // safe`)],
    [
      'a list of values',
      inMongo(`await users.deleteMany({ _id: { $in: req.body.ids } }) // safe
      await users.deleteMany({ _id: { $not: req.body.ids } }) // flows: nosql
      await users.deleteMany({ $or: req.body.ids }) // flows: nosql`),
    ],
    [
      'operators of Prisma',
      {
        'a.ts': `import { PrismaClient } from '@prisma/client'; import express from 'express'; const prisma = new PrismaClient(); const app = express(); app.use(express.json())
app.post('/x', async (req, res) => {
  await prisma.link.deleteMany({ where: { id: { in: req.body.ids } } }) // safe
  await prisma.link.findFirst({ where: { owner: { equals: req.body.owner } } }) // safe
  await prisma.link.findFirst({ where: { owner: req.body.owner } }) // flows: nosql
  await prisma.link.findFirst({ where: { owner: { some: { id: req.body.id } } } }) // flows: nosql
})`,
      },
    ],
    [
      'query strings that are parsed without brackets',
      {
        'pages/api/users.ts': `import type { NextApiRequest, NextApiResponse } from 'next'; import { PrismaClient } from '@prisma/client'; const prisma = new PrismaClient()
export default async function users(req: NextApiRequest, res: NextApiResponse) {
  const name = req.query.name as string
  await prisma.user.findFirst({ where: { name } }) // safe
  await prisma.user.findFirst({ where: { id: req.query.id as string } }) // safe
  await prisma.user.findFirst({ where: { id: req.body.id } }) // flows: nosql
  await prisma.user.findFirst({ where: req.query }) // flows: nosql
  await prisma.user.findFirst({ where: { name: req.body.name } }) // flows: nosql
}`,
      },
    ],
    ['toString', inMongo(`await users.findOne({ name: req.body.name.toString() }) // safe`)],
    ['a parameter of the route is a text', inMongo(`await users.findOne({ name: req.params.name }) // safe`)],
    ['ObjectId', inMongo(`const { ObjectId } = require('mongodb'); await users.findOne({ _id: new ObjectId(req.body.id) }) // safe`)],
    [
      'typeof in a helper',
      inMongo(
        `const isText = (x) => typeof x === 'string'; if (!isText(req.body.name)) return; await users.findOne({ name: req.body.name }) // safe`,
      ),
    ],
  ])
})

describe('schemas and validators', () => {
  const other = (head: string, body: string) => `${head}\n---\n${body}`
  each([
    [
      'validator',
      other(
        `import validator from 'validator'`,
        `const x = req.query.x; if (!validator.isAlphanumeric(x)) return; exec('ls ' + x) // safe
      exec('ls ' + req.query.y) // flows`,
      ),
    ],
    ['validator, by name', other(`import { isUUID } from 'validator'`, `if (!isUUID(req.query.x)) return; exec('ls ' + req.query.x) // safe`)],
    [
      'validator, its length',
      other(`import validator from 'validator'`, `if (!validator.isLength(req.query.x, { max: 9 })) return; exec('ls ' + req.query.x) // flows`),
    ],
    ['validator.escape', other(`import validator from 'validator'`, `res.send('<p>' + validator.escape(req.query.x)) // safe`)],
    ['uuid', other(`import { validate } from 'uuid'`, `if (!validate(req.query.x)) return; exec('ls ' + req.query.x) // safe`)],
    ['zod keeps texts', `const S = z.object({ name: z.string() }); const { name } = S.parse(req.body); exec('ls ' + name) // flows`],
    [
      'zod keeps texts, asked safely',
      `const r = z.object({ name: z.string() }).safeParse(req.body); if (!r.success) return; exec('ls ' + r.data.name) // flows`,
    ],
    [
      'zod makes numbers',
      `const S = z.object({ n: z.number(), name: z.string() }); const { n, name } = S.parse(req.body)
      exec('kill ' + n) // safe
      exec('kill ' + name) // flows`,
    ],
    ['zod coerces numbers', `const n = z.coerce.number().int().parse(req.query.n); exec('kill ' + n) // safe`],
    ['zod enumerates', `const x = z.enum(['a', 'b']).parse(req.query.x); exec('ls ' + x) // safe`],
    [
      'zod enumerates, in an object of the module',
      other(
        `const S = z.object({ sort: z.enum(['a', 'b']).default('a'), name: z.string() })`,
        `const q = S.parse(req.query)
      exec('ls ' + q.sort) // safe
      exec('ls ' + q.name) // flows`,
      ),
    ],
    ['zod asks for a uuid', `const { id } = z.object({ id: z.string().uuid() }).parse(req.params); exec('ls ' + id) // safe`],
    ['zod asks for an expression', `const { id } = z.object({ id: z.string().regex(/^[a-z]+$/) }).parse(req.params); exec('ls ' + id) // safe`],
    [
      'zod asks for an expression that is not anchored',
      `const { id } = z.object({ id: z.string().regex(/[a-z]+/) }).parse(req.params); exec('ls ' + id) // flows`,
    ],
    ['zod, checked and not used', `z.object({ n: z.number() }).parse(req.body); exec('kill ' + req.body.n) // safe`],
    ['zod, checked in part', `z.object({ n: z.number() }).parse(req.body); exec('kill ' + req.body.m) // flows`],
    ['zod, asked and not heeded', `z.object({ n: z.number() }).safeParse(req.body); exec('kill ' + req.body.n) // flows`],
    [
      'zod, checked as an object that is written out, in a try that does not come back',
      `const { n, m } = req.body
      try { z.object({ n: z.number() }).parse({ n }) } catch { return res.end() }
      exec('kill ' + n) // safe
      exec('kill ' + m) // flows`,
    ],
    [
      'zod, one of several objects',
      `const Test = z.discriminatedUnion('type', [z.object({ type: z.literal('a'), by: z.enum(['=', '<']), of: z.string() }), z.object({ type: z.literal('b'), by: z.enum(['>']) })])
      const tests = z.array(Test).parse(req.body)
      tests.map((each) => exec('test ' + each.by)) // safe
      tests.map((each) => exec('test ' + each.of)) // flows`,
    ],
    ['zod, in an array', `const { ids } = z.object({ ids: z.array(z.number()) }).parse(req.body); exec('kill ' + ids.join(' ')) // safe`],
    [
      'joi keeps texts',
      other(
        `import Joi from 'joi'`,
        `const { error, value } = Joi.object({ name: Joi.string().required() }).validate(req.body); if (error) return; exec('ls ' + value.name) // flows`,
      ),
    ],
    [
      'joi makes numbers',
      other(
        `import Joi from 'joi'`,
        `const { error, value } = Joi.object({ n: Joi.number().required() }).validate(req.body); if (error) return; exec('kill ' + value.n) // safe`,
      ),
    ],
    [
      'joi allows',
      other(
        `import Joi from 'joi'`,
        `const { error, value } = Joi.object({ sort: Joi.string().valid('a', 'b') }).validate(req.query); if (error) return; exec('ls ' + value.sort) // safe`,
      ),
    ],
    [
      'joi attempts',
      other(`import Joi from 'joi'`, `const value = Joi.attempt(req.body, Joi.object({ name: Joi.string() })); exec('ls ' + value.name) // flows`),
    ],
    [
      'joi, for documents',
      {
        'a.js': `const Joi = require('joi'); const { MongoClient } = require('mongodb'); const users = new MongoClient('x').db('a').collection('users')
      require('express')().post('/x', async (req, res) => { const { error, value } = Joi.object({ name: Joi.string().required() }).validate(req.body)
      if (error) return
      await users.findOne({ name: value.name }) // safe
      })`,
      },
    ],
    [
      'yup',
      other(
        `import * as yup from 'yup'`,
        `const value = await yup.object({ name: yup.string(), n: yup.number() }).validate(req.body)
      exec('ls ' + value.name) // flows
      exec('kill ' + value.n) // safe`,
      ),
    ],
    [
      'valibot',
      other(
        `import * as v from 'valibot'`,
        `const value = v.parse(v.object({ name: v.string(), n: v.number() }), req.body)
      exec('ls ' + value.name) // flows
      exec('kill ' + value.n) // safe`,
      ),
    ],
    [
      'ajv keeps texts',
      other(
        `import Ajv from 'ajv'; const validate = new Ajv().compile({ type: 'object', properties: { name: { type: 'string' } } })`,
        `if (!validate(req.body)) return; exec('ls ' + req.body.name) // flows`,
      ),
    ],
    [
      'ajv knows numbers',
      other(
        `import Ajv from 'ajv'; const validate = new Ajv().compile({ type: 'object', properties: { n: { type: 'integer' } } })`,
        `if (!validate(req.body)) return; exec('kill ' + req.body.n) // todo safe`,
      ),
    ],
    [
      'express-validator checks, and its answer is looked at',
      {
        'a.js': `const { exec } = require('child_process'); const { query, validationResult } = require('express-validator')
      require('express')().get('/x', query('x').isAlphanumeric(), (req, res) => { if (!validationResult(req).isEmpty()) return res.end()
      exec('ls ' + req.query.x) // todo safe
      exec('ls ' + req.query.y) // flows
      })`,
      },
    ],
    [
      'express-validator checks, and nobody looks',
      {
        'a.js': `const { exec } = require('child_process'); const { query } = require('express-validator')
      require('express')().get('/x', query('x').isAlphanumeric(), (req, res) => { exec('ls ' + req.query.x) }) // flows`,
      },
    ],
    [
      'express-validator escapes',
      {
        'a.js': `const { query } = require('express-validator')
      require('express')().get('/x', query('x').escape(), (req, res) => { res.send('<p>' + req.query.x) }) // todo safe`,
      },
    ],
    [
      'express-validator hands out what matched',
      {
        'a.js': `const { exec } = require('child_process'); const { query, matchedData } = require('express-validator')
      require('express')().get('/x', query('x').notEmpty(), (req, res) => { const { x } = matchedData(req)
      exec('ls ' + x) // flows
      })`,
      },
    ],
  ])
})

describe('what is decided before it runs', () => {
  each([
    ['never', `if (3 > 5) exec('ls ' + req.query.x) // safe`],
    ['always', `if (3 < 5) exec('ls ' + req.query.x) // flows`],
    ['a constant', `const old = false; if (old) { exec('ls ' + req.query.x) } // safe`],
    ['a constant that is asked the other way', `const old = false; if (!old) { exec('ls ' + req.query.x) } // flows`],
    ['what another way would have left', `let x = 'a'; if (1 > 2) x = req.query.x; exec('ls ' + x) // safe`],
    ['what is put in always', `let x = req.query.x; if (1 < 2) { x = 'a' } exec('ls ' + x) // safe`],
    ['of two, the one', `exec('ls ' + (2 > 1 ? 'a' : req.query.x)) // safe`],
    ['of two, the other', `exec('ls ' + (2 > 1 ? req.query.x : 'a')) // flows`],
    ['written since', `let old = false; if (req.query.y) old = true; if (old) exec('ls ' + req.query.x) // flows`],
    ['written by a callback', `let old = false; list.forEach(() => { old = true }); if (old) exec('ls ' + req.query.x) // flows`],
    [
      'written by another function',
      `let old = false
      export function setOld() { old = true }
      ---
      if (old) exec('ls ' + req.query.x) // flows`,
    ],
    ['written by a loop', `let done = false; for (const a of list) { if (done) exec('ls ' + req.query.x); done = true } // flows`],
  ])
})

describe('what a call says by coming back', () => {
  const KNOWN = `const known = new Set(['a.example.com', 'b.example.com'])
      function mustBeKnown(host) { if (!known.has(host)) throw new Error('unknown') }`
  each([
    [
      'a function that throws otherwise',
      `${KNOWN}
      ---
      mustBeKnown(req.query.x)
      exec('ls ' + req.query.x) // safe
      exec('ls ' + req.query.y) // flows`,
    ],
    [
      'asked too late',
      `${KNOWN}
      ---
      exec('ls ' + req.query.x) // flows
      mustBeKnown(req.query.x)`,
    ],
    [
      'asked in one case alone',
      `${KNOWN}
      ---
      if (req.query.c) mustBeKnown(req.query.x)
      exec('ls ' + req.query.x) // flows`,
    ],
    [
      'what is thrown ends the handler',
      `${KNOWN}
      ---
      try { mustBeKnown(req.query.x) } catch (error) { return res.status(400).end() }
      exec('ls ' + req.query.x) // safe`,
    ],
    [
      'what is thrown is swallowed',
      `${KNOWN}
      ---
      try { mustBeKnown(req.query.x) } catch (error) { console.error('bad') }
      exec('ls ' + req.query.x) // flows`,
    ],
    [
      'thrown for something else',
      `function mustBeThere(x) { if (!x) throw new Error('missing') }
      ---
      mustBeThere(req.query.x)
      exec('ls ' + req.query.x) // flows`,
    ],
    [
      'a way round the question',
      `const known = new Set(['a', 'b'])
      function mustBeKnown(x, lax) { if (lax) return; if (!known.has(x)) throw new Error('unknown') }
      ---
      mustBeKnown(req.query.x, req.query.lax)
      exec('ls ' + req.query.x) // flows`,
    ],
    [
      'awaited, and not',
      `const known = new Set(['a', 'b'])
      async function mustBeKnown(x) { if (!known.has(x)) throw new Error('unknown') }
      ---
      mustBeKnown(req.query.x)
      exec('ls ' + req.query.x) // flows
      await mustBeKnown(req.query.y)
      exec('ls ' + req.query.y) // safe`,
    ],
    [
      'asked of others in turn',
      `${KNOWN}
      function mustBeFine(x) { mustBeKnown(x) }
      ---
      mustBeFine(req.query.x)
      exec('ls ' + req.query.x) // safe`,
    ],
    [
      'handed on afterwards',
      `${KNOWN}
      function list(x) { exec('ls ' + x) } // safe
      ---
      mustBeKnown(req.query.x)
      list(req.query.x)`,
    ],
    [
      'handed back by who asked of its host',
      `const known = new Set(['a.example.com', 'b.example.com'])
      function address(text) { const host = new URL(text).hostname; if (!known.has(host)) throw new Error('unknown'); return text }
      function anyAddress(text) { const host = new URL(text).hostname; if (!host) throw new Error('none'); return text }
      ---
      fetch(address(req.query.x)) // safe
      fetch(anyAddress(req.query.y)) // flows: url`,
    ],
    [
      'a method that asks of what its object keeps',
      `const known = new Set(['a.example.com', 'b.example.com'])
      class Loader {
        constructor(address) { this.address = address }
        checked() { const host = new URL(this.address).hostname; if (!known.has(host)) throw new Error('unknown'); return this.address }
        any() { if (this.address === '') throw new Error('none'); return this.address }
        load() { return fetch(this.checked()) } // safe
        loadAny() { return fetch(this.any()) } // flows: url
      }
      ---
      const loader = new Loader(req.query.x)
      loader.load()
      loader.loadAny()`,
    ],
  ])
})

describe('parts of parsed addresses', () => {
  each([
    [
      'a path of the own site, without the slashes in front',
      `const u = new URL(req.query.x, 'http://own.example')
      res.redirect('/' + u.pathname.replace(/^\\/+/, '')) // safe
      res.redirect('/' + req.query.y.replace(/^[\\\\/]+/, '')) // safe
      res.redirect('/' + req.query.y.replace(/^\\/+/, '')) // flows: redirect
      res.redirect('/' + req.query.y.replace(/^[\\\\/]+/, '/')) // flows: redirect
      res.redirect(req.query.y.replace(/^[\\\\/]+/, '')) // flows: redirect`,
    ],
    [
      'hosts of one owner',
      `const u = new URL(req.query.x)
      if (!u.hostname.endsWith('.example.com')) return res.status(403).end()
      await fetch(u.href) // safe`,
    ],
    [
      'a host that only ends like one, and an address that does',
      `const u = new URL(req.query.x)
      if (!u.hostname.endsWith('example.com')) return res.status(403).end()
      await fetch(u.href) // flows: url
      if (!req.query.y.endsWith('.example.com')) return res.status(403).end()
      await fetch(req.query.y) // flows: url`,
    ],
    [
      'a query of another address leads nowhere else',
      `const UPSTREAM = process.env.UPSTREAM
      ---
      const upstream = new URL(UPSTREAM)
      upstream.search = new URL(req.url).search
      await fetch(upstream) // safe
      const other = new URL(UPSTREAM)
      other.host = req.query.host
      await fetch(other) // flows: url`,
    ],
    [
      'origins of a set',
      `const SITE = new URL(process.env.SITE)
      function allowed(text) {
        try {
          const absolute = /^[a-z]+:/.test(text)
          const url = absolute ? new URL(text) : new URL(text, SITE.origin)
          const origins = new Set([SITE.origin])
          if (!origins.has(url.origin)) return null
          if (url.username) return null
          return url.toString()
        } catch {
          return null
        }
      }
      function wanted(text) {
        try {
          const url = new URL(text)
          if (!url.origin) return null
          return url.toString()
        } catch {
          return null
        }
      }
      ---
      const target = allowed(req.query.next, ['https://a.example'])
      if (target) res.redirect(target) // safe
      const other = wanted(req.query.next)
      if (other) res.redirect(other) // flows: redirect`,
    ],
    [
      'a path is written with escapes, until it is decoded',
      `const path = new URL(req.url, 'https://shop.example').pathname
      res.send('<link rel="canonical" href="https://shop.example' + path + '">') // safe
      res.send('<p>' + decodeURIComponent(path) + '</p>') // flows: html`,
    ],
    [
      'one of two fixed beginnings',
      `const base = req.query.invited ? '/join?by=' + req.query.by : '/join'
      res.redirect(base + (base.includes('?') ? '&' : '?') + req.query.rest) // safe
      const open = req.query.invited ? '/join' : req.query.base
      res.redirect(open + req.query.rest) // flows: redirect`,
    ],
  ])
})
