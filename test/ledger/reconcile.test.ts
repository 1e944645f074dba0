import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printLedger } from '../../plugin/ledger/file'
import { reconcile } from '../../plugin/ledger/index'
import { likeness } from '../../plugin/ledger/match'
import type { Finding } from '../../plugin/types'
import { build, builds, finding, notAnalysed } from './build'

const states = ({ rows }: ReturnType<typeof reconcile>) => rows.map(({ id, status, file }) => `${id} ${status} ${file}`)

describe('ids', () => {
  test('the first build numbers what is worst first, and each report for itself', () => {
    const { rows, ledger } = reconcile(
      null,
      build([
        finding({ subject: 'a', severity: 'Low', cvss: 2 }),
        finding({ subject: 'b', phase: 'Authentication' }),
        finding({ subject: 'c', severity: 'Critical', cvss: 9.8, phase: 'Authorization' }),
        finding({ subject: 'd', severity: 'Critical', cvss: 9.1 }),
      ]),
    )
    expect(rows.map(({ id, reportId, subject }) => [id, reportId, subject])).toEqual([
      ['SEC-001', 'AUTHZ-001', 'c'],
      ['SEC-002', 'INPUT-001', 'd'],
      ['SEC-003', 'AUTH-001', 'b'],
      ['SEC-004', 'INPUT-002', 'a'],
    ])
    expect(ledger.counters).toEqual({ SEC: 4, AUTHZ: 1, AUTH: 1, INPUT: 2 })
  })

  test('each phase has its prefix', () => {
    const phases = ['Security Surface', 'Authentication', 'Authorization', 'Data Protection', 'Input Validation', 'Secrets Management'] as const
    const { rows } = reconcile(null, build(phases.map((phase, index) => finding({ phase, line: index + 1, subject: phase }))))
    expect(rows.map((row) => row.reportId)).toEqual(['SURF-001', 'AUTH-001', 'AUTHZ-001', 'DATA-001', 'INPUT-001', 'SECRET-001'])
  })

  test('a number is never given again, though its finding is fixed', () => {
    expect(states(builds(build([finding()]), build([]), build([finding({ subject: 'other', text: 'eval(x)', around: 'y' })])))).toEqual([
      'SEC-001 Fixed src/users.ts',
      'SEC-002 Open src/users.ts',
    ])
  })

  test('not even when the entry was cut out of the file', () => {
    const { ledger } = builds(build([finding()]), build([]))
    expect(states(reconcile({ ...ledger, entries: [] }, build([finding()])))).toEqual(['SEC-002 Open src/users.ts'])
  })
})

describe('the same finding', () => {
  const first = build([finding()])

  test.each<[string, NonNullable<Parameters<typeof finding>[0]>]>([
    ['moved down the file', { line: 99 }],
    ['indented otherwise', { text: "db.query( 'select ' +\n  id)".replace('( ', '(') }],
    ['in a renamed function', { subject: 'src/users.ts#findOne' }],
    ['beside an edited statement', { around: 'const id = request.query.id' }],
    ['in a renamed file', { file: 'src/people.ts' }],
    ['in a renamed file whose name is in the subject', { file: 'src/people.ts', subject: 'src/people.ts#find' }],
    ['with a renamed variable', { text: "db.query('select ' + userId)" }],
    ['of another severity', { severity: 'Low', cvss: 2, title: 'Other words' }],
  ])('%s', (_, change) => {
    const after = builds(first, build([finding(change)]))
    expect(after.rows.map(({ id, status, since }) => [id, status, since.commit])).toEqual([['SEC-001', 'Open', 'c1']])
    expect(after.rows[0]).toMatchObject({ file: change.file ?? 'src/users.ts', finding: { at: { line: change.line ?? 10 } } })
  })

  test('another statement in the same function is another finding', () => {
    expect(states(builds(first, build([finding({ text: 'connection.execute(`delete from x`)', around: 'z' })])))).toEqual([
      'SEC-001 Fixed src/users.ts',
      'SEC-002 Open src/users.ts',
    ])
  })

  test('a copy in another file is another finding, and takes nothing from the first', () => {
    const both = [finding({ file: 'src/copy.ts' }), finding()]
    expect(states(builds(first, build(both)))).toEqual(['SEC-001 Open src/users.ts', 'SEC-002 Open src/copy.ts'])
    const unseen = build([finding({ file: 'src/copy.ts' })], { notAnalysed: [notAnalysed('src/users.ts')] })
    expect(states(builds(first, unseen))).toEqual(['SEC-001 Open src/users.ts', 'SEC-002 Open src/copy.ts'])
  })

  test('said twice in one function is told apart by what surrounds it', () => {
    const twice = (...lines: number[]) => lines.map((line) => finding({ line: Math.abs(line), around: line < 0 ? 'else branch' : 'then branch' }))
    const before = builds(build(twice(10, -20)))
    const after = reconcile(before.ledger, build(twice(-5, 30)))
    const idByAround = (rows: typeof after.rows) => Object.fromEntries(rows.map((row) => [row.around, row.id]))
    expect(idByAround(after.rows)).toEqual(idByAround(before.rows))
  })

  test('said twice in the very same words stays two entries', () => {
    const twins = build([finding({ line: 1 }), finding({ line: 2 })])
    expect(states(builds(twins, twins))).toEqual(['SEC-001 Open src/users.ts', 'SEC-002 Open src/users.ts'])
    expect(states(builds(twins, build([finding({ line: 2 })])))).toEqual(['SEC-001 Open src/users.ts', 'SEC-002 Fixed src/users.ts'])
  })
})

