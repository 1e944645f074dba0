/** Libraries that call back for each property hand over its name too, and those that write to a path turn some names away, by version. */
import { expect, test } from 'vitest'
import { check } from './marked-lines'

const app = (imports: string, body: string) => `
import express from 'express'
${imports}
const app = express()
const rows: Record<string, any> = {}
app.put('/rows', express.json(), (req, res) => {
  ${body}
  res.end()
})
`

test.each([
  ['lodash', `import _ from 'lodash'`, '_.forOwn(req.body, (value, name) => {'],
  ['lodash', `import _ from 'lodash'`, '_.each(req.body, (value, name) => {'],
  ['lodash', `import forOwn from 'lodash/forOwn'`, 'forOwn(req.body, (value, name) => {'],
  ['lodash', `import { reduce } from 'lodash'`, 'reduce(req.body, (all, value, name) => {'],
  ['remeda', `import * as R from 'remeda'`, 'R.mapValues(req.body, (value, name) => {'],
  ['ramda', `import * as R from 'ramda'`, 'R.forEachObjIndexed((value, name) => {'],
  ['async', `import async from 'async'`, 'async.forEachOf(req.body, (value, name, next) => {'],
  ['for-own', `import forOwn from 'for-own'`, 'forOwn(req.body, (value, name) => {'],
])('%s: %s %s', (library, imports, call) => {
  const end = library === 'ramda' ? '}, req.body)' : '})'
  const at = (name: string, mark: string) => `rows[${name}].shown = true // prototype-pollution: ${mark}`
  return check(
    {
      'app.ts': app(imports, `${call}\n${at('name', 'medium')}\n${at("'settings'", 'none')}\n${end}`),
    },
    { express: '^4.19.0', [library]: '*' },
  )
})

test('jQuery hands over the name first', () =>
  check({
    'page.js': `
const state = {}
window.addEventListener('message', (event) => { // eslint-disable-line
  $.each(event.data, (name, value) => {
    state[name].isOpen = value // prototype-pollution: medium
    state[value.length].isOpen = true // prototype-pollution: none
  })
})
`,
  }))

test('what a function of Ramda is run for is the list behind it', () =>
  check(
    {
      'app.ts': app(
        `import * as R from 'ramda'\nimport { execSync } from 'node:child_process'`,
        `R.forEach((name: string) => { execSync('touch ' + name) }, req.body.names) // command-injection: high
  R.forEach((name: string) => { execSync('touch ' + name) }, ['a', 'b']) // command-injection: none`,
      ),
    },
    { express: '^4.19.0', ramda: '*' },
  ))

test.each([
  ['lodash', `import _ from 'lodash'`, '_.set(rows, req.body.path, 1)', '4.17.16', '4.17.21'],
  ['lodash', `import { setWith } from 'lodash'`, 'setWith(rows, req.body.path, 1, Object)', '4.17.15', '4.17.17'],
  ['object-path', `import objectPath from 'object-path'`, 'objectPath.set(rows, req.body.path, 1)', '0.11.5', '0.11.8'],
  ['set-value', `import setValue from 'set-value'`, 'setValue(rows, req.body.path, 1)', '2.0.0', '4.1.0'],
  ['flat', `import { unflatten } from 'flat'`, 'rows.all = unflatten(req.body)', '5.0.0', '5.0.2'],
])('%s: %s %s, %s and %s', async (library, imports, call, open, mended) => {
  const files = (mark: string) => ({ 'app.ts': app(imports, `${call} // prototype-pollution: ${mark}`) })
  await check(files('high'), { express: '^4.19.0', [library]: open })
  await check(files('none'), { express: '^4.19.0', [library]: mended })
  expect(open).not.toBe(mended)
})

test('what is called through an object of the program’s own is the package still', () =>
  check(
    {
      'paths.ts': `import flatModule from 'flat'\nexport const paths = { unflatten: flatModule.unflatten }`,
      'app.ts': app(`import { paths } from './paths'`, 'rows.all = paths.unflatten(req.body) // prototype-pollution: none'),
    },
    { express: '^4.19.0', flat: '^5.0.2' },
  ))
