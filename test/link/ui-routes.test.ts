/** Pages of user interfaces, on the programs whose comments say what must be found. */
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { casesIn, expectationsIn, FIXTURES, linkDirectory } from './fixture-programs'

const ROUTES = path.join(FIXTURES, 'routes')

describe('pages of user interfaces', () => {
  const cases = casesIn(ROUTES).filter((name) => expectationsIn(path.join(ROUTES, name), 'page').length > 0)
  test.each(cases)('%s', async (name) => {
    const directory = path.join(ROUTES, name)
    const { uiRoutes } = await linkDirectory(directory)
    const expected = expectationsIn(directory, 'page').map(({ at, text }) => ({ at, words: text.split(/\s+/) }))
    const wanted = expected.map(({ at, words }) => `${at} ${words.join(' ')}`)
    // Component and guards are compared where an expectation names them.
    const found = uiRoutes.map(({ at, path: where, component, guards }) => {
      const place = `${at.file}:${at.line}`
      const words = expected.find((one) => one.at === place && one.words[0] === where)?.words.length ?? 3
      return [place, ...[where, component, ...guards].slice(0, words)].join(' ')
    })
    expect(found.sort()).toEqual(wanted.sort())
  })
})
