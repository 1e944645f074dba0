/** What a finding carries besides what its rule says: routes, the places of one fault, and how it would be shown. */
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { complete } from '../../plugin/rules/complete'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { proofs } from '../../plugin/rules/proof-of-concept'
import { payloads } from '../../plugin/rules/proof-payloads'
import { seldomConfirmed } from '../../plugin/rules/seldom-confirmed'
import type { EntryPoint, Finding, Program, Verdict } from '../../plugin/types'
import { placesOf } from '../../plugin/views/results'
import { FIXTURES, linkDirectory } from '../link/fixture-programs'
import { linkSources } from '../link/small-programs'
import { aFinding, anEntryPoint, aProgram, at, no, yes } from '../program'

const verdictOf = (findings: Finding[]): Verdict => ({ findings, rulesRun: [], rulesStopped: [], problems: [] })
const completed = (findings: Finding[], program: Partial<Program> = {}, apart?: (finding: Finding) => boolean) =>
  complete(verdictOf(findings), aProgram(program), apart).findings
const places = ({ places: those = [] }: Finding) => those.map(({ file, line, rule }) => `${rule} ${file}:${line}`)

describe('rules that readers of other products seldom agreed with', () => {
  const claimed = (rule: string, confidence: Finding['confidence']) => {
    const [finding] = completed([aFinding({ rule, confidence, description: 'It is so.' })])
    return [finding?.confidence, finding?.description]
  }

  test('claim no more than is confirmed, and say so', () => {
    expect(claimed('world-writable-file', 'high')).toEqual([
      'medium',
      'It is so. Elsewhere readers confirmed none of 5 such findings: it may well be meant so.',
    ])
    expect(claimed('world-writable-file', 'low')).toEqual(['low', 'It is so.'])
    expect(claimed('sql-injection', 'high')).toEqual(['high', 'It is so.'])
  })

  test('are rules of the product', () => {
    const ids = new Set(rules.map(({ id }) => id))
    for (const rule of seldomConfirmed.keys()) expect(ids).toContain(rule)
  })
})

describe('a small shop', () => {
  let found: Finding[]
  const of = (rule: string) => found.filter((finding) => finding.rule === rule)
  beforeAll(async () => {
    const program = await linkDirectory(path.join(FIXTURES, 'findings', 'shop'))
    found = complete(judge(rules, program), program).findings
  })

  test('one setting that lets two templates through is one finding with both places', () => {
    const [setting] = of('escaping-switched-off')
    expect(of('reflected-xss')).toEqual([])
    expect(`${setting?.at.file}:${setting?.at.line}`).toBe('server.js:11')
    expect(places(setting as Finding)).toEqual(['reflected-xss views/people.html:1', 'reflected-xss views/people.html:2'])
    expect(setting?.proofOfConcept?.text).toContain('name=%22%3E%3Cscript%3E')
  })

  test('an expression that can take long and the line where data meets it are one finding, at the expression', () => {
    expect(of('redos')).toEqual([])
    const [expression] = of('exponential-regex')
    expect(expression).toMatchObject({ at: { file: 'people.js', line: 1 }, cvss: 7.5, route: 'GET /people/pattern' })
    expect(places(expression as Finding)).toEqual(['redos people.js:10'])
  })

  test('a field that is read once and used twice is one finding', () => {
    expect(of('nosql-injection').map(({ at: { file, line } }) => `${file}:${line}`)).toEqual(['people.js:4'])
    expect(places(of('nosql-injection')[0] as Finding)).toEqual(['nosql-injection people.js:5'])
  })

  test('every place stands in the results, under the same finding', () => {
    const entries = placesOf(of('escaping-switched-off')[0] as Finding)
    expect(entries.map(({ file, line, rule, isPlaceOf }) => [`${file}:${line}`, rule, isPlaceOf])).toEqual([
      ['server.js:11', 'escaping-switched-off', undefined],
      ['views/people.html:1', 'reflected-xss', 'escaping-switched-off'],
      ['views/people.html:2', 'reflected-xss', 'escaping-switched-off'],
    ])
  })

  test('requests name route and parameter', () => {
    expect(of('nosql-injection')[0]?.proofOfConcept).toEqual({
      language: 'http',
      text: 'POST https://app.example/people/search\nContent-Type: application/x-www-form-urlencoded\n\nname[$ne]=&town=some-town',
      shows: expect.stringContaining('holds for every record'),
      executed: false,
    })
    expect(of('open-redirect')[0]?.proofOfConcept?.text).toBe('GET https://app.example/leave?to=https%3A%2F%2Felsewhere.example%2F')
  })
})

