/** One engine for every standard: the order of its questions, and what lowers an answer. */
import { describe, expect, test } from 'vitest'
import type { Interpreter, NotAnalysed } from '../../plugin/types'
import { UserError } from '../../plugin/user-error'
import { aConnection, aRow, aRule, at, noInventory, noPosture } from '../program'
import { aControl, verdictOn } from './scene'

const nosniff = { evidence: [{ control: 'header-nosniff' }] }
const queries = { code: 'inspects', evidence: [{ sites: 'queries' }], fails: { rules: ['sql-injection'], cwe: [] } } as const
const asked = { ...queries, evidence: [...queries.evidence], fails: { rules: ['sql-injection'], cwe: [] } }

function sql(counts: Partial<Interpreter>) {
  const row: Interpreter = { id: 'sql', calls: 0, fixed: 0, bound: 0, built: 0, untold: 0, libraries: [], examples: [], instead: [], ...counts }
  return { posture: { ...noPosture, input: { ...noPosture.input, interpreters: [row] } } }
}

const injection = (given: Parameters<typeof aRow>[0] = {}) =>
  aRow({ rule: 'sql-injection', ...given, finding: { rule: 'sql-injection', title: 'SQL', cwe: [89], ...given.finding } })

const unparsed: NotAnalysed = { subject: 'src/broken.ts', stage: 'extract', reason: 'does not parse', detail: '', line: 7 }

describe('what proves it decides', () => {
  test('a control in force passes, with its line', () => {
    const result = verdictOn(nosniff, { controls: [aControl()] })
    expect(result).toMatchObject({ verdict: 'pass', evidence: [{ file: 'src/server.ts', line: 3 }] })
    expect(result.reason).toContain('nosniff')
  })

  test.each([
    ['fail', 'fail'],
    ['partial', 'partial'],
    ['unknown', 'inconclusive'],
    ['not applicable', 'not applicable'],
    ['not looked', 'not assessed'],
  ] as const)('a control that is %s: %s', (state, verdict) => {
    expect(verdictOn(nosniff, { controls: [aControl({ state })] }).verdict).toBe(verdict)
  })

  test('one of several that fails is the answer', () => {
    const both = { evidence: [{ control: 'header-nosniff' }, { control: 'header-csp' }] }
    const controls = [aControl(), aControl({ id: 'header-csp', state: 'fail', reason: 'Nothing sends it.' })]
    expect(verdictOn(both, { controls })).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('Nothing sends it.') })
    expect(verdictOn({ evidence: [{ any: both.evidence }] }, { controls }).verdict).toBe('pass')
  })

  test('half of it is partial, and says first what falls short', () => {
    const both = { evidence: [{ control: 'header-nosniff' }, { control: 'header-csp' }] }
    const controls = [aControl(), aControl({ id: 'header-csp', state: 'unknown', reason: 'Comes from elsewhere.' })]
    const { verdict, reason } = verdictOn(both, { controls })
    expect(verdict).toBe('partial')
    expect(reason.indexOf('Comes from elsewhere.')).toBeLessThan(reason.indexOf('In force.'))
  })
})

describe('absence alone never passes', () => {
  test('without evidence that was asked for', () => {
    expect(verdictOn({ fails: { rules: ['sql-injection'], cwe: [] } })).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('no proof'),
    })
  })

  test('k of k places, k at least 1', () => {
    expect(verdictOn(asked, { program: sql({ calls: 3, bound: 3 }) })).toMatchObject({ verdict: 'pass', reason: expect.stringContaining('3 of 3') })
    expect(verdictOn(asked, { program: sql({}) })).toMatchObject({ verdict: 'not applicable', reason: expect.stringContaining('Looked for') })
  })

  test('places that could not be told are not safe', () => {
    expect(verdictOn(asked, { program: sql({ calls: 3, bound: 2, untold: 1 }) })).toMatchObject({
      verdict: 'partial',
      reason: expect.stringContaining('2 of 3'),
    })
  })
})

