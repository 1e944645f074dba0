/** Expressions, replacements and checks that do less than they seem to. */
import { test } from 'vitest'
import { check } from './marked-lines'

test.each([
  ['choices between anchors', 'export const mayEdit = (role) => /^admin|editor|author$/.test(role) // misleading-regex: medium'],
  ['choices in a group', 'export const mayEdit = (role) => /^(?:admin|editor|author)$/.test(role) // misleading-regex: none'],
  ['two hosts', 'export const isOurs = (host) => /^shop\\.com|store\\.com$/.test(host) // misleading-regex: medium'],
  ['a beginning and an end', 'export const isSpec = (name) => /^test-|-spec$/.test(name) // misleading-regex: none'],
  ['a backspace', "const word = new RegExp('\\bsecret\\b') // misleading-regex: medium\nexport const has = (text) => word.test(text)"],
  ['a border of words', "const word = new RegExp('\\\\bsecret\\\\b') // misleading-regex: none\nexport const has = (text) => word.test(text)"],
  ['anything in front of a host', 'export const isOurs = (url) => /^https:\\/\\/.*shop\\.com\\//.test(url) // misleading-regex: medium'],
  ['a quote by itself', 'export const escaped = (text) => text.replace(/"/g, \'\\"\') // incomplete-escaping: medium'],
  [
    'a quote behind a backslash',
    "export const escaped = (text) => text.replace(/\\\\/g, '\\\\\\\\').replace(/\"/g, '\\\\\"') // incomplete-escaping: none",
  ],
  ['several made one', "export const slug = (text) => text.replace(/-+/g, '-') // incomplete-escaping: none"],
  ['tags that a function removes', "export const clean = (text) => text.replace(/<script>/g, () => '') // incomplete-removal: medium"],
  ['a host inside, by bits', "export const isOurs = (url) => { if (~url.indexOf('shop.com')) return go(url) // incomplete-host-check: medium\n}"],
  [
    'a host inside, by Lodash',
    "import _ from 'lodash'\nexport const isOurs = (url) => _.includes(url, 'shop.example.com') // incomplete-host-check: medium",
  ],
  [
    'a host of a list, by Lodash',
    "import _ from 'lodash'\nexport const isOurs = (url) => _.includes(['shop.example.com'], new URL(url).host) // incomplete-host-check: none",
  ],
])('%s', (_, text) => check({ 'index.js': text }, { lodash: '4' }))
