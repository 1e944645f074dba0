/** What is refused only where something was sent, or noted on the request, turns no stranger away: who sends nothing goes on. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const program = (middleware: string, helper = '') => ({
  'app.js': `const express = require('express'); const jwt = require('jsonwebtoken'); const app = express(); class Unauthorized extends Error {}
    ${helper}
    app.use(async (req, res, next) => { ${middleware} })
    app.delete('/lamps/:id', (req, res) => res.json([]))
    app.listen(3000)`,
})
const told = (sources: ReturnType<typeof program>): string => {
  const [door] = linkSources(sources).entryPoints
  return [door?.authRequired.answer, ...(door?.guards ?? []).filter(({ role }) => role !== 'other').map(({ role }) => role)].join(' ')
}

test.each([
  ['of one kind', `if (req.grant && req.grant.kind === 'loan') { return next(new Unauthorized('no loans')) } next()`],
  [
    'of one kind, in a condition in one',
    `if (req.grant && req.grant.kind === 'loan') { if (!req.grant.house?.isOpen) return next(new Unauthorized('no')) } next()`,
  ],
  ['of one kind, where it is there', `if (req.grant?.kind === 'loan') return next(new Unauthorized('no loans')); next()`],
  ['not as it should be', `if (req.grant) { if (req.grant.isOpen) log(1); else return next(new Unauthorized('no')) } next()`],
  ['behind a way out', `if (!req.grant) return next(); if (req.grant.kind === 'loan') return next(new Unauthorized('no loans')); next()`],
  ['of a house that is closed', `if (req.house && req.house.isClosed) return res.status(403).end(); next()`],
  ['with the wrong role', `if (req.person && req.person.role === 'guest') return res.status(403).end(); next()`],
])('what the program noted, %s', (_, middleware) => {
  expect(told(program(middleware))).toBe('no')
})

test.each([
  [
    'in either of two ways',
    `const key = req.get('Lamp-Key') || req.query.apiKey || req.apiKey; const token = req.get('Lamp-Token')
      if (key || token) { const found = await db.keys.findOne({ key: key || token }); if (!found) return next(new Unauthorized()); req.person = found.person }
      next()`,
  ],
  [
    'in neither of two ways',
    `const key = req.get('Lamp-Key'); const token = req.get('Lamp-Token'); if (!key && !token) return next()
      const found = await db.keys.findOne({ key: key || token }); if (!found) return next(new Unauthorized()); req.person = found.person; next()`,
  ],
  [
    'in the address',
    `if (req.query.share) { const link = await db.links.findOne({ share: req.query.share }); if (!link) return res.status(401).end() } next()`,
  ],
  [
    'in a header of its own',
    `const pass = req.get('Lamp-Pass'); if (pass) { if (!(await db.passes.findOne({ pass }))) return res.status(403).end() } next()`,
  ],
  [
    'and is looked up by a helper',
    `const pass = req.get('Lamp-Pass'); if (pass) { const user = await getUser(pass); if (!user) return res.status(401).end() } next()`,
  ],
  [
    'and is verified',
    `const pass = req.query.lamp; if (pass) { try { req.lamp = jwt.verify(pass, KEY) } catch { return res.status(401).end() } } next()`,
  ],
  [
    'and not left out',
    `const pass = req.get('Lamp-Pass'); if (pass !== undefined) { if (!(await db.passes.findOne({ pass }))) return res.status(401).end() } next()`,
  ],
  [
    'and its own holder may not use it',
    `const token = req.get('Lamp-Token')
      if (token) { const found = await db.tokens.findOne({ token }); req.user = found.user
        if (!req.user.isAdminOf(found.house)) { next(new Unauthorized('no token of this house')); return } }
      next()`,
  ],
])('what was sent, %s', (_, middleware) => {
  expect(told(program(middleware))).toBe('no')
})

test.each([
  ['what is missing', `const token = req.get('x-token'); if (!token) throw new Unauthorized(); next()`],
  ['what cannot be verified', `try { req.user = jwt.verify(req.get('authorization'), KEY) } catch { return res.status(401).end() } next()`],
  [
    'nobody, once a token was read where there is one',
    `let user; const token = req.get('authorization'); if (token) user = jwt.verify(token, KEY); if (!user) return res.status(401).end(); next()`,
  ],
  [
    'of whom nothing can be read',
    `const tokenOf = (req) => req.headers.lamp?.split(' ')[1]; try { req.body.ownerId = known[tokenOf(req)].person.id; next() } catch { res.status(401).end() }`,
  ],
  ['what was not noted', `if (!req.person) return res.status(401).end(); next()`],
  ['what was not noted, or is gone', `if (!req.person || req.person.isGone) return res.status(401).end(); next()`],
  ['nobody in a house', `if (req.house && !req.user) return res.status(401).end(); next()`],
  ['who is of another house', `if (req.house && !isMember(req.house, req.user)) return res.status(403).end(); next()`],
  ['who is found by the whole request', `if (req.house) { const user = await getUser(req); if (!user) return res.status(401).end() } next()`],
  [
    'a key that is wrong, and nobody without one',
    `const key = req.get('Lamp-Key'); if (key) { if (!(await db.keys.findOne({ key }))) return res.status(401).end(); return next() }
      if (!req.person) return res.status(401).end(); next()`,
  ],
  ['another value', `if (req.get('x-pass') !== process.env.PASS) return res.status(401).end(); next()`],
])('turns strangers away: %s', (_, middleware) => {
  expect(told(program(middleware))).toMatch(/^yes /)
})

test('rights of those who are known count behind a guard, those of a token that was sent do not', () => {
  const behind = (rights: string) =>
    told(program(`${rights} next() }); app.use((req, res, next) => { if (!req.user) return res.status(401).end(); next()`))
  expect(behind(`if (req.user && req.user.role !== 'admin') return res.status(403).end();`)).toBe('yes authorization authentication')
  expect(
    behind(`const token = req.get('Lamp-Token'); if (token) { const found = await db.tokens.findOne({ token }); req.user = found.user
      if (!req.user.isAdminOf(found.house)) return next(new Unauthorized('no token of this house')) }`),
  ).toBe('yes authentication')
})

test.each([
  ['no', `if (!may(req, kind)) { if (req.grant) throw new Forbidden('x'); if (req.loan) throw new Forbidden('y') }`],
  ['no', `if (req.grant || req.loan) throw new Forbidden('x')`],
  ['no', `const pass = req.get('lamp-pass'); if (pass) { const user = getUser(pass); if (!user) throw new Forbidden('x'); req.lamp = user }`],
  ['no', `if (!req.query.lamp) throw new Unauthorized('x')`],
  ['yes', `if (req.grant) { if (!req.grant.hasPermission(kind)) throw new Forbidden('x'); return } if (!req.person) throw new Forbidden('x')`],
  ['yes', `if (!req.person || !req.person.hasPermission(kind)) throw new Forbidden('x')`],
  ['yes', `if (!req.person) throw new Unauthorized('x'); if (req.grant && !req.grant.isFor(kind)) throw new Forbidden('x')`],
  ['yes', `const token = req.get('authorization'); if (!token) throw new Forbidden('x'); if (!getUser(token)) throw new Forbidden('x')`],
])('%s: a helper that is handed the request, and comes back: %s', (answer, body) => {
  const { entryPoints } = linkSources({
    'app.js': `const app = require('express')(); class Forbidden extends Error {}; class Unauthorized extends Error {}
      const may = (req, kind) => { if (req.grant) return req.grant.isFor(kind); return true }
      const enforce = (req, kind) => { ${body} }
      app.delete('/lamps/:id', (req, res) => { enforce(req, 'lamps'); res.json([]) })
      app.listen(3000)`,
  })
  expect(entryPoints.map(({ authRequired }) => authRequired.answer)).toEqual([answer])
})
