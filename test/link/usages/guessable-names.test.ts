/** What a function makes is told by its name, and not by what it is made for. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const told = (name: string) =>
  linkSources({ 'made.ts': `export function ${name}(): string { return 'item-' + Math.ceil(Math.random() * 1000000) }` })
    .usages.filter(({ kind }) => kind === 'guessable-secret')
    .map(({ api }) => api)

test.each(['generateToken', 'makeTokenForUser', 'createResetToken'])('%s makes a secret', (name) => {
  expect(told(name)).toEqual([name])
})

test.each(['generateIdForToken', 'makeLabelFromPassword', 'tokenForUser'])('%s makes none', (name) => {
  expect(told(name)).toEqual([])
})
