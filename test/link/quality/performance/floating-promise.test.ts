/** Promises nobody waits for: what is known to give one, and every way in which somebody does look after it. */
import { expect, test } from 'vitest'
import { compared, hotspotsOf } from './marked'

const head = `import { readFile } from 'node:fs/promises'
import { EventEmitter } from 'node:events'
import mongoose from 'mongoose'
import Redis from 'ioredis'
const redis = new Redis()
const User = mongoose.model('User', new mongoose.Schema({ name: String }))
export async function load(id?: string) { return User.findById(id) }
export async function careful() { try { await load('1') } catch (error) { console.error(error) } }
export async function quick() { console.log('nothing is waited for') }
export const passedOn = () => load('2')
export function plain() { return 1 }
export const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))
`

test.each([
  ['an async function', `load('1') // expect: floating-promise`],
  ['a function that gives a promise on', `passedOn() // expect: floating-promise`],
  [
    'a library',
    `User.deleteMany({ old: true }) // expect: floating-promise\nreadFile('x') // expect: floating-promise\nfetch('https://a.example') // expect: floating-promise`,
  ],
  ['the last part of a condition', `a && load('1') // expect: floating-promise`],
  [
    'then without a handler',
    `load('1').then(() => plain()) // expect: floating-promise\nPromise.all([load('1')]).then(plain) // expect: floating-promise`,
  ],
  ['gathered, sent and forgotten', `redis.pipeline().del('a').exec() // expect: floating-promise\nredis.del('a') // expect: floating-promise`],
  ['finally without a handler', `load('1').finally(plain) // expect: floating-promise`],
  [
    'a list that drops promises',
    `a.forEach(async (id) => { await load(id) }) // expect: floating-promise\na.map(async (id) => { await load(id) }) // expect: floating-promise`,
  ],
  ['a timer', `setInterval(async () => { await load('1') }, 1000) // expect: floating-promise`],
  ['returned out of a try', `try { return load('1') } catch (error) { console.error(error) } // expect: floating-promise`],
])('dropped: %s', (_, body) => {
  const { found, expected } = compared({ 'a.ts': `${head}export async function run(a: any) {\n${body}\n}` }, 'floating-promise')
  expect(found).toEqual(expected)
})

test.each([
  ['awaited', `await load('1')`],
  ['returned', `return load('1')`],
  ['awaited inside a try', `try { return await load('1') } catch (error) { console.error(error) }`],
  ['void says that it is meant', `void load('1')\na.forEach((id) => void load(id))`],
  ['handled', `load('1').catch(console.error)\nload('1').then(plain, console.error)\nload('1').then(plain).catch(console.error).finally(plain)`],
  ['kept', `const p = load('1')\na.push(load('2'))\nreturn { later: load('3'), p }`],
  ['handed on', `a.waitUntil(load('1'))\nreturn Promise.all(a.map((id) => load(id)))`],
  ['never refuses', `careful()\nquick()`],
  ['no promise', `plain()\na.save()`],
  ['a pause', `pause(10)\npause(10).then(plain)`],
  [
    'gathered and sent together',
    `const queue = redis.pipeline()\nqueue.del('a')\nredis.multi().del('b').exec().catch(console.error)\nawait queue.exec()`,
  ],
  ['with a callback', `User.findOne({ name: 'x' }, (error, user) => plain())`],
  ['a callback that never refuses', `setInterval(async () => { try { await load('1') } catch {} }, 1000)`],
])('looked after: %s', (_, body) => {
  expect(compared({ 'a.ts': `${head}export async function run(a: any) {\n${body}\n}` }, 'floating-promise').found).toEqual([])
})

test('assertions about promises in tests', () => {
  const source = `import { load } from './a'
test('refuses', () => {
  expect(load('1')).rejects.toThrow() // expect: floating-promise
})
test('refuses, awaited', async () => { await expect(load('1')).rejects.toThrow() })
test('refuses, returned', () => expect(load('1')).resolves.toBe(1))
`
  const { found, expected } = compared({ 'a.ts': head, 'a.test.ts': source }, 'floating-promise')
  expect(found).toEqual(expected)
})

test('at the start a handler for the whole process says what happens', () => {
  const start = `${head}\nasync function main() { await load('1') }\nmain()`
  expect(hotspotsOf({ 'main.ts': start }).map(({ kind, exposure }) => `${kind} ${exposure}`)).toEqual(['floating-promise startup'])
  expect(hotspotsOf({ 'main.ts': `${start}\nprocess.on('unhandledRejection', () => process.exit(1))` })).toEqual([])
})
