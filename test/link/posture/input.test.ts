/** Report 05, from small programs: what is read, what is done to it, what acts on it, how it goes out, how files come in. */
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Control, Input, InputSource } from '../../../plugin/types'
import { FIXTURES, linkDirectory } from '../fixture-programs'
import { linkSources } from '../small-programs'

const inputOf = async (name: string): Promise<Input> => (await linkDirectory(path.join(FIXTURES, 'posture', 'input', name))).posture.input

const said = ({ state, current }: Control): string => `${state}: ${current}`
const linesOf = ({ evidence }: Control): string[] => evidence.map(({ file, line }) => `${file}:${line}`)

describe('parameters', async () => {
  const { sources, practices } = await inputOf('parameters')
  const of = (kind: InputSource['kind']) => sources.find((source) => source.kind === kind)!
  const place = (kind: InputSource['kind'], name: string) => of(kind).places.find((each) => each.name === name)!

  test('stand under the six kinds, in the order of the report', () => {
    expect(sources.map(({ kind, count }) => [kind, count])).toEqual([
      ['URL parameters', 1],
      ['query strings', 2],
      ['request body', 3],
      ['headers', 1],
      ['file uploads', 0],
      ['cookies', 1],
    ])
  })

  test('behind a schema pass, with the call and the schema', () => {
    const { validation } = place('request body', 'guest')
    expect(said(validation)).toBe('pass: Joi: `schema.validate(req.body)`')
    expect(linesOf(validation)).toEqual(['server.js:17', 'server.js:13'])
  })

  test('behind a chain pass, and what the chain changes is cleaning', () => {
    expect(place('request body', 'note').validation.state).toBe('pass')
    expect(linesOf(place('request body', 'note').validation)).toContain('server.js:23')
  })

  test('that a test of the code’s own turns away pass in part', () => {
    const { validation } = place('URL parameters', 'code')
    expect(validation.state).toBe('partial')
    expect(linesOf(validation)).toContain('server.js:30')
  })

  test('that are only there are not validated', () => {
    expect(said(place('query strings', 'text').validation)).toBe('fail: presence only')
  })

  test('that become a number are cleaned', () => {
    expect(said(place('query strings', 'page').sanitization)).toMatch(/^pass: /)
    expect(place('query strings', 'page').validation.state).toBe('fail')
  })

  test('of headers and cookies: middleware cleans those that it looks at', () => {
    expect(place('headers', 'x-agent').sanitization.state).toBe('pass')
    expect(said(place('cookies', 'owner').sanitization)).toBe('fail: ')
  })

  test('and the libraries are named once for all', () => {
    expect(practices.map(said)).toEqual(['partial: Joi and express-validator', 'pass: `mongoSanitize()`'])
  })
})

describe('uploads', async () => {
  const { uploads } = await inputOf('uploads')
  const controls = (door: string) => Object.fromEntries(uploads.find(({ doors }) => doors.includes(door))!.controls.map((each) => [each.id, each]))

  test('each has the six controls, in the order of the report', () => {
    expect(uploads.map(({ doors }) => doors)).toEqual([['POST /photos'], ['POST /documents'], ['POST /avatar'], ['POST /notes']])
    for (const { controls: all } of uploads)
      expect(all.map(({ id }) => id)).toEqual(['upload-extensions', 'upload-mime', 'upload-size', 'upload-name', 'upload-scan', 'upload-place'])
  })

  test('checks that refuse count', () => {
    const photos = controls('POST /photos')
    expect(photos['upload-extensions']!.state).toBe('pass')
    expect(said(photos['upload-mime']!)).toBe('partial: by what the sender says: `image/png` and `image/jpeg`')
    expect(said(photos['upload-size']!)).toBe('pass: 5 MB (5,242,880 bytes)')
    expect(said(photos['upload-name']!)).toMatch(/^pass: a name of the program’s own: .*randomUUID/)
    expect(photos['upload-place']!.state).toBe('partial')
    expect(photos['upload-scan']!.state).toBe('unknown')
  })

  test('a filter that lets everything pass does not', () => {
    const documents = controls('POST /documents')
    expect(documents['upload-extensions']!.state).toBe('fail')
    expect(documents['upload-mime']!.state).toBe('fail')
    expect(documents['upload-mime']!.reason).toContain('`filterTypes()` looks at it and lets every file pass')
    expect(said(documents['upload-size']!)).toBe('fail: no limit')
    expect(said(documents['upload-name']!)).toBe('fail: `file.originalname`')
    expect(said(documents['upload-place']!)).toBe('fail: `public/uploads`')
  })

  test('handlers may check what the parser does not', () => {
    const avatar = controls('POST /avatar')
    expect(said(avatar['upload-mime']!)).toBe('pass: by the bytes of the file: `image/png` and `image/gif`')
    expect(avatar['upload-size']!.state).toBe('partial')
    expect(avatar['upload-name']!.state).toBe('pass')
    expect(avatar['upload-extensions']!.state).toBe('fail')
  })

  test('so may middleware, and other stores and scanners', () => {
    const notes = controls('POST /notes')
    expect(said(notes['upload-extensions']!)).toBe('pass: ends with `.txt`')
    expect(notes['upload-place']!.state).toBe('pass')
    expect(notes['upload-scan']!.state).toBe('pass')
  })

  test('pipes of Nest hold what their validators say', async () => {
    const [paper] = (await inputOf('nest-uploads')).uploads
    expect(paper!.doors).toEqual(['POST /papers'])
    const byId = Object.fromEntries(paper!.controls.map((each) => [each.id, said(each)]))
    expect(byId['upload-size']).toBe('pass: 1 kB (1,000 bytes)')
    expect(byId['upload-mime']).toBe('partial: application/pdf')
  })
})

