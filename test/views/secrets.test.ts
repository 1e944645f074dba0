/** The report on secrets: its tables, what is joined to the ledger, and that nothing of a secret is on the page. */
import { describe, expect, test } from 'vitest'
import type { Control, Secret, SecretSighting } from '../../plugin/types'
import { secretsDiagram } from '../../plugin/views/derived/secrets-diagram'
import { secretsManagement } from '../../plugin/views/secrets-management'
import { aContext, aRow, at, noPosture } from '../program'

const rotation: Control = {
  id: 'secret-rotation',
  aspect: 'Rotation',
  state: 'unknown',
  current: '',
  recommended: '',
  reason: 'Nothing tells.',
  evidence: [],
}

function aSecret(given: Partial<Secret> = {}): Secret {
  return {
    name: 'JWT_SECRET',
    purpose: 'token signing',
    source: 'environment variable',
    from: '',
    rotation,
    risk: 'Low',
    because: 'It comes from the environment.',
    evidence: [at('src/config.ts:3', 'x')],
    uses: [],
    ...given,
  }
}

function aSighting(given: Partial<SecretSighting> = {}): SecretSighting {
  return {
    pattern: 'named-value',
    type: 'named value',
    name: 'password',
    file: 'users.yml',
    line: 3,
    lines: [],
    redacted: '********',
    weight: 'credential',
    because: 'Its name says so.',
    at: at('users.yml:3', "password: '********'"),
    ...given,
  }
}

interface Data {
  scan: { file: string; severity: string | null; status: { kind: string; row?: { reportId: string; status: string }; weight?: string } }[]
  others: unknown[]
  ranking: { source: string; secrets: string[] }[]
  recommendations: { id: string; priority: string }[]
  history: { rows: { entry: { reportId: string } | null; stillThere: boolean; commit: string | null }[] }
  counts: { weight: string; places: number }[]
}

function dataOf(given: Parameters<typeof aContext>[0], secrets: Partial<typeof noPosture.secrets> = {}): Data {
  const context = aContext({ ...given, program: { ...given?.program, posture: { ...noPosture, secrets: { ...noPosture.secrets, ...secrets } } } })
  return secretsManagement(context).data as unknown as Data
}

describe('the scan', () => {
  test('one entry of the ledger is told wherever one of its lines is', () => {
    const row = aRow({
      rule: 'hardcoded-secret',
      reportId: 'SECRET-004',
      severity: 'High',
      finding: { rule: 'hardcoded-secret', at: at('users.yml:9') },
    })
    const { scan } = dataOf({ rows: [row] }, { sightings: [aSighting({ lines: [9, 12] })] })
    expect(scan).toMatchObject([{ severity: 'High', status: { kind: 'ledger', row: { reportId: 'SECRET-004', status: 'Open' } } }])
  })
  test('what was fixed stays in the table', () => {
    const row = aRow({ rule: 'hardcoded-secret', reportId: 'SECRET-002', status: 'Fixed', file: 'old.js', finding: null })
    expect(dataOf({ rows: [row] }).scan).toMatchObject([{ file: 'old.js', status: { row: { status: 'Fixed' } } }])
  })
  test('what is none stands apart, but for what somebody would take for one', () => {
    const { scan, others, counts } = dataOf(
      {},
      { sightings: [aSighting({ weight: 'test value', lines: [8] }), aSighting({ weight: 'no credential' }), aSighting({ weight: 'example' })] },
    )
    expect(scan).toMatchObject([{ severity: null, status: { kind: 'weight', weight: 'no credential' } }])
    expect(others).toHaveLength(2)
    expect(counts.map(({ weight, places }) => [weight, places])).toEqual([
      ['test value', 2],
      ['example', 1],
      ['no credential', 1],
    ])
  })
  test('a withheld place is joined to nothing', () => {
    const row = aRow({ rule: 'hardcoded-secret', finding: { rule: 'hardcoded-secret', at: at('withheld:0') } })
    const hidden = { ...at('withheld:0'), withheld: true as const }
    expect(dataOf({ rows: [row] }, { sightings: [aSighting({ file: 'withheld', line: 0, at: hidden })] }).scan).toMatchObject([
      { severity: null, status: { kind: 'weight' } },
    ])
  })
})

test('sources are ranked in the order of the procedure', () => {
  const { ranking } = dataOf({}, { inventory: [aSecret(), aSecret({ name: 'cookieSecret', source: 'hardcoded' })] })
  expect(ranking.map(({ source }) => source)).toEqual([
    'secrets manager',
    'environment variable',
    'generated',
    'config file',
    'key file',
    'hardcoded',
  ])
  expect(ranking[1]?.secrets).toEqual(['JWT_SECRET'])
  expect(ranking[5]?.secrets).toEqual(['cookieSecret'])
})

test('what is not done comes before what is done in part, unknown or in order', () => {
  const control = (id: string, state: Control['state']): Control => ({ ...rotation, id, state })
  const practices = [
    control('secrets-env-ignored', 'pass'),
    control('secrets-in-logs', 'unknown'),
    control('secrets-in-code', 'partial'),
    control('secrets-env-example', 'fail'),
    control('secrets-stand-ins', 'fail'),
  ]
  expect(dataOf({}, { practices }).recommendations.map(({ id, priority }) => `${id} ${priority}`)).toEqual([
    'secrets-stand-ins High',
    'secrets-in-code Medium',
    'secrets-env-example Low',
    'secrets-in-logs find out',
    'secrets-env-ignored in order',
  ])
})

test('a secret of the history leads to its entry', () => {
  const commit = 'c'.repeat(40)
  const sighting = aSighting({ file: 'old.js', line: 4, at: { ...at('old.js:4'), commit }, commit, date: '2024-01-02', stillThere: false })
  const row = aRow({ rule: 'secret-in-history', reportId: 'SECRET-007', finding: { rule: 'secret-in-history', at: sighting.at, around: commit } })
  const { history } = dataOf({ rows: [row], program: { history: { state: 'whole', reason: '', commits: 3, sightings: [sighting] } } })
  expect(history.rows).toMatchObject([{ commit: 'cccccccccc', stillThere: false, entry: { reportId: 'SECRET-007' } }])
})

describe('the drawing', () => {
  const read = at('src/config.ts:3')
  test('goes from the source through the files to what takes it, a line a step', () => {
    const use = { api: 'jwt.sign', library: 'jsonwebtoken', file: 'src/token.ts', at: at('src/token.ts:9') }
    const { nodes, edges } = secretsDiagram([{ secret: 'JWT_SECRET', source: 'environment variable', from: '', part: 'src/config.ts', read, use }])
    expect(nodes.map(({ label, group }) => `${group}: ${label}`)).toEqual([
      'sources: Environment',
      'program: src/config.ts',
      'uses: jwt.sign (jsonwebtoken)',
      'program: src/token.ts',
    ])
    expect(edges.map(({ label, evidence }) => `${label} ${evidence?.file}:${evidence?.line}`)).toEqual([
      'JWT_SECRET src/config.ts:3',
      'JWT_SECRET src/token.ts:9',
      'JWT_SECRET src/token.ts:9',
    ])
  })
  test('leaves out what is written and goes nowhere, unless there is nothing else', () => {
    const written = { secret: 'password', source: 'hardcoded' as const, from: 'users.yml', part: 'users.yml', read }
    expect(secretsDiagram([written]).nodes).toHaveLength(2)
    expect(
      secretsDiagram([written, { secret: 'A', source: 'environment variable', from: '', part: 'a.ts', read }]).nodes.map(({ label }) => label),
    ).toEqual(['Environment', 'a.ts'])
  })
})
