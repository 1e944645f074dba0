/** The table of patterns finds its own examples, and nothing in its counter-examples. */
import { describe, expect, test } from 'vitest'
import { patterns } from '../../plugin/secrets/patterns'
import { publicPrefix, redacted, shapesIn } from '../../plugin/secrets/shapes'
import { exampleOf } from './examples'

const cases = (which: 'yes' | 'no') => patterns.flatMap((pattern) => pattern[which].map((recipe) => [pattern.id, recipe] as const))

test('has many issuers, each once, each with examples', () => {
  expect(new Set(patterns.map(({ id }) => id)).size).toBe(patterns.length)
  expect(patterns.length).toBeGreaterThan(80)
  for (const { id, yes, no, keywords, pattern } of patterns) {
    expect(yes.length > 0 && no.length > 0 && keywords.length > 0, id).toBe(true)
    expect(pattern.flags, id).toContain('g')
  }
})

test.each(cases('yes'))('%s is seen in %s', (id, recipe) => {
  const text = `\n${exampleOf(recipe)}\n`
  const found = shapesIn(text)
  expect(found.map(({ pattern }) => pattern.id)).toContain(id)
})

test.each(cases('no'))('%s is not seen in %s', (id, recipe) => {
  expect(shapesIn(`\n${exampleOf(recipe)}\n`).map(({ pattern }) => pattern.id)).not.toContain(id)
})

describe('what is shown of one', () => {
  test.each(cases('yes'))('%s of %s holds nothing but a prefix', (id, recipe) => {
    const text = exampleOf(recipe)
    const own = shapesIn(text).filter(({ pattern }) => pattern.id === id)
    expect(own.length).toBeGreaterThan(0)
    for (const { pos, end } of own)
      for (const shown of [redacted(id, text, pos), publicPrefix(id)]) {
        const [prefix = '', rest] = shown.split('********')
        expect(rest).toBe('')
        if (id.startsWith('private-key')) continue
        // Whatever comes before the stars is the same for every secret of the kind.
        expect(patterns.find((it) => it.id === id)?.keywords.concat('')).toContain(prefix)
        expect(text.slice(pos, end).length - prefix.length).toBeGreaterThan(8)
      }
  })
})

test.each(['AKIAIOSFODNN7EXAMPLE', `gh${'p_'}${'x'.repeat(36)}`, `sk${'_test_'}${'0'.repeat(24)}`])('%s was published to show the form', (text) => {
  expect(shapesIn(`key = "${text}"`).every(({ look }) => look === 'placeholder')).toBe(true)
})

test('among the letters of a file that is written out a short form says nothing', () => {
  const letters = exampleOf('EA{}A{word:120}')
  expect(shapesIn(`icon = 'data:image/png;base64,iVBORw0KGgo+${letters}/8=='`)).toEqual([])
  expect(shapesIn(`icon = 'iVBORw0KGgo+${letters}/8=='`)).toHaveLength(1)
})

test('a key that is shorter than it says of itself is shown in place of one', () => {
  const key = (announced: number, given: number) => {
    const bytes = Buffer.concat([
      Buffer.from([0x30, 0x82, announced >> 8, announced & 255]),
      Buffer.from(Array.from({ length: given }, (_, index) => (index * 37) & 255)),
    ])
    const lines = bytes.toString('base64').match(/.{1,64}/g) as string[]
    return exampleOf(`-----BEGIN{} RSA PRIVATE KEY-----\n${lines.join('\n')}\n-----END{} RSA PRIVATE KEY-----`)
  }
  const looks = (text: string) => [...new Set(shapesIn(text).map(({ look }) => look))]
  expect(looks(key(300, 300))).toEqual(['random'])
  expect(looks(key(1300, 93))).toEqual(['placeholder'])
  expect(looks(JSON.stringify(key(1300, 93)))).toEqual(['placeholder'])
})
