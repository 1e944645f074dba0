/** The results file is what its page in the documentation says: keys, their order, their types and their values. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { git, repository } from '../tree'
import { home, type Left } from './runs'

vi.setConfig({ testTimeout: 60_000 })

const ROOT = path.join(__dirname, '..', '..')
const SHOP = path.join(ROOT, 'site', 'samples', 'shop')

interface Key {
  key: string
  type: string
  optional: boolean
}

/** Table by the heading it stands under. */
const documented = new Map(
  readFileSync(path.join(ROOT, 'site', 'docs', 'results-file.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')).trim(), keysIn(section)]),
)

function keysIn(section: string): Key[] {
  return [...section.matchAll(/^\| `([^`]+)` \| (.+?) \| .+ \|$/gm)].map(([, key, type]) => ({
    key: key!,
    type: type!.replace(', may be absent', ''),
    optional: type!.endsWith(', may be absent'),
  }))
}

/**
 * What of a value is not as its type says, as sentences.
 *
 * @param seen collects `Finding.route` for every key that is there
 */
function mistakes(value: unknown, type: string, where: string, seen: Set<string>): string[] {
  if (type.endsWith(' or null')) return value === null ? [] : mistakes(value, type.slice(0, -' or null'.length), where, seen)
  if (/^list of \w+ or \w+$/.test(type) && Array.isArray(value)) {
    const [one, other] = type.slice('list of '.length).split(' or ')
    return value.flatMap((item, index) => {
      const isOne = mistakes(item, one!, `${where}[${index}]`, new Set()).length === 0
      return mistakes(item, isOne ? one! : other!, `${where}[${index}]`, seen)
    })
  }
  if (type.startsWith('list of ')) {
    if (!Array.isArray(value)) return [`${where} is ${shown(value)}; documented as a ${type}`]
    return value.flatMap((item, index) => mistakes(item, type.slice('list of '.length), `${where}[${index}]`, seen))
  }
  if (type.includes('`')) {
    const values = [...type.matchAll(/`([^`]+)`/g)].map((match) => match[1])
    return values.includes(value as string) ? [] : [`${where} is ${shown(value)}; documented as ${type}`]
  }
  const shape = documented.get(type)
  if (!shape) return isPrimitive(value, type) ? [] : [`${where} is ${shown(value)}; documented as ${type}`]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${where} is ${shown(value)}; documented as ${type}`]
  const real = Object.keys(value)
  const expected = shape.filter(({ key, optional }) => !optional || real.includes(key)).map(({ key }) => key)
  for (const key of real) seen.add(`${type}.${key}`)
  if (real.join() !== expected.join()) return [`${where} has the keys ${real.join()}; documented as ${expected.join()}`]
  return shape
    .filter(({ key }) => real.includes(key))
    .flatMap((it) => mistakes((value as Record<string, unknown>)[it.key], it.type, `${where}.${it.key}`, seen))
}

