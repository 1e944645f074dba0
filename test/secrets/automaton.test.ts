import fc from 'fast-check'
import { expect, test } from 'vitest'
import { automatonOf, standingIn } from '../../plugin/secrets/automaton'

test('finds the same texts as looking for each of them', () => {
  const word = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('a', 'b', '_', 'é') }).filter((it) => !it.includes('é'))
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '_', 'é', 'x'), maxLength: 60 }),
      (words, text) => {
        const found = [...standingIn(automatonOf(words), text)].map((number) => words[number]).sort()
        expect(found).toEqual(words.filter((it) => text.includes(it)).sort())
      },
    ),
  )
})
