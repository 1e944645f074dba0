/** Installed packages held against advisories, from every kind of source. No test asks a network: a server on this machine answers. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { lockedTree } from '../../plugin/extract/lock-files/index'
import { manifestFacts } from '../../plugin/extract/manifests/index'
import { compareWithAdvisories } from '../../plugin/outside/advisories/index'
import { isAffected, isAffectedWhole } from '../../plugin/outside/advisories/ranges'
import { advisoryStamp } from '../../plugin/outside/advisories/stamp'
import type { Advisories, FactCache } from '../../plugin/types'
import { tree, write } from '../tree'

// ── ranges ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const range = (...events: Record<string, string>[]) => ({ name: 'x', ranges: [events], versions: [] as string[] })

test.each([
  ['from the beginning to a fix', range({ introduced: '0' }, { fixed: '1.2.3' }), ['0.0.1', '1.2.2', '1.2.3-beta.1'], ['1.2.3', '2.0.0']],
  ['between two versions', range({ introduced: '1.0.0' }, { fixed: '1.2.0' }), ['1.0.0', '1.1.9'], ['0.9.0', '1.2.0']],
  ['up to and with the last', range({ introduced: '1.0.0' }, { last_affected: '1.2.0' }), ['1.2.0'], ['1.2.1', '0.1.0']],
  [
    'twice',
    range({ introduced: '0' }, { fixed: '0.2.4' }, { introduced: '1.0.0' }, { fixed: '1.2.6' }),
    ['0.0.8', '1.2.5'],
    ['0.2.4', '0.9.0', '1.2.6'],
  ],
  ['in any order', range({ fixed: '1.2.0' }, { introduced: '1.0.0' }), ['1.1.0'], ['1.2.0', '0.9.9']],
  ['without an end', range({ introduced: '2.0.0' }), ['2.0.0', '99.0.0'], ['1.9.9']],
  ['without an end, and its source knows one', { ...range({ introduced: '0' }), upTo: '<= 4.5.3' }, ['4.5.3'], ['4.5.4']],
  ['by list', { name: 'x', ranges: [], versions: ['1.0.1', '1.0.3'] }, ['1.0.1'], ['1.0.2']],
  ['as npm says it', { name: 'x', ranges: [], versions: [], range: '<1.2.3 || >=2.0.0 <2.0.4' }, ['1.0.0', '2.0.3'], ['1.2.3', '2.0.4']],
])('a range %s', (_, affected, inside, outside) => {
  expect(inside.filter((version) => !isAffected(affected, version))).toEqual([])
  expect(outside.filter((version) => isAffected(affected, version))).toEqual([])
})

test('a range of a manifest is affected when all that it lets in is', () => {
  const affected = range({ introduced: '0' }, { fixed: '2.0.0' })
  expect(['^1.0.0', '~0.4.1', '1.x'].filter((it) => !isAffectedWhole(affected, it))).toEqual([])
  expect(['^1.0.0 || ^2.0.0', '>=1.0.0', '*', '', 'latest', '^2.0.0'].filter((it) => isAffectedWhole(affected, it))).toEqual([])
})

// ── sources ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const manifest = {
  name: 'tea',
  dependencies: { kettle: '^1.0.0', handle: '^1.0.0' },
  devDependencies: { timer: '^0.1.0' },
}
const lock = {
  lockfileVersion: 3,
  packages: {
    '': manifest,
    'node_modules/handle': { version: '1.0.5' },
    'node_modules/kettle': { version: '1.2.0', dependencies: { lid: '^2.0.0' } },
    'node_modules/lid': { version: '2.0.1' },
    'node_modules/timer': { version: '0.1.0' },
  },
}

interface Said {
  advisories: string | undefined
  locks?: Record<string, string>
  manifests?: Record<string, object>
  cache?: FactCache
}

const noCache: FactCache = { get: async () => undefined, put: async () => {} }

function memoryCache(): FactCache & { keys: () => string[] } {
  const kept = new Map<string, Uint8Array>()
  return { get: async (key) => kept.get(key), put: async (key, value) => void kept.set(key, value), keys: () => [...kept.keys()] }
}

function compare({
  advisories,
  locks = { 'package-lock.json': JSON.stringify(lock, null, 2) },
  manifests = { 'package.json': manifest },
  cache = noCache,
}: Said): Promise<Advisories> {
  const read = Object.entries(manifests).map(([file, text]) => ({
    path: file,
    facts: manifestFacts({ path: file }, JSON.stringify(text, null, 2)).facts,
  }))
  return compareWithAdvisories(
    Object.entries(locks).map(([file, text]) => ({ path: file, tree: lockedTree(file, text)! })),
    read,
    { advisories },
    { cache },
  )
}

/** `kettle 1.2.0 GHSA-1 High 7.5 direct runtime` */
const told = ({ found }: Advisories) =>
  found.map(({ package: name, version, ids, severity, score, direct, through, scope }) =>
    [name, version, ids.join('+'), severity, ...(score === undefined ? [] : [score]), direct ? 'direct' : through.join('>'), scope].join(' '),
  )

