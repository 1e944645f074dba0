import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Control, EntryPoint, Finding, GraphDiagram, View } from '../../plugin/types'
import { notes } from '../../plugin/views/answer'
import { addDays } from '../../plugin/views/days'
import { boundariesOf } from '../../plugin/views/derived/boundaries'
import { groupByPath, isForAdmins } from '../../plugin/views/derived/entry-points'
import { groupsOf } from '../../plugin/views/derived/finding-groups'
import { tally, urgent } from '../../plugin/views/derived/findings'
import { findingsPart } from '../../plugin/views/derived/findings-part'
import { functionality } from '../../plugin/views/derived/functionality'
import { functionOf, resourceOf } from '../../plugin/views/derived/functions'
import { observationsOf } from '../../plugin/views/derived/observations'
import { pathOf } from '../../plugin/views/derived/paths'
import { roadmapOf } from '../../plugin/views/derived/roadmap'
import { surfaceOf } from '../../plugin/views/derived/surface'
import { fold } from '../../plugin/views/fold'
import { resultsOf, views } from '../../plugin/views/index'
import { reports } from '../../plugin/views/reports'
import { aConnection, aContext, aGuard, anEntryPoint, aProgram, aRow, aRule, at, no, noPosture, unknown, yes } from '../program'
import { fragments } from '../render/hostile'
import { shop } from '../render/shop'

const viewsOf = (context = shop()): View[] => views.flatMap((view) => view(context))

describe('the list of views', () => {
  test('has every page of the folder', () => {
    const helpers = ['answer', 'audience', 'context', 'controls', 'days', 'derived', 'fold', 'index', 'order', 'placeholder', 'reports', 'results']
    const folder = path.join(__dirname, '..', '..', 'plugin', 'views')
    const list = readFileSync(path.join(folder, 'index.ts'), 'utf8')
    const pages = readdirSync(folder)
      .map((name) => name.replace(/\.ts$/, ''))
      .filter((name) => !helpers.includes(name))
    for (const page of pages) expect(list, page).toMatch(new RegExp(`from './${page}['/]`))
    for (const [, name] of list.matchAll(/^import \{ (\w+) \} from/gm)) expect(list.split('export const views')[1], name).toContain(`  ${name},`)
  })

  test('prints every report', () => {
    const printed = viewsOf().map((view) => view.path)
    for (const report of reports) expect(printed, report.path).toContain(report.path)
  })

  test('orders folders that have pages', () => {
    const printed = viewsOf().map((view) => view.path)
    for (const folder of printed.filter((page) => page.endsWith('_category_.json')).map((page) => path.posix.dirname(page))) {
      expect(
        printed.some((page) => page.startsWith(`${folder}/`) && page.endsWith('.md')),
        folder,
      ).toBe(true)
    }
  })
})

test('an answer shows its proof, or a number that leads to its reason', () => {
  const reasons = notes()
  expect(reasons.cell(yes(at('a.ts:1')), ['guard'])).toEqual({ answer: 'yes', names: ['guard'], evidence: [at('a.ts:1')], note: null })
  expect(reasons.cell(no('None was found.')).note).toBe(1)
  expect(reasons.cell(unknown('Not resolved.')).note).toBe(2)
  expect(reasons.cell(no('None was found.')).note).toBe(1)
  expect(reasons.cell({ answer: 'yes', reason: 'By default.', evidence: [] }).note).toBe(3)
  expect(reasons.list()).toEqual([
    { number: 1, reason: 'None was found.', cells: 2 },
    { number: 2, reason: 'Not resolved.', cells: 1 },
    { number: 3, reason: 'By default.', cells: 1 },
  ])
})

