/** Checks in front of paths that are written as alternatives, and of routes of which a step is put in while the program runs. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (guarded: string, route: string, expected: string, body = "if (req.user.role !== 'admin') return res.sendStatus(403)") => ({
  'app.js': [
    "const express = require('express')",
    "const routes = require('./routes')",
    'const app = express()',
    'function signedIn(req, res, next) { if (!req.user) return res.sendStatus(401); next() }',
    `function mayManage(req, res, next) { ${body}; next() }`,
    `app.all(\`${guarded}\`, signedIn, mayManage)`,
    'routes.add(app, process.env.AREA, signedIn)',
    "app.delete('/people/:id', signedIn, mayManage, (req, res) => res.send('gone'))",
    'app.listen(3000)',
  ].join('\n'),
  'routes.js': [
    'exports.add = (app, name, signedIn) => {',
    `  app.post(\`${route}\`, signedIn, (req, res) => res.send('done')) // missing-authorization: ${expected}`,
    '}',
  ].join('\n'),
})

test('a group that is the whole path is its alternatives', async () => {
  await check(app('(/+api/admin|/+api/admin/*?)', '/api/admin/users', 'none'))
  await check(app('(/+api/admin|/+api/staff/*?)', '/api/admin/users', 'medium'))
})

test('a step that is not known may be the one that is asked for rights', async () => {
  await check(app('(/+api/admin|/+api/admin/*?)', '/api/${name}/admin/users', 'low'))
  await check(app('/api/admin/*', '/api/${name}/admin/users', 'low'))
  await check(app('(/+api/admin|/+web/admin/*?)', '/api/${name}/admin/users', 'medium'))
  await check(app('/api/admin/*', '/api/:name/admin/users', 'medium'))
})
