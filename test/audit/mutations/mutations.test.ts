/**
 * Documents that are true, and code that is then changed: each change must be told at the lines that it makes false, and
 * nowhere else. The projects lie in `test/fixtures/documents`, the changes in `operators/`.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Build, reconcile } from '../../../plugin/ledger/index'
import type { Ledger } from '../../../plugin/types'
import { build } from '../../ledger/build'
import { discrepancies, type Held, hold, project, told } from '../documented'
import { type Outcome, outcomeOf, unchangedProject } from './judge'
import type { Project } from './mutant'
import { mutants } from './operators/index'
import { noOps } from './operators/no-ops'

const projects: Project[] = ['shop', 'notes', 'workspace']

/** What breaks programs and those who call them. */
const strict = ['route', 'method', 'environment', 'script', 'flag', 'path', 'port', 'import']
const classes = [...new Set(mutants.map((mutant) => mutant.class))]

let outcomes: Outcome[] = []

beforeAll(async () => {
  outcomes = []
  for (const mutant of mutants) outcomes.push(await outcomeOf(mutant))
}, 300_000)

describe('what is documented as it is', () => {
  test.each(projects)('%s', async (name) => {
    const { audited } = await hold(project(name))
    expect(audited.problems).toEqual([])
    expect(discrepancies(audited).map(told)).toEqual([])
  })

  test.each(noOps)('%s: %s', async (_, name, edit) => {
    const files = edit(project(name))
    expect(files).not.toEqual(project(name))
    const { audited } = await hold(files)
    expect(audited.problems).toEqual([])
    expect(discrepancies(audited).map(told)).toEqual([])
  })
})

describe('what is no longer true', () => {
  test('there are many ways to get there', () => {
    expect(new Set(mutants.map(({ operator }) => operator)).size).toBeGreaterThanOrEqual(35)
  })

  test.each(classes)('%s', (name) => {
    const own = outcomes.filter(({ mutant }) => mutant.class === name)
    const missed = own.filter((outcome) => outcome.missed.length > 0)
    const least = strict.includes(name) ? 0.9 : 0.75
    expect(1 - missed.length / own.length, missed.map(described).join('\n')).toBeGreaterThanOrEqual(least)
  })

  test('and nothing else is told', () => {
    const more = outcomes.filter(({ collateral }) => collateral.length > 0)
    const count = more.reduce((sum, { collateral }) => sum + collateral.length, 0)
    expect(count / outcomes.length, more.map(described).join('\n')).toBeLessThanOrEqual(0.1)
  })
})

function described({ mutant, missed, collateral }: Outcome): string {
  return `${mutant.project}: ${mutant.operator}; missed: ${missed.join(', ') || 'none'}; more: ${collateral.join(', ') || 'none'}`
}

describe('a change that is taken back', () => {
  test.each(projects)('leaves every id of %s as it was', async (name) => {
    const unchanged = buildOf(await unchangedProject(name))
    const first = reconcile(null, unchanged).ledger
    const standing = open(first)
    expect(Object.keys(standing)).toHaveLength(2)
    for (const { mutant, held } of outcomes.filter((outcome) => outcome.mutant.project === name)) {
      const changed = reconcile(first, buildOf(held)).ledger
      const more = open(changed)
      expect(more, mutant.operator).toMatchObject(standing)
      const back = reconcile(changed, unchanged).ledger
      expect(open(back), mutant.operator).toEqual(standing)
      // And what is done again is known again.
      expect(open(reconcile(back, buildOf(held)).ledger), mutant.operator).toEqual(more)
    }
  })

  test.each(projects)('leaves them as they were where many changes of %s follow each other', async (name) => {
    const unchanged = buildOf(await unchangedProject(name))
    let { ledger } = reconcile(null, unchanged)
    const standing = open(ledger)
    const given = new Map<Outcome, Record<string, string>>()
    const own = outcomes.filter(({ mutant }) => mutant.project === name)
    for (const outcome of [...own, ...own]) {
      ledger = reconcile(ledger, buildOf(outcome.held)).ledger
      const now = open(ledger)
      expect(now, outcome.mutant.operator).toEqual(given.get(outcome) ?? now)
      given.set(outcome, now)
    }
    expect(open(reconcile(ledger, unchanged).ledger)).toEqual(standing)
  })
})

/** By id: which statement it is. */
function open({ entries }: Ledger): Record<string, string> {
  return Object.fromEntries(
    entries.filter(({ status }) => status === 'Open').map(({ id, file, rule, subject }) => [id, `${file} ${rule} ${subject}`]),
  )
}

function buildOf({ program, audited }: Held): Build {
  return { ...build([]), program, audit: audited }
}
