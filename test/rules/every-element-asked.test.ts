/** A loop that leaves the function for an element it does not like has asked all of them where it has come to its end. */
import { test } from 'vitest'
import { check } from './marked-lines'

const around = (asked: string) => `
import express from 'express'
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const app = express()
const settings: Record<string, any> = {}
app.put('/settings', express.json(), (req, res) => {
  const parts: string[] = req.body.path.split('.')
  ${asked}
})
`
const REDUCED = (sureness: string) => `
  parts.reduce((at: any, part: string, index: number) => {
    if (index === parts.length - 1) at[part] = req.body.value // prototype-pollution: ${sureness}
    else at[part] = at[part] ?? {}
    return at[part]
  }, settings)
  res.end()`
const LOOPED = (sureness: string) => `
  let at = settings
  for (const part of parts.slice(0, -1)) at = at[part] ??= {}
  at[parts[parts.length - 1]] = req.body.value // prototype-pollution: ${sureness}
  res.end()`

test.each([
  'for (const part of parts) if (FORBIDDEN.has(part)) return res.sendStatus(400)',
  "for (const part of parts) { if (['__proto__', 'constructor', 'prototype'].includes(part)) { res.sendStatus(400); return } }",
  "for (const part of parts) { if (part === '__proto__' || part === 'constructor' || part === 'prototype') throw new Error('no') }",
  'for (const part of parts) { const isBad = FORBIDDEN.has(part); if (isBad) throw new Error(part) }',
  'if (parts.some((part) => FORBIDDEN.has(part))) return res.sendStatus(400)',
  'if (!parts.every((part) => !FORBIDDEN.has(part))) return res.sendStatus(400)',
  "parts.forEach((part) => { if (FORBIDDEN.has(part)) throw new Error('no') })",
])('%s', async (asked) => {
  await check({ 'src/app.ts': around(asked + REDUCED('none')) })
  await check({ 'src/app.ts': around(asked + LOOPED('none')) })
})

test.each([
  'for (const part of parts) if (FORBIDDEN.has(part)) continue',
  'for (const part of parts) if (FORBIDDEN.has(part)) console.warn(part)',
  "for (const part of parts) { if (part === 'end') break; if (FORBIDDEN.has(part)) return res.sendStatus(400) }",
  "for (const part of parts) { if (FORBIDDEN.has(part)) return res.sendStatus(400); if (part === 'end') break }",
  "for (const part of parts) { if (part === 'any') continue; if (FORBIDDEN.has(part)) return res.sendStatus(400) }",
  'for (const part of parts) { if (req.query.strict && FORBIDDEN.has(part)) return res.sendStatus(400) }',
  'for (const part of parts) { if (FORBIDDEN.has(part)) { if (req.query.strict) return res.sendStatus(400) } }',
  'for (const part of parts.slice(1)) if (FORBIDDEN.has(part)) return res.sendStatus(400)',
  'for (const part of req.body.others) if (FORBIDDEN.has(part)) return res.sendStatus(400)',
  'if (parts.every((part) => FORBIDDEN.has(part))) return res.sendStatus(400)',
  'parts.forEach((part) => { if (FORBIDDEN.has(part)) return })',
  'for (const part of parts) { if (FORBIDDEN.has(part)) return res.sendStatus(400) } parts.push(req.body.last)',
])('but not: %s', async (asked) => {
  await check({ 'src/app.ts': around(asked + REDUCED('medium')) })
})

test('characters that were asked say nothing of the text that they stand in', () =>
  check({
    'src/app.ts': `
import express from 'express'
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const app = express()
const settings: Record<string, any> = {}
app.put('/settings', express.json(), (req, res) => {
  const name: string = req.body.name
  for (const letter of name) if (FORBIDDEN.has(letter)) return res.sendStatus(400)
  settings[name][req.body.key] = req.body.value // prototype-pollution: high
  settings[name.slice(1)][req.body.key] = req.body.value // prototype-pollution: high
  res.end()
})
`,
  }))

test('a set of names to be kept out is asked as a list is', () =>
  check({
    'src/app.ts': `
import express from 'express'
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const app = express()
const settings: Record<string, any> = {}
app.put('/settings', express.json(), (req, res) => {
  const name: string = req.body.name
  if (FORBIDDEN.has(name)) {
    settings[name][req.body.key] = req.body.value // prototype-pollution: high
    return res.sendStatus(400)
  }
  settings[name][req.body.key] = req.body.value // prototype-pollution: none
  res.end()
})
`,
  }))