describe('endpoints', () => {
  const endpoints = (count: number, pathOf: (index: number) => string): EntryPoint[] =>
    Array.from({ length: count }, (_, index) => anEntryPoint({ path: pathOf(index) }))

  test('stand in one table while they are few', () => {
    expect(groupByPath(endpoints(25, (index) => `/${index % 3}/${index}`))).toHaveLength(1)
  })

  test('are grouped by the beginning of their path when they are many', () => {
    const groups = groupByPath([
      ...endpoints(30, (index) => `/api/${index}`),
      ...endpoints(5, (index) => `/admin/${index}`),
      ...endpoints(2, () => '/health'),
    ])
    expect(groups.map(({ prefix, entries }) => [prefix, entries.length])).toEqual([
      ['/admin', 5],
      ['/api', 30],
      [null, 2],
    ])
  })

  test('are grouped by the second step when the first leaves too many', () => {
    const groups = groupByPath(endpoints(120, (index) => `/api/${index % 3}/${index}`))
    expect(groups.map(({ prefix }) => prefix)).toEqual(['/api/0', '/api/1', '/api/2'])
  })

  test('are each in one group, whatever their paths', () => {
    const paths = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.constantFrom('/', '/api', '/api/:id', '/:id', '*', '/a/b/c', '')), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(paths, (all) => {
        const entries = all.map((one) => anEntryPoint({ path: one }))
        const grouped = groupByPath(entries).flatMap((group) => group.entries)
        expect(grouped).toHaveLength(entries.length)
        expect(new Set(grouped)).toEqual(new Set(entries))
        const prefixes = groupByPath(entries).map(({ prefix }) => prefix)
        expect(new Set(prefixes).size).toBe(prefixes.length)
      }),
    )
  })

  test.each([
    [{ path: '/admin/users' }, true],
    [{ path: '/api/administration' }, true],
    [{ path: '/administer-nothing' }, false],
    [{ path: '/users', guards: [aGuard({ role: 'authorization', name: "hasRole('ADMIN')" })] }, true],
    [{ path: '/users', guards: [aGuard({ role: 'authorization', name: 'isAdmin()' })] }, true],
    [{ path: '/users', guards: [aGuard({ role: 'authorization', name: 'isEditor()' })] }, false],
    [{ path: '/users', guards: [aGuard({ role: 'authentication', name: 'notAdmin' })] }, false],
  ])('%j is for administrators: %j', (given, expected) => {
    expect(isForAdmins(anEntryPoint(given))).toBe(expected)
  })
})

describe('functions are recognised', () => {
  const handler = (name: string) => ({ name, at: at('a.ts:1') })
  test.each([
    ['POST', '/rest/user/login', '', 'Login'],
    ['POST', '/sessions', '', 'Login'],
    ['GET', '/sessions', '', undefined],
    ['POST', '/api/Users', '', 'Registration'],
    ['POST', '/auth/sign-up', '', 'Registration'],
    ['POST', '/rest/user/reset-password', '', 'Password reset'],
    ['POST', '/u/:id', 'forgotPassword', 'Password reset'],
    ['GET', '/rest/user/change-password', '', 'Password change'],
    ['POST', '/rest/2fa/verify', '', 'Multi-factor authentication'],
    ['GET', '/auth/google/callback', '', 'Delegated login'],
    ['DELETE', '/api/users/:id', '', 'Delete account'],
    ['POST', '/rest/user/erasure-request', '', 'Delete account'],
    ['POST', '/rest/user/data-export', '', 'Export data'],
    ['POST', '/file-upload', '', 'File upload'],
    ['GET', '/rest/user/whoami', '', 'View profile'],
    ['PATCH', '/me', '', 'Edit profile'],
    ['POST', '/basket/:id/checkout', '', 'Payment'],
    ['GET', '/rest/admin/application-version', '', 'Administration'],
    ['GET', '/metrics', '', 'Health and metrics'],
    ['GET', '/api/users/:id', '', 'User records'],
    ['GET', '/orders/:id', '', undefined],
    // Stands where a handler has no name.
    ['ALL', '/things/:rest*', 'default export', undefined],
    ['POST', '/things/:rest*', 'exportAll', 'Export data'],
  ])('%s %s %s: %s', (method, path_, name, expected) => {
    expect(functionOf(anEntryPoint({ method, path: path_, handler: name ? handler(name) : undefined }))?.name).toBe(expected)
  })

  test('by a guard that takes files', () => {
    expect(functionOf(anEntryPoint({ method: 'POST', path: '/things', guards: [aGuard({ role: 'upload' })] }))?.name).toBe('File upload')
  })

  test.each([
    ['/rest/v1/basket/:id', 'basket'],
    ['/:id', '/'],
    ['/', '/'],
  ])('%s is about %s', (path_, resource) => {
    expect(resourceOf(anEntryPoint({ path: path_ }))).toBe(resource)
  })
})

