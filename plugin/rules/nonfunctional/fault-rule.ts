/**
 * A rule about faults of configuration that link found: their words by form. In: metadata and a table of advice. Out: a rule like
 * any other. A form without words is a mistake of ours, and stops the rule.
 */
import type { ConfigurationFault, Impact, NonfunctionalFinding } from '../../types'
import { defineNonfunctionalRule, type NonfunctionalRule } from './rule'

export interface Advice {
  title: string
  impact: Impact
  /** Why this level. */
  reason: string
  /** What to do. */
  text: string
  /** The corrected lines, of this place where it can be told. */
  code?: (values: Record<string, string>, fault: ConfigurationFault) => string | undefined
}

type About = Pick<NonfunctionalRule, 'id' | 'title' | 'why'> & {
  kind: ConfigurationFault['kind']
  advice: Record<string, Advice>
  blind?: NonfunctionalRule['blind']
}

export function faultRule({ kind, advice, ...about }: About): NonfunctionalRule {
  return defineNonfunctionalRule({
    ...about,
    class: about.id,
    area: 'Configuration audit',
    check: ({ quality }) => quality.configuration.faults.filter((fault) => fault.kind === kind).map((fault) => findingOf(fault, advice)),
  })
}

function findingOf(fault: ConfigurationFault, table: Record<string, Advice>): Omit<NonfunctionalFinding, 'rule' | 'class' | 'area'> {
  const advice = table[fault.form]
  if (!advice) throw new Error(`"${fault.form}" of ${fault.at.file} has no words`)
  const code = advice.code?.(fault.values ?? {}, fault)
  return {
    title: advice.title.replaceAll('{subject}', fault.subject),
    // What is less sure matters less until somebody has looked.
    impact: fault.confidence === 'low' ? 'Low' : advice.impact,
    reason: advice.reason,
    found: fault.detail,
    subject: fault.subject,
    at: fault.at,
    evidence: fault.evidence,
    around: fault.form,
    recommendation: { text: advice.text, ...(code === undefined ? {} : { code }) },
    confidence: fault.confidence,
  }
}
