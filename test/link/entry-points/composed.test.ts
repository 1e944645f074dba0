/**
 * What is worked out once for all routes is what each of them would be told if it stood alone: helpers that several handlers call,
 * middleware in front of several routes, conditions that ask for the method or the path.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EntryPoints } from '../../../plugin/link/entry-points/index'
import { takenOf } from '../../../plugin/link/entry-points/taken'
import { solve } from '../../../plugin/link/index'
import { Routes } from '../../../plugin/link/routes/index'
import { extractSources, shippedModels } from '../small-programs'

const HEAD = `
import express from 'express'
import mongoose from 'mongoose'
const Paper = mongoose.model('Paper', new mongoose.Schema({ owner: String, title: String }))
const app = express()
app.use(express.json())
`
const HELPERS = 3
const aHelper = fc.nat({ max: HELPERS - 1 })
const VALUES = ['x', 'y', 'x.body', 'x.query', 'x.params', 'x.body.user', 'y.page', '{ p: y, body: x.body }', 'x.user', '"text"']
const aValue = fc.constantFrom(...VALUES)
/** What a handler hands on. */
const REQUESTS = ['req', 'res', 'req.body', 'req.query', '{ body: req.body, id: req.params.id }', '{ body: req.query, id: req.body.id }', '"text"']

const aStep: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(aValue, fc.constantFrom('page', 'name', 'email', 'id')).map(([value, field]) => `use((${value}).${field})`),
  fc.tuple(aHelper, aValue, aValue).map(([helper, one, other]) => `use(h${helper}(${one}, ${other}).page)`),
  fc.tuple(aHelper, aValue, aValue).map(([helper, one, other]) => `h${helper}(${one}, ${other})`),
  aValue.map((value) => `parseInt((${value}).count)`),
  aValue.map((value) => `Paper.findById((${value}).id)`),
  aValue.map((value) => `Paper.updateOne({ _id: x.id }, ${value})`),
  fc.constantFrom('y.status(404).json({ found: false })', 'x.status(201).json({ made: true })'),
)
const aConditioned = fc
  .tuple(fc.constantFrom('', `if (x.method === 'POST') `, `if (x.path === '/r1') `, `if (x.user.id === y.owner) `), aStep)
  .map(([condition, step]) => `${condition}{ ${step} }`)

const aProgram = fc
  .record({
    helpers: fc.array(fc.tuple(fc.array(aConditioned, { maxLength: 4 }), aValue), { minLength: HELPERS, maxLength: HELPERS }),
    before: fc.option(fc.tuple(aHelper, fc.constantFrom(...REQUESTS))),
    routes: fc.array(
      fc.record({
        method: fc.constantFrom('get', 'post'),
        calls: fc.array(
          fc.tuple(fc.constantFrom('', `if (req.method === 'POST') `), aHelper, fc.constantFrom(...REQUESTS), fc.constantFrom('res', 'req.query')),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
      }),
      { minLength: 2, maxLength: 4 },
    ),
  })
  .map(({ helpers, before, routes }) =>
    [
      HEAD,
      ...helpers.map(([steps, returned], index) => `function h${index}(x, y) {\n  ${steps.join('\n  ')}\n  return ${returned}\n}`),
      before ? `app.use((req, res, next) => { h${before[0]}(req, ${before[1]}); next() })` : '',
      ...routes.map(({ method, calls }, index) => {
        const made = calls.map(([condition, helper, one, other]) => `${condition}use(h${helper}(${one}, ${other}).name)`)
        return `app.${method}('/r${index}', (req, res) => {\n  ${made.join('\n  ')}\n  res.json({ ok: true })\n})`
      }),
    ].join('\n'),
  )

/** What some routes of a program take, answer and do. @param isWanted by their numbers */
function told(text: string, isWanted: (route: number) => boolean): string[] {
  const { scan, extracted } = extractSources({ 'app.js': text })
  const linked = solve(scan, extracted, shippedModels())
  const routes = new Routes(linked)
  const found = routes.find()
  return new EntryPoints(linked, routes.guards)
    .all(found.filter((_, index) => isWanted(index)))
    .map((entry) => JSON.stringify([entry, takenOf(linked, entry)]))
}

test('a route among others is told as if it stood alone', () => {
  fc.assert(
    fc.property(aProgram, (text) => {
      const together = told(text, () => true)
      expect(together.length).toBeGreaterThan(1)
      together.forEach((entry, index) => {
        expect(told(text, (route) => route === index)).toEqual([entry])
      })
    }),
    { numRuns: 60 },
  )
})