test('queries are told by how their text comes about', async () => {
  const { interpreters } = await inputOf('queries')
  const sql = interpreters.find(({ id }) => id === 'sql')!
  expect([sql.calls, sql.fixed, sql.bound, sql.built, sql.untold]).toEqual([4, 1, 1, 1, 1])
  expect(sql.libraries).toEqual(['pg'])
  const shell = interpreters.find(({ id }) => id === 'shell')!
  expect(shell.instead.map(({ what, count }) => [what, count])).toEqual([['programs started with a list of arguments', 1]])
})

describe('output', () => {
  const byContext = ({ encoding }: Input) => Object.fromEntries(encoding.map((each) => [each.aspect, each.state]))

  test('of an engine that escapes', async () => {
    const input = await inputOf('pages')
    expect(byContext(input)).toEqual({
      'HTML body': 'pass',
      'HTML attribute': 'pass',
      JavaScript: 'not applicable',
      URL: 'not applicable',
      CSS: 'unknown',
      JSON: 'pass',
    })
    expect(input.unescaped).toEqual([])
    expect(input.secondLine.state).toBe('pass')
  })

  test('of an engine that is told not to', async () => {
    const input = await inputOf('plain-pages')
    expect(byContext(input)).toMatchObject({ 'HTML body': 'fail', 'HTML attribute': 'fail' })
    expect(linesOf(input.encoding[0]!)[0]).toBe('server.js:5')
    expect(input.unescaped.map(({ context, at }) => `${context} ${at.file}:${at.line}`)).toEqual([
      'HTML body views/board.njk:1',
      'HTML attribute views/board.njk:2',
    ])
    expect(input.secondLine.state).toBe('fail')
  })

  test('of a program without pages is not asked for', async () => {
    expect(byContext(await inputOf('queries'))['HTML body']).toBe('not applicable')
  })
})

describe('text of statements', () => {
  const sql = (lines: string) =>
    linkSources({
      'store.ts': `import { getRepository } from 'typeorm'\nexport async function list(wanted: string) {\n  const query = getRepository('note').createQueryBuilder('note')\n${lines}\n  return query.getMany()\n}\n`,
    }).posture.input.interpreters.find(({ id }) => id === 'sql')

  test('a second text that the code writes is no value', () => {
    expect(sql("  query.orderBy('note.created', 'DESC')")).toMatchObject({ calls: 1, fixed: 1, bound: 0 })
  })

  test('values under names that the text has are apart from it', () => {
    expect(sql("  query.where('note.text = :wanted', { wanted })")).toMatchObject({ calls: 1, fixed: 0, bound: 1 })
  })
})

test('escaping by a framework is shown where it is imported itself', () => {
  const { encoding } = linkSources({
    'app/a.tsx': `import Link from 'next/link'\nexport const A = () => <Link href="/">Home</Link>\n`,
    'app/b.tsx': `\nimport * as React from 'react'\nexport const B = ({ text }) => <p>{text}</p>\n`,
    'package.json': '{ "dependencies": { "next": "14.0.0", "react": "18.0.0" } }',
  }).posture.input
  expect(linesOf(encoding.find(({ state }) => state === 'pass')!)).toEqual(['app/b.tsx:2'])
})

test('a parameter stands where the code says its name, not in a helper that reads it', () => {
  const { entryPoints } = linkSources({
    'server.js': `const express = require('express')
const has = (text, part) => text ? text.includes(part) : false
const app = express()
app.use(require('cookie-parser')())
app.use((req, res, next) => { has(req.cookies.ticket, 'x'); next() })
app.get('/seat', (req, res) => res.json({ seat: req.cookies.ticket }))
app.listen(3000)
`,
  })
  const [ticket] = entryPoints.flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'ticket'))
  expect(ticket?.at?.text).toContain('ticket')
})
