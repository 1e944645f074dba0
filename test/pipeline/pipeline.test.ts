/** The whole pipeline on real directories: what two runs of it promise to each other, and what it does with bad input. */
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run as runCli } from '../../plugin/cli'
import { extract } from '../../plugin/extract/index'
import { analyse } from '../../plugin/pipeline'
import { codeFingerprint } from '../../plugin/product'
import { scan } from '../../plugin/scan/index'
import type { World } from '../../plugin/types'
import { UserError } from '../../plugin/user-error'
import { createWorld } from '../../plugin/world'
import { emptyDirectory, git, options, repository, tree, write } from '../tree'
import { home, linesWith } from './runs'

// Each test is a handful of whole runs, and the first one loads all that a run needs: a limit for what hangs, not for a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const surface = 'security-docs/analysis/01-security-surface.md'
const notAnalysed = 'not-analysed.md'

/** Two routes in two files: one for administrators that nothing guards, one to sign in that nothing slows down. */
const shop = {
  'package.json': '{ "name": "shop", "version": "1.2.3", "dependencies": { "express": "^4.19.2", "helmet": "^7.1.0" } }\n',
  'src/app.js': `const express = require('express')
const helmet = require('helmet')
const { login } = require('./login')
const { users } = require('./users')

const app = express()
app.use(helmet())
app.post('/login', login)
app.get('/admin/users', users)
app.listen(3000)
`,
  'src/login.js':
    "const { timingSafeEqual } = require('node:crypto')\nexports.login = (req, res) => res.json({ ok: timingSafeEqual(Buffer.from(req.body.password), Buffer.from(process.env.PASSWORD)) })\n",
  'src/users.js': "exports.users = (req, res) => res.json(['ann', 'ben'])\n",
}

const appWith = (change: (text: string) => string) => ({ ...shop, 'src/app.js': change(shop['src/app.js']) })
const guarded = (text: string) =>
  text.replace(
    "app.get('/admin/users', users)",
    "app.get('/admin/users', (req, res, next) => (req.get('x-key') === process.env.KEY ? next() : res.status(401).end()), users)",
  )
/** The nonfunctional section has ids of its own, and tests of its own. */
const ofSecurity = <It extends { id: string }>(all: It[]): It[] => all.filter(({ id }) => id.startsWith('SEC-'))
const byRule = (findings: { rule: string; id: string; status: string }[]) =>
  ofSecurity(findings)
    .map(({ rule, id, status }) => `${id} ${rule} ${status}`)
    .sort()

const given = process.env.SOURCE_DATE_EPOCH
beforeEach(() => {
  delete process.env.SOURCE_DATE_EPOCH
})
afterEach(() => {
  if (given === undefined) delete process.env.SOURCE_DATE_EPOCH
  else process.env.SOURCE_DATE_EPOCH = given
})

test('a report of coverage is shown by component', async () => {
  const lcov = (file: string) => `TN:\nSF:${file}\nDA:1,2\nDA:2,0\nend_of_record\n`
  const root = tree({ ...shop, 'coverage/lcov.info': `${lcov('src/app.js')}${lcov('src/users.js')}` })
  const { page } = await home().run(root)
  expect(linesWith(page['nonfunctional/testing-coverage.md'], '50 %').length).toBeGreaterThan(0)
})

