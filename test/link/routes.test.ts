/** The table of entry points, on small programs whose comments say what must be in it. */
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EntryPoint } from '../../plugin/types'
import { casesIn, expectationsIn, FIXTURES, linkDirectory } from './fixture-programs'

const ROUTES = path.join(FIXTURES, 'routes')

/** `GET /users/:id app.ts:4`, with the keys that an expectation names. */
function shown(entry: EntryPoint, keys: string[]): string {
  const answers: Record<string, string> = {
    auth: entry.authRequired.answer,
    limited: entry.rateLimited.answer,
    validated: entry.validated.answer,
    kind: entry.kind,
    takes: takes(entry),
    webhook: entry.webhook ? `${entry.webhook.provider}:${entry.webhook.verified.answer}` : 'none',
    gives: gives(entry),
    for: (entry.purpose ?? '').replace(/ /g, '_'),
  }
  return [`${entry.at.file}:${entry.at.line} ${entry.method} ${entry.path}`, ...keys.map((key) => `${key}=${answers[key]}`)].join(' ')
}

/** `path:id!,query:page<integer>=1,json:name<string>!`: place, name, form, default, and `!` where it must be there. */
function takes({ parameters }: EntryPoint): string {
  return parameters
    .map(({ in: place, name, shape, required, default: standard }) => {
      const form = shape && shape.type !== 'unknown' ? `<${shape.type}>` : ''
      return `${place}:${name}${form}${standard === undefined ? '' : `=${standard}`}${required ? '!' : ''}`
    })
    .join(',')
}

/** `200<id,name>,404`: statuses, `-` for the framework's own, with fields or the form of what is answered. */
function gives({ responses }: EntryPoint): string {
  return responses
    .map(({ status, media, shape }) => {
      const form =
        shape?.fields?.map(({ name }) => name).join('|') ?? (media === 'text/html' ? 'html' : media === 'text/plain' ? 'text' : (shape?.type ?? ''))
      return `${status ?? '-'}${form && form !== 'unknown' ? `<${form.replace(/\|/g, ',')}>` : ''}`
    })
    .join(',')
}

describe('entry points over HTTP', () => {
  test.each(casesIn(ROUTES))('%s', async (name) => {
    const directory = path.join(ROUTES, name)
    const { entryPoints } = await linkDirectory(directory)
    const expected = expectationsIn(directory, 'route')
    const left = entryPoints.filter(({ kind }) => kind === 'http' || kind === 'static')
    const found: string[] = []
    const wanted: string[] = []
    for (const { at, text, todo } of expected) {
      const [method = '', route = '', ...pairs] = text.split(/\s+/)
      const index = left.findIndex((entry) => `${entry.at.file}:${entry.at.line}` === at && entry.method === method && entry.path === route)
      const [entry] = index < 0 ? [] : left.splice(index, 1)
      if (todo) continue
      const keys = pairs.filter((pair) => pair.includes('=')).map((pair) => pair.slice(0, pair.indexOf('=')))
      wanted.push([`${at} ${method} ${route}`, ...pairs].join(' '))
      found.push(entry ? shown(entry, keys) : `${at} not found`)
    }
    expect([...found, ...left.map((entry) => `${shown(entry, ['auth'])} is not expected`)]).toEqual(wanted)
  })
})

describe('other entry points', () => {
  test.each(casesIn(ROUTES))('%s', async (name) => {
    const directory = path.join(ROUTES, name)
    const { entryPoints } = await linkDirectory(directory)
    const found = entryPoints
      .filter(({ kind }) => kind !== 'http' && kind !== 'static')
      .map((entry) => `${entry.at.file}:${entry.at.line} ${entry.kind} ${entry.path}`.trim())
    const wanted = expectationsIn(directory, 'entry').map(({ at, text }) => `${at} ${text.replace(/ \| .*$/, '').replace(/"/g, '')}`)
    expect(found.sort()).toEqual(wanted.sort())
  })
})