describe('routes', () => {
  const shared = {
    'app.js': `const express = require('express'); const crypto = require('crypto')
      const { hash } = require('./hash')
      const app = express()
      const wrap = (handler) => (req, res, next) => Promise.resolve(handler(req, res)).catch(next)
      async function one (req, res) {
        res.json(weak(req.query.a))
      }
      async function two (req, res) { res.json(hash(1)) }
      function weak (text) {
        return crypto.createHash('md5').update(text).digest('hex')
      }
      app.get('/one', wrap(one))
      app.get('/two', wrap(two))
      ${Array.from({ length: 14 }, (_, number) => `app.get('/more/${number}', (req, res) => res.json(hash(${number})))`).join('\n      ')}`,
    'hash.js': `exports.hash = (text) => {
      return text + 1
    }`,
  }
  const routesAt = (program: Program, file: string, line: number) =>
    complete(verdictOf([aFinding({ at: at(`${file}:${line}`, 'x()') })]), program).findings.map(({ route, otherRoutes = [] }) => [
      route,
      ...otherRoutes,
    ])[0]

  test('a line in a handler, and one below it, has the route; what wraps the handler does not mix them up', () => {
    const program = linkSources(shared)
    expect(routesAt(program, 'app.js', 6)).toEqual(['GET /one'])
    expect(routesAt(program, 'app.js', 10)).toEqual(['GET /one'])
  })

  test('a line outside of handlers has none, nor has what most routes lead to', () => {
    const program = linkSources(shared)
    expect(routesAt(program, 'app.js', 3)).toEqual([undefined])
    expect(routesAt(program, 'hash.js', 2)).toEqual([undefined])
  })

  test('what a rule says of its route stays', () => {
    const [finding] = completed([aFinding({ route: 'GET /said', at: at('a.js:5') })], {
      reached: [{ file: 'a.js', line: 1, endLine: 9, routes: ['GET /other'] }],
    })
    expect(finding?.route).toBe('GET /said')
  })

  test('data that ends in a common part has the route of the last step that belongs to one', () => {
    const flow = { source: 'stored' as const, origin: 'rows', sink: 'html', api: 'print' }
    const [finding] = completed([aFinding({ flow, at: at('view.html:1'), trace: [at('a.js:2'), at('b.js:2'), at('view.html:1')] })], {
      reached: [
        { file: 'a.js', line: 1, endLine: 3, routes: ['GET /far'] },
        { file: 'b.js', line: 1, endLine: 3, routes: ['GET /near', 'POST /near'] },
      ],
    })
    expect(finding).toMatchObject({ route: 'GET /near', otherRoutes: ['POST /near'] })
  })
})

