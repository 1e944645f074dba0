/** What gives back a function that only calls another: the calls of it are calls of that other, of each apart from the rest. */
import { expect, test } from 'vitest'
import { probes } from '../small-programs'

const WRAPPERS = `
exports.promised = function (fn) {
  return Object.defineProperty(function (...args) {
    if (typeof args[args.length - 1] === 'function') fn.apply(this, args)
    else return new Promise((resolve, reject) => { fn.call(this, ...args, (error, result) => (error ? reject(error) : resolve(result))) })
  }, 'name', { value: fn.name })
}
exports.traced = (fn) => (...args) => { console.log('called'); return fn(...args) }
exports.once = (fn) => (first) => fn(first)
`

test('each is the function that it was made of', () => {
  const found = probes({
    'wrappers.js': WRAPPERS,
    'b.js': `const { promised, traced } = require('./wrappers')
function open(name) {}
function close(name) {}
probe('open', promised(open)); probe('close', promised(close)); probe('traced', traced(open))`,
  })
  expect(found.open).toContain('function open')
  expect(found.open).not.toContain('function close')
  expect(found.close).toContain('function close')
  expect(found.close).not.toContain('function open')
  expect(found.traced).toContain('function open')
})

test('what hands on a part of what it is called with is another function', () => {
  const found = probes({
    'wrappers.js': WRAPPERS,
    'b.js': "const { once } = require('./wrappers'); function open(name) {}; probe('once', once(open))",
  })
  expect(found.once).not.toContain('function open')
})

test('an object that a package is copied into has what models name of it', () => {
  const found = probes({
    'files.js': "const fs = require('fs'); Object.assign(exports, fs); exports.own = function own() {}",
    'index.js': "module.exports = { ...require('./files'), more: 1 }",
    'b.js': "const files = require('./index'); probe('read', files.readFile); probe('own', files.own); probe('none', files.nothingOfThatName)",
  })
  expect(found.read).toEqual(['fs/Fs.readFile'])
  expect(found.own).toEqual(['function own'])
  expect(found.none).toEqual([])
})