const record = (id: string, name: string, events: object[], more: object = {}) => ({
  id,
  modified: '2024-05-06T00:00:00Z',
  summary: `What ${id} is about`,
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
  database_specific: { severity: 'HIGH', cwe_ids: ['CWE-400'] },
  ...more,
})

const upTo = (fixed: string) => [{ introduced: '0' }, { fixed }]

const records: Record<string, object> = {
  'a/GHSA-1.json': record('GHSA-1', 'lid', upTo('2.0.2'), { aliases: ['CVE-2024-1'] }),
  'a/CVE-2024-1.json': record('CVE-2024-1', 'lid', upTo('2.0.2'), { severity: [], database_specific: {} }),
  'b/GHSA-2.json': record('GHSA-2', 'timer', upTo('1.0.0'), {
    severity: [{ type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' }],
  }),
  'b/GHSA-3.json': record('GHSA-3', 'kettle', upTo('1.3.0'), { severity: [], database_specific: { severity: 'MODERATE' } }),
  'b/GHSA-4.json': record('GHSA-4', 'handle', upTo('9.0.0'), { withdrawn: '2024-06-01T00:00:00Z' }),
  'b/GHSA-5.json': record('GHSA-5', 'handle', upTo('1.0.5')),
  'b/PYSEC-6.json': { ...record('PYSEC-6', 'handle', upTo('9.0.0')), affected: [{ package: { ecosystem: 'PyPI', name: 'handle' } }] },
  'b/notes.json': { hello: 'world' },
}

const expected = [
  'kettle 1.2.0 GHSA-3 Medium direct runtime',
  'lid 2.0.1 GHSA-1+CVE-2024-1 High 7.5 kettle runtime',
  'timer 0.1.0 GHSA-2 Critical 9.3 direct dev',
]

const written = (of: Record<string, object>) => Object.fromEntries(Object.entries(of).map(([file, value]) => [file, JSON.stringify(value)]))

test('a folder of records: ranges, aliases, withdrawn ones, other ecosystems, and where each package comes from', async () => {
  const folder = tree(written(records))
  const found = await compare({ advisories: folder })
  expect(told(found)).toEqual(expected)
  expect(found).toMatchObject({ state: 'looked', packages: 4, files: ['package-lock.json'] })
  expect(found.source).toMatch(/^OSV records in .+\/ \(5 about npm, newest 2024-05-06\)$/)
  expect(found.found[1]).toMatchObject({
    at: { file: 'package-lock.json', line: 23, text: '"node_modules/lid": {' },
    fixedIn: ['2.0.2'],
    url: 'https://github.com/advisories/GHSA-1',
    cwe: [400],
  })
})

test('a folder is read whole once, and again when a file of it changed', async () => {
  const folder = tree(written(records))
  const cache = memoryCache()
  await compare({ advisories: folder, cache })
  expect(cache.keys()).toHaveLength(1)
  await compare({ advisories: folder, cache })
  expect(cache.keys()).toHaveLength(1)
  const before = advisoryStamp(folder)
  write(folder, { 'c/GHSA-7.json': JSON.stringify(record('GHSA-7', 'handle', upTo('2.0.0'))) })
  expect(advisoryStamp(folder)).not.toBe(before)
  expect(told(await compare({ advisories: folder, cache }))).toContain('handle 1.0.5 GHSA-7 High 7.5 direct runtime')
})

test('a checkout of the database of GitHub: what was reviewed', async () => {
  const folder = tree({
    'advisories/github-reviewed/2024/05/GHSA-1/GHSA-1.json': JSON.stringify(records['a/GHSA-1.json']),
    'advisories/unreviewed/2024/05/GHSA-9/GHSA-9.json': JSON.stringify(record('GHSA-9', 'lid', upTo('9.0.0'))),
  })
  expect(told(await compare({ advisories: folder }))).toEqual(['lid 2.0.1 GHSA-1 High 7.5 kettle runtime'.replace('GHSA-1', 'GHSA-1+CVE-2024-1')])
})

test('a zip of records', async () => {
  const folder = tree({ 'npm.zip': zipOf(written(records)) })
  expect(told(await compare({ advisories: path.join(folder, 'npm.zip') }))).toEqual(expected)
})

test('a report of npm 7 and later', async () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      lid: {
        via: [
          {
            source: 1,
            name: 'lid',
            title: 'Lid comes off',
            url: 'https://github.com/advisories/GHSA-1',
            severity: 'high',
            cwe: ['CWE-400'],
            cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
            range: '<2.0.2',
          },
        ],
      },
      kettle: { via: ['lid'], range: '*' },
    },
  }
  const folder = tree({ 'audit.json': JSON.stringify(report) })
  expect(told(await compare({ advisories: path.join(folder, 'audit.json') }))).toEqual(['lid 2.0.1 GHSA-1 High 7.5 kettle runtime'])
})

