/** Comparisons that only a number passes. */
import { describe, test } from 'vitest'
import { type Case, check } from './taint-cases'

const after = (condition: string, mark: 'flows: command' | 'safe', around = '') =>
  `${around}\n---\nconst { x, y } = req.query\nif (!(${condition})) return\nexec('ls ' + x) // ${mark}`

const CASES: Case[] = [
  ['less than a number', after('x < 10', 'safe')],
  ['greater, from the other side', after('0 <= x', 'safe')],
  ['less than a constant', after('x < LIMITS.most', 'safe', 'const LIMITS = { most: 10 }')],
  ['less than a length', after('x < names.length', 'safe', "const names = ['a', 'b']")],
  ['less than the length of what was sent', after('x < y.length', 'flows: command')],
  ['less than another that was sent', after('x < y', 'flows: command')],
  ['less than a text', after("x < 'm'", 'flows: command')],
  ['not greater, as what is no number is', after('!(x > 10)', 'flows: command')],
  ['read as a number', after('Number(x) > y', 'safe')],
  ['read as a number by its beginning', after('parseInt(x) > 0', 'flows: command')],
  ['read as a number, and there', after('+x', 'safe')],
  ['read as a number, and not there', after('!+x', 'flows: command')],
  ['a rest', after('x % 2 === 0', 'safe')],
  ['no rest', after('x % 2 !== 0', 'flows: command')],
  ['the bits of what is no number are 0', after('(x | 0) === 0', 'flows: command')],
  ['the text of its number', after('String(Number(x)) === x', 'safe')],
  ['rounded', after('Math.floor(x) == y', 'safe')],
  ['a counter that begins outside', "for (let at = req.query.x; at < 10; at++) exec('ls ' + at) // safe"],
  ['a counter that ends outside', "for (let at = req.query.x; at < req.query.y; at++) exec('ls ' + at) // flows: command"],
]

describe('numbers', () => {
  test.each(CASES)('%s', (_, code) => check(code))
})
