/** Changes that leave every statement as true as it was. */
import type { Files } from '../../documented'
import { all, appended, type Edit, moved, replaced } from '../edits'
import type { Project } from '../mutant'

export const noOps: [what: string, project: Project, edit: Edit][] = [
  ['indent by four', 'shop', inCode((text) => text.replace(/^ +/gm, (blanks) => blanks + blanks))],
  ['put semicolons at the ends', 'notes', inCode((text) => text.replace(/(?<=[)'}\]])$/gm, ';'))],
  ['use double quotes', 'notes', inCode((text) => text.replaceAll("'", '"'))],
  ['begin with a comment', 'workspace', inCode((text) => (text.startsWith('#!') ? text : `/* All of this\n is ours. */\n\n${text}`))],
  ['end lines as Windows does', 'shop', everywhere((text) => text.replaceAll('\n', '\r\n'))],
  ['end lines as Windows does', 'notes', everywhere((text) => text.replaceAll('\n', '\r\n'))],
  ['end lines as Windows does', 'workspace', everywhere((text) => text.replaceAll('\n', '\r\n'))],
  ['reorder imports', 'shop', inCode(importsReversed)],
  ['reorder imports', 'notes', inCode(importsReversed)],
  [
    'move a file that no document names',
    'notes',
    all(moved('src/plugins/tags.js', 'src/labels/tags.js'), replaced('src/main.js', './plugins/tags.js', './labels/tags.js')),
  ],
  [
    'move a file that no document names',
    'workspace',
    all(
      moved('packages/geometry/src/polygon.ts', 'packages/geometry/src/figures/polygon.ts'),
      replaced('packages/geometry/src/index.ts', './polygon', './figures/polygon'),
      replaced('packages/geometry/src/figures/polygon.ts', "'./", "'../"),
    ),
  ],
  [
    'make a constant of a path',
    'shop',
    all(
      replaced('src/routes/products.ts', "put('/:sku/stock'", 'put(STOCK'),
      replaced('src/routes/products.ts', 'export const products', "const STOCK = '/:sku/stock'\nexport const products"),
    ),
  ],
  [
    'make a constant of a prefix',
    'shop',
    all(
      replaced('src/app.ts', "app.use('/v1', api)", 'app.use(PREFIX, api)'),
      replaced('src/app.ts', 'export function', "const PREFIX = '/v1'\n\nexport function"),
    ),
  ],
  [
    'make a constant of a port',
    'shop',
    all(
      replaced('src/config/settings.ts', '?? 3000', '?? DEFAULT_PORT'),
      replaced('src/config/settings.ts', 'export const', 'const DEFAULT_PORT = 3000\n\nexport const'),
    ),
  ],
  [
    'make a constant of a default',
    'notes',
    all(
      replaced('src/environment.js', 'default(200)', 'default(MOST_NOTES)'),
      replaced('src/environment.js', 'const schema', 'const MOST_NOTES = 200\nconst schema'),
    ),
  ],
  [
    'take a variable apart',
    'shop',
    all(
      replaced('src/config/settings.ts', 'mailSender: process.env.MAIL_SENDER', 'mailSender: MAIL_SENDER'),
      replaced('src/config/settings.ts', 'export const', 'const { MAIL_SENDER } = process.env\n\nexport const'),
    ),
  ],
  ['read a variable by its name', 'shop', replaced('src/config/settings.ts', 'process.env.TOKEN_SECRET', "process.env['TOKEN_SECRET']")],
  ['import instead of require', 'shop', replaced('migrations/run.js', "const { Pool } = require('pg')", "import { Pool } from 'pg'")],
  [
    'require instead of import',
    'shop',
    replaced('src/routes/products.ts', "import { Router } from 'express'", "const { Router } = require('express')"),
  ],
  [
    'import a whole module',
    'shop',
    all(
      replaced('src/routes/products.ts', "import { Router } from 'express'", "import express from 'express'"),
      replaced('src/routes/products.ts', '= Router()', '= express.Router()'),
    ),
  ],
  [
    'register several methods of a path at once',
    'shop',
    all(
      replaced('src/routes/sessions.ts', "sessions.post('/', (request, response)", "sessions.route('/').post((request, response)"),
      replaced('src/routes/sessions.ts', "})\n\nsessions.delete('/', (", '}).delete(('),
    ),
  ],
  ['rename a variable', 'notes', replaced('src/main.js', /\bserver\b/g, 'app')],
  ['reorder scripts', 'shop', replaced('package.json', /( {4}"dev": .*\n)( {4}"build": .*\n)/, '$2$1')],
  ['reorder values', 'shop', replaced('src/lib/orders.ts', /( {2}Placed.*\n)( {2}Paid.*\n)/, '$2$1')],
  [
    'add a file',
    'shop',
    (files) => ({ ...files, 'src/lib/money.test.ts': "import { totalOf } from './orders'\n\ntotalOf([1], { currency: 'EUR' })\n" }),
  ],
  [
    'write a longer introduction',
    'shop',
    replaced('README.md', 'Orders and products over HTTP.\n', 'Orders and products over HTTP.\nIt has been in use since spring,\nby two shops.\n'),
  ],
  ['write another section', 'notes', appended('README.md', '\n## Thanks\n\nTo all who walk in the fields.\n')],
  ['align a table', 'shop', replaced('docs/api.md', /\| (GET|PUT) \|/g, '| $1    |')],
  ['use other marks of lists', 'notes', replaced('README.md', /^\* /gm, '+ ')],
]

function inCode(change: (text: string) => string): Edit {
  return changed(/\.[jt]s$/, change)
}

function everywhere(change: (text: string) => string): Edit {
  return changed(/./, change)
}

function changed(which: RegExp, change: (text: string) => string): Edit {
  return (files: Files) => Object.fromEntries(Object.entries(files).map(([file, text]) => [file, which.test(file) ? change(text) : text]))
}

function importsReversed(text: string): string {
  const imports = text.match(/^import .*\n/gm) ?? []
  return [...imports].reverse().join('') + text.replace(/^import .*\n/gm, '')
}
