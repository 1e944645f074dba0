/** Variables that a function's own callbacks write are each call's own; those that outlive it are shared. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('texts that a callback fills in', async () => {
  await check(
    {
      'page.js': `
const words = window.words || {}
const t = (key, params) => {
  let text = typeof words[key] === 'string' ? 'a' : key
  if (params) Object.keys(params).forEach((name) => { text = text.replace(name, params[name]) })
  return text
}
const asked = location.hash.slice(1)
document.getElementById('a').innerHTML = t(asked) // dom-xss: high
document.getElementById('b').innerHTML = t('songs') // dom-xss: none
document.getElementById('c').innerHTML = t('songs', { name: asked }) // dom-xss: high
document.getElementById('d').innerHTML = t('songs', { name: 'one' }) // dom-xss: none
const box = () => {
  let held = ''
  return { set: (given) => { held = given }, get: () => held }
}
const one = box()
one.set(asked)
document.getElementById('e').innerHTML = one.get() // dom-xss: high
const later = (given) => {
  let held
  const put = () => { held = given }
  put()
  return () => held
}
document.getElementById('f').innerHTML = later(asked)() // dom-xss: high
let shared = ''
const keep = (given) => { shared = given }
keep(asked)
document.getElementById('g').innerHTML = shared // dom-xss: high
`,
    },
    { express: '4' },
  )
})
