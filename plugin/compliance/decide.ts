/**
 * What code says of one requirement. In: the requirement, findings against it, features and checks. Out: a verdict whose reason
 * leads from the lines to it. The order of the questions: chosen? a counter-example? does it apply? can code say? what do the
 * checks say? what lowers that?
 */
import type { Evidence, LedgerRow, Requirement, RequirementResult, RequirementVerdict } from '../types'
import { checks } from './evidence/index'
import type { Against } from './failing'
import type { Presence } from './features/index'
import { allOf, counted, distinct, listed, type Outcome, outcome } from './outcome'
import type { Scene } from './scene'

export interface Asking {
  scene: Scene
  /** What was chosen: `L2`. */
  selected: string
  against: Against
  presence(feature: string): Presence
  /** Reason of the user, where one says that it does not apply. */
  waived?: string
}

type Said = Pick<RequirementResult, 'verdict' | 'reason'> & Partial<RequirementResult>

export function decide(requirement: Requirement, asking: Asking): RequirementResult {
  const { id, group, topic, level, levels, attributes, remediation } = requirement
  const said = saidOf(requirement, asking)
  const isShort = said.verdict === 'fail' || said.verdict === 'partial'
  const mend = said.remediation ?? remediation
  return {
    id,
    group,
    topic,
    level,
    levels,
    attributes,
    evidence: [],
    findings: [],
    ...said,
    ...(isShort ? { gap: said.gap ?? said.reason, ...(mend === undefined ? {} : { remediation: mend }) } : {}),
  }
}

function saidOf(requirement: Requirement, asking: Asking): Said {
  const { code, assessedBy, levels, gate, gateFirst } = requirement
  const { selected, against, waived, presence } = asking
  if (!levels.includes(selected)) return { verdict: 'not selected', reason: `Asked for at ${listed(levels)}, and ${selected} was chosen.` }
  if (waived !== undefined) return byDecision(waived, against)
  const asked = gate.map((feature) => presence(feature))
  const missing = asked.find(({ answer }) => answer === 'no')
  if (against.failing.length > 0 && !(gateFirst && missing)) return byFindings(against)
  if (missing) return notThere(missing, asking)
  if (code === 'silent') return { verdict: 'not assessed', reason: `Assessed by ${assessedBy}; code does not decide it.` }

  const said = judged(requirement, asking)
  const doubt = asked.find(({ answer }) => answer === 'unknown')
  // Without the feature there is nothing to miss.
  if (doubt && said.says !== 'met' && said.says !== 'partly') return { verdict: 'inconclusive', reason: doubt.reason, evidence: doubt.evidence }
  return lowered(verdictOf(said, requirement), said, requirement, asking)
}

function judged({ evidence, assessedBy }: Requirement, { scene, selected }: Asking): Outcome {
  if (evidence.length === 0 && assessedBy !== undefined) return outcome('unknown', `Assessed by ${assessedBy}.`, [], { notLooked: true })
  if (evidence.length === 0)
    return outcome('unknown', 'No open finding speaks against it, and no line was found that speaks for it. That nothing was found is no proof.')
  return allOf(
    evidence.map((ref) => {
      const [name, asked] = Object.entries(ref)[0]!
      return checks[name]!.judge(asked, scene, selected)
    }),
  )
}

const standsAt = ({ finding, nonfunctional }: LedgerRow, evidence: readonly Evidence[]): boolean =>
  [finding?.at, ...(finding?.places ?? []), nonfunctional?.at, ...(nonfunctional?.places ?? [])].some(
    (place) => place && evidence.some(({ file, line }) => file === place.file && line === place.line),
  )

/** What is read from outside and where it goes, of a few. */
function waysOf(rows: readonly LedgerRow[]): string {
  const ways = listed(
    rows.flatMap(({ finding }) => (finding?.flow ? [`\`${finding.flow.origin}\` at \`${finding.flow.api}\``] : [])),
    3,
  )
  return ways === '' ? '' : ` (${ways})`
}

