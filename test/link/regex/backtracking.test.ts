/** How long expressions may take, told without running them; and what they match, told as the engine tells it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backtrackingOf } from '../../../plugin/link/regex/backtracking'
import { firstMatch, matchesWhole, textsOf } from '../../../plugin/link/regex/matching'
import { faultsOf } from '../../../plugin/link/regex/shapes'
import { growthOf } from '../../../plugin/link/regex/steps'
import { parse } from '../../../plugin/link/regex/syntax'

describe('time', () => {
  test.each([
    ['a loop in a loop', /(a+)+b/, 'exponential'],
    ['choices that overlap', /^(?:\w|\d)*;/, 'exponential'],
    ['parts that may be missing', /^(a?b?)*c/, 'exponential'],
    ['an escape that is a character, too', /^"(?:[^"]|\\.)*"/, 'exponential'],
    ['a loop inside a condition', /(?=(?:a+)+b)/, 'exponential'],
    ['nothing, which a group may have read, again and again', /^(a*)(\s*\1)+b/, 'exponential'],
    ['a word again and again', /^(\w+)(\s+\1\b)+;/, 'linear'],
    ['two loops over the same', /^\s*\w*\d*$/, 'polynomial'],
    ['a loop that begins anywhere', /a+b/, 'polynomial'],
    ['the second choice begins anywhere', /^\s+|\s+$/, 'polynomial'],
    ['one loop behind an anchor', /^a*b/, 'linear'],
    ['a loop that cannot fail', /(a+)+/, 'linear'],
    ['a part that repeats nothing', /^(a?)*$/, 'linear'],
    ['a condition that keeps choices apart', /^(?:(?!\\)[^"]|\\.)*"/, 'linear'],
    ['few repetitions', /^\d{1,3}(?:\.\d{1,3}){3}$/, 'linear'],
    ['what fails before another choice matches', /^(?:(?:a+)+b|.*)/, 'exponential'],
    ['what is tried only after a choice that matches', /^(?:.*|(?:a+)+b)/, 'linear'],
    ['a part that may be missing once it has failed', /^(?:(?:a+)+b)?/, 'exponential'],
    ['a part that is tried last', /^(?:(?:a+)+b)??/, 'linear'],
    ['a lazy loop that reads everything in the end', /^(.*?)\s*$/, 'polynomial'],
    ['a lazy loop that never has to go on', /^a*[\s\S]*?a*b?/, 'linear'],
    ['nothing at the start, spaces at the end, one after the other', /^\s*|\s*$/g, 'polynomial'],
    ['nothing at the start, and no second match', /^\s*|\s*$/, 'linear'],
    ['letters of which only some make it fail', /[\w.]*\w/, 'polynomial'],
    ['a tag that begins again and again', /<br\b[^>]*>/, 'polynomial'],
    ['a word that begins once', /\b\d+%/g, 'linear'],
    ['words, each of which begins', /\b[\d.]+%/g, 'polynomial'],
    ['lines, each of which begins once', /^ +$/gm, 'linear'],
    ['lines of nothing', /^\s+x$/gm, 'polynomial'],
    ['choices that a look ahead keeps apart', /^'(?:[^']|'{1,2}(?=[^']))*;/, 'linear'],
    ['a condition in front that only some beginnings meet', /^~~(?=\S)((?:\\[\s\S]|~(?!~)|[^\s~]|\s(?!~~))+?)~~/, 'exponential'],
    ['no expression at all', '(', 'unknown'],
  ] as const)('%s: %s', (_, expression, time) => {
    const [pattern, flags] = typeof expression === 'string' ? [`${expression}a*`, ''] : [expression.source, expression.flags]
    expect(backtrackingOf(pattern, flags).time).toBe(time)
  })

  test.each([
    ['^\\p{RGI_Emoji}+$', 'linear'],
    ['^(?:\\p{RGI_Emoji}+)+x', 'exponential'],
  ])('a property of texts: %s', (pattern, time) => {
    expect(backtrackingOf(pattern, 'v').time).toBe(time)
  })

  test('the attack is a text that does not match', () => {
    const { prefix, pump, suffix } = backtrackingOf('^(\\w+\\s?)*$', '')
    expect(/^(\w+\s?)*$/.test(prefix + pump.repeat(5) + suffix)).toBe(false)
  })

  test('what is said to take long takes many steps', () => {
    const loop = fc.constantFrom('a*', 'a+', '[ab]*?', '\\w+?', '(?:a|b)*', '(?:ab?)+', '(?:a+b?)*', '(?:a*?|b)')
    const part = fc.oneof(loop, fc.constantFrom('b', '$', '^', '\\b', '(?=b)', '(?!a)', '(?:a|)', '(?:|b)', 'b??', '[^a]', '|'))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.constantFrom('', 'g', 'm'), (parts, flags) => {
        const pattern = parts.join('')
        const found = backtrackingOf(pattern, flags)
        const expression = parse(pattern, flags)
        if (found.pump && expression) expect(['linear', undefined]).not.toContain(growthOf(expression, found))
      }),
      { numRuns: 500, seed: 7 },
    )
  })

  test('where only a second line makes it fail, that is said', () => {
    expect(backtrackingOf('=.*$', '')).toMatchObject({ time: 'polynomial', newline: true })
    expect(backtrackingOf('=[^;]*;', '')).toMatchObject({ time: 'polynomial', newline: false })
  })
})

describe('matching', () => {
  const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\d', 'ab')
  const expression = fc.letrec<{ part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      atom,
      fc.tuple(tie('part'), tie('part')).map((both) => both.join('')),
      fc.tuple(tie('part'), tie('part')).map((both) => `(?:${both.join('|')})`),
      fc.tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,2}', '{2,}')).map(([part, times]) => `(?:${part})${times}`),
    ),
  })).part

  test('a whole text matches where the engine says so', () => {
    fc.assert(
      fc.property(expression, fc.string({ unit: fc.constantFrom('a', 'b', '1', '\n'), maxLength: 6 }), (pattern, text) => {
        expect(matchesWhole(pattern, '', text)).toBe(new RegExp(`^(?:${pattern})$`).test(text))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    [/b+/, 'abbc', { start: 1, end: 3 }],
    [/b+?/, 'abbc', { start: 1, end: 2 }],
    [/^b/, 'ab', undefined],
    [/b$/, 'abb', { start: 2, end: 3 }],
  ])('%s in %s', (regex, text, found) => {
    expect(firstMatch(regex.source, regex.flags, text)).toEqual(found)
  })

  test.each([
    ['[<>&]', ['&', '<', '>']],
    ['(?:java|vb)script:', ['javascript:', 'vbscript:']],
    ['\\.\\.[/\\\\]', ['../', '..\\']],
    ['\\w\\w', undefined],
  ])('%s matches few texts, or many', (pattern, texts) => {
    expect(textsOf(pattern, '')).toEqual(texts)
  })
})

describe('faults', () => {
  test.each([
    [/^https:\/\/www.example\.com\//, ['dot']],
    [/^https:\/\/.+\.example\.com\//, ['wildcard']],
    [/^https:\/\/www\.example\.com/, ['no end']],
    [/www\.example\.com/, ['no start']],
    [/^https:\/\/(?:www\.)?example\.com(?:\/|$)/, []],
    [/^a|b/, ['precedence']],
    [/^(?:a|b)$/, []],
    [/^\s+|\s+$/, []],
    [/[0-9A-z]/, ['range']],
    [/[\x20-\x7e]/, []],
    [/<!--.*?-->/s, ['tag']],
  ])('%s', (regex, faults) => {
    expect(faultsOf(regex.source, regex.flags).map(({ kind }) => kind)).toEqual(faults)
  })
})
