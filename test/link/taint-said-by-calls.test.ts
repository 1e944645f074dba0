/** Operations of the language that are written as calls, and what is kept on the global object. */
import { describe, test } from 'vitest'
import { type Case, check } from './taint-cases'

const CASES: Case[] = [
  ['Reflect.get reads', "exec('ls ' + Reflect.get(req.query, 'dir')) // flows: command"],
  ['Reflect.get reads that name alone', "exec('ls ' + Reflect.get({ dir: req.query.dir, of: 'a' }, 'of')) // safe"],
  ['Reflect.set writes', "const o = {}; Reflect.set(o, 'dir', req.query.dir)\nexec('ls ' + o.dir) // flows: command\nexec('ls ' + o.other) // safe"],
  ['Reflect.apply calls', "const f = (a, b) => b\nexec('ls ' + Reflect.apply(f, null, ['a', req.query.dir])) // flows: command"],
  ['Reflect.apply hands over by place', "const f = (a, b) => b\nexec('ls ' + Reflect.apply(f, null, [req.query.dir, 'a'])) // safe"],
  [
    'Reflect.construct makes',
    "class Box { constructor(size, dir) { this.size = size; this.dir = dir } }\n---\nconst box = Reflect.construct(Box, [1, req.query.dir])\nexec('ls ' + box.dir) // flows: command\nexec('ls ' + box.size) // safe",
  ],
  ['new with a list', "class Box { constructor(dir) { this.dir = dir } }\n---\nexec('ls ' + new Box(...[req.query.dir]).dir) // flows: command"],
  ['a name of that name', "const Reflect = { get: () => 'a' }\n---\nexec('ls ' + Reflect.get(req.query, 'dir')) // safe"],
  [
    'defineProperty writes',
    "const o = {}; Object.defineProperty(o, 'dir', { value: req.query.dir })\nexec('ls ' + o.dir) // flows: command\nexec('ls ' + o.other) // safe",
  ],
  [
    'defineProperty with a getter',
    "const o = {}; Object.defineProperty(o, 'dir', { get: () => req.query.dir })\nexec('ls ' + o.dir) // flows: command",
  ],
  [
    'an object that inherits',
    "const lister = { run(dir) { exec('ls ' + dir) } } // flows: command\n---\nconst own = Object.create(lister); own.run(req.query.dir)",
  ],
  ['the cause of an error', "try { throw new Error('no', { cause: req.query.dir }) } catch (e) { exec('ls ' + e.cause) } // flows: command"],
  ['the names of a union', "for (const dir of new Set(['a']).union(new Set([req.query.dir]))) exec('ls ' + dir) // flows: command"],
  [
    'the global object keeps',
    "function list() { exec('ls ' + globalThis.kept) } // flows: command\nfunction other() { exec('ls ' + globalThis.others) } // safe\n---\nglobalThis.kept = req.query.dir; list(); other()",
  ],
  [
    'by another of its names',
    "function list() { exec('ls ' + global.kept.dir) } // flows: command\n---\nglobalThis.kept = { dir: req.query.dir }; list()",
  ],
  [
    'what the platform keeps is its own',
    "function list() { exec('ls ' + global.process.cwd()) } // safe\n---\nglobal.process = req.query.dir; list()",
  ],
]

describe('said by calls', () => {
  test.each(CASES)('%s', (_, code) => check(code))
})