describe('the same input gives the same bytes', () => {
  test.each([
    ['in git', () => repository(shop)],
    ['without git', () => tree(shop)],
  ])('in a second run, %s, whether or not the first is remembered', async (_, make) => {
    const root = make()
    const { run } = home()
    const first = await run(root)
    const remembered = await run(root)
    const fresh = await run(root, {}, { cacheDirectory: false })
    expect(ofSecurity(first.results.findings)).toHaveLength(2)
    expect(first.bytes.ledger).toContain('SEC-002')
    expect(first.stages).toContain('link')
    expect(remembered.stages).toEqual(['scan'])
    expect(fresh.stages).toContain('link')
    expect(remembered.bytes).toEqual(first.bytes)
    expect(fresh.bytes).toEqual(first.bytes)
  })

  test('as a result that is remembered, to the last undefined', async () => {
    const root = repository(shop)
    const { run } = home()
    await run(root)
    const { timings: _, ...remembered } = await run(root)
    const { timings: __, ...fresh } = await run(root, {}, { cacheDirectory: false })
    expect({ ...remembered, stages: [] }).toStrictEqual({ ...fresh, stages: [] })
  })

  test.each([
    ['in git', repository],
    ['without git', tree],
  ])('in two directories, %s', async (_, make) => {
    const [one, other] = [make(shop), make(shop)]
    const when = new Date('2024-03-02T12:00:00Z')
    for (const root of [one, other]) for (const file of Object.keys(shop)) utimesSync(path.join(root, file), when, when)
    const [first, second] = [await home().run(one), await home().run(other)]
    expect(second.bytes).toEqual(first.bytes)
    for (const root of [one, other]) expect(JSON.stringify(first.bytes), 'the directory is nobody’s business').not.toContain(root)
  })

  test('with and without git, but for the commit, the day and the addresses of sources', async () => {
    const withGit = await home().run(repository(shop))
    const without = await home().run(tree(shop))
    expect(withGit.results).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/), date: '2024-05-06' })
    expect(without.results.commit).toBeNull()
    const { commit: _, date: __, ...inGit } = withGit.results
    const { commit: ___, date: ____, ...outside } = without.results
    expect(outside).toEqual(inGit)
    expect(Object.keys(without.page).filter((page) => !page.startsWith('source/'))).toEqual(
      Object.keys(withGit.page).filter((page) => !page.startsWith('source/')),
    )
  })

  test('on the day that SOURCE_DATE_EPOCH says, on every page that has a day', async () => {
    const root = repository(shop)
    const { run } = home()
    const before = await run(root)
    process.env.SOURCE_DATE_EPOCH = String(Date.UTC(2031, 1, 3) / 1000)
    const after = await run(root)
    expect([before.results.date, after.results.date]).toEqual(['2024-05-06', '2031-02-03'])
    const dated = Object.keys(before.page).filter((page) => before.page[page]!.includes('2024-05-06'))
    expect(dated).toEqual(expect.arrayContaining([surface, 'security-docs/index.md']))
    for (const page of dated) expect(after.page[page], page).toContain('2031-02-03')
    process.env.SOURCE_DATE_EPOCH = 'yesterday'
    await expect(run(root)).rejects.toThrow(UserError)
  })
})

describe('what is remembered is forgotten', () => {
  const changes: [string, (root: string, models: string) => Parameters<ReturnType<typeof home>['run']>[1], string][] = [
    ['when an option changes', () => ({ projectName: 'Renamed' }), 'Renamed'],
    ['when the analyst changes', () => ({ analyst: 'Ada Lovelace' }), 'Ada Lovelace'],
    [
      'when a file changes',
      (root) => {
        write(root, { 'src/app.js': shop['src/app.js'].replace('/admin/users', '/admin/people') })
        return {}
      },
      '/admin/people',
    ],
    [
      'when a file comes',
      (root) => {
        write(root, { 'src/broken.js': 'const = 1\n' })
        return {}
      },
      'src/broken.js',
    ],
    [
      'when a model is edited',
      (_, models) => {
        write(models, { 'framework.yaml': model('answer') })
        return {}
      },
      '/from-the-model',
    ],
  ]

  test.each(changes)('%s', async (_, change, trace) => {
    const models = tree({ 'framework.yaml': model('reply') })
    const root = tree({
      ...shop,
      'src/own.js': "const router = require('our-framework').createRouter()\nrouter.answer('/from-the-model', (req, res) => res.end())\n",
    })
    const { run } = home()
    const before = await run(root, { models: [models] })
    expect(Object.values(before.page).join('\n')).not.toContain(trace)
    const changed = change(root, models)
    const after = await run(root, { models: [models], ...changed })
    expect(after.stages).toContain('link')
    expect(Object.values(after.page).join('\n')).toContain(trace)
    expect(after.bytes.results).toEqual((await run(root, { models: [models], ...changed }, { cacheDirectory: false })).bytes.results)
  })

  const model = (call: string) => `library: [our-framework]
title: Our framework
types:
  Router: { is: ["lib.createRouter()"], instance: true }
routes:
  - { call: "Router.${call}", method: GET, path: 0, handlers: 1 }
`

  test('when the directory, which gives the project its name, is called otherwise', async () => {
    const above = tree({ 'billing/a.js': 'module.exports = 1\n', 'ordering/a.js': 'module.exports = 1\n' })
    process.env.SOURCE_DATE_EPOCH = '1700000000'
    const entries = new Map<string, Uint8Array>()
    const cache = { get: async (key: string) => entries.get(key), put: async (key: string, value: Uint8Array) => void entries.set(key, value) }
    for (const name of ['billing', 'ordering']) {
      const { results } = await home().run(path.join(above, name), {}, { wrap: (world) => ({ ...world, cache }) })
      expect(results.project.name).toBe(name)
    }
  })

  test('when what is kept is damaged', async () => {
    const root = repository(shop)
    const { run } = home()
    const cacheDirectory = emptyDirectory()
    const first = await run(root, {}, { cacheDirectory })
    for (const file of readdirSync(cacheDirectory, { recursive: true, encoding: 'utf8' })) {
      const place = path.join(cacheDirectory, file)
      if (!statSync(place).isFile() || !file.includes('content')) continue
      chmodSync(place, 0o600)
      writeFileSync(place, 'damaged')
    }
    const second = await run(root, {}, { cacheDirectory })
    expect(second.stages).toContain('link')
    expect(second.bytes).toEqual(first.bytes)
  })

  test('when the ledger is not the one that the last run left, and it is written again', async () => {
    const root = repository(shop)
    const { run, ledgerFile } = home()
    const first = await run(root)
    rmSync(ledgerFile)
    const second = await run(root)
    expect(second.ledgerText).toBe(first.ledgerText)
    const other = JSON.parse(first.ledgerText!)
    other.counters.SEC = 40
    for (const entry of other.entries) entry.id = entry.id.replace('SEC-00', 'SEC-03')
    writeFileSync(ledgerFile, JSON.stringify(other))
    expect(ofSecurity((await run(root)).results.findings).map(({ id }) => id)).toEqual(['SEC-031', 'SEC-032'])
  })
})

