/** In: nonfunctional rules and the linked program. Out: findings, what matters most first; a rule that stops is named and stops none of the others. */
import type { NonfunctionalFinding, NonfunctionalVerdict, NotAnalysed, Program } from '../../types'
import type { NonfunctionalRule } from './rule'

export function judgeQuality(rules: NonfunctionalRule[], program: Program): NonfunctionalVerdict {
  const findings: NonfunctionalFinding[] = []
  const problems: NotAnalysed[] = []
  const rulesRun: NonfunctionalVerdict['rulesRun'] = []
  const rulesBlind: NonfunctionalVerdict['rulesBlind'] = []
  for (const { id, class: type, area, title, why, blind, check } of rules) {
    const told = { id, class: type, area, title, why }
    try {
      const reason = blind?.(program)
      if (reason !== undefined) {
        rulesBlind.push({ ...told, reason })
        continue
      }
      findings.push(...check(program).map((found) => ({ ...found, rule: id, class: type, area })))
      rulesRun.push(told)
    } catch (cause) {
      problems.push({
        subject: id,
        stage: 'judge',
        reason: 'rule stopped',
        detail: `The rule stopped: ${(cause as Error).message}. What it looks for was not looked for.`,
      })
    }
  }
  return { findings: findings.sort(heaviestFirst), rulesRun, rulesBlind, problems }
}

const impacts: NonfunctionalFinding['impact'][] = ['Critical', 'High', 'Medium', 'Low']

export function heaviestFirst(one: NonfunctionalFinding, other: NonfunctionalFinding): number {
  return (
    impacts.indexOf(one.impact) - impacts.indexOf(other.impact) ||
    compare(one.at.file, other.at.file) ||
    one.at.line - other.at.line ||
    compare(one.rule, other.rule) ||
    compare(one.subject, other.subject)
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
