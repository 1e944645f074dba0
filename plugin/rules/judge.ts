/** In: rules and the linked program. Out: findings, sorted; a rule that stops is named and stops none of the others. */
import type { Finding, LookedFor, NotAnalysed, Program, Verdict } from '../types'
import { doorsByRoute, withGuards } from './guarded-vector'
import { findingOf, type Rule } from './rule'
import { withSource } from './source-vector'
import { withStanding } from './standing'

export function judge(rules: Rule[], program: Program): Verdict {
  const findings: Verdict['findings'] = []
  const rulesRun: LookedFor[] = []
  const rulesStopped: LookedFor[] = []
  const rulesBlind: (LookedFor & { reason: string })[] = []
  const problems: NotAnalysed[] = []
  const doors = doorsByRoute(program)
  const standing = withStanding(program)
  const shown = program.flowsStopped === undefined ? program : withoutFlows(program, program.flowsStopped)
  for (const rule of rules) {
    try {
      const reason = rule.blind?.(shown)
      if (reason !== undefined) {
        rulesBlind.push({ ...lookedFor(rule), reason })
        continue
      }
      findings.push(...rule.check(shown).map((hit) => standing(findingOf(rule, withGuards(rule, withSource(hit), doors)))))
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
  findings.sort(mostSevereFirst)
  return { findings, rulesRun, rulesStopped, ...(rulesBlind.length > 0 ? { rulesBlind } : {}), problems }
}

/** Where data could not be followed, a rule that asks for its paths has looked for nothing. */
const withoutFlows = (program: Program, reason: string): Program =>
  Object.defineProperty({ ...program }, 'flows', {
    get: () => {
      throw new Error(reason)
    },
  })

export function mostSevereFirst(one: Finding, other: Finding): number {
  return other.cvss - one.cvss || compare(one.at.file, other.at.file) || one.at.line - other.at.line || compare(one.rule, other.rule)
}

const lookedFor = ({ id, title, why, phase, cwe, size }: Rule): LookedFor => ({ id, title, why, phase, cwe, ...(size ? { size } : {}) })

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