test('a report of npm 6, and of yarn, one JSON a line', async () => {
  const advisory = {
    id: 7,
    module_name: 'lid',
    title: 'Lid comes off',
    severity: 'critical',
    vulnerable_versions: '<2.0.2',
    patched_versions: '>=2.0.2',
    cves: ['CVE-2024-1'],
    cwe: 'CWE-400',
    url: 'https://npmjs.com/advisories/7',
  }
  const folder = tree({
    'npm.json': JSON.stringify({ advisories: { 7: advisory }, metadata: {} }),
    'yarn.json': `${JSON.stringify({ type: 'auditAdvisory', data: { advisory } })}\n${JSON.stringify({ type: 'auditSummary', data: {} })}\n`,
  })
  for (const name of ['npm.json', 'yarn.json']) {
    const found = await compare({ advisories: path.join(folder, name) })
    expect(told(found)).toEqual(['lid 2.0.1 npm-7+CVE-2024-1 Critical kettle runtime'])
    expect(found.found[0]?.fixedIn).toEqual(['2.0.2'])
  }
})

test('without an option, or without anything installed, nothing was looked at, and it says why', async () => {
  expect(await compare({ advisories: undefined })).toMatchObject({ state: 'not looked', reason: 'No source of advisories is configured.', found: [] })
  const folder = tree(written(records))
  expect(await compare({ advisories: folder, locks: {}, manifests: {} })).toMatchObject({
    state: 'not looked',
    reason: expect.stringContaining('no lock file'),
  })
})

test('without a lock file: pinned versions, and ranges of which every version is affected', async () => {
  const manifests = { 'package.json': { dependencies: { lid: '2.0.1', kettle: '^1.0.0', handle: '^1.0.0' } } }
  const folder = tree(written({ ...records, 'c.json': record('GHSA-8', 'kettle', upTo('2.0.0')) }))
  const found = await compare({ advisories: folder, locks: {}, manifests })
  expect(told(found)).toEqual(['lid 2.0.1 GHSA-1+CVE-2024-1 High 7.5 direct runtime', 'kettle ^1.0.0 GHSA-8 High 7.5 direct runtime'])
  expect(found).toMatchObject({ state: 'part', reason: expect.stringContaining('No lock file covers package.json') })
})

