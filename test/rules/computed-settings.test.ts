/** Settings that a function gives: what one of its ways gives is not all that it may give. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('whether a cookie is kept from unencrypted connections', async () => {
  await check({
    'app.js': `
import express from 'express'
const app = express()
function isEncrypted() {
  try {
    return new URL(process.env.ADDRESS).protocol === 'https:'
  } catch {
    return false
  }
}
function never() {
  if (process.env.ADDRESS) return false
  return undefined
}
app.get('/told', (req, res) => {
  res.cookie('session', req.app.token(), { httpOnly: true, secure: isEncrypted() }) // cookie-without-secure: none
  res.end()
})
app.get('/never', (req, res) => {
  res.cookie('session', req.app.token(), { httpOnly: true, secure: never() }) // cookie-without-secure: high
  res.end()
})
app.listen(80)
`,
  })
})
