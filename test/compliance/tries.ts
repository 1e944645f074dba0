/** What a requirement can come to, by evidence alone: for every verdict, the smallest program that brings it about. */
import type { Requirement, RequirementVerdict } from '../../plugin/types'
import { aRow } from '../program'
import { sampleOf, together } from './samples'
import { type Around, verdictOn } from './scene'

/** Whether it applies is asked for apart: a sample need not have all that a gate looks for. */
const ungated = (requirement: Requirement): Partial<Requirement> => ({ ...requirement, id: 'R1', group: 'G', gate: [] })

export function bringsAbout(requirement: Requirement, verdict: RequirementVerdict): boolean {
  return triesOf(requirement, verdict).some((around) => verdictOn(ungated(requirement), around).verdict === verdict)
}

export const canComeTo = (requirement: Requirement) => ({
  pass: bringsAbout(requirement, 'pass'),
  partial: bringsAbout(requirement, 'partial'),
  fail: bringsAbout(requirement, 'fail'),
  inconclusive: verdictOn(ungated(requirement)).verdict === 'inconclusive',
})

function triesOf({ evidence, fails, code }: Requirement, verdict: RequirementVerdict): Around[] {
  const met = evidence.map((ref) => sampleOf(ref, 'met') ?? sampleOf(ref, 'nothing') ?? sampleOf(ref, 'partly') ?? {})
  if (verdict === 'pass') return evidence.length > 0 ? [together(met)] : []
  if (verdict === 'partial')
    return [
      together(met),
      together(evidence.flatMap((ref) => sampleOf(ref, 'partly') ?? [])),
      ...evidence.map((ref, index) => together([...met.filter((_, at) => at !== index), sampleOf(ref, 'partly') ?? sampleOf(ref, 'unknown') ?? {}])),
    ]
  if (verdict !== 'fail' || code === 'supports') return []
  const text = fails.origin === undefined ? '' : 'uses: password'
  return [
    ...fails.rules.map((rule) => ({ rows: [aRow({ rule, finding: { rule, at: { file: 'src/a.ts', line: 1, text } } })] })),
    ...evidence.map((ref, index) => together([...met.filter((_, at) => at !== index), sampleOf(ref, 'not met') ?? {}])),
  ]
}