describe('one changed file', () => {
  test('is the only one that is taken apart again', async () => {
    const root = tree(shop)
    const cacheDirectory = emptyDirectory()
    const parsed = async () => {
      const world = await createWorld({ root, cacheDirectory, ledgerFile: false })
      const { files } = await scan(options, world)
      const { parsed: anew, reused } = await extract(files, world)
      return { anew, reused }
    }
    expect(await parsed()).toEqual({ anew: ['src/app.js', 'src/login.js', 'src/users.js'], reused: 0 })
    expect(await parsed()).toEqual({ anew: [], reused: 3 })
    write(root, { 'src/users.js': `${shop['src/users.js']}// more\n` })
    expect(await parsed()).toEqual({ anew: ['src/users.js'], reused: 2 })
  })

  test('finds facts by the code that made them, and by the vocabulary that gives their numbers a meaning', async () => {
    const world = await createWorld({ root: tree(shop), cacheDirectory: false, ledgerFile: false })
    const keys: string[] = []
    const cache = { get: async (key: string) => void keys.push(key), put: async () => {} }
    await extract((await scan(options, world)).files, { ...world, cache })
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key).toContain(codeFingerprint('extract', 'graph', 'secret-look', 'secrets'))
    expect(new Set([codeFingerprint('extract', 'graph'), codeFingerprint('extract'), codeFingerprint('graph'), codeFingerprint()]).size).toBe(4)
  })

  test('gives the pages that a run without any memory gives', async () => {
    const root = repository(shop)
    const { run } = home()
    await run(root)
    write(root, { 'src/app.js': guarded(shop['src/app.js']) })
    const warm = await run(root)
    expect(warm.bytes).toEqual((await run(root, {}, { cacheDirectory: false })).bytes)
  })

  test('changes only the pages that say something about it', async () => {
    const root = tree(shop)
    const { run } = home()
    process.env.SOURCE_DATE_EPOCH = '1700000000'
    const before = await run(root)
    write(root, { 'src/app.js': shop['src/app.js'].replace('/admin/users', '/admin/people') })
    const after = await run(root)
    const changed = Object.keys(after.page).filter((page) => after.page[page] !== before.page[page])
    expect(changed).toContain(surface)
    expect(changed).not.toContain('architecture/technology-manifest.md')
    expect(changed).not.toContain(notAnalysed)
    expect(changed.filter((page) => page.startsWith('source/')).every((page) => page.includes('src-app-js'))).toBe(true)
  })
})

