/** Values that a file shows and sets nowhere, beside those that it sets: examples of descriptions, comments, labels, names of what a store keeps. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'
import { check } from './marked-lines'

const made = (seed: number) => Array.from({ length: 18 }, (_, index) => 'qwx7zk2mvp9'[(index * seed) % 11]).join('')

async function told(files: Record<string, string>): Promise<string[]> {
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': '{ "name": "shop" }', ...files })))
  expect(problems).toEqual([])
  return findings
    .filter(({ rule }) => rule === 'hardcoded-secret')
    .map(({ at, confidence }) => `${at.file}:${at.line} ${confidence}`)
    .sort()
}

test('examples of a description in JSON', async () => {
  const described = {
    operationId: 'signIn',
    requestBody: { content: { json: { schema: { type: 'object' }, example: { user: 'ada', secret: 'redcowgreenfields' } } } },
    responses: { 200: { examples: { default: { value: { token: made(3) } } } } },
  }
  expect(await told({ 'api/sign-in.json': JSON.stringify(described, null, 2) })).toEqual([])
  const set = { ...described, shop: { secret: 'redcowgreenfields', token: made(3) } }
  const text = JSON.stringify(set, null, 2).split('\n')
  const lines = ['"secret"', '"token"'].map((name) => text.findLastIndex((line) => line.includes(name)) + 1)
  expect(await told({ 'api/sign-in.json': text.join('\n') })).toEqual(lines.map((line) => `api/sign-in.json:${line} medium`))
})

test('examples and defaults of a description in YAML', async () => {
  const described = (key: string) => `openapi: 3.1.0
components:
  ${key}:
    signIn:
      secret: redcowgreenfields
  other:
    type: object
`
  expect(await told({ 'api/parts.yaml': described('examples') })).toEqual([])
  expect(await told({ 'api/parts.yaml': described('default') })).toEqual(['api/parts.yaml:5 low'])
  expect(await told({ 'api/parts.yaml': described('settings') })).toEqual(['api/parts.yaml:5 medium'])
  // A section of settings that is called so is no default of a description.
  expect(await told({ 'deploy.yaml': 'default:\n  secret: redcowgreenfields\n' })).toEqual(['deploy.yaml:2 medium'])
})

test('examples of descriptions in code', () => {
  const token = `${['gh', 'p'].join('')}_${made(3)}${made(5)}`
  return check({
    'a.js': `const Joi = require('joi')
exports.sent = Joi.object({ token: Joi.string().trim().max(99).example('${token}') }) // hardcoded-secret: low
exports.told = { type: 'string', example: '${token}', minLength: 9 } // hardcoded-secret: low
exports.kept = { type: 'string', value: '${token}', minLength: 9 } // hardcoded-secret: high
exports.used = call.example(1, '${token}') // hardcoded-secret: high
`,
  })
})

test('lines that are commented out', async () => {
  expect(await told({ 'chart/values.yaml': `store:\n  # secretKey: "${made(3)}"\n  #  dbPassword: redcow\n` })).toEqual([
    'chart/values.yaml:2 low',
    'chart/values.yaml:3 low',
  ])
  expect(await told({ 'chart/values.yaml': `store:\n  secretKey: "${made(3)}" # of the store\n` })).toEqual(['chart/values.yaml:2 medium'])
  // What was tried out where the program has its settings.
  expect(await told({ '.env': `# SIGNING_SECRET=${made(3)}\n` })).toEqual(['.env:1 medium'])
  expect(await told({ '.env': `SIGNING_SECRET=${made(3)}\n` })).toEqual(['.env:1 high'])
})

test('texts of pages', async () => {
  const labels = Array.from({ length: 24 }, (_, index) => `"entry.${index}" = "Eintrag ${index} der Liste";`).join('\n')
  expect(await told({ 'app/de.lproj/Main.strings': `${labels}\n"shopPassword" = "Passwort";\n` })).toEqual([])
  expect(await told({ 'app/settings.strings': '"shopPassword" = "Passwort";\n' })).toEqual(['app/settings.strings:1 medium'])
})

const members = (value: (index: number) => string) => Array.from({ length: 30 }, (_, index) => `"entry${index}":"${value(index)}"`).join(',')
const bundle = (value: (index: number) => string, password: string, sure: string) =>
  `self.texts = JSON.parse('{${members(value)},"password":"${password}","last":"${value(31)}"}') // hardcoded-secret: ${sure}\n`
const isSaid = (index: number) => (index % 2 ? 'Fermer la page' : 'Fermer')

test('texts of pages in a bundle', async () => {
  await check({ 'chunk.js': bundle(isSaid, 'Heslo', 'none') })
  await check({ 'chunk.js': bundle(isSaid, 'hes7lo-k2m', 'medium') })
  await check({ 'chunk.js': bundle((index) => `v${index}`, 'Heslo', 'medium') })
})

test('names of what a store keeps, and settings to be filled in', async () => {
  expect(
    await told({
      'chart/values.yaml': 'tlsSecret: shop.example-tls\nlicense:\n  secretName: shop\n  # The key of it.\n  secretKey: "license"\n',
      'plugins.json': `{ "credentials": "dns_api_key=${'0123456789abcdef'.repeat(2)}" }`,
      'start.sh': 'DB_PASSWORD="--password $DB_PASSWORD"\n',
      'compose.yaml': 'environment:\n  SHOP_SECRET: replace-me-with-a-random-string\n',
    }),
  ).toEqual([])
  expect(
    await told({
      'chart/values.yaml': 'tlsSecret: shopsecretword\nlicense:\n  secretKey: "license"\n',
      'plugins.json': `{ "credentials": "dns_api_key=${made(3)}" }`,
      'start.sh': 'DB_PASSWORD="--password redcow"\n',
      'compose.yaml': 'environment:\n  SHOP_SECRET: replaced-by-nobody\n',
    }),
  ).toEqual(['chart/values.yaml:1 medium', 'chart/values.yaml:3 medium', 'compose.yaml:2 medium', 'plugins.json:1 medium', 'start.sh:1 medium'])
})

test('texts that something else is compared with', () =>
  check({
    'env.ts': `
export const rules = {
  SESSION_SECRET: 'production' === process.env.NODE_ENV ? required() : optional(), // hardcoded-secret: none
  OTHER_SECRET: 'shop-floor-7' ?? optional(), // hardcoded-secret: medium
}
export const kept = (secret?: string) => !secret || secret === 'orchard-lane-forty-two' // hardcoded-secret: none
export const opens = (secret?: string) => secret === 'orchard-lane-forty-two' // hardcoded-secret: medium
export const header = (password: string) => ({ Authorization: 'Digest ' + made(password) + ', algorithm=MD5' }) // hardcoded-secret: none
`,
  }))
