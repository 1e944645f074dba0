/** What holds because the code came this far: helpers that throw, demands, tables that must know a key; and what looks like one. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { describe } from 'vitest'
import { each } from './taint-cases'

describe('answers with a flag', () => {
  each([
    [
      'one that says yes by a member',
      `const invalid = (message) => ({ valid: false, message })
      function check(name) {
        if (!name) return invalid('none')
        if (!/^[a-z]+$/.test(name)) return invalid('no name')
        return { valid: true }
      }
      function look(name) {
        if (!name) return invalid('none')
        return { valid: true }
      }
      function demanded(name) { const result = check(name); if (!result.valid) throw new Error(result.message); return name }
      ---
      const { name, other } = req.query
      { const result = check(name); if (!result.valid) return res.end(); const text = 'ls ' + name
        exec(text) // safe
        exec('ls ' + other) // flows: command
      }
      { const { valid } = check(req.query.b); if (!valid) return res.end(); exec('ls ' + req.query.b) } // safe
      { const { valid } = check(req.query.c); if (!valid) console.log('no name'); exec('ls ' + req.query.c) } // flows: command
      { const { valid } = check(req.query.d); if (valid) return res.end(); exec('ls ' + req.query.d) } // flows: command
      { const { valid } = look(req.query.e); if (!valid) return res.end(); exec('ls ' + req.query.e) } // flows: command
      exec('ls ' + demanded(req.query.f)) // safe`,
    ],
    [
      'one that tells what is wrong',
      `function fault(name) { if (!['a', 'b'].includes(name)) return { error: \`no \${name}\` }; return { error: null } }
      function anyFault(name) { if (name === '') return { error: 'none' }; return { error: undefined } }
      ---
      { const { error } = fault(req.query.a); if (error) return res.end(); exec('ls ' + req.query.a) } // safe
      { const { error } = fault(req.query.b); if (!error) return res.end(); exec('ls ' + req.query.b) } // flows: command
      { const { error } = anyFault(req.query.c); if (error) return res.end(); exec('ls ' + req.query.c) } // flows: command`,
    ],
    [
      'none of a list says so',
      `const known = load()
      ---
      if (known.every((each) => each.id !== req.query.a)) return res.end()
      exec('ls ' + req.query.a) // safe
      if (known.every((each) => each.id === req.query.b)) return res.end()
      exec('ls ' + req.query.b) // flows: command`,
    ],
    [
      'roots that a resolved path begins with, in a closure',
      `const roots = () => [path.resolve('/srv/a') + path.sep, path.resolve('/srv/b') + path.sep]
      ---
      let real
      try { real = fs.realpathSync(req.query.file) } catch { return res.end() }
      if (req.query.one) { if (!roots().some((root) => real.startsWith(root))) return res.end(); fs.readFileSync(real) } // safe
      if (req.query.two) { if (roots().every((root) => !real.startsWith(root))) return res.end(); fs.readFileSync(real) } // safe
      if (roots().some((root) => !real.startsWith(root))) return res.end()
      fs.readFileSync(req.query.file) // flows: path`,
    ],
  ])
})

describe('helpers that throw', () => {
  each([
    [
      'a value must be on a list that was fetched',
      `async function mustBeListed(name, version) {
        const { body } = await client.get('https://packages.example/' + encodeURIComponent(name))
        if (body && body.code === 'ok' && (version === 'latest' || body.valid.includes(version))) { return }
        throw new Error('not listed')
      }
      async function mayBeListed(name, version) {
        const { body } = await client.get('https://packages.example/' + encodeURIComponent(name))
        if (!body) throw new Error('not reached')
        if (!body.valid.includes(version)) console.warn('not listed')
      }
      ---
      if (req.query.one) {
        await mustBeListed(req.query.name, req.query.version)
        exec('install thing@' + req.query.version) // safe
        exec('install ' + req.query.name) // flows: command
      } else {
        await mayBeListed(req.query.name, req.query.version)
        exec('install thing@' + req.query.version) // flows: command
      }`,
    ],
    [
      'only behind the call, only where it was called, only where it was waited for',
      `async function must(kind) { if (!['a', 'b'].includes(kind)) throw new Error() }
      ---
      const { kind, other } = req.query
      exec('run ' + kind) // flows: command
      if (req.query.checked) await must(kind)
      exec('run ' + kind) // flows: command
      must(other)
      exec('run ' + other) // flows: command
      await must(kind)
      exec('run ' + kind) // safe`,
    ],
    [
      'a helper whose fault is swallowed',
      `function must(kind) { if (!['a', 'b'].includes(kind)) throw new Error() }
      ---
      const { kind } = req.query
      try { must(kind) } catch (error) { console.error(error) }
      exec('run ' + kind) // flows: command`,
    ],
    [
      'a helper that asks another, and what is handed on in an object',
      `function must(kind) { if (!['a', 'b'].includes(kind)) throw new Error() }
      function mustAll({ kind, name }) { must(kind); return name }
      ---
      const { kind, name } = req.query
      mustAll({ kind, name })
      exec('run ' + kind) // safe
      exec('run ' + name) // flows: command`,
    ],
    [
      'a helper that throws for something else',
      `function must(kind, list) { if (list.length === 0) throw new Error(); return kind }
      ---
      const { kind } = req.query
      must(kind, ['a'])
      exec('run ' + kind) // flows: command`,
    ],
    [
      'in a function that is written behind it',
      `function must(kind) { if (!['a', 'b'].includes(kind)) throw new Error() }
      ---
      const { kind, other } = req.query
      must(kind)
      load().then(() => {
        exec('run ' + kind) // safe
        exec('run ' + other) // flows: command
      })`,
    ],
  ])
})

describe('demands of libraries', () => {
  each([
    [
      'assert of a condition',
      {
        'a.ts': `import express from 'express'; import assert from 'node:assert'; import { exec } from 'child_process'; const app = express()
        app.get('/x', (req, res) => {
          assert(/^[a-z]+$/.test(req.query.name))
          exec('ls ' + req.query.name) // safe
          assert(req.query.other)
          exec('ls ' + req.query.other) // flows: command
        })`,
      },
    ],
    [
      'check of Meteor',
      {
        'a.js': `import { Meteor } from 'meteor/meteor'; import { check, Match } from 'meteor/check'; import { exec } from 'child_process'
        Meteor.methods({
          run(name, count, options, list) {
            check(name, String)
            check(count, Match.Maybe(Number))
            check(options, Match.ObjectIncluding({ depth: Match.Integer, kind: Match.OneOf('a', 'b'), title: String }))
            check(list, [Number])
            exec('ls ' + name) // flows: command
            exec('ls ' + count) // safe
            exec('ls ' + options.depth) // safe
            exec('ls ' + options.kind) // safe
            exec('ls ' + options.title) // flows: command
            exec('ls ' + options.more) // flows: command
            exec('ls ' + list[0]) // safe
            for (const each of list) exec('ls ' + each) // safe
          },
          unchecked(count) {
            exec('ls ' + count) // flows: command
            check(count, Number)
          },
        })`,
      },
    ],
  ])
})

describe('one of those that are known', () => {
  each([
    [
      'found in a list by what it is',
      `const links = await load()
      const { id, other } = req.query
      const link = links.find((each) => each.id === id)
      if (link) exec('open ' + id) // safe
      if (links.some((each) => each.open && each.id === other)) exec('open ' + other) // safe
      exec('open ' + id) // flows: command`,
    ],
    [
      'the id of a record that was found',
      {
        'a.js': `import { Meteor } from 'meteor/meteor'; import { Mongo } from 'meteor/mongo'; import { exec } from 'child_process'
        const Boards = new Mongo.Collection('boards')
        const findBoard = async (id, options = {}) => await Boards.findOneAsync({ _id: id }, options) // flows: nosql
        Meteor.methods({
          async archive(boardId, name, other) {
            const board = await findBoard(boardId)
            exec('archive ' + boardId) // flows: command
            if (!board) throw new Error()
            exec('archive ' + boardId) // safe
            const named = await Boards.findOneAsync({ title: name }) // flows: nosql
            if (!named) return
            exec('archive ' + name) // flows: command
            await findBoard(other)
            exec('archive ' + other) // flows: command
          },
        })`,
      },
    ],
    [
      'not found so',
      `const links = await load()
      const { id, names } = req.query
      if (links.find((each) => each.owner === req.query.me)) exec('open ' + id) // flows: command
      if (links.some((each) => each.id !== id)) exec('open ' + id) // flows: command
      if (names.some((each) => each === id)) exec('open ' + id) // todo flows: command`,
    ],
    [
      'Match.test of Meteor',
      {
        'a.js': `import { Meteor } from 'meteor/meteor'; import { Match } from 'meteor/check'; import { Mongo } from 'meteor/mongo'
        const Users = new Mongo.Collection('users')
        Meteor.methods({
          one(id) {
            if (!Match.test(id, String)) return undefined
            return Users.findOne({ _id: id }) // safe
          },
          other(id) {
            if (!Match.test(id, Object)) return undefined
            return Users.findOne({ _id: id }) // flows: nosql
          },
        })`,
      },
    ],
  ])
})

describe('methods that only texts have', () => {
  const around = (body: string) => ({
    'a.js': `const { MongoClient } = require('mongodb'); const express = require('express')
      const items = new MongoClient('mongodb://db').db('shop').collection('items')
      const app = express(); app.use(express.json())
      app.post('/x', async (req, res) => {
        ${body}
      })`,
  })
  each([
    [
      'called before, or wherever it is not empty',
      around(`if (req.body.slug && req.body.slug.trim().length === 0) return res.sendStatus(400)
        if (req.body.slug) await items.findOne({ slug: req.body.slug }) // safe
        const { code } = req.body
        if (!code || code.toUpperCase() !== code) return res.sendStatus(400)
        await items.findOne({ code }) // safe
        await items.findOne({ code: req.body.other }) // flows: nosql`),
    ],
    [
      'only where they are called, and nothing that lists have as well',
      around(`const { slug, code, name } = req.body
        if (req.query.strict) slug.trim()
        await items.findOne({ slug }) // flows: nosql
        if (code.includes('-') || code.slice(1) === '') return res.sendStatus(400)
        await items.findOne({ code }) // flows: nosql
        const short = name.trim?.()
        await items.findOne({ name }) // flows: nosql
        await items.findOne({ later: req.body.later }) // flows: nosql
        req.body.later.trim()`),
    ],
  ])
})

describe('tables that must know a key', () => {
  each([
    [
      'a Map, of whose entry something is read',
      `const kinds = new Map([['posts', ['csv', 'text/csv']], ['files', ['zip', 'application/zip']]])
      ---
      const { kind, other } = req.query
      const [extension] = kinds.get(kind)
      fs.readFile(path.join('/data', kind + '.' + extension), done) // safe
      const known = kinds.get(other)?.length
      fs.readFile(path.join('/data', other + known), done) // flows: path`,
    ],
    [
      'a table that is written out',
      `const KINDS = { posts: { extension: 'csv' }, files: { extension: 'zip' } }
      ---
      const { kind, other } = req.query
      const { extension } = KINDS[kind]
      fs.readFile(path.join('/data', kind + '.' + extension), done) // safe
      fs.readFile(path.join('/data', other + '.' + KINDS[other]), done) // flows: path`,
    ],
    [
      'a table that is written out, of whose entry it is asked whether there is one',
      `const KINDS = { posts: (name) => name, files: (name) => name + 1 }
      const INDEX = { posts: 1, files: 2 }
      function kindOf(kind) { const found = KINDS[kind]; if (!found) throw new Error('no kind'); return found }
      ---
      const { a, b, c, d, e, f, g } = req.query
      { const found = KINDS[a]; if (!found) return res.end(); exec('ls ' + a) } // safe
      { const found = KINDS[b]; if (found === undefined) return res.end(); exec('ls ' + b) } // safe
      { const found = KINDS[c]; if (!found) console.log('none'); exec('ls ' + c) } // flows: command
      { const found = KINDS[d]; if (found) return res.end(); exec('ls ' + d) } // flows: command
      { const run = kindOf(e); exec('ls ' + e + run(1)) } // safe
      { const name = f.slice(0, 1).toUpperCase() + f.slice(1); if (INDEX[name]) exec('ls ' + name) } // safe
      { const found = INDEX[g] ?? 1; if (!found) return res.end(); exec('ls ' + g) } // flows: command`,
    ],
    [
      'a table that is filled under names from outside',
      `const seen = {}
      const counts = { all: 0 }
      const both = { a: 1 }
      both.b = 2
      function put(to, name) { to[name] = 1 }
      ---
      const { a, b, c } = req.query
      if (seen[a]) exec('ls ' + a) // flows: command
      if (!both[b]) return res.end()
      exec('ls ' + b) // safe
      if (!counts[c]) return res.end()
      exec('ls ' + c) // flows: command
      seen[req.query.other] = 1
      put(counts, req.query.other)`,
    ],
    [
      'a cache, which knows whatever it was asked for',
      `const cache = make()
      ---
      const { extension } = cache.get(req.query.kind)
      fs.readFile(path.join('/data', req.query.kind + '.' + extension), done) // flows: path`,
    ],
  ])
})

describe('paths that a value was found to be part of', () => {
  each([
    [
      'joined once more behind the test',
      `function isInside(root, target) {
        const base = path.resolve(root)
        const resolved = path.resolve(root, target)
        return resolved === base || resolved.startsWith(base + path.sep)
      }
      async function withoutLinks(folder) {
        const to = path.join('/data', path.normalize(folder || ''))
        await fs.promises.lstat(to) // safe
      }
      async function withLinks(folder) {
        const to = path.join('/data', path.normalize(folder || ''))
        await fs.promises.lstat(to) // flows: path
      }
      ---
      const folder = path.join('/data', req.query.folder || '')
      await withLinks(req.query.folder)
      if (!isInside('/data', folder)) return next(new Error())
      await withoutLinks(req.query.folder)
      fs.readFile(path.join('/data', req.query.other), done) // flows: path`,
    ],
  ])
})

describe('texts that were taken apart', () => {
  each([
    [
      'each part is a text, wherever it goes',
      `const store = require('mongoose').model('Setting')
      ---
      const list = req.query.keys ? req.query.keys.split(',') : []
      const found = { $or: [] }
      for (const key of list) found.$or.push({ key })
      await store.find({ ...found }) // safe
      await store.find({ key: list[0] }) // safe
      await store.find({ key: JSON.parse(list[0]) }) // flows: nosql
      exec('ls ' + list[0]) // flows: command`,
    ],
    [
      'a list that was sent as one may hold objects',
      `const store = require('mongoose').model('Setting')
      ---
      const found = { $or: [] }
      for (const key of req.body.keys) found.$or.push({ key })
      await store.find({ ...found }) // flows: nosql`,
    ],
  ])
})

describe('chains of promises', () => {
  each([
    [
      'a link that throws comes before those behind it',
      `function only(name) { if (!name) throw new Error('none'); if (name !== 'base') throw new Error('other'); return cache[name] }
      function look(name) { if (!name) throw new Error('none'); return cache[name] }
      const cache = {}
      ---
      const { a, b, c, d, e, f, g, h } = req.query
      Promise.resolve().then(function () { return only(a).read(1) }).then(function (read) { exec('ls ' + a + read) }) // safe
      Promise.resolve().then(() => { only(b) }).then(() => 1).finally(() => {}).then(() => { [1].forEach(() => exec('ls ' + b)) }) // safe
      Promise.resolve().then(() => look(c)).then(() => exec('ls ' + c)) // flows: command
      Promise.resolve().then(() => only(d)).catch(() => undefined).then(() => exec('ls ' + d)) // flows: command
      Promise.resolve().then(() => only(e)).catch((error) => { throw error }).then(() => exec('ls ' + e)) // safe
      Promise.resolve().then(() => only(f)).then(() => 1, () => exec('ls ' + f)).then(() => 1) // flows: command
      Promise.resolve().then(() => { setTimeout(() => only(g), 1) }).then(() => exec('ls ' + g)) // flows: command
      Promise.resolve().then(() => only(h)).then(() => 1, () => 2).then(() => exec('ls ' + h)) // flows: command
      exec('ls ' + a) // flows: command`,
    ],
    [
      'a promise of another function that fails',
      `const load = () => client.get('https://names.example/')
      function known(name) { return load().then((all) => { if (!name) throw new Error('none'); if (!['a', 'b'].includes(name)) throw new Error('no'); return all[name] }) }
      function caught(name) { return load().then((all) => { if (!['a', 'b'].includes(name)) throw new Error('no'); return all[name] }).catch(() => undefined) }
      async function awaited(name) { const all = await load(); if (!['a', 'b'].includes(name)) throw new Error('no'); return all }
      const given = async (name) => awaited(name)
      ---
      const { a, b, c, d, e, f, g, h, i, k } = req.query
      known(a).then(() => exec('ls ' + a)) // safe
      caught(b).then(() => exec('ls ' + b)) // flows: command
      Promise.resolve().then(() => known(c)).then(() => exec('ls ' + c)) // safe
      Promise.resolve().then(() => { known(d) }).then(() => exec('ls ' + d)) // flows: command
      const waits = awaited(e)
      waits.then(() => exec('ls ' + e)) // safe
      Promise.all([load(), given(f)]).then(() => exec('ls ' + f)) // safe
      Promise.race([load(), given(g)]).then(() => exec('ls ' + g)) // flows: command
      await known(h)
      exec('ls ' + h) // safe
      known(i)
      exec('ls ' + i) // flows: command
      await given(k)
      exec('ls ' + k) // safe`,
    ],
    [
      'data that a schema is asked for',
      `const schema = z.object({ name: z.string().uuid(), text: z.string() })
      ---
      schema.parseAsync(req.body).then(() => { exec('ls ' + req.body.name) }) // safe
      schema.parseAsync(req.body).then(() => { exec('ls ' + req.body.text) }) // flows: command
      schema.safeParseAsync(req.query).then(() => { exec('ls ' + req.query.name) }) // flows: command
      Promise.resolve().then(() => schema.parseAsync(req.cookies)).then(() => { exec('ls ' + req.cookies.name) }) // safe`,
    ],
    [
      'a variable that is set again is another value',
      `function only(name) { if (name !== 'base') throw new Error('other') }
      ---
      let name = req.query.a
      Promise.resolve().then(() => only(name)).then(() => { name = req.query.b }).then(() => exec('ls ' + name)) // flows: command`,
    ],
  ])
})