describe('the ledger', () => {
  test('calls exactly the mended finding Fixed, and gives it its old id when it comes back', async () => {
    const root = repository(shop)
    const { run } = home()
    const first = await run(root)
    expect(byRule(first.ledger.entries)).toEqual(['SEC-001 admin-route-without-guard Open', 'SEC-002 login-without-rate-limit Open'])

    write(root, { 'src/app.js': guarded(shop['src/app.js']) })
    const mended = await run(root)
    expect(byRule(mended.ledger.entries)).toEqual(['SEC-001 admin-route-without-guard Fixed', 'SEC-002 login-without-rate-limit Open'])
    expect(ofSecurity(mended.ledger.entries)[0]!.fixedIn).toEqual({ commit: mended.results.commit, date: mended.results.date })
    expect(ofSecurity(mended.results.findings).map(({ id }) => id)).toEqual(['SEC-002'])

    write(root, shop)
    const broken = await run(root)
    expect(broken.ledger).toEqual(first.ledger)
    expect(broken.bytes.pages).toEqual(first.bytes.pages)
  })

  test('keeps the ids of findings whose lines moved', async () => {
    const root = tree(shop)
    const { run } = home()
    const before = await run(root)
    write(
      root,
      appWith((text) => `// A line above.\n\n${text}`),
    )
    const after = await run(root)
    expect(after.ledger).toEqual(before.ledger)
    const inApp = (left: typeof after) => left.results.findings.filter(({ file }) => file === 'src/app.js').map(({ line }) => line)
    expect(inApp(after)).toEqual(inApp(before).map((line) => line + 2))
  })

  test('leaves a finding Open while its file does not parse or cannot be read', async () => {
    const root = tree(shop)
    const { run } = home()
    const before = await run(root)
    write(root, { 'src/app.js': 'const = {{{\n' })
    expect(byRule((await run(root)).ledger.entries)).toEqual(byRule(before.ledger.entries))
    write(root, shop)
    expect(byRule((await run(root, {}, { wrap: unreadable('src/app.js') })).ledger.entries)).toEqual(byRule(before.ledger.entries))
  })

  test('that is only read is not written, neither the first nor the next time', async () => {
    const root = tree(shop)
    const { run, ledgerFile } = home()
    const only = { readOnlyLedger: true }
    const first = await run(root, {}, only)
    expect(ofSecurity(first.results.findings).map(({ id }) => id)).toEqual(['SEC-001', 'SEC-002'])
    expect(first.ledgerText).toBeUndefined()
    expect((await run(root, {}, only)).ledgerText).toBeUndefined()

    const written = (await run(root)).ledgerText
    expect(written).toContain('SEC-001')
    const { mtimeMs } = statSync(ledgerFile)
    write(root, { 'src/app.js': guarded(shop['src/app.js']) })
    const proposal = await run(root, {}, only)
    expect(ofSecurity(proposal.ledger.entries)[0]!.status).toBe('Fixed')
    expect(proposal.ledgerText).toBe(written)
    expect(statSync(ledgerFile).mtimeMs).toBe(mtimeMs)
  })
})

describe('plumbline-ignore', () => {
  const login = "app.post('/login', login)"
  const found = async (comment: string, behind = '') => {
    const left = await home().run(repository(appWith((text) => text.replace(login, `${comment}${login}${behind}`))))
    const finding = left.results.findings.find(({ rule }) => rule === 'login-without-rate-limit')!
    return { suppressed: finding.suppressed, status: finding.status, page: left.page[surface]! }
  }

  test('silences a finding on its own line and on the next, and the page shows it with its reason', async () => {
    for (const { suppressed, page } of [
      await found('// plumbline-ignore login-without-rate-limit: the gateway limits calls\n'),
      await found('', ' // plumbline-ignore login-without-rate-limit: the gateway limits calls'),
      await found('/* plumbline-ignore rate-limit: the gateway limits calls */\n'),
    ]) {
      expect(suppressed).toMatchObject({ reason: 'the gateway limits calls', from: 'code', at: { file: 'src/app.js', line: 8 } })
      expect(page).toContain('the gateway limits calls')
      expect(page.toLowerCase()).toContain('suppressed')
    }
  })

  test.each([
    ['without a reason', '// plumbline-ignore login-without-rate-limit\n'],
    ['with an empty reason', '// plumbline-ignore login-without-rate-limit:   \n'],
    ['in a block without a reason', '/* plumbline-ignore login-without-rate-limit: */\n'],
    ['of another rule', '// plumbline-ignore directory-listing: the gateway limits calls\n'],
    ['two lines above', '// plumbline-ignore login-without-rate-limit: the gateway limits calls\n\n'],
    ['with a day in another notation', '// plumbline-ignore login-without-rate-limit until 31.12.2099: the gateway limits calls\n'],
    ['whose last day has passed', '// plumbline-ignore login-without-rate-limit until 2024-05-05: the gateway limits calls\n'],
  ])('does nothing %s', async (_, comment) => {
    const { suppressed, status, page } = await found(comment)
    expect(suppressed).toBeUndefined()
    expect(status).toBe('Open')
    expect(page).not.toContain('the gateway limits calls')
  })

  test('holds on its last day', async () => {
    const { suppressed } = await found('// plumbline-ignore login-without-rate-limit until 2024-05-06: the gateway limits calls\n')
    expect(suppressed).toMatchObject({ until: '2024-05-06', reason: 'the gateway limits calls' })
  })

  test('and a remembered result ends with it', async () => {
    const root = repository(
      appWith((text) => text.replace(login, `// plumbline-ignore login-without-rate-limit until 2024-05-06: the gateway limits calls\n${login}`)),
    )
    const { run } = home()
    const suppressed = async () => (await run(root)).results.findings.filter((it) => it.suppressed).length
    expect(await suppressed()).toBe(1)
    process.env.SOURCE_DATE_EPOCH = String(Date.UTC(2024, 4, 7) / 1000)
    expect(await suppressed()).toBe(0)
  })
})