describe('findings', () => {
  const program = sql({ calls: 3, bound: 3 })

  test('an open one fails it, with its id, its line and its remedy', () => {
    const result = verdictOn(asked, { program, rows: [injection({ id: 'SEC-004', finding: { at: at('src/users.ts:9') } })] })
    expect(result).toMatchObject({ verdict: 'fail', findings: ['SEC-004'], evidence: [{ file: 'src/users.ts', line: 9 }] })
    expect(result.gap).toBe('SQL.')
    expect(result.remediation).toBe(injection().finding!.remediation.text)
  })

  test('another rule, another requirement', () => {
    expect(verdictOn(asked, { program, rows: [aRow()] }).verdict).toBe('pass')
  })

  test('one that is fixed is none', () => {
    expect(verdictOn(asked, { program, rows: [injection({ status: 'Fixed' })] }).verdict).toBe('pass')
  })

  test('a place of the same fault under this name counts', () => {
    const places = [
      { ...at('src/b.ts:2'), rule: 'sql-injection', subject: '', around: '', class: 'sql-injection', cwe: [89], confidence: 'high' as const },
    ]
    expect(verdictOn(asked, { program, rows: [aRow({ finding: { places } })] }).verdict).toBe('fail')
  })

  test('CWEs do where a standard names no rules', () => {
    const byCwe = { fails: { rules: [], cwe: [89] } }
    expect(verdictOn(byCwe, { rows: [injection()] }).verdict).toBe('fail')
    expect(verdictOn(byCwe, { rows: [aRow()] }).verdict).toBe('inconclusive')
  })

  test('an origin narrows them', () => {
    const tokens = { fails: { rules: ['sql-injection'], cwe: [], origin: 'token' } }
    const read = (origin: string) => injection({ finding: { flow: { source: 'request', origin, sink: 'sql', api: 'db.query' } } })
    expect(verdictOn(tokens, { rows: [read('req.query.token')] })).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('req.query.token'),
    })
    expect(verdictOn(tokens, { rows: [read('req.query.name')] }).verdict).toBe('inconclusive')
  })

  test('one goes before the gate: it proves that the thing is there', () => {
    expect(verdictOn({ ...asked, gate: ['database'] }, { rows: [injection()] }).verdict).toBe('fail')
  })
})

describe('what lowers a pass', () => {
  const program = sql({ calls: 3, bound: 3 })

  test('a suppressed finding: partial, with its reason', () => {
    const rows = [injection({ suppressed: { reason: 'Behind the firewall', from: 'options' } })]
    expect(verdictOn(asked, { program, rows })).toMatchObject({
      verdict: 'partial',
      findings: ['SEC-001'],
      reason: expect.stringContaining('Behind the firewall'),
    })
  })

  test('a finding of low confidence: inconclusive', () => {
    expect(verdictOn(asked, { program, rows: [injection({ finding: { confidence: 'low' } })] }).verdict).toBe('inconclusive')
  })

  test('a finding that could not be looked at again: inconclusive', () => {
    expect(verdictOn(asked, { program, rows: [aRow({ rule: 'sql-injection', finding: null })] }).verdict).toBe('inconclusive')
  })

  test('code that could not be read: partial where the pass rests on not having seen something, and nowhere else', () => {
    expect(verdictOn(asked, { program: { ...program, notAnalysed: [unparsed] } })).toMatchObject({
      verdict: 'partial',
      reason: expect.stringContaining('could not be read'),
    })
    expect(verdictOn(nosniff, { controls: [aControl()], program: { notAnalysed: [unparsed] } }).verdict).toBe('pass')
  })

  test('a rule that stopped: inconclusive', () => {
    const verdict = { rulesStopped: [aRule({ id: 'sql-injection' })] }
    expect(verdictOn(asked, { program, verdict })).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('sql-injection') })
  })

  test('a rule that lacked its source: not assessed', () => {
    const verdict = { rulesBlind: [{ ...aRule({ id: 'sql-injection' }), reason: 'No source of advisories is configured.' }] }
    expect(verdictOn(asked, { program, verdict })).toMatchObject({ verdict: 'not assessed', reason: expect.stringContaining('No source') })
  })
})

