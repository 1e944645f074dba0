/** Work that grows with the square, expressions compiled each time, memory that only grows, libraries loaded whole: each with its safe twin. */
import { expect, test } from 'vitest'
import { compared, express } from './marked'

test('lists that are searched for each item of another', () => {
  const source = `export function join(orders: any[], input: any[]) {
  const users = input.map((user) => user)
  const ids = users.map((user) => user.id)
  for (const order of orders) {
    order.user = users.find((user) => user.id === order.userId) // expect: quadratic-loop
    order.known = ids.includes(order.userId) // expect: quadratic-loop
    order.open = ['open', 'new'].includes(order.status)
    order.first = order.lines.find((line) => line.id === order.userId)
    order.named = order.name.includes('x')
  }
  const seen = []
  for (const order of orders) {
    if (!seen.includes(order.id)) seen.push(order.id) // expect: quadratic-loop
  }
  const known = new Set(ids)
  const byId = new Map(users.map((user) => [user.id, user]))
  for (const order of orders) order.user = known.has(order.userId) && byId.get(order.userId)
  const owner = users.find((user) => user.isOwner)
  return owner
}
export const keyed = (items: any[]) => items.reduce((all, item) => ({ ...all, [item.id]: item }), {}) // expect: quadratic-loop
export const listed = (items: any[]) => items.reduce((all, item) => [...all, item.id], []) // expect: quadratic-loop
export const inPlace = (items: any[]) => items.reduce((all, item) => { all[item.id] = item; return all }, {})
`
  const { found, expected } = compared({ 'src/join.ts': source }, 'quadratic-loop')
  expect(found).toEqual(expected)
})

test('regular expressions that are compiled each time round', () => {
  const source = `const word = 'a+'
export function count(lines: string[], wanted: string) {
  let found = 0
  for (const line of lines) {
    if (new RegExp('^a+$').test(line)) found++ // expect: regex-in-loop
    if (/^b+$/.test(line)) found++
    if (new RegExp(line).test('x')) found++
  }
  lines.forEach((line) => {
    if (new RegExp(wanted, 'i').test(line)) found++ // expect: regex-in-loop
  })
  const once = new RegExp(word)
  return lines.filter((line) => once.test(line)).length + found
}`
  const { found, expected } = compared({ 'src/count.ts': source }, 'regex-in-loop')
  expect(found).toEqual(expected)
})

test('containers, listeners and timers that requests add to', () => {
  const sources = {
    'server.ts': express(
      `const sessions = new Map()
const visits: string[] = []
const removed = new Map()
const limited = new Map()
const settings = new Map()
const bus = new EventEmitter()
app.get('/a', (req, res) => {
  sessions.set(req.query.id, req.query) // expect: memory-growth
  visits.push(req.ip) // expect: memory-growth
  removed.set(req.query.id, 1)
  if (limited.size < 100) limited.set(req.query.id, 1)
  settings.set('last', req.query.id)
  const own = new Map()
  own.set(req.query.id, 1)
  bus.on('change', () => res.write('x')) // expect: memory-growth
  setInterval(() => res.write('y'), 1000) // expect: memory-growth
  res.end()
})
app.get('/b', (req, res) => {
  removed.delete(req.query.id)
  const listener = () => res.write('x')
  bus.on('change', listener)
  const timer = setInterval(listener, 1000)
  req.on('close', () => { bus.off('change', listener); clearInterval(timer) })
})
bus.on('start', () => console.log('started'))`,
      `import { EventEmitter } from 'node:events'`,
    ),
  }
  const { found, expected } = compared(sources, 'memory-growth')
  expect(found).toEqual(expected)
})

test('libraries that are loaded whole into a page', () => {
  const sources = {
    'src/App.tsx': `import React from 'react'
import _ from 'lodash' // expect: large-client-import
import { debounce } from 'lodash/debounce'
import type { Moment } from 'moment'
import moment from 'moment' // expect: large-client-import
export const App = () => <p onClick={() => import('xlsx')}>{_.trim(moment().format())}</p>`,
    'server/report.ts': `import express from 'express'\nimport _ from 'lodash'\nexport const report = () => _.trim('x') + express()`,
  }
  const { found, expected } = compared(sources, 'large-client-import')
  expect(found).toEqual(expected)
})