/** As a disk that is broken in one place, or a file that went away between two looks. */
function unreadable(file: string): (world: World) => World {
  return (world) => ({
    ...world,
    read: async (asked) => {
      if (asked === file) throw Object.assign(new Error(`EACCES: permission denied, open '${world.root}/${file}'`), { code: 'EACCES' })
      return world.read(asked)
    },
  })
}

describe('a file that is no good has a row under "Not analysed", and the others are analysed', () => {
  const cases: [string, Record<string, string | Uint8Array>, string, string][] = [
    ['that does not parse', { 'src/bad.ts': 'export const = {\n' }, 'src/bad.ts', 'does not parse'],
    ['that is not UTF-8', { 'src/bad.ts': Buffer.from([0x61, 0x3d, 0x22, 0xe9, 0x22, 0x0a]) }, 'src/bad.ts', 'not UTF-8'],
    ['that is a broken manifest', { 'api/package.json': '{ "name": ' }, 'api/package.json', 'does not parse'],
    ['that is no text', { 'src/bad.ts': Buffer.from([0, 1, 2, 3, 0, 255]) }, 'src/bad.ts', 'binary'],
  ]
  test.each(cases)('%s', async (_, files, subject, reason) => {
    const { results, page } = await home().run(tree({ ...shop, ...files }))
    const rows = results.notAnalysed.filter((row) => row.subject === subject)
    expect(rows.map((row) => row.reason)).toEqual([reason])
    expect(rows[0]!.detail).toMatch(/^.{15,300}$/)
    expect(rows[0]!.detail).not.toMatch(/\bat .*:\d+:\d+/)
    expect(linesWith(page[notAnalysed], path.basename(subject)).length).toBeGreaterThan(0)
    expect(results.endpoints.map((it) => it.path)).toEqual(['/admin/users', '/login'])
  })

  test('that cannot be read', async () => {
    const root = tree({ ...shop, 'src/secret.js': 'module.exports = 1\n' })
    const { results, page } = await home().run(root, {}, { wrap: unreadable('src/secret.js') })
    const [row] = results.notAnalysed.filter(({ subject }) => subject === 'src/secret.js')
    expect(row).toMatchObject({ reason: 'unreadable', stage: 'scan' })
    expect(row!.detail).not.toContain(root)
    expect(linesWith(page[notAnalysed], 'secret.js').length).toBeGreaterThan(0)
    expect(results.endpoints).toHaveLength(2)
  })

  test('that goes away between two looks, code and manifest alike', async () => {
    const root = tree({ ...shop, 'src/gone.js': 'module.exports = 1\n', 'gone/package.json': '{ "name": "gone" }\n' })
    const looks = new Map<string, number>()
    const vanishing = (world: World): World => ({
      ...world,
      read: async (file) => {
        const look = (looks.get(file) ?? 0) + 1
        looks.set(file, look)
        // Scanning reads a package.json twice.
        if (file.includes('gone') && look > (file.endsWith('.json') ? 2 : 1))
          throw Object.assign(new Error(`ENOENT: no such file or directory, open '${root}/${file}'`), { code: 'ENOENT' })
        return world.read(file)
      },
    })
    const { run } = home()
    const { results, bytes } = await run(root, {}, { wrap: vanishing })
    const rows = results.notAnalysed.filter(({ subject }) => subject.includes('gone'))
    expect(rows.map(({ subject, reason }) => [subject, reason])).toEqual([
      ['gone/package.json', 'unreadable'],
      ['src/gone.js', 'unreadable'],
    ])
    expect(JSON.stringify(bytes)).not.toContain(root)
    // It is back, and the same as scanning saw: that must not be answered from memory.
    expect((await run(root)).results.notAnalysed).toEqual([])
  })
})