describe('one fault, one finding', () => {
  const flow = (sink: string) => ({ source: 'request' as const, origin: 'req.body.a', sink, api: 'f' })
  const xss = (rule: string, more: Partial<Finding> = {}) => aFinding({ rule, class: 'xss', cwe: [79], flow: flow('html'), ...more })

  test('of two ends of data on one line the stronger stays, and the other is no finding of its own', () => {
    const found = completed([xss('stored-xss', { cvss: 5.4, cwe: [79, 80] }), xss('reflected-xss', { cvss: 6.1 })])
    expect(found.map(({ rule }) => rule)).toEqual(['reflected-xss'])
    expect(places(found[0] as Finding)).toEqual(['stored-xss src/server.ts:40'])
  })

  test('a guess never stands for something sure', () => {
    const found = completed([
      aFinding({ rule: 'sql-injection', confidence: 'low', cvss: 9.8 }),
      aFinding({ rule: 'sql-text-from-input', confidence: 'high', cvss: 4 }),
    ])
    expect(found.map(({ rule }) => rule)).toEqual(['sql-injection', 'sql-text-from-input'])
  })

  test('other faults on the same line stay apart', () => {
    const found = completed([
      aFinding({ rule: 'cookie-without-httponly', class: 'insecure-cookie', cwe: [1004] }),
      aFinding({ rule: 'cookie-without-secure', class: 'insecure-cookie', cwe: [614] }),
    ])
    expect(found).toHaveLength(2)
  })

  test('a line that registers several routes is one fault of one rule, with all routes', () => {
    const door = (route: string) => aFinding({ rule: 'missing-authentication', class: 'missing-auth', route, subject: route })
    const [finding, ...rest] = completed([door('PUT /a'), door('PUT /b')])
    expect(rest).toEqual([])
    expect(finding).toMatchObject({ route: 'PUT /a', otherRoutes: ['PUT /b'] })
  })

  test('of other routes on the same line, what is said of one says nothing', () => {
    const found = completed([
      aFinding({ rule: 'admin-route-without-guard', class: 'missing-auth', route: 'GET /admin' }),
      aFinding({ rule: 'missing-authentication', class: 'missing-auth', route: 'GET /users' }),
    ])
    expect(found).toHaveLength(2)
  })

  test('what has a cause in common is told once, as severe as the worst and as sure as the surest of it', () => {
    const [finding, ...rest] = completed([
      aFinding({ rule: 'a', cause: 'key sk********', at: at('b.ts:2'), cvss: 4, severity: 'Medium', confidence: 'medium' }),
      aFinding({ rule: 'a', cause: 'key sk********', at: at('a.ts:1'), cvss: 7.4, severity: 'High', confidence: 'high' }),
    ])
    expect(rest).toEqual([])
    expect(finding).toMatchObject({ at: { file: 'a.ts' }, severity: 'High', confidence: 'high' })
    expect(places(finding as Finding)).toEqual(['a b.ts:2'])
  })

  test('nothing is lost where a cause has a cause of its own', () => {
    const setting = aFinding({ rule: 'a', class: 'c', at: at('a.ts:1'), cause: 'z.ts:9' })
    const shown = aFinding({ rule: 'b', class: 'c', at: at('b.ts:1'), cause: 'a.ts:1' })
    const other = aFinding({ rule: 'a', class: 'c', at: at('d.ts:1'), cause: 'z.ts:9' })
    const found = completed([setting, shown, other]).flatMap((finding) => [`${finding.at.file}`, ...places(finding)])
    expect(found).toEqual(['a.ts', 'b b.ts:1', 'd.ts'])
  })

  test('what somebody has accepted stays alone, so that nothing else is accepted with it', () => {
    const those = [aFinding({ rule: 'a', cause: 'c', at: at('a.ts:1') }), aFinding({ rule: 'a', cause: 'c', at: at('b.ts:1') })]
    expect(completed(those, {}, ({ at: { file } }) => file === 'b.ts')).toHaveLength(2)
  })
})

