/** Objects that all share, looked up by names that were sent, on their way: through lists, helpers that call themselves, and copies. */
import { test } from 'vitest'
import { check } from './marked-lines'

const library = (body: string) => ({ 'package.json': '{ "name": "settings", "version": "1.0.0", "main": "index.js" }', 'index.js': body })

const isPlain = `function isPlain(value) { return typeof value === 'object' && value !== null }`

test('a helper that goes into parts by itself is found behind a function that only calls it', () =>
  check(
    library(`
exports.merge = function (target, source) { return into(target, source) }
${isPlain}
function into(target, source) {
  for (const name of Object.keys(source)) {
    if (!isPlain(source[name])) target[name] = source[name] // prototype-pollution: medium
    else target[name] = into(target[name], source[name]) // prototype-pollution: medium
  }
  return target
}
exports.mergeOwn = function (target, source) { return intoOwn(target, source) }
function intoOwn(target, source) {
  for (const name of Object.keys(source)) {
    if (name === '__proto__' || name === 'constructor') continue
    if (!isPlain(source[name])) target[name] = source[name] // prototype-pollution: none
    else target[name] = intoOwn(target[name], source[name]) // prototype-pollution: none
  }
  return target
}
`),
  ))

test.each([
  ['`arguments`, borrowed', 'const all = [].slice.call(arguments)'],
  ['`arguments`, as a list', 'const all = Array.from(arguments)'],
  ['`arguments`, one by one', 'const all = []; for (let i = 0; i < arguments.length; i++) all.push(arguments[i])'],
  ['a list of lists', 'const all = [].concat(Array.prototype.slice.call(arguments, 0))'],
])('an object stays what it is in a list: %s', (_what, taken) =>
  check(
    library(`
module.exports = function extend() {
  ${taken}
  const target = all.shift()
  all.forEach((source) => {
    for (const name in source) {
      if (!source.hasOwnProperty(name)) continue
      if (typeof source[name] === 'object') target[name] = extend(target[name], source[name]) // prototype-pollution: medium
      else target[name] = source[name] // prototype-pollution: medium
    }
  })
  return target
}
`),
  ),
)

test('and is another one where its parts are copied into a new one', () =>
  check(
    library(`
module.exports = function extend() {
  const all = [].slice.call(arguments)
  const target = Object.assign({}, all.shift())
  all.forEach((source) => {
    for (const name in source) {
      const part = { ...target[name] }
      part.changed = true // prototype-pollution: none
      target[name] = part
    }
  })
  return target
}
`),
  ))

test('`Object(value)` is the value, and what JSON copied has names of its own', () =>
  check(
    library(`
exports.assign = function assign(target, source) {
  const to = Object(target)
  for (const name of Object.keys(source)) {
    if (typeof source[name] === 'object') assign(to[name], source[name])
    else to[name] = source[name] // prototype-pollution: medium
  }
}
exports.patch = (state, change) => into(JSON.parse(JSON.stringify(state)), JSON.parse(JSON.stringify(change)))
function into(state, change) {
  for (const name of Object.getOwnPropertyNames(change)) {
    if (typeof change[name] !== 'object') state[name] = change[name] // prototype-pollution: medium
    else state[name] = into(state[name], change[name]) // prototype-pollution: medium
  }
  return state
}
exports.count = (state, change) => {
  for (const name of Object.keys(change)) {
    const copy = structuredClone(state[name])
    copy.count = 0 // prototype-pollution: none
  }
}
`),
  ))

test('whether an object has a name of its own says nothing of names that were taken from it, whatever else is called like it', () =>
  check(
    library(`
exports.extend = function (target) {
  for (var i = 1; i < arguments.length; i++) { var source = arguments[i]; into(target, source) }
  return target
}
function into(target, source) {
  for (var name in source) {
    if (!source.hasOwnProperty(name)) continue
    if (typeof source[name] === 'object') into(target[name], source[name])
    else target[name] = source[name] // prototype-pollution: medium
  }
}
exports.update = function (target, source) { change(target, source) }
function change(target, source) {
  for (var name in source) {
    if (!Object.prototype.hasOwnProperty.call(target, name)) continue
    if (typeof source[name] === 'object') change(target[name], source[name])
    else target[name] = source[name] // prototype-pollution: none
  }
}
`),
  ))

test('a function that a helper runs for each name keeps what it notes outside of itself', () =>
  check(
    library(`
exports.make = function (object, path) {
  each(path.split('.'), function (name) {
    if (!object[name]) object[name] = {} // prototype-pollution: medium
    object = object[name]
  })
  return object
}
exports.fill = function (path) {
  const known = new Map()
  each(path.split('.'), function (name) {
    if (!known.get(name)) known.set(name, {}) // prototype-pollution: none
  })
  return known
}
function each(list, run, self) {
  for (let at = 0; at < list.length; at++) if (run.call(self, list[at], at, list) === false) break
}
`),
  ))
