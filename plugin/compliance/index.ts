/**
 * What code says of standards. In: the program, what rules found, the ledger's rows, the audit, the standards that were chosen.
 * Out: one result a standard, with every requirement in the order of its file.
 */
import type { AnalyseOptions, FrameworkResult, Standard } from '../types'
import { UserError } from '../user-error'
import { decide } from './decide'
import { againstOf } from './failing'
import { presences } from './features/index'
import { type Given, sceneOf } from './scene'

type Choice = Pick<AnalyseOptions, 'asvsLevel' | 'cisGroup' | 'entityType' | 'notApplicable'>

export function assess(standards: readonly Standard[], given: Given, options: Choice): FrameworkResult[] {
  if (standards.length === 0) return []
  checkDecisions(standards, options)
  const scene = sceneOf(given)
  const against = againstOf(given)
  const presence = presences(scene)
  return standards.map((standard) => {
    const selection = selectionOf(standard, options)
    const waived = new Map(
      (options.notApplicable ?? []).filter(({ framework }) => framework === standard.id).map(({ id, reason }) => [id, reason.replace(/\.$/, '')]),
    )
    const { id, title, version, publisher, page, groups, deleted, notes, attributes } = standard
    return {
      id,
      title,
      version,
      publisher,
      path: `security-docs/compliance/${page}.md`,
      selection,
      groups,
      deleted,
      notes,
      attributes,
      requirements: standard.requirements.map((requirement) => {
        const reason = waived.get(requirement.id)
        return decide(requirement, {
          scene,
          selected: selection.value,
          against: against(requirement),
          presence,
          ...(reason === undefined ? {} : { waived: reason }),
        })
      }),
    }
  })
}

function selectionOf({ selection }: Standard, options: Choice): FrameworkResult['selection'] {
  const { name, option, values } = selection
  const given = option && options[option]
  const value = typeof given === 'number' ? `L${given}` : given
  return { name, values, value: value ?? selection.default, assumed: option !== undefined && value === undefined }
}

/** A decision about a number that is not there would silently decide nothing. */
function checkDecisions(standards: readonly Standard[], { notApplicable = [] }: Choice): void {
  for (const { framework, id } of notApplicable) {
    const standard = standards.find((it) => it.id === framework)
    if (standard && !standard.requirements.some((it) => it.id === id))
      throw new UserError(`notApplicable: ${standard.title} ${standard.version} has no "${id}"; expected a number of its report`)
  }
}