describe('Fixed', () => {
  const first = build([finding()])

  test('when file and rule were looked at and it was gone', () => {
    const { rows } = builds(first, build([], { files: ['src/users.ts'], commit: 'c2', date: '2024-06-01' }))
    expect(rows).toMatchObject([{ id: 'SEC-001', status: 'Fixed', fixedIn: { commit: 'c2', date: '2024-06-01' }, finding: undefined }])
  })

  test('when the file was deleted', () => {
    expect(states(builds(first, build([], { files: [] })))).toEqual(['SEC-001 Fixed src/users.ts'])
  })

  test.each([
    ['its rule did not run', build([], { rulesRun: ['xss'] })],
    ['its file does not parse', build([], { files: ['src/users.ts'], notAnalysed: [notAnalysed('src/users.ts')] })],
    ['its file became too large', build([], { files: ['src/users.ts'], notAnalysed: [notAnalysed('src/users.ts', 'too large')] })],
    ['its folder is left out', build([], { notAnalysed: [notAnalysed('src/', 'vendored')] })],
    ['an option leaves it out', build([], { options: { exclude: ['src'] } })],
    ['another part is read only', build([], { options: { include: ['lib/**'] } })],
    ['its rule stopped', build([], { notAnalysed: [{ subject: 'sql-injection', stage: 'judge', reason: 'rule stopped', detail: '' }] })],
  ])('not when %s', (_, second) => {
    const { rows } = builds(first, second)
    expect(rows).toMatchObject([{ id: 'SEC-001', status: 'Open', finding: undefined }])
  })

  test('although an import of the file leads nowhere', () => {
    const second = build([], { files: ['src/users.ts'], notAnalysed: [notAnalysed('src/users.ts', 'unresolved import')] })
    expect(states(builds(first, second))).toEqual(['SEC-001 Fixed src/users.ts'])
  })

  test('and back again: it opens under its old id, first seen when it was first seen', () => {
    const { rows } = builds(first, build([], { files: ['src/users.ts'] }), build([finding({ line: 70 })], { commit: 'c3' }))
    expect(rows).toMatchObject([{ id: 'SEC-001', reportId: 'INPUT-001', status: 'Open', since: { commit: 'c1' } }])
    expect(rows[0]).not.toHaveProperty('fixedIn')
  })

  test('stays as it was fixed, build after build', () => {
    const { rows } = builds(first, build([], { commit: 'c2' }), build([], { commit: 'c3' }))
    expect(rows).toMatchObject([{ status: 'Fixed', fixedIn: { commit: 'c2' } }])
  })
})

describe('suppression', () => {
  const comment = (more: Partial<{ rule: string; reason: string; until: string; line: number; file: string }> = {}) => {
    const { line = 9, file = 'src/users.ts', ...rest } = more
    return { rule: 'sql-injection', reason: 'reviewed', ...rest, at: { file, line, text: '' } }
  }
  const suppressed = (more: Parameters<typeof build>[1], found: Finding = finding()) => reconcile(null, build([found], more)).rows[0]!.suppressed

  test('by a comment above or on the line; the row is shown all the same', () => {
    expect(suppressed({ ignores: [comment()] })).toEqual({ reason: 'reviewed', from: 'code', at: comment().at })
    expect(suppressed({ ignores: [comment({ line: 10 })] })).toMatchObject({ from: 'code' })
    expect(reconcile(null, build([finding()], { ignores: [comment()] })).rows).toMatchObject([{ id: 'SEC-001', status: 'Open' }])
  })

  test('comments can be stacked', () => {
    const ignores = [comment({ line: 7 }), comment({ line: 8, rule: 'xss' }), comment({ line: 9, rule: 'path-traversal' })]
    expect(suppressed({ ignores })).toBeDefined()
    expect(suppressed({ ignores: ignores.slice(0, 2) })).toBeUndefined()
  })

  test.each([
    ['without a reason', comment({ reason: '  ' })],
    ['for another rule', comment({ rule: 'xss' })],
    ['in another file', comment({ file: 'src/a.ts' })],
    ['two lines above', comment({ line: 8 })],
    ['below', comment({ line: 11 })],
    ['past its day', comment({ until: '2024-05-05' })],
    ['until no day at all', comment({ until: 'soon' })],
  ])('not by a comment %s', (_, ignore) => expect(suppressed({ ignores: [ignore] })).toBeUndefined())

  test('holds on its last day', () => {
    expect(suppressed({ ignores: [comment({ until: '2024-05-06' })] })).toMatchObject({ until: '2024-05-06' })
  })

  test('by an option, for a rule or for some of its files; what the code says goes first', () => {
    const option = { rule: 'sql-injection', reason: 'behind a firewall' }
    expect(suppressed({ options: { suppressions: [option] } })).toEqual({ reason: 'behind a firewall', from: 'options' })
    expect(suppressed({ options: { suppressions: [{ ...option, file: 'src' }] } })).toBeDefined()
    expect(suppressed({ options: { suppressions: [{ ...option, file: 'lib/**' }] } })).toBeUndefined()
    expect(suppressed({ options: { suppressions: [{ ...option, until: '2024-05-05' }] } })).toBeUndefined()
    expect(suppressed({ options: { suppressions: [option] }, ignores: [comment()] })).toMatchObject({ from: 'code' })
  })
})