describe('proof of concept', () => {
  const shown = (rule: string, entry: Partial<EntryPoint>, more: Partial<Finding> = {}) => {
    const door = anEntryPoint(entry)
    const flow = { source: 'request' as const, origin: 'req.query.q', sink: 'x', api: 'f' }
    return proofs(aProgram({ entryPoints: [door] }))(aFinding({ rule, route: `${door.method} ${door.path}`, flow, ...more })).proofOfConcept
  }
  const json = (...names: string[]) => names.map((name) => ({ name, in: 'json' as const }))

  test('data goes where the code reads it: address, path, header, cookie, JSON, form, file', () => {
    const sql = (entry: Partial<EntryPoint>, origin: string) =>
      shown('sql-injection', entry, { flow: { source: 'request', origin, sink: 'sql', api: 'query' } })?.text
    expect(sql({ path: '/find' }, 'req.query.q')).toBe('GET https://app.example/find?q=%27%20OR%20%271%27%3D%271')
    expect(sql({ path: '/users/:id(\\d+)/posts/{post}' }, 'request.params.id')).toBe(
      'GET https://app.example/users/%27%20OR%20%271%27%3D%271/posts/some-post',
    )
    expect(sql({ path: '/files/{name*}/size', parameters: [{ name: 'name', in: 'path' }] }, 'request.params.name')).toContain('/files/%27%20OR')
    expect(sql({ path: '/' }, 'req.headers.host')).toBe("GET https://app.example/\nhost: ' OR '1'='1")
    expect(sql({ path: '/' }, 'req.cookies.lang')).toBe('GET https://app.example/\nCookie: lang=%27%20OR%20%271%27%3D%271')
    expect(sql({ method: 'POST', parameters: json('email', 'password') }, 'req.body.email')).toBe(
      `POST https://app.example/\nContent-Type: application/json\n\n{\n  "email": "' OR '1'='1",\n  "password": "a-new-passphrase"\n}`,
    )
    expect(sql({ method: 'POST', parameters: [{ name: 'a', in: 'form' }] }, 'req.body.a')).toContain('\n\na=%27%20OR')
    expect(sql({ method: 'POST' }, 'req.file.originalname')).toContain(`filename="' OR '1'='1"`)
    expect(sql({ method: 'POST' }, 'req.file.buffer')).toContain(`filename="sample.txt"\nContent-Type: text/plain\n\n' OR '1'='1`)
  })

  test('a signed-in door is asked with credentials, and a door that lacks them without', () => {
    expect(shown('sql-injection', { authRequired: yes() })?.text).toContain('Authorization: <credentials of a signed-in user>')
    expect(shown('sql-injection', { authRequired: yes(), csrf: no() })?.text).toContain('Cookie: <session of a signed-in user>')
    expect(shown('missing-authentication', { method: 'DELETE', path: '/users/:id' })?.text).toBe('DELETE https://app.example/users/1')
  })

  test('somebody else’s record, and a form of another site', () => {
    const idor = shown(
      'insecure-direct-object-reference',
      { path: '/baskets/:id', parameters: [{ name: 'id', in: 'path', required: true }], authRequired: yes() },
      { flow: undefined as never },
    )
    expect(idor?.text).toContain('GET https://app.example/baskets/2')
    const csrf = shown('missing-csrf-protection', { method: 'POST', path: '/profile', parameters: json('email') })
    expect(csrf).toMatchObject({ language: 'html', executed: false })
    expect(csrf?.text).toContain(
      '<form action="https://app.example/profile" method="post">\n  <input type="hidden" name="email" value="user@app.example">',
    )
  })

  test('none without a route, without a parameter that can be told, or where the address could not be read', () => {
    expect(proofs(aProgram())(aFinding({ rule: 'sql-injection' })).proofOfConcept).toBeUndefined()
    expect(shown('sql-injection', {}, { flow: { source: 'stored', origin: 'row', sink: 'sql', api: 'query' } })).toBeUndefined()
    expect(
      shown('sql-injection', { parameters: [] }, { flow: { source: 'request', origin: 'req.query', sink: 'sql', api: 'query' } }),
    ).toBeUndefined()
    expect(shown('sql-injection', { path: '/^\\/(a|b)+$/' })).toBeUndefined()
    expect(
      shown('nosql-injection', { path: '/:id' }, { flow: { source: 'request', origin: 'req.params.id', sink: 'nosql', api: 'find' } }),
    ).toBeUndefined()
  })

  test('hostile names end neither line nor element', () => {
    const name = '"><script>\r\nX: 1'
    const form = shown('missing-csrf-protection', { method: 'POST', parameters: json(name) })?.text
    expect(form).not.toContain('"><script>\r')
    expect(form).toContain('name="&quot;>&lt;script> X: 1"')
    expect(
      shown('sql-injection', {}, { flow: { source: 'request', origin: 'req.headers.x', sink: 'sql', api: 'q' } })?.text.split('\n'),
    ).toHaveLength(2)
    expect(shown('sql-injection', { path: '/a\r\nHost: evil' })).toBeUndefined()
    expect(
      shown(
        'sql-injection',
        { method: 'POST', parameters: json('__proto__') },
        { flow: { source: 'request', origin: 'req.body.__proto__', sink: 'sql', api: 'q' } },
      )?.text,
    ).toContain('"__proto__": ')
  })

  test('every payload is for a rule that there is', () => {
    const known = new Set(rules.map(({ id }) => id))
    expect(Object.keys(payloads).filter((rule) => !known.has(rule))).toEqual([])
  })
})
