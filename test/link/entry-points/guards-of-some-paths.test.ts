/** Guards that refuse only where a part of the path says so, by a helper that is handed the request. */
import { expect, test } from 'vitest'
import { endpoints } from '../small-programs'

const program = (asks: string) => ({
  'app.js': `
const express = require('express')
const isForMachines = ({ path }) => path && path.indexOf('/api/machines') > -1
const isForGuests = ({ path }) => { if (!path) return; return path.indexOf('/api/guests') > -1 || path.includes('/api/visits') }
const app = express()
app.use(async (req, res, next) => {
  if (!req.session.user && (${asks})) {
    res.status(401).send({})
    return
  }
  next()
})
app.get('/health', (req, res) => res.send('x'))
app.get('/api/machines/all', (req, res) => res.send('x'))
app.get('/api/guests', (req, res) => res.send('x'))
app.get('/api/visits/:id', (req, res) => res.send('x'))
`,
})

test('by one helper, and by several', () => {
  expect(endpoints(program('isForMachines(req)'))).toEqual([
    'GET /api/guests auth=no',
    'GET /api/machines/all auth=yes',
    'GET /api/visits/:id auth=no',
    'GET /health auth=no',
  ])
  expect(endpoints(program('isForMachines(req) || isForGuests(req)'))).toEqual([
    'GET /api/guests auth=yes',
    'GET /api/machines/all auth=yes',
    'GET /api/visits/:id auth=yes',
    'GET /health auth=no',
  ])
})

test('one reason that says nothing of the path holds for all of them', () => {
  expect(endpoints(program('isForMachines(req) || req.session.isStrict'))).toContain('GET /health auth=yes')
})

test('what is asked when a guard is made says nothing of who is calling', () => {
  const app = (open: string) => ({
    'app.js': `const express = require('express')
      const guard = ({ authentication }) => {
        if (!authentication.enabled) return (req, res, next) => next()
        return (req, res, next) => { ${open}next() }
      }
      const app = express()
      app.use(guard(config))
      app.get('/health', (req, res) => res.send('x'))`,
  })
  expect(endpoints(app(''))).toEqual(['GET /health auth=no'])
  expect(endpoints(app('if (!req.session.user) return res.sendStatus(401); '))).toEqual(['GET /health auth=yes'])
})