function byFindings({ failing }: Against): Said {
  const rules = listed(
    failing.map(({ title }) => title),
    3,
  )
  const [first] = failing
  return {
    verdict: 'fail',
    reason: `${counted(failing.length, 'open finding')}: ${rules}${waysOf(failing)}.`,
    evidence: distinct(failing.flatMap(({ finding, nonfunctional }) => finding?.at ?? nonfunctional?.at ?? [])),
    findings: failing.map(({ id }) => id),
    gap: `${rules}.`,
    ...(first?.finding
      ? { remediation: first.finding.remediation.text }
      : first?.nonfunctional
        ? { remediation: first.nonfunctional.recommendation.text }
        : {}),
  }
}

function byDecision(reason: string, { failing }: Against): Said {
  const otherwise = failing.length > 0 ? ` Open findings say otherwise: ${listed(failing.map(({ id }) => id))}.` : ''
  return {
    verdict: 'not applicable',
    reason: `By decision of the owner: ${reason}.${otherwise}`,
    decidedBy: 'options',
    findings: failing.map(({ id }) => id),
  }
}

/** Proved by what manifests name, or by code: then code that was not read could say otherwise. */
function notThere({ reason, evidence, by }: Presence, { scene: { unread } }: Asking): Said {
  if (by === 'code' && unread.length > 0)
    return {
      verdict: 'inconclusive',
      reason: `${reason} ${unreadSaid(unread.length)} could say otherwise.`,
      evidence: unread.slice(0, 1).map(({ subject, line }) => ({ file: subject, line: line ?? 1, text: '' })),
    }
  return { verdict: 'not applicable', reason, evidence }
}

function verdictOf({ says, notLooked }: Outcome, { code }: Requirement): RequirementVerdict {
  if (says === 'nothing') return 'not applicable'
  if (says === 'unknown') return notLooked ? 'not assessed' : 'inconclusive'
  if (says === 'partly') return 'partial'
  // Where code can only support, its silence proves nothing either.
  if (says === 'not met') return code === 'supports' ? 'inconclusive' : 'fail'
  return code === 'supports' ? 'partial' : 'pass'
}

function lowered(verdict: RequirementVerdict, said: Outcome, { code }: Requirement, { against, scene }: Asking): Said {
  const { reason, evidence } = said
  const as = (other: RequirementVerdict, more: string, findings: string[] = []): Said => ({
    verdict: other,
    reason: `${more} ${reason}`.trim(),
    evidence,
    findings,
  })
  if (verdict === 'not applicable' && said.byAbsence && scene.unread.length > 0)
    return as('inconclusive', `${unreadSaid(scene.unread.length)} could say otherwise.`)
  if (verdict === 'pass' || (verdict === 'partial' && code === 'supports')) {
    const { unsure, suppressed, unseen, stopped, blind } = against
    if (stopped.length > 0) return as('inconclusive', `${listed(stopped.map(({ id }) => `\`${id}\``))} stopped before the end.`)
    if (blind.length > 0)
      return as(
        said.byAbsence ? 'not assessed' : 'partial',
        `What ${listed(blind.map(({ title }) => `“${title}”`))} needs was not given: ${blind[0]!.reason}`,
      )
    if (unseen.length > 0)
      return as(
        'inconclusive',
        `${listed(unseen.map(({ id }) => id))} could not be looked at again.`,
        unseen.map(({ id }) => id),
      )
    if (unsure.length > 0)
      return as(
        'inconclusive',
        `${counted(unsure.length, 'finding')} of low confidence may speak against it (${listed(unsure.map(({ id }) => id))}).`,
        unsure.map(({ id }) => id),
      )
    if (suppressed.length > 0)
      return as(
        'partial',
        `${counted(suppressed.length, 'finding')} against it ${suppressed.length === 1 ? 'is' : 'are'} suppressed: ${suppressed[0]!.suppressed!.reason} (${listed(suppressed.map(({ id }) => id))}).`,
        suppressed.map(({ id }) => id),
      )
    if (said.byAbsence && scene.unread.length > 0) return as('partial', `${unreadSaid(scene.unread.length)} could say otherwise.`)
  }
  if (verdict === 'inconclusive' && said.says === 'not met')
    return as('inconclusive', 'Nothing in the repository speaks for it, and it may be kept elsewhere.')
  const related = verdict === 'fail' ? against.related.filter((row) => standsAt(row, evidence)).map(({ id }) => id) : []
  return { verdict, reason, evidence, findings: related }
}

const unreadSaid = (count: number): string => `${count === 1 ? 'One file' : `${count} files`} of code that could not be read as a whole`
