/** Modules that a page loads by a name of the visitor's: those that a bundler gathered, and those that a browser fetches. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { test } from 'vitest'
import { check } from './marked-lines'

const PAGE = (beside: string, bare: string) => `
const name = new URLSearchParams(window.location.search).get('panel')
export const beside = () => import(\`./panels/\${name}.js\`) // module-injection: ${beside}
export const bare = () => import(\`components/panels/\${name}\`) // module-injection: ${bare}
export const added = () => import('./panels/' + name + '.js') // module-injection: ${beside}
export const left = () => import(/* webpackIgnore: true */ \`./panels/\${name}.js\`) // module-injection: high
export const kept = () => import(/* @vite-ignore */ \`./panels/\${name}.js\`) // module-injection: high
export const all = () => import(name) // module-injection: high
export const far = () => import('https://cdn.example.org/' + name) // module-injection: high
`

test.each([
  ['webpack', 'none', 'none'],
  ['vite', 'none', 'high'],
  ['lodash', 'high', 'high'],
])('with %s', async (bundler, beside, bare) => {
  await check({ 'src/page.js': PAGE(beside, bare) }, { [bundler]: '5' })
})

test('a server loads what is there', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const app = express()
app.get('/panels/:name', (req, res) => res.json(require('./panels/' + req.params.name))) // module-injection: high
`,
    },
    { express: '4', webpack: '5' },
  )
})