describe('the matrix of functions', () => {
  const user = aGuard()
  const admin = aGuard({ role: 'authorization', name: 'isAdmin()' })
  const other = aGuard({ role: 'authorization', name: 'isOwner()' })
  const signedIn = { authRequired: yes(user.at) }

  test('says for how many endpoints a statement holds', () => {
    const [row] = functionality([
      anEntryPoint({ path: '/orders' }),
      anEntryPoint({ path: '/orders/:a', ...signedIn, guards: [user] }),
      anEntryPoint({ path: '/orders/:b', ...signedIn, guards: [user, admin] }),
      anEntryPoint({ path: '/orders/:c', ...signedIn, guards: [user, other] }),
      anEntryPoint({ path: '/orders/:d', authRequired: unknown() }),
    ]).resources
    expect(row).toMatchObject({
      resource: 'orders',
      public: { holds: 1, unknown: 1, of: 5 },
      auth: { holds: 3, unknown: 1, of: 5 },
      user: { holds: 2, unknown: 2, of: 5 },
      admin: { holds: 3, unknown: 2, of: 5 },
    })
  })

  test.each([
    ['a reading resource behind a login', { path: '/orders', ...signedIn }, 'Low', false],
    ['the same without one', { path: '/orders' }, 'Medium', false],
    ['a changing resource without one', { path: '/orders', method: 'POST' }, 'High', false],
    ['a heavy function without one', { path: '/admin' }, 'Critical', false],
    ['a login with a rate limit', { path: '/login', method: 'POST', rateLimited: yes(at('a.ts:1')) }, 'Medium', false],
    ['a login without', { path: '/login', method: 'POST' }, 'High', false],
    ['a login whose limit could not be told', { path: '/login', method: 'POST', rateLimited: unknown() }, 'Medium', false],
    ['a resource whose guard could not be told', { path: '/orders', authRequired: unknown() }, 'Low', true],
  ])('rates %s', (_, given, risk, atLeast) => {
    const { known, resources } = functionality([anEntryPoint(given as Partial<EntryPoint>)])
    expect([...known, ...resources]).toMatchObject([{ risk, atLeast }])
  })
})

describe('the attack surface', () => {
  const level = (category: string, ...entryPoints: EntryPoint[]) => {
    const row = surfaceOf(aProgram({ entryPoints })).rows.find((it) => it.category === category)!
    return [row.count, row.level, row.why]
  }
  const proof = at('a.ts:1')
  const admin = { path: '/admin/x', authRequired: yes(proof) }

  test.each([
    ['public', [], [0, 'None', 'none']],
    ['public', [{}], [1, 'Low', 'reads only']],
    ['public', [{ method: 'POST', validated: yes(proof) }], [1, 'Medium', 'changes']],
    ['public', [{ method: 'POST' }, {}], [2, 'High', 'unchecked changes']],
    ['authenticated', [{ authRequired: yes(proof) }], [1, 'Low', 'nothing unvalidated']],
    ['authenticated', [{ authRequired: yes(proof), method: 'PUT' }], [1, 'Medium', 'unvalidated changes']],
    ['authenticated', [{ authRequired: unknown() }], [0, 'None', 'none']],
    ['admin', [{ ...admin, authRequired: no() }], [1, 'High', 'open to all']],
    ['admin', [admin], [1, 'Medium', 'role not checked']],
    ['admin', [{ ...admin, guards: [aGuard({ role: 'authorization', name: 'isAdmin' })] }], [1, 'Low', 'role checked']],
    ['upload', [{ guards: [aGuard({ role: 'upload' })] }], [1, 'High', 'open to all']],
    ['upload', [{ parameters: [{ name: 'f', in: 'file' }], authRequired: yes(proof) }], [1, 'Low', 'signed in']],
  ] as [string, Partial<EntryPoint>[], unknown[]][])('%s endpoints %j: %j', (category, given, expected) => {
    expect(level(category, ...given.map(anEntryPoint))).toEqual(expected)
  })

  test('counts one integration once', () => {
    const connections = [
      aConnection({ kind: 'payment', name: 'Stripe' }),
      aConnection({ kind: 'payment', name: 'Stripe', at: at('b.ts:2') }),
      aConnection(),
    ]
    expect(surfaceOf(aProgram({ connections })).rows.at(-1)).toMatchObject({ category: 'integrations', count: 1, level: 'Medium' })
  })
})

