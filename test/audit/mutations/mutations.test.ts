/**
 * Documents that are true, and code that is then changed: each change must be told at the lines that it makes false, and
 * nowhere else. The projects lie in `test/fixtures/documents`, the changes in `operators/`.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Build, reconcile } from '../../../plugin/ledger/index'
import type { Ledger } from '../../../plugin/types'
import { build } from '../../ledger/build'
import { discrepancies, type Held, hold, project, told } from '../documented'
import { all, appended } from './edits'
import { type Outcome, outcomeOf } from './judge'
import type { Mutant, Project } from './mutant'
import { mutants } from './operators/index'
import { noOps } from './operators/no-ops'

const projects: Project[] = ['shop', 'notes', 'workspace']

/** What breaks programs and those who call them. */
const strict = ['route', 'method', 'environment', 'script', 'flag', 'path', 'port', 'import']
const classes = [...new Set(mutants.map((mutant) => mutant.class))]

/** Kinds whose reader is still to come. */
const later: string[] = []

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

  for (const name of classes) {
    if (later.includes(name)) test.todo(name)
    else
      test(name, () => {
        const own = outcomes.filter(({ mutant }) => mutant.class === name)
        const missed = own.filter((outcome) => outcome.missed.length > 0)
        const share = 1 - missed.length / own.length
        expect(share, missed.map(described).join('\n')).toBeGreaterThanOrEqual(strict.includes(name) ? 0.9 : 0.75)
      })
  }

  test('and nothing else is told', () => {
    const more = outcomes.filter(({ collateral }) => collateral.length > 0)
    const count = more.reduce((sum, { collateral }) => sum + collateral.length, 0)
    expect(count / outcomes.length, more.map(described).join('\n')).toBeLessThanOrEqual(0.1)
  })
})

function described({ mutant, missed, collateral }: Outcome): string {
  return `${mutant.project}: ${mutant.operator}; missed: ${missed.join(', ') || 'none'}; more: ${collateral.join(', ') || 'none'}`
}

/** False from the beginning, in a document that no mutant touches. */
const standing = appended('README.md', '\nMore is in [the handbook](docs/handbook.md) and in [its appendix](docs/appendix.md#maps).\n')

describe('a change that is taken back', () => {
  const first = [...new Map(mutants.map((mutant) => [`${mutant.operator} ${mutant.project}`, mutant])).values()]

  test.each(first.map((mutant): [string, Project, Mutant] => [mutant.operator, mutant.project, mutant]))(
    '%s of %s leaves every id as it was',
    async (_, name, mutant) => {
      const before = await hold(standing(project(name)))
      const after = await hold(all(mutant.edit, standing)(project(name)))
      const one = open(reconcile(null, buildOf(before)).ledger)
      let ledger = reconcile(null, buildOf(before)).ledger
      expect(Object.keys(one).length).toBeGreaterThanOrEqual(2)

      ledger = reconcile(ledger, buildOf(after)).ledger
      const two = open(ledger)
      expect(two).toMatchObject(one)

      ledger = reconcile(ledger, buildOf(before)).ledger
      expect(open(ledger)).toEqual(one)

      // And what comes back is what it was.
      ledger = reconcile(ledger, buildOf(after)).ledger
      expect(open(ledger)).toEqual(two)
    },
  )
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
