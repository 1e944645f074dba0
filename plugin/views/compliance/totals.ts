/**
 * Figures of a standard, the same on every page. In: requirements with their verdicts. Out: counts that add up, coverage and score.
 * covered = pass, fail and partial (specification 2.4, which leaves it open); score = pass of these. Neither says anything of
 * what was not assessed, so both stand beside the totals.
 */
import type { FrameworkResult, RequirementResult, RequirementVerdict } from '../../types'
import type { ViewContext } from '../context'
import { frameworkNamed } from '../reports'

export interface Totals {
  total: number
  pass: number
  fail: number
  partial: number
  notApplicable: number
  /** Code does not decide it, or what it needs was not given. */
  notAssessed: number
  inconclusive: number
  /** pass + fail + partial */
  covered: number
  /** Share of what applies that was assessed, 0 to 1; null where nothing applies. */
  coverage: number | null
  /** Share of what was assessed that passes, 0 to 1; null where nothing was assessed. */
  score: number | null
}

/** Of those that were selected. pass + fail + partial + notApplicable + notAssessed + inconclusive = total. */
export function totalsOf(requirements: readonly RequirementResult[]): Totals {
  const selected = selectedOf(requirements)
  const of = (verdict: RequirementVerdict) => selected.filter((it) => it.verdict === verdict).length
  const [pass, fail, partial, notApplicable] = [of('pass'), of('fail'), of('partial'), of('not applicable')]
  const covered = pass + fail + partial
  const applies = selected.length - notApplicable
  return {
    total: selected.length,
    pass,
    fail,
    partial,
    notApplicable,
    notAssessed: of('not assessed'),
    inconclusive: of('inconclusive'),
    covered,
    coverage: applies > 0 ? covered / applies : null,
    score: covered > 0 ? pass / covered : null,
  }
}

export const selectedOf = (requirements: readonly RequirementResult[]): RequirementResult[] =>
  requirements.filter(({ verdict }) => verdict !== 'not selected')

/** Rows of the first page and of the summary, in the order of the options. */
export function frameworkRows({ options, compliance }: Pick<ViewContext, 'options' | 'compliance'>) {
  return options.frameworks.map((id) => {
    const result = compliance.find((it) => it.id === id)
    if (!result) return { ...frameworkNamed(id), path: null, selection: null, totals: null }
    const { title, version, path, selection, requirements } = result
    return { title, version, path, selection, totals: totalsOf(requirements) }
  })
}

/** Requirements of each group, in the order of the standard. */
export function byGroup({
  groups,
  requirements,
}: FrameworkResult): { group: FrameworkResult['groups'][number]; requirements: RequirementResult[] }[] {
  return groups.map((group) => ({ group, requirements: selectedOf(requirements).filter((it) => it.group === group.id) }))
}
