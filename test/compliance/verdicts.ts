/**
 * Verdicts that real programs come to. In: small programs. Out: for each requirement of all standards and each verdict, the programs
 * that bring it about, by the same stages that a build runs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { audit } from '../../plugin/audit/index'
import { assess } from '../../plugin/compliance/index'
import { loadStandards } from '../../plugin/compliance/load'
import { extract } from '../../plugin/extract/index'
import { reconcile } from '../../plugin/ledger/index'
import { link } from '../../plugin/link/index'
import { loadModels } from '../../plugin/link/models'
import { lookOutside } from '../../plugin/outside/index'
import { complete } from '../../plugin/rules/complete'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { nonfunctionalRules } from '../../plugin/rules/nonfunctional/index'
import { judgeQuality } from '../../plugin/rules/nonfunctional/judge'
import { scan } from '../../plugin/scan/index'
import type { RequirementResult } from '../../plugin/types'
import { createWorld } from '../../plugin/world'
import { FIXTURES } from '../link/fixture-programs'
import { git, options as plain, write } from '../tree'
import { existing } from './programs/existing'
import { programs } from './programs/index'
import type { SmallProgram } from './programs/program'

export const standards = loadStandards(['asvs', 'csf', 'cis', 'iso27001', 'nis2'])

const models = loadModels([])
/** All levels and groups, so that no row is left out. */
const widest = { asvsLevel: 3, cisGroup: 'IG3' } as const

/** By `asvs V2.1.1`. */
export type Verdicts = ReadonlyMap<string, RequirementResult>

async function verdictsOf(root: string, given: { history: boolean; advisories?: string }): Promise<Verdicts> {
  const options = { ...plain, ...widest, ...given }
  const world = await createWorld({ root, cacheDirectory: false, ledgerFile: false })
  const found = await scan(options, world)
  const facts = await extract(found.files, world)
  const outside = await lookOutside(facts, options, world, found.files)
  const program = link(found, facts, models, options, path.basename(root), outside)
  const judged = complete(judge(rules, program), program, () => false)
  const audited = audit(facts.documents ?? [], program)
  const verdict = { ...judged, nonfunctional: judgeQuality(nonfunctionalRules, program) }
  const { rows, nonfunctional } = reconcile(null, { verdict, audit: audited, program, options, date: '2026-01-01', commit: null })
  const results = assess(standards, { program, verdict, audit: audited, rows: [...rows, ...nonfunctional] }, options)
  return new Map(results.flatMap(({ id, requirements }) => requirements.map((it) => [`${id} ${it.id}`, it])))
}

async function ofProgram(root: string, { files, isCommitted, advisories }: SmallProgram): Promise<Verdicts> {
  write(path.join(root, 'program'), files)
  const directory = path.join(root, 'program')
  if (isCommitted) {
    git(directory, 'init', '--quiet', '--initial-branch=main')
    git(directory, 'add', '--all')
    git(directory, 'commit', '--quiet', '--message=begin')
  }
  if (advisories) write(path.join(root, 'advisories'), advisories)
  return verdictsOf(directory, { history: isCommitted === true, ...(advisories ? { advisories: path.join(root, 'advisories') } : {}) })
}

/** By name of the program. */
export async function allVerdicts(): Promise<Map<string, Verdicts>> {
  const all = new Map<string, Verdicts>()
  const home = mkdtempSync(path.join(tmpdir(), 'plumbline-verdicts-'))
  try {
    for (const [name, program] of Object.entries(programs)) all.set(name, await ofProgram(path.join(home, name), program))
    for (const name of existing) all.set(name, await verdictsOf(path.join(FIXTURES, name), { history: false }))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  return all
}

/** Lines that say what they decide: `// V2.1.11 fail`, `# cis 16.7 pass`. */
export function marksOf(program: SmallProgram): { at: string; key: string; verdict: string }[] {
  const mark = /(?:\/\/|#|<!--|\{\/\*) ((?:(?:csf|cis|iso27001|nis2) )?(?:V|[A-Z]{2}\.|A\.|\d)[\w.()/-]*) (pass|fail|partial)\b/g
  return Object.entries(program.files).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(mark)].map(([, id, verdict]) => ({
        at: `${file}:${index + 1}`,
        key: /^(?:csf|cis|iso27001|nis2) /.test(id!) ? id! : `asvs ${id}`,
        verdict: verdict!,
      })),
    ),
  )
}
