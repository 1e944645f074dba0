/**
 * Where the nonfunctional section tells of a finding, for pages that point at it. In: the ledger's rows. Out: by id, the page and
 * the heading. Of many findings of a type the first have headings of their own, and the others are rows under that of their type.
 */
import type { ViewContext } from '../context'
import { areaPages } from './areas'
import { isSeen, ranked } from './ranked'

/** More of one type than this are rows of a table, which has the same five parts. */
export const mostSections = 12

export interface Section {
  page: string
  /** Null where the page has no heading for it. */
  label: string | null
}

export const typeLabel = (rule: string): string => `type ${rule}`
export const unsureLabel = 'less certain'
export const suppressedLabel = 'suppressed'

type Given = Pick<ViewContext, 'nonfunctional' | 'program' | 'options' | 'verdict'>

const known = new WeakMap<Given['nonfunctional'], Map<string, Section>>()

export function sectionsOf(context: Given): Map<string, Section> {
  const before = known.get(context.nonfunctional)
  if (before) return before
  const sections = new Map<string, Section>()
  const told = new Map<string, number>()
  const ran = new Set(context.verdict.nonfunctional?.rulesRun.map(({ id }) => id))
  for (const { id, reportId, suppressed, nonfunctional } of ranked(context.nonfunctional.filter(isSeen), context)) {
    const page = areaPages.find(({ area }) => area === nonfunctional.area)!.path
    const isUnsure = nonfunctional.confidence === 'low'
    const before = told.get(nonfunctional.rule) ?? 0
    if (!suppressed && !isUnsure) told.set(nonfunctional.rule, before + 1)
    const type = ran.has(nonfunctional.rule) ? (before < mostSections ? reportId : typeLabel(nonfunctional.rule)) : null
    const label = suppressed ? suppressedLabel : isUnsure ? unsureLabel : type
    sections.set(id, { page, label })
  }
  known.set(context.nonfunctional, sections)
  return sections
}
