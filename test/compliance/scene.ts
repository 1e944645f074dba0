/** What tests of compliance are made of: one requirement, its evidence, and how it comes out. */
import { assess } from '../../plugin/compliance/index'
import type { AnalyseOptions, Audit, Control, LedgerRow, Program, Requirement, RequirementResult, Standard, Verdict } from '../../plugin/types'
import { aProgram, noPosture } from '../program'

export function aRequirement(given: Partial<Requirement> = {}): Requirement {
  return {
    id: 'R1',
    group: 'G',
    topic: 'a topic',
    level: 'all',
    levels: ['all'],
    code: 'decides',
    gate: [],
    evidence: [],
    fails: { rules: [], cwe: [] },
    related: [],
    attributes: {},
    ...given,
  }
}

export function aStandard(requirements: Requirement[], given: Partial<Standard> = {}): Standard {
  return {
    id: 'sample',
    title: 'Sample',
    version: '1',
    publisher: 'https://example.org',
    page: 'sample',
    notes: [],
    selection: { name: 'Scope', values: ['all'], default: 'all' },
    groups: [{ id: 'G', title: 'Group', attributes: {} }],
    deleted: [],
    requirements,
    attributes: {},
    ...given,
  }
}

export const noAudit: Audit = { claims: [], kinds: [], stopped: [], unlisted: [], documents: [] }
export const noVerdict: Verdict = { findings: [], rulesRun: [], rulesStopped: [], problems: [] }

export interface Around {
  program?: Partial<Program>
  controls?: Control[]
  rows?: LedgerRow[]
  verdict?: Partial<Verdict>
  audit?: Audit
  options?: Partial<AnalyseOptions>
}

/** The verdict on one requirement. */
export function verdictOn(given: Partial<Requirement>, around: Around = {}): RequirementResult {
  const posture = { ...noPosture, ...around.program?.posture, ...(around.controls ? { stack: around.controls } : {}) }
  const requirement = aRequirement(given)
  const [result] = assess(
    [aStandard([requirement], { selection: { name: 'Level', values: requirement.levels, default: requirement.levels.at(-1)! } })],
    {
      program: aProgram({ ...around.program, posture }),
      verdict: { ...noVerdict, ...around.verdict },
      audit: around.audit ?? noAudit,
      rows: around.rows ?? [],
    },
    { notApplicable: [], ...around.options },
  )
  return result!.requirements[0]!
}

export function aControl(given: Partial<Control> = {}): Control {
  return {
    id: 'header-nosniff',
    aspect: 'X-Content-Type-Options',
    state: 'pass',
    current: 'nosniff',
    recommended: 'nosniff',
    reason: 'In force.',
    evidence: [{ file: 'src/server.ts', line: 3, text: 'app.use(helmet())' }],
    ...given,
  }
}