test('likeness counts words, not spaces', () => {
  expect(likeness('a(b, c)', 'a( b,c )')).toBe(1)
  expect(likeness('a b c d', 'a b x y')).toBe(0.5)
  expect(likeness('', '')).toBe(0)
})

describe('whatever comes', () => {
  const word = fc.constantFrom('a', 'b', 'c')
  const anyFinding = fc
    .record({
      rule: fc.constantFrom('sql-injection', 'xss'),
      subject: word,
      text: word,
      around: word,
      file: fc.constantFrom('x.ts', 'y.ts', 'z.ts'),
      line: fc.integer({ min: 1, max: 9 }),
    })
    .map((words) => finding(words))
  const anyBuild = fc
    .record({
      findings: fc.array(anyFinding, { maxLength: 8 }),
      unseen: fc.subarray(['x.ts', 'y.ts', 'z.ts']),
      rulesRun: fc.subarray(['sql-injection', 'xss']),
    })
    // A file that could not be looked at yields nothing, and neither does a rule that did not run.
    .map(({ findings, unseen, rulesRun }) =>
      build(
        findings.filter(({ at, rule }) => !unseen.includes(at.file) && rulesRun.includes(rule)),
        { notAnalysed: unseen.map((file) => notAnalysed(file)), rulesRun },
      ),
    )

  test('every finding has one row, every id one entry, and no id is given twice', () => {
    fc.assert(
      fc.property(fc.array(anyBuild, { minLength: 1, maxLength: 6 }), (all) => {
        let last: ReturnType<typeof reconcile> | undefined
        const born = new Map<string, string>()
        for (const one of all) {
          const before = last?.ledger.entries ?? []
          last = reconcile(last?.ledger ?? null, one)
          const ids = last.rows.map((row) => row.id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(new Set(last.rows.map((row) => row.reportId)).size).toBe(ids.length)
          expect(last.rows.flatMap((row) => row.finding ?? [])).toHaveLength(one.verdict.findings.length)
          for (const entry of before) expect(ids).toContain(entry.id)
          for (const row of last.rows) {
            expect(row.status).toBe(row.finding ? 'Open' : row.status)
            // An id belongs to one rule for ever.
            expect(born.get(row.id) ?? row.rule).toBe(row.rule)
            born.set(row.id, row.rule)
          }
          for (const entry of before.filter(({ status }) => status === 'Open')) {
            const now = last.rows.find((row) => row.id === entry.id)!
            const unseen =
              !one.verdict.rulesRun.some(({ id }) => id === entry.rule) || one.program.notAnalysed.some(({ subject }) => subject === entry.file)
            if (unseen && !now.finding) expect(now.status).toBe('Open')
          }
        }
      }),
    )
  })

  test('a build repeated changes no byte', () => {
    fc.assert(
      fc.property(fc.array(anyBuild, { minLength: 1, maxLength: 4 }), (all) => {
        const once = builds(...all)
        expect(printLedger(reconcile(once.ledger, all.at(-1)!).ledger)).toBe(printLedger(once.ledger))
      }),
    )
  })

  test('the order of findings does not matter', () => {
    const one = anyBuild.filter(({ verdict }) => {
      const places = verdict.findings.map(({ rule, at, subject, around }) => JSON.stringify([rule, at, subject, around]))
      return new Set(places).size === places.length
    })
    fc.assert(
      fc.property(anyBuild, one, (before, now) => {
        const reversed = { ...now, verdict: { ...now.verdict, findings: [...now.verdict.findings].reverse() } }
        expect(printLedger(builds(before, reversed).ledger)).toBe(printLedger(builds(before, now).ledger))
      }),
    )
  })

  test('lines do not matter', () => {
    const distinct = anyBuild.filter(({ verdict }) => {
      const words = verdict.findings.map(({ rule, at, subject, around }) => JSON.stringify([rule, at.file, at.text, subject, around]))
      return new Set(words).size === words.length
    })
    fc.assert(
      fc.property(distinct, fc.integer({ min: 1, max: 50 }), (one, shift) => {
        const moved = {
          ...one,
          verdict: { ...one.verdict, findings: one.verdict.findings.map((it) => ({ ...it, at: { ...it.at, line: 60 - it.at.line * 3 + shift } })) },
        }
        expect(printLedger(builds(one, moved).ledger)).toBe(printLedger(builds(one).ledger))
      }),
    )
  })
})