describe('network boundaries', () => {
  test('draw only lines that something proves', () => {
    const diagram = boundariesOf(shop().program)
    const label = (id: string): string => diagram.nodes.find((node) => node.id === id)!.label
    const lines = diagram.edges.map((edge) => `${label(edge.from)} → ${label(edge.to)}`)
    expect(lines).toContain('/api/basket → Redis')
    expect(lines).toContain('Other code → PostgreSQL')
    expect(lines).toContain('Redis queue → Queue consumers (2)')
    expect(lines).toContain('Webhooks (1) → Stripe')
    expect(diagram.nodes.filter((node) => node.label === 'Redis')).toHaveLength(1)
    for (const node of diagram.nodes) expect(diagram.groups.map(({ id }) => id)).toContain(node.group)
  })

  test('of nothing are empty', () => {
    expect(boundariesOf(aProgram()).nodes).toEqual([])
  })
})

describe('folding', () => {
  const graph = (sizes: number[]): GraphDiagram => ({
    kind: 'graph',
    title: '',
    direction: 'LR',
    groups: sizes.map((_, group) => ({ id: `g${group}`, label: `Group ${group}` })),
    nodes: sizes.flatMap((size, group) =>
      Array.from({ length: size }, (_, index) => ({ id: `${group}-${index}`, label: `${index}`, group: `g${group}` })),
    ),
    edges: sizes.flatMap((size, group) => Array.from({ length: size }, (_, index) => ({ from: '0-0', to: `${group}-${index}`, label: `${index}` }))),
  })

  test('leaves alone what can be read', () => {
    const whole = graph([10, 20])
    expect(fold(whole)).toEqual({ diagram: whole, total: 30, shown: 30, cut: [] })
  })

  test('keeps the first of a large group and says how many it left out', () => {
    const { diagram, total, shown, cut } = fold(graph([3, 50]))
    expect([total, shown, cut]).toEqual([53, 24, [{ group: 'Group 1', count: 29 }]])
    expect(diagram.nodes.at(-1)!.label).toBe('29 more')
    expect(diagram.edges.filter((edge) => edge.to === diagram.nodes.at(-1)!.id)).toEqual([
      { from: '0-0', to: 'more in g1', label: undefined, dashed: false },
    ])
  })

  test('keeps to the limit, loses no node unsaid, and draws no line to nowhere', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        const { diagram, total, shown, cut } = fold(graph(sizes))
        expect(diagram.nodes.length).toBeLessThanOrEqual(30)
        expect(shown + cut.reduce((sum, { count }) => sum + count, 0)).toBe(total)
        const ids = new Set(diagram.nodes.map(({ id }) => id))
        for (const edge of diagram.edges) expect(ids.has(edge.from) && ids.has(edge.to)).toBe(true)
      }),
    )
  })
})

