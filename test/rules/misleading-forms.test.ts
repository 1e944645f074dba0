/** Expressions and replacements that say something else than they look like, beside those that are as they should be. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('anchors that belong to one choice each', () =>
  check({
    'roles.js': `
const ROLE = /^admin|editor|author$/ // misleading-regex: medium
const GROUPED = /^(?:admin|editor|author)$/ // misleading-regex: none
const HOST = /^good\\.example\\.com|other\\.example\\.com$/ // misleading-regex: medium
const HANDLER = /^on|Handler$/ // misleading-regex: none
export const mayEdit = (role) => ROLE.test(role) && GROUPED.test(role)
export const isOurs = (host) => HOST.test(host)
export const isHandler = (name) => HANDLER.test(name)
export const withoutEnds = (text) => text.replace(/^one|two|three$/, '') // misleading-regex: none
`,
  }))

test('a backspace where the end of a word was meant', () =>
  check({
    'words.js': `
export const isSecret = (text) => new RegExp('\\bsecret\\\\b').test(text) // misleading-regex: medium
export const isWord = (text) => new RegExp('\\\\bsecret\\\\b').test(text) // misleading-regex: none
export const isBackspace = (text) => new RegExp('\\b').test(text) // misleading-regex: none
`,
  }))

test('anything in front of a host, slashes included', () =>
  check({
    'hosts.js': `
export const isOurs = (address) => /^https:\\/\\/.*example\\.com\\//.test(address) // misleading-regex: medium
export const isBelow = (address) => /^https:\\/\\/[\\w-]+\\.example\\.com\\//.test(address) // misleading-regex: none
`,
  }))

test('replacements by what was there, of the first space, and by functions', () =>
  check({
    'texts.js': `
export const quoted = (text) => text.replace(/"/g, '\\"') // incomplete-escaping: medium
export const spelled = (text) => text.replace(/"/g, '&quot;') // incomplete-escaping: none
export const address = (text) => text.replace(' ', '%20') // incomplete-escaping: medium
export const words = (text) => text.replace(' ', '-') // incomplete-escaping: none
export const cleaned = (text) => text.replace(/<script>/g, () => '') // incomplete-removal: medium
export const marked = (text) => text.replace(/<script>/g, () => '[script]') // incomplete-removal: none
`,
  }))
