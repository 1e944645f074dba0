/** The report of the NIST Cybersecurity Framework: functions with the figures of the template and the published ones, subcategories, gaps. Specification 2.7. */
import type { FrameworkResult, RequirementResult, View } from '../../types'
import type { ViewContext } from '../context'
import { sectionLabel } from '../derived/failed-requirements'
import { headOf } from './head'
import { rowsOf } from './rows'
import { byGroup, selectedOf, type Totals, totalsOf } from './totals'
import { workOf } from './work'

interface CsfAttributes {
  functions: { id: string; title: string; template: number | null }[]
  areas: { function: string; title: string; ids: string[]; because?: string }[]
}

export function csfReport(result: FrameworkResult, position: number, context: ViewContext): View {
  const { functions, areas } = result.attributes as unknown as CsfAttributes
  const head = headOf(result, position, context)
  const groups = byGroup(result)
  const titles = new Map(functions.map(({ id, title }) => [id, title]))
  const functionOf = (group: string) => String(result.groups.find(({ id }) => id === group)?.attributes.function)
  return {
    path: result.path,
    template: 'compliance-csf',
    data: {
      ...head,
      head,
      ...judged(head.totals),
      functions: functions.map(({ id, title, template }) => {
        const own = groups.filter(({ group }) => group.attributes.function === id)
        return {
          id,
          title,
          template,
          published: own.length,
          ...judged(totalsOf(own.flatMap(({ requirements }) => requirements))),
          categories: own.map(({ group, requirements }) => ({
            id: group.id,
            title: group.title,
            label: sectionLabel(group.id),
            ...judged(totalsOf(requirements)),
            rows: rowsOf(result, requirements, context),
          })),
        }
      }),
      published: groups.length,
      template: functions.reduce((sum, { template }) => sum + (template ?? 0), 0),
      areas: areas.map(({ function: of, title, ids, because = null }) => ({
        function: titles.get(of)!,
        title,
        ids,
        because,
        ...judged(totalsOf(selectedOf(result.requirements).filter((it) => isIn(it, ids)))),
      })),
      work: workOf(result, context).map(({ row, group, priority }) => ({ function: titles.get(functionOf(group))!, row, priority })),
    },
  }
}

/** implemented + partial + gap + notJudged = total; notJudged = notApplicable + inconclusive + notAssessed. */
const judged = (totals: Totals) => ({ totals, notJudged: totals.notApplicable + totals.inconclusive + totals.notAssessed })

/** A category stands for all that is in it. */
const isIn = ({ id, group }: RequirementResult, ids: readonly string[]): boolean => ids.includes(id) || ids.includes(group)