describe('findings', () => {
  test('are counted without those of low confidence; suppressed ones are not open', () => {
    const rows = [
      aRow({ finding: { severity: 'High' } }),
      aRow({ finding: { severity: 'High' }, suppressed: { reason: 'x', from: 'code' } }),
      aRow({ finding: { severity: 'High', confidence: 'low' } }),
      aRow({ severity: 'High', finding: null, status: 'Fixed' }),
      aRow({ severity: 'Low', finding: null }),
    ]
    expect(tally(rows)).toEqual([
      { severity: 'Critical', count: 0, open: 0 },
      { severity: 'High', count: 3, open: 1 },
      { severity: 'Medium', count: 0, open: 0 },
      { severity: 'Low', count: 1, open: 1 },
      { severity: 'Info', count: 0, open: 0 },
    ])
  })

  test('that are urgent come critical first, then high, then by score', () => {
    const rows = [
      aRow({ id: 'SEC-001', finding: { severity: 'High', cvss: 7.1 } }),
      aRow({ id: 'SEC-002', finding: { severity: 'High', cvss: 8.1 } }),
      aRow({ id: 'SEC-003', finding: { severity: 'Critical', cvss: 9.8 } }),
      aRow({ id: 'SEC-004', finding: { severity: 'Medium' } }),
    ]
    expect(urgent(aContext({ rows })).map(({ id }) => id)).toEqual(['SEC-003', 'SEC-002', 'SEC-001'])
  })

  test('in focus come first in their report', () => {
    const rows = [aRow({ id: 'SEC-001', finding: { at: at('src/a.ts:1') } }), aRow({ id: 'SEC-002', finding: { at: at('lib/b.ts:1') } })]
    const findings = viewsOf(aContext({ rows, options: { focus: ['lib'] } })).find(({ template }) => template === 'security-surface')!.data.findings
    expect((findings as { id: string }[]).map(({ id }) => id)).toEqual(['SEC-002', 'SEC-001'])
  })

  test('are planned by severity, from the day of the analysis', () => {
    const rows = [
      aRow({ finding: { severity: 'Critical' } }),
      ...Array.from({ length: 9 }, (_, index) => aRow({ id: `SEC-1${index}`, finding: { severity: 'Low' } })),
    ]
    expect(roadmapOf(aContext({ rows }))!.sections.map(({ label, tasks }) => [label, tasks.length, tasks[0]!.end, tasks.at(-1)!.label])).toEqual([
      ['Critical', 1, '2026-03-21', 'SEC-001 A folder lists its files to everyone'],
      ['Low', 6, '2026-09-10', '4 more Low'],
    ])
    expect(roadmapOf(aContext({ rows: [aRow({ status: 'Fixed' })] }))).toBeNull()
  })

  test('days are counted without regard to clocks and leap years', () => {
    expect([addDays('2024-02-28', 2), addDays('2026-12-31', 1), addDays('2026-03-28', 7)]).toEqual(['2024-03-01', '2027-01-01', '2026-04-04'])
  })
})

describe('sections of findings', () => {
  const sql = aRule({ id: 'sql', title: 'SQL', why: 'Shapes the query.', phase: 'Input Validation' })
  const found = (given: Partial<Finding>, row: Parameters<typeof aRow>[0] = {}) =>
    aRow({ ...row, finding: { rule: 'sql', title: 'SQL', description: sql.why, phase: 'Input Validation', ...given } })

  test('say once what is the same for every place of a rule', () => {
    const [group, ...others] = groupsOf(
      [found({}), found({ description: 'Shapes the query. Here `q`.' }), found({ description: 'A sort column is a name.' })],
      [sql],
    )
    expect(others).toEqual([])
    expect(group!.words).toMatchObject({ why: 'Shapes the query.', references: ['https://cwe.mitre.org/data/definitions/548.html'] })
    expect(group!.sections.map(({ detail }) => detail!.description)).toEqual([null, 'Here `q`.', 'A sort column is a name.'])
  })

  test('stay apart where anything that is said once differs', () => {
    const groups = groupsOf([found({}), found({ impact: ['Another one.'] }), found({ rule: 'other' })], [sql])
    expect(groups.map(({ sections }) => sections.length)).toEqual([1, 1, 1])
    expect(new Set(groups.map(({ label }) => label)).size).toBe(3)
    // No rule of that name ran, so nothing is known to be common.
    expect(groups[2]).toMatchObject({ rule: 'other', words: { why: null } })
  })

  test('keep what is fixed with others of its rule, and by itself where there are none', () => {
    const fixed = aRow({ id: 'SEC-009', rule: 'sql', title: 'SQL', status: 'Fixed', finding: null })
    expect(groupsOf([fixed, found({})], [sql]).map(({ sections }) => sections.map(({ id }) => id))).toEqual([['SEC-001', 'SEC-009']])
    expect(groupsOf([fixed], [sql])).toMatchObject([{ title: 'SQL', words: null, saidAt: null }])
  })

  test('of what is less certain lead to what was said of the same rule above', () => {
    const sure = groupsOf([found({})], [sql])
    expect(groupsOf([found({ confidence: 'low' })], [sql], sure)).toMatchObject([{ words: null, saidAt: sure[0]!.label }])
  })

  test('show steps on one line as one, and which is the source and which the sink', () => {
    const flow = { source: 'request', origin: 'q', sink: 'sql', api: 'db.query' } as const
    const trace = [at('a.ts:1', 'q'), at('a.ts:1', 'const q = 1'), at('b.ts:1', 'x'), at('a.ts:1', 'y'), at('a.ts:3', 'z')]
    expect(pathOf({ at: at('a.ts:3'), trace, flow })!.steps.map((step) => [step.role, step.at.file, step.at.line, step.at.text])).toEqual([
      ['source', 'a.ts', 1, 'const q = 1'],
      ['step', 'b.ts', 1, 'x'],
      ['step', 'a.ts', 1, 'y'],
      ['sink', 'a.ts', 3, 'z'],
    ])
    expect(pathOf({ at: at('a.ts:3'), trace })!.steps.map(({ role }) => role)).toEqual(['step', 'step', 'step', 'step'])
    expect(pathOf({ at: at('a.ts:1'), trace: [at('a.ts:1')] })).toBeNull()
    expect(pathOf({ at: at('a.ts:1'), trace: [at('a.ts:1')], flow })!.steps).toHaveLength(1)
  })

  test('do not go round within the last statement', () => {
    const flow = { source: 'request', origin: 'q', sink: 'sql', api: 'db.query' } as const
    const statement = { ...at('a.ts:4'), endLine: 6 }
    const linesOf = (...lines: number[]) =>
      pathOf({ at: statement, flow, trace: lines.map((line) => at(`a.ts:${line}`)) })!.steps.map((step) => step.at.line)
    expect(linesOf(1, 6, 5, 4, 6, 4)).toEqual([1, 6, 4])
    expect(linesOf(6, 4, 6, 4)).toEqual([6, 4])
    // What went in and came back out of another function is a way of its own.
    expect(linesOf(4, 9, 6, 4)).toEqual([4, 9, 6, 4])
  })
})