test('a lock file that cannot be read is a gap, one below fixtures is none of the project', async () => {
  const folder = tree(written(records))
  const locks = {
    'package-lock.json': JSON.stringify(lock, null, 2),
    'web/yarn.lock': '__metadata:\n\tx: [',
    'test/fixtures/a/package-lock.json': JSON.stringify(lock),
  }
  const found = await compare({ advisories: folder, locks })
  expect(told(found)).toEqual(expected)
  expect(found).toMatchObject({ state: 'part', reason: 'web/yarn.lock could not be read.' })
})

test('what is not there, or holds something else, stops with what was expected', async () => {
  const folder = tree({ 'hello.json': '{}' })
  await expect(compare({ advisories: path.join(folder, 'none') })).rejects.toThrow(/Option "advisories" is .* expected a folder, zip or file/)
  await expect(compare({ advisories: path.join(folder, 'hello.json') })).rejects.toThrow(/what it holds is neither/)
})

// ── the service ──────────────────────────────────────────────────────────────────────────────────────────────────────

async function service(answer: (path: string, body: string) => object | number): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const read = async (request: IncomingMessage) => {
    let body = ''
    for await (const chunk of request) body += chunk
    return body
  }
  const server = createServer(async (request, response) => {
    asked.push(request.url as string)
    const said = answer(request.url as string, await read(request))
    response.writeHead(typeof said === 'number' ? said : 200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Answers as the OSV service does, the second page of an answer on request. */
function osv(url: string, body: string): object | number {
  if (url.startsWith('/v1/vulns/'))
    return records[`a/${url.slice('/v1/vulns/'.length)}.json`] ?? records[`b/${url.slice('/v1/vulns/'.length)}.json`] ?? 404
  const { queries } = JSON.parse(body) as { queries: { package: { name: string }; version?: string; page_token?: string }[] }
  return {
    results: queries.map(({ package: { name }, page_token }) => {
      if (name === 'lid' && !page_token) return { vulns: [{ id: 'GHSA-1', modified: '1' }], next_page_token: 'more' }
      if (name === 'lid') return { vulns: [{ id: 'CVE-2024-1', modified: '1' }] }
      if (name === 'timer')
        return {
          vulns: [
            { id: 'GHSA-2', modified: '1' },
            { id: '../../admin', modified: '1' },
          ],
        }
      return {}
    }),
  }
}

test('a service: asked once a day, every page of its answers, records by id', async () => {
  const { address, asked } = await service(osv)
  const cache = memoryCache()
  const found = await compare({ advisories: `${address}/`, cache })
  expect(told(found)).toEqual(expected.slice(1))
  expect(found.source).toBe(`the OSV service at ${new URL(address).host}`)
  expect(asked).toEqual(['/v1/querybatch', '/v1/querybatch', ...['CVE-2024-1', 'GHSA-1', 'GHSA-2'].map((id) => `/v1/vulns/${id}`)])
  expect(told(await compare({ advisories: address, cache }))).toEqual(expected.slice(1))
  expect(asked).toHaveLength(5)
})

test('a service that does not answer: nothing was looked at, and the next run asks again', async () => {
  const { address } = await service(() => 503)
  const found = await compare({ advisories: address })
  expect(found).toMatchObject({ state: 'not looked', passing: true, reason: expect.stringContaining('did not answer: status 503') })
})

test('a service that hands out only some records says so', async () => {
  const { address } = await service((url, body) => (url.endsWith('GHSA-2') ? 500 : osv(url, body)))
  const found = await compare({ advisories: address })
  expect(told(found)).toEqual(expected.slice(1, 2))
  expect(found).toMatchObject({ state: 'part', passing: true, reason: expect.stringContaining('did not hand out 1 of 3') })
})

// ── zip ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The least that the format asks for: entries, the directory of them, its end. */
function zipOf(files: Record<string, string>): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(text), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(Buffer.byteLength(text), 8)
    const common = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0]), sizes, Buffer.from([name.length, 0, 0, 0])])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed])
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), common, Buffer.alloc(10), place, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

function crc32(text: string): number {
  let crc = ~0
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