describe('whether it applies', () => {
  const gated = { ...nosniff, gate: ['ldap'] }

  test('a feature that is proved absent says what was looked for', () => {
    expect(verdictOn(gated, { controls: [aControl()] })).toMatchObject({ verdict: 'not applicable', reason: expect.stringMatching(/^Looked for/) })
  })

  test('code that could not be read is a doubt, unless manifests prove it', () => {
    const program = { notAnalysed: [unparsed] }
    expect(verdictOn(gated, { program }).verdict).toBe('not applicable')
    expect(verdictOn({ ...nosniff, gate: ['database'] }, { program })).toMatchObject({
      verdict: 'inconclusive',
      evidence: [{ file: 'src/broken.ts', line: 7 }],
    })
  })

  test('a feature that is there asks for evidence', () => {
    const program = { connections: [aConnection()] }
    expect(verdictOn({ ...nosniff, gate: ['database'] }, { program, controls: [aControl({ state: 'fail' })] }).verdict).toBe('fail')
  })

  test('a feature that could not be told forbids a fail', () => {
    const program = { inventory: { ...noInventory, words: new Set(['recoveryCodes']) } }
    const codes = { gate: ['lookup-secrets'], evidence: [{ control: 'header-nosniff' }] }
    expect(verdictOn(codes, { program, controls: [aControl({ state: 'fail' })] })).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('recoveryCodes'),
    })
  })
})

describe('how far code can go', () => {
  test('support is partial at best, and its absence proves nothing', () => {
    expect(verdictOn({ ...nosniff, code: 'supports' }, { controls: [aControl()] }).verdict).toBe('partial')
    expect(verdictOn({ ...nosniff, code: 'supports' }, { controls: [aControl({ state: 'fail' })] }).verdict).toBe('inconclusive')
  })

  test('where it is silent, people are asked', () => {
    expect(verdictOn({ code: 'silent', assessedBy: 'an interview' })).toMatchObject({
      verdict: 'not assessed',
      reason: expect.stringContaining('an interview'),
    })
    expect(verdictOn({ code: 'silent', assessedBy: 'an interview', gate: ['ldap'] }).verdict).toBe('not applicable')
  })
})

describe('decisions of the owner', () => {
  const options = { notApplicable: [{ framework: 'sample', id: 'R1', reason: 'We have no such thing.' }] }

  test('stand with their reason', () => {
    expect(verdictOn(nosniff, { options })).toMatchObject({
      verdict: 'not applicable',
      decidedBy: 'options',
      reason: expect.stringContaining('We have no such thing'),
    })
  })

  test('do not hide findings that say otherwise', () => {
    expect(verdictOn(asked, { options, rows: [injection({ id: 'SEC-009' })] })).toMatchObject({
      verdict: 'not applicable',
      reason: expect.stringContaining('SEC-009'),
    })
  })

  test('about a number that is not there are refused', () => {
    expect(() => verdictOn(nosniff, { options: { notApplicable: [{ framework: 'sample', id: 'R2', reason: 'x' }] } })).toThrow(UserError)
  })
})

test('a fault that both sections tell of is one finding', () => {
  const row = aRow({ id: 'SEC-004', finding: { rule: 'debug-flag', at: at('src/a.ts:1') } })
  const { reason, findings } = verdictOn({ fails: { rules: ['debug-flag'], cwe: [] } }, { rows: [row, { ...row }] })
  expect([reason.slice(0, 15), findings]).toEqual(['1 open finding:', ['SEC-004']])
})
