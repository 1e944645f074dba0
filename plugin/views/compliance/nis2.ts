/** The report of the NIS 2 Directive: six measures with their aspects, and what stands outside of code. Specification 2.8. */
import type { FrameworkResult, LedgerRow, RequirementResult, View } from '../../types'
import type { ViewContext } from '../context'
import { cryptographyOf } from '../derived/cryptography'
import { sectionLabel } from '../derived/failed-requirements'
import { findingRow, inOrder, isCounted, isOpen, severities } from '../derived/findings'
import { vulnerabilitiesOf } from '../derived/vulnerabilities'
import { frameworks, reports } from '../reports'
import { headOf } from './head'
import { pageOfFinding, rowsOf } from './rows'
import { byGroup, type Totals, totalsOf } from './totals'
import { workOf } from './work'

interface MeasureAttributes {
  looked: string
  /** What the Directive names in this measure and no aspect of the procedure asks for. */
  left: string
  phases: number[]
  iso: string[]
  csf: string[]
  prefix?: string
  also?: string[]
}

interface Nis2Attributes {
  reference: string
  article: string
  estimate: number
  outOfScope: { id: string; title: string; method: string; more?: string; supervision?: Record<string, string> }[]
}

export function nis2Report(result: FrameworkResult, position: number, context: ViewContext): View {
  const { reference, article, estimate, outOfScope } = result.attributes as unknown as Nis2Attributes
  const head = headOf(result, position, context)
  const titles = new Map(result.groups.map(({ id, title }) => [id, title]))
  const measures = byGroup(result).map(({ group, requirements }) => {
    const { looked, left, phases, iso, csf, prefix, also = [] } = group.attributes as unknown as MeasureAttributes
    return {
      id: group.id,
      title: group.title,
      label: sectionLabel(group.id),
      ...counted(totalsOf(requirements)),
      looked,
      left,
      iso,
      csf,
      phases: phases.map((number) => ({ number, title: reports[number - 1]!.title, page: reports[number - 1]!.path })),
      rows: rowsOf(result, requirements, context),
      prefix: prefix ?? null,
      ...folded(
        findingsOf(requirements, also, context).map((row) => ({
          ...findingRow(row),
          location: findingRow(row).location ?? row.nonfunctional?.at ?? null,
          section: pageOfFinding(row, context),
          own: prefix === undefined ? null : ownId(prefix, row.id),
          aspects: requirements.filter(({ findings }) => findings.includes(row.id)).map(({ topic }) => topic),
        })),
      ),
    }
  })
  const known = vulnerabilitiesOf(context.program)
  return {
    path: result.path,
    template: 'compliance-nis2',
    data: {
      ...head,
      head,
      ...counted(head.totals),
      reference,
      article,
      estimate,
      measured: head.totals.total > 0 ? head.totals.covered / head.totals.total : null,
      measures,
      cryptography: cryptographyOf(context.program.usages, context.rows),
      vulnerabilities: {
        ...known,
        counts: countsOf(known.running, known.building),
        total: known.running.length,
        building: known.building.length,
        listed: reports[0]!.path,
      },
      outside: outOfScope.map(({ id, title, method, more, supervision }) => ({
        id,
        title,
        method,
        note: [more, supervision?.[result.selection.value]].filter((note) => note !== undefined).join('; ') || null,
      })),
      pages: { iso: pageOf('iso27001', context), csf: pageOf('csf', context) },
      work: workOf(result, context).map(({ row, group, priority, hours }) => ({
        measure: `${group} ${titles.get(group)}`,
        row,
        priority,
        effort: { hours },
      })),
    },
  }
}

/** assessed = compliant (pass) + partial + gap (fail); assessed + notJudged = total. */
const counted = (totals: Totals) => ({ totals, notJudged: totals.notApplicable + totals.inconclusive + totals.notAssessed })

/** Those by which an aspect fails, and open ones of rules that speak of the measure as a whole. */
function findingsOf(requirements: readonly RequirementResult[], also: readonly string[], context: ViewContext): LedgerRow[] {
  const ids = new Set(requirements.filter(({ verdict }) => verdict === 'fail').flatMap(({ findings }) => findings))
  const all = [...new Map([...context.nonfunctional, ...context.rows].map((row) => [row.id, row])).values()]
  const speaks = (row: LedgerRow) => also.includes(row.rule) && isOpen(row) && isCounted(row)
  return inOrder(
    all.filter((row) => ids.has(row.id) || speaks(row)),
    context,
  )
}

/** Findings of a measure that stand open on the page; the worst come first. */
const MOST_SHOWN = 15

const folded = <Row>(all: readonly Row[]): { findings: Row[]; further: Row[] } =>
  // One or two more are shorter than the line that would fold them.
  all.length <= MOST_SHOWN + 2 ? { findings: [...all], further: [] } : { findings: all.slice(0, MOST_SHOWN), further: all.slice(MOST_SHOWN) }

/** `SEC-004` → `NIS2-CRYPTO-004`: the same number, so that it is as lasting as the finding's own. */
const ownId = (prefix: string, id: string): string => id.replace(/^.*-(?=\d+$)/, `${prefix}-`)

/** Packages that run, and those that only build and test, by the worst of what is known of each. */
function countsOf(running: readonly { severity: string }[], building: readonly { severity: string }[]) {
  const of = (severity: string, packages: readonly { severity: string }[]) => packages.filter((it) => it.severity === severity).length
  return severities.map((severity) => ({ severity, running: of(severity, running), building: of(severity, building) }))
}

/** Where the other standard was chosen too. */
function pageOf(id: string, { compliance }: ViewContext): string | null {
  return compliance.some((it) => it.id === id) ? (frameworks[id]?.path ?? null) : null
}