function isPrimitive(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? 'undefined'

/** Of what the shop has no example: a suppression with a last day, a file that does not parse, a call of several lines… */
const corners = {
  'package.json': JSON.stringify({
    name: 'corners',
    dependencies: {
      express: '^4.19.2',
      'unknown-guard': '1.0.0',
      helmet: '^7.1.0',
      '@nestjs/common': '^10.0.0',
      'react-router-dom': '^6.0.0',
      zod: '^3.0.0',
    },
  }),
  'app.ts': `import express from 'express'
import helmet from 'helmet'
import guard from 'unknown-guard'
import { z } from 'zod'
import { missing } from './missing'

const app = express()
app.use(helmet())
// plumbline-ignore login-without-rate-limit until 2999-12-31: the gateway limits calls
app.post('/login', (request: express.Request, response: express.Response) => {
  response.json({ name: request.query.name })
})
app.get('/hello', (request: express.Request, response: express.Response) => {
  response.send(
    '<p>Hello ' + request.query.name + '</p>',
  )
})
app.get('/twice', (request: express.Request, response: express.Response) => {
  const name = request.query.name
  response.write('<p>' + name)
  response.write('<b>' + name)
})
app.get('/guarded', guard(), missing)
app.use('/files', express.static('files'))

const Order = z.object({ state: z.enum(['open', 'paid']) })
app.post('/orders', (request: express.Request, response: express.Response) => {
  const order = Order.parse(request.body)
  response.json({ state: order.state })
})
const validateBody =
  (schema: z.ZodTypeAny) =>
  (request: express.Request, response: express.Response, next: express.NextFunction) => {
    const { success } = schema.safeParse(request.body)
    if (!success) return response.status(400).end()
    next()
  }
app.put('/orders', validateBody(Order), (request: express.Request, response: express.Response) => {
  response.json({ state: request.body.state })
})
`,
  'accounts.js': `const { createHash } = require('node:crypto')
const mongoose = require('mongoose')

const Account = new mongoose.Schema({ mail: { type: String, unique: true }, password: { type: String, select: false }, team: { type: mongoose.Schema.Types.ObjectId, ref: 'Account' }, plan: { type: String, enum: ['free'], default: 'free' }, at: Date, _id: String }, { collection: 'accounts' })
Account.index({ at: 1 }, { expireAfterSeconds: 60 })
Account.pre('save', function () {
  this.password = createHash('md5').update(this.password).digest('hex')
})
module.exports = mongoose.model('Account', Account)
`,
  'pages.tsx': `import { Route, Routes } from 'react-router-dom'
import { Basket } from './basket'

export const Pages = () => (
  <Routes>
    <Route path="/basket" element={<Basket />} />
  </Routes>
)
`,
  'cats.controller.ts': `import { Body, CanActivate, Controller, ExecutionContext, Injectable, Post, SetMetadata, UseGuards } from '@nestjs/common'
import { Reflector } from '@nestjs/core'

const Roles = (...roles: string[]) => SetMetadata('roles', roles)

@Injectable()
class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext) {
    const roles = this.reflector.get<string[]>('roles', context.getHandler())
    const { user } = context.switchToHttp().getRequest()
    return roles.includes(user.role)
  }
}

class CreateCat {
  name!: string
}

@Controller('cats')
export class Cats {
  @Post()
  @Roles('keeper')
  @UseGuards(RolesGuard)
  create(@Body() cat: CreateCat, @Body('name') name: string) {
    return [cat, name]
  }
}
`,
  'broken.ts': 'const = 1\n',
  'src/stock.ts': 'export const stock = 1\n',
  'src/app.ts': 'export const app = 1\n',
  'README.md': '# Corners\n\nThe stock is in `src/stock.ts`, the doors in `src/app.ts`; see [the accounts](Accounts.js).\n',
}

/** With a commit that makes a document false. */
function committed(contents: Record<string, string>): string {
  const root = repository(contents)
  git(root, 'mv', 'src/stock.ts', 'src/warehouse.ts')
  git(root, 'commit', '--quiet', '--message=rename')
  return root
}

let made: Promise<{ shop: Left; others: Left; outside: Left }> | undefined
/** Made by the first test that asks. */
function both() {
  made ??= (async () => ({
    shop: await home().run(SHOP),
    others: await home().run(committed(corners), {
      suppressions: [
        { rule: 'missing-security-headers', reason: 'a proxy adds them' },
        { rule: 'untested-critical-path', reason: 'tested by hand' },
      ],
      frameworks: ['asvs'],
      notApplicable: [{ framework: 'asvs', id: 'V2.1.1', reason: 'nobody signs in' }],
      authors: true,
    }),
    outside: await home().run(SHOP, { audience: 'public' }),
  }))()
  return made
}

/** As another program reads it: undefined is gone. */
const read = ({ bytes }: Left): unknown => JSON.parse(bytes.results)

describe('the documentation', () => {
  test('has a table for every type that it names', () => {
    const primitives = ['string', 'integer', 'number', 'boolean', 'object']
    const named = [...documented.values()].flat().flatMap(({ type }) =>
      type.includes('`')
        ? []
        : type
            .replace(/^list of /, '')
            .split(' or ')
            .filter((it) => it !== 'null'),
    )
    expect(named.filter((type) => !primitives.includes(type) && !documented.has(type))).toEqual([])
    for (const [name, keys] of documented) expect(keys.length, name).toBeGreaterThan(0)
  })

  test('says of the sample shop and of a program with rare things what is in their files, key by key', async () => {
    const { shop, others, outside } = await both()
    const seen = new Set<string>()
    expect(mistakes(read(shop), 'Results', 'shop', seen)).toEqual([])
    expect(mistakes(read(others), 'Results', 'corners', seen)).toEqual([])
    expect(mistakes(read(outside), 'Results', 'shop for the public', seen)).toEqual([])
    const all = [...documented].flatMap(([name, keys]) => keys.map(({ key }) => `${name}.${key}`))
    expect(
      all.filter((key) => !seen.has(key)),
      'documented, and in neither file',
    ).toEqual([])
  })

  test('would notice a key more, a key less, another order and another type', () => {
    const place = { file: 'a.ts', line: 1 }
    const said = (value: unknown) => mistakes(value, 'Place', 'x', new Set())
    expect(said(place)).toEqual([])
    for (const wrong of [
      { ...place, more: 1 },
      { file: 'a.ts' },
      { line: 1, file: 'a.ts' },
      { ...place, line: '1' },
      { ...place, line: 1.5 },
      null,
      [],
    ])
      expect(said(wrong), JSON.stringify(wrong)).toHaveLength(1)
  })
})

describe('lists', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  const rank = (method: string) => (methods.includes(method) ? methods.indexOf(method) : methods.length)
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

  test('stand in the order that is documented', async () => {
    const { shop } = await both()
    const { findings, endpoints, connections, technologies, notAnalysed } = shop.results
    expect(endpoints.length).toBeGreaterThan(20)
    expect(findings).toEqual(
      findings.toSorted((a, b) => Number(a.id.startsWith('NF')) - Number(b.id.startsWith('NF')) || a.id.length - b.id.length || text(a.id, b.id)),
    )
    expect(endpoints).toEqual(
      endpoints.toSorted(
        (a, b) =>
          text(a.kind, b.kind) ||
          text(a.path, b.path) ||
          rank(a.method) - rank(b.method) ||
          text(a.method, b.method) ||
          text(a.file, b.file) ||
          a.line - b.line,
      ),
    )
    expect(connections).toEqual(connections.toSorted((a, b) => text(a.file, b.file) || a.line - b.line))
    expect(technologies).toEqual(technologies.toSorted((a, b) => text(a.category, b.category) || text(a.name, b.name)))
    expect(notAnalysed).toEqual(notAnalysed.toSorted((a, b) => text(a.subject, b.subject) || (a.line ?? 0) - (b.line ?? 0)))
  })

  test('hold nothing twice', async () => {
    const { shop, others } = await both()
    for (const { results } of [shop, others])
      for (const list of [results.findings, results.endpoints, results.connections, results.technologies, results.notAnalysed]) {
        const items = list.map((item) => JSON.stringify(item))
        expect(items.filter((item, index) => items.indexOf(item) !== index)).toEqual([])
      }
  })

  test('cite lines that are there and say so', async () => {
    const { shop } = await both()
    const { findings, endpoints, connections, technologies } = shop.results
    const lines = (file: string) => readFileSync(path.join(SHOP, file), 'utf8').split('\n')
    const places = [...findings, ...endpoints, ...connections, ...technologies, ...technologies.flatMap((it) => it.evidence)]
    for (const { file, line } of places) expect(lines(file)[line - 1]?.trim(), `${file}:${line}`).toMatch(/\S/)
    // A masked character stands for one of the secret.
    const says = (code: string, quoted: string) => [...quoted].every((character, index) => character === '*' || character === code[index])
    for (const { text: quoted, file, line } of [
      ...findings.flatMap((it) => [it.at, ...('trace' in it ? it.trace : it.evidence)]),
      ...endpoints.flatMap(({ auth }) => auth.evidence),
    ])
      expect(says(lines(file)[line - 1]?.trim() ?? '', quoted.replace(/…$/, '').slice(0, 60)), `${file}:${line} ${quoted}`).toBe(true)
  })
})
