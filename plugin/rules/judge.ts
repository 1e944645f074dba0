/** In: rules and the linked program. Out: findings, sorted; a rule that stops is named and stops none of the others. */
import type { LookedFor, NotAnalysed, Program, Verdict } from '../types'
import { doorsByRoute, withGuards } from './guarded-vector'
import { findingOf, type Rule } from './rule'

export function judge(rules: Rule[], program: Program): Verdict {
  const findings: Verdict['findings'] = []
  const rulesRun: LookedFor[] = []
  const rulesStopped: LookedFor[] = []
  const problems: NotAnalysed[] = []
  const doors = doorsByRoute(program)
  for (const rule of rules) {
    try {
      findings.push(...rule.check(program).map((hit) => findingOf(rule, withGuards(rule, hit, doors))))
      rulesRun.push(lookedFor(rule))
    } catch (cause) {
      rulesStopped.push(lookedFor(rule))
      problems.push({
        subject: rule.id,
        stage: 'judge',
        reason: 'rule stopped',
        detail: `The rule stopped: ${(cause as Error).message}. What it looks for was not looked for.`,
      })
    }
  }
  findings.sort(
    (one, other) => other.cvss - one.cvss || compare(one.at.file, other.at.file) || one.at.line - other.at.line || compare(one.rule, other.rule),
  )
  return { findings, rulesRun, rulesStopped, problems }
}

const lookedFor = ({ id, title, why, phase, cwe }: Rule): LookedFor => ({ id, title, why, phase, cwe })

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