describe('what was looked for', () => {
  const report = reports.find(({ phase }) => phase === 'Authorization')!
  const owner = aRule({ id: 'owner', title: 'Owner', phase: 'Authorization', cwe: [639] })
  const row = (given: Partial<Finding>) => aRow({ reportId: 'AUTHZ-001', finding: { rule: 'owner', phase: 'Authorization', ...given } })
  const looked = (context: Parameters<typeof aContext>[0]) => findingsPart(report, aContext(context)).looked

  test('tells found, found nothing and did not look apart', () => {
    const tenant = aRule({ id: 'tenant', title: 'Tenant', phase: 'Authorization' })
    const role = aRule({ id: 'role', title: 'Role', phase: 'Authorization' })
    const { ran, stopped, found, shown } = looked({
      rows: [row({}), row({ confidence: 'low' }), aRow({ reportId: 'AUTHZ-002', rule: 'role', status: 'Fixed', finding: null })],
      verdict: { rulesRun: [role, owner, aRule({ id: 'elsewhere' })], rulesStopped: [tenant] },
    })
    expect([ran, stopped, found]).toEqual([2, 1, 1])
    expect(shown.map(({ title, found: sure, unsure, hasStopped }) => [title, sure, unsure, hasStopped])).toEqual([
      ['Owner', 1, 1, false],
      ['Tenant', 0, 0, true],
      ['Role', 0, 0, false],
    ])
    expect(shown[0]).toMatchObject({ weaknesses: ['https://cwe.mitre.org/data/definitions/639.html'], group: 'group 1' })
  })

  test('folds a long list of nothing away, and never what was found', () => {
    const nothing = Array.from({ length: 13 }, (_, index) => aRule({ id: `n${index}`, phase: 'Authorization' }))
    const { shown, folded } = looked({ rows: [row({})], verdict: { rulesRun: [...nothing, owner] } })
    expect([shown.map(({ title }) => title), folded.length]).toEqual([['Owner'], 13])
  })

  test('moves no count by what is less certain', () => {
    const part = findingsPart(report, aContext({ rows: [row({ confidence: 'low' })], verdict: { rulesRun: [owner] } }))
    expect(part.tally.every(({ count, open }) => count === 0 && open === 0)).toBe(true)
    expect([part.findings.length, part.unsure.length, part.sections.length, part.unsureSections.length]).toEqual([0, 1, 0, 1])
  })
})

