/** From findings to the requirements that fail by them. In: results of standards. Out: for the id of a finding, these, in the order of the reports. */
import type { FrameworkResult } from '../../types'

export interface FailedRequirement {
  /** `ASVS V5.3.4`. */
  name: string
  page: string
  /** Of the section that has the requirement. */
  label: string
}

export function failedRequirements(results: readonly FrameworkResult[]): Map<string, FailedRequirement[]> {
  const byFinding = new Map<string, FailedRequirement[]>()
  for (const { title, path, requirements } of results)
    for (const { id, group, verdict, findings } of requirements) {
      if (verdict !== 'fail') continue
      for (const finding of findings)
        byFinding.set(finding, [...(byFinding.get(finding) ?? []), { name: `${title} ${id}`, page: path, label: sectionLabel(group) }])
    }
  return byFinding
}

/** Every report marks the sections of its groups with it. */
export const sectionLabel = (group: string): string => `group ${group}`