describe('a directory that is no good is one clear sentence, and nothing is written', () => {
  const cases: [string, (root: string) => string, RegExp][] = [
    ['missing', (root) => path.join(root, 'nope'), /nope does not exist; expected the directory of the code to analyse\.$/m],
    ['empty', () => emptyDirectory(), /holds no file to analyse; expected a directory with code\.$/m],
    ['a file', (root) => path.join(root, 'package.json'), /package\.json is a file; expected the directory of the code to analyse\.$/m],
  ]
  test.each(cases)('%s', async (_, of, sentence) => {
    const root = of(tree(shop))
    const out = emptyDirectory()
    const said: string[] = []
    const writer = { write: (text: string) => said.push(text) } as unknown as NodeJS.WriteStream
    const code = await runCli(['analyse', root, '--out', path.join(out, 'pages'), '--no-cache'], {
      analyse,
      out: writer,
      err: writer,
      env: {},
      isCI: false,
      isProposal: false,
    })
    expect(code).toBe(2)
    expect(said.join('')).toMatch(sentence)
    expect(said.join('')).not.toMatch(/^\s+at /m)
    expect(readdirSync(out)).toEqual([])
  })

  test('a model that is wrong stops the run before the ledger or a page is written', async () => {
    const { run, ledgerFile } = home()
    const models = tree({ 'wrong.yaml': 'library: [x]\ntitle: X\nroutes: 3\n' })
    await expect(run(tree(shop), { models: [models] })).rejects.toThrow(/wrong\.yaml.*routes/s)
    expect(() => statSync(ledgerFile)).toThrow()
  })
})

describe('sources', () => {
  const withRemote = (url: string) => {
    const root = repository(shop)
    git(root, 'remote', 'add', 'origin', url)
    return root
  }

  test.each([
    'https://ann:ghp_topsecret@git.example.org/team/shop.git',
    'https://ghp_topsecret@git.example.org/team/shop.git',
    'https://git.example.org/team/shop.git?private_token=ghp_topsecret',
    'ssh://ann:ghp_topsecret@git.example.org:2222/team/shop.git',
  ])('are linked at the analysed commit, and nothing of %s but the address is told', async (remote) => {
    const { page, bytes, results } = await home().run(withRemote(remote))
    expect(page[surface]).toContain(`https://git.example.org/team/shop/blob/${results.commit}/src/app.js#L8`)
    expect(JSON.stringify(bytes)).not.toMatch(/ghp_topsecret|\bann:|2222/)
  })

  test('that are not committed as they are, are marked and linked to a page of their own', async () => {
    const root = withRemote('https://git.example.org/team/shop.git')
    write(root, {
      'src/app.js': shop['src/app.js'].replace('app.listen(3000)', "app.use('/reports', require('./reports'))\napp.listen(3000)"),
      'src/reports.js': "const router = require('express').Router()\nrouter.get('/sales', (req, res) => res.json([]))\nmodule.exports = router\n",
    })
    git(root, 'add', 'src/reports.js')
    git(root, 'commit', '--quiet', '--message=reports')
    const { page } = await home().run(root)
    expect(page[surface]).toMatch(/https:\/\/git\.example\.org\/team\/shop\/blob\/[0-9a-f]{40}\/src\/reports\.js#L2/)
    expect(page[surface]).not.toMatch(/blob\/[0-9a-f]{40}\/src\/app\.js/)
    const excerpts = Object.keys(page).filter((it) => it.startsWith('source/') && it.endsWith('.md'))
    expect(excerpts).toEqual([expect.stringMatching(/^source\/src-app-js-[0-9a-f]{6}\.md$/)])
    expect(page[surface]).toContain(excerpts[0]!.slice('source/'.length))
    expect(linesWith(page[surface], 'src/app.js').join('\n')).toContain('uncommitted')
    expect(page[excerpts[0]!]).toContain("app.post('/login', login)")
    expect(readFileSync(path.join(root, 'src/app.js'), 'utf8')).toContain('/reports')
  })
})
