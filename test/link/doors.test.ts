/** Commands, sockets, queues and their kin: what passes them, and what the program sends, on small programs whose comments say so. */
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EntryPoint } from '../../plugin/types'
import { casesIn, expectationsIn, FIXTURES, linkDirectory } from './fixture-programs'

const ROUTES = path.join(FIXTURES, 'routes')
const cases = casesIn(ROUTES).filter((name) => /^(?:cli|sockets|queues|schedules|serverless|entries)\//.test(name))

/** `shelf argument:title! flag:format=paper`: what it is reached through, then its parameters. */
function passes({ through, parameters }: EntryPoint): string {
  const shown = parameters.map(
    ({ in: place, name, required, default: value }) => `${place}:${name}${required ? '!' : ''}${value === undefined ? '' : `=${value}`}`,
  )
  return [through ?? '-', ...shown.sort()].join(' ')
}

describe('what passes a door', () => {
  test.each(cases)('%s', async (name) => {
    const directory = path.join(ROUTES, name)
    const { entryPoints } = await linkDirectory(directory)
    const wanted = expectationsIn(directory, 'entry').filter(({ text }) => text.includes(' | '))
    const told = wanted.map(({ at, text }) => {
      const [what, through, ...parameters] = text
        .replace(' | ', '\u0000')
        .split('\u0000')
        .flatMap((part, index) => (index === 0 ? [part] : part.split(' ')))
      return `${at} ${what} | ${[through, ...parameters.sort()].join(' ')}`
    })
    const found = entryPoints
      .map((entry) => ({ at: `${entry.at.file}:${entry.at.line}`, what: `${entry.kind} ${entry.path}`.trim(), entry }))
      .filter(({ at, what }) => wanted.some((each) => each.at === at && each.text.replace(/"/g, '').startsWith(`${what} | `)))
      .map(({ at, what, entry }) => `${at} ${what} | ${passes(entry)}`)
    expect(found.sort()).toEqual(told.map((each) => each.replace(/"/g, '')).sort())
  })
})

describe('what is sent', () => {
  test.each(cases)('%s', async (name) => {
    const directory = path.join(ROUTES, name)
    const { publications } = await linkDirectory(directory)
    const found = publications.map(({ kind, topic, at }) => `${at.file}:${at.line} ${kind} ${topic}`)
    expect(found.sort()).toEqual(
      expectationsIn(directory, 'out')
        .map(({ at, text }) => `${at} ${text}`)
        .sort(),
    )
  })
})