describe('positive observations', () => {
  const admin = { path: '/admin/x', guards: [aGuard({ role: 'authorization', name: 'isAdmin', at: at('g.ts:1') })], authRequired: yes(at('g.ts:2')) }

  test('need evidence for every one of at least one', () => {
    const of = (...given: Partial<EntryPoint>[]) => observationsOf(aProgram({ entryPoints: given.map(anEntryPoint) })).map(({ kind }) => kind)
    expect(of()).toEqual([])
    expect(of({})).toEqual([])
    expect(of(admin)).toEqual(['admin guarded'])
    expect(of(admin, { path: '/admin/y' })).toEqual([])
    expect(of({ method: 'POST', validated: yes(at('v.ts:1')) })).toEqual(['changes validated'])
    expect(of({ method: 'POST', validated: { answer: 'yes', reason: '', evidence: [] } })).toEqual([])
  })

  test('name each place once', () => {
    const middleware = [1, 2].map(() => aGuard({ name: 'helmet', role: 'headers', scope: 'application', at: at('a.ts:3') }))
    expect(observationsOf(aProgram({ middleware }))).toEqual([{ kind: 'security headers', count: 2, names: ['helmet'], evidence: [at('a.ts:3')] }])
  })

  test('say of what is nowhere what was looked for, after what is written', () => {
    const passed = (aspect: string, absent?: true): Control => {
      const control: Control = {
        id: aspect,
        aspect,
        state: 'pass',
        current: 'c',
        recommended: '',
        reason: `looked for ${aspect}`,
        evidence: [at('a.ts:1')],
      }
      return absent ? { ...control, absent } : control
    }
    const posture = { ...noPosture, stack: [passed('listings', true), passed('limits'), { ...passed('bodies'), state: 'fail' as const }] }
    expect(observationsOf(aProgram({ posture })).map(({ kind, aspect, reason }) => [kind, aspect, reason])).toEqual([
      ['in order', 'limits', undefined],
      ['nowhere', 'listings', 'looked for listings'],
    ])
  })
})

describe('the results file', () => {
  test('is plain data, the same for any order of what came in', () => {
    const context = shop()
    const results = resultsOf(context)
    expect(JSON.parse(JSON.stringify(results))).toEqual(JSON.parse(JSON.stringify(results)))
    const { program, rows } = context
    const shuffled = {
      ...context,
      rows: [...rows].reverse(),
      program: {
        ...program,
        entryPoints: [...program.entryPoints].reverse(),
        technologies: [...program.technologies].reverse(),
        connections: [...program.connections].reverse(),
      },
    }
    expect(JSON.stringify(resultsOf(shuffled))).toBe(JSON.stringify(results))
  })

  test('tells what could not be told', () => {
    const { endpoints } = resultsOf(
      aContext({
        program: {
          entryPoints: [
            anEntryPoint({ authRequired: unknown(), rateLimited: yes(at('a.ts:1')), validated: { answer: 'not-looked', reason: '', evidence: [] } }),
          ],
        },
      }),
    )
    expect(endpoints).toMatchObject([
      {
        authRequired: null,
        auth: { answer: 'unknown' },
        rateLimited: true,
        validated: null,
        handler: { name: 'handle', file: 'src/server.ts', line: 10 },
      },
    ])
  })

  test('has findings that are in the code, with both ids', () => {
    const { findings } = resultsOf(shop())
    expect(findings.map(({ id, reportId, status, line }) => [id, reportId, status, line])).toEqual([
      ['SEC-001', 'SURF-001', 'Open', 143],
      ['SEC-002', 'SURF-002', 'Open', 19],
      ['SEC-003', 'SURF-003', 'Open', 132],
      ['SEC-005', 'SURF-005', 'Open', 139],
      ['SEC-006', 'INPUT-001', 'Open', 44],
      ['SEC-006', 'INPUT-001', 'Open', 52],
      ['SEC-007', 'INPUT-002', 'Open', 27],
      ['SEC-008', 'INPUT-003', 'Open', 29],
      ['SEC-009', 'INPUT-004', 'Open', 32],
      ['SEC-010', 'INPUT-005', 'Open', 30],
      ['SEC-011', 'AUTH-001', 'Open', 58],
      ['SEC-012', 'DATA-001', 'Open', 88],
    ])
  })
})
