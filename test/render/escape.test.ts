import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { codeSpan, escapeMarkdown, fence, oneLine, prose } from '../../plugin/render/escape'
import { plainText } from '../../plugin/render/labels'
import { tidy } from '../../plugin/render/tidy'
import { fragments, hostileText } from './hostile'
import { all, cellsOf, parse, smuggled, textOf } from './markdown'

const runs = { numRuns: 500 }
vi.setConfig({ testTimeout: 60_000 })
const cellOf = (markdown: string): string | undefined =>
  cellsOf(all(parse(tidy('x', `| a | b |\n| --- | --- |\n| ${markdown} | end |`)), 'table')[0]!)[1]?.[0]

test.each([
  ['2.4.0', '2.4.0'],
  ['1. first', '1\\. first'],
  ['snake_case', 'snake_case'],
  ['__proto__', '\\_\\_proto\\_\\_'],
  ['a|b', 'a\\|b'],
  ['Map<string>', 'Map\\<string\\>'],
  [':100:', '`:100:`'],
  ['see https://evil.example.', 'see `https://evil.example`.'],
  ['a\nb', 'a b'],
  ['left\u202eright', 'left\\\\u\\{202e\\}right'],
])('%j is written %j', (text, markdown) => {
  expect(escapeMarkdown(text)).toBe(markdown)
})

test('backticks in a sentence of ours make code, in a name of theirs they are characters', () => {
  expect(prose('`helmet` is missing')).toBe('`helmet` is missing')
  expect(escapeMarkdown('`helmet`')).toBe('\\`helmet\\`')
})

test('a value that is not there is a mistake, not an empty cell', () => {
  expect(() => escapeMarkdown(null)).toThrow(/null/)
  expect(() => codeSpan(undefined)).toThrow(/undefined/)
})

describe('shows exactly the text', () => {
  const shows = (render: (text: string) => string) => (text: string) => {
    const markdown = render(text)
    const paragraph = parse(tidy('x', markdown))
    expect(smuggled(paragraph)).toEqual([])
    expect(textOf(paragraph)).toBe(oneLine(text))
    expect(all(paragraph, 'paragraph').length).toBeLessThanOrEqual(1)
    expect(cellOf(markdown)).toBe(oneLine(text))
    const heading = parse(tidy('x', `## x ${markdown} x`))
    expect(textOf(heading)).toBe(`x ${oneLine(text)} x`.replace(/ {2,}/g, ' '))
    expect(plainText(`x ${markdown} x`)).toBe(textOf(heading))
  }

  test.each(fragments.filter((text) => oneLine(text) !== ''))('of %j', (text) => {
    shows(escapeMarkdown)(text)
    shows(codeSpan)(text)
  })

  test('of anything', () => {
    const some = hostileText.filter((text) => oneLine(text) !== '')
    fc.assert(fc.property(some, shows(escapeMarkdown)), runs)
    fc.assert(fc.property(some, shows(codeSpan)), runs)
  })

  test('as prose it loses nothing but backticks', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const root = parse(tidy('x', prose(text)))
        expect(smuggled(root)).toEqual([])
        expect(oneLine(textOf(root).replaceAll('`', ''))).toBe(oneLine(oneLine(text).replaceAll('`', '')))
      }),
      runs,
    )
  })

  test('in a code block', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const root = parse(`before\n\n${fence(text, 'ts')}\n\nafter\n`)
        expect(root.children.map(({ type }) => type)).toEqual(['paragraph', 'code', 'paragraph'])
      }),
      runs,
    )
  })
})
