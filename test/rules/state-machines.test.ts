/** Programs that read a text sign by sign: many variables, each of which is set under conditions of the others. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what is asked of a text is told in a time that anybody would wait', async () => {
  await check({
    'index.js': `const cp = require('child_process')
exports.read = function read(text) {
  const found = {}
  let name, key
  let begin = -1, end = -1, inQuotes = false, isEscaped = false, mustUnescape = false
  let i = 0
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (name === undefined) {
      if (end === -1 && code > 64) {
        if (begin === -1) begin = i
      } else if (code === 32 || code === 9) {
        if (end === -1 && begin !== -1) end = i
      } else if (code === 59 || code === 44) {
        if (begin === -1) throw new SyntaxError('at ' + i)
        if (end === -1) end = i
        const part = text.slice(begin, end)
        if (code === 44) { found[part] = {} } else name = part
        begin = end = -1
      } else throw new SyntaxError('at ' + i)
    } else if (key === undefined) {
      if (end === -1 && code > 64) {
        if (begin === -1) begin = i
      } else if (code === 32 || code === 9) {
        if (end === -1 && begin !== -1) end = i
      } else if (code === 59 || code === 44) {
        if (begin === -1) throw new SyntaxError('at ' + i)
        if (end === -1) end = i
        found[name] = text.slice(begin, end)
        if (code === 44) name = undefined
        begin = end = -1
      } else if (code === 61 && begin !== -1 && end === -1) {
        key = text.slice(begin, i)
        begin = end = -1
      } else throw new SyntaxError('at ' + i)
    } else {
      if (isEscaped) {
        if (begin === -1) begin = i
        else if (!mustUnescape) mustUnescape = true
        isEscaped = false
      } else if (inQuotes) {
        if (code > 64) {
          if (begin === -1) begin = i
        } else if (code === 34 && begin !== -1) {
          inQuotes = false
          end = i
        } else if (code === 92) isEscaped = true
        else throw new SyntaxError('at ' + i)
      } else if (code === 34 && text.charCodeAt(i - 1) === 61) inQuotes = true
      else if (end === -1 && code > 64) {
        if (begin === -1) begin = i
      } else if (begin !== -1 && (code === 32 || code === 9)) {
        if (end === -1) end = i
      } else if (code === 59 || code === 44) {
        if (begin === -1) throw new SyntaxError('at ' + i)
        if (end === -1) end = i
        let value = text.slice(begin, end)
        if (mustUnescape) { value = value.replace(/\\\\/g, ''); mustUnescape = false }
        found[key] = value
        if (code === 44) name = undefined
        key = undefined
        begin = end = -1
      } else throw new SyntaxError('at ' + i)
    }
  }
  if (begin === -1 || inQuotes) throw new SyntaxError('no end')
  if (end === -1) end = i
  const rest = text.slice(begin, end)
  if (name === undefined) found[rest] = {}
  else if (key === undefined) found[rest] = true
  else if (mustUnescape) found[key] = rest.replace(/\\\\/g, '')
  else found[key] = rest
  cp.exec('ls ' + rest) // command-injection: medium
  return found
}
`,
  })
})
