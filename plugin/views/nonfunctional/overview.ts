/** The nonfunctional section on one page: the ten findings that matter first, each area in a line, and how debt moves. */
import type { LedgerRow, View } from '../../types'
import type { ViewContext } from '../context'
import { areaPrefix, briefOf } from './area'
import { areaPages, nonfunctionalPath } from './areas'
import { firstOf, impacts, isSeen, ranked, rowsOfArea } from './ranked'

const first = 10
/** Days on which something opened or closed; older ones are summed up in the first. */
const mostDays = 12

export function nonfunctionalOverview(context: ViewContext): View {
  const { program, verdict, date, nonfunctional } = context
  const counted = ranked(nonfunctional.filter(isSeen), context).filter((row) => row.nonfunctional.confidence !== 'low' && !row.suppressed)
  const { health, testing, performance } = program.quality
  const doors = testing.reach.filter(({ kind }) => kind === 'entry point' || kind === 'data write' || kind === 'payment')
  const production = health.functions.filter(({ test }) => !test)
  return {
    path: nonfunctionalPath,
    template: 'nonfunctional-overview',
    data: {
      project: program.project.name,
      date,
      total: counted.length,
      first: firstOf(counted, first).map(briefOf),
      areas: areaPages.map(({ area, path, about }) => {
        const rows = counted.filter((row) => row.nonfunctional.area === area)
        const all = rowsOfArea(area, areaPrefix[area], nonfunctional)
        return {
          area,
          path,
          about,
          counts: impacts.map((impact) => rows.filter((row) => row.nonfunctional.impact === impact).length),
          total: rows.length,
          fixed: all.filter(({ status }) => status === 'Fixed').length,
          ran: (verdict.nonfunctional?.rulesRun ?? []).filter((rule) => rule.area === area).length,
        }
      }),
      figures: {
        tests: testing.cases.length,
        doors: doors.length,
        doorsCalled: doors.filter(({ reached }) => reached === 'called').length,
        functions: production.length,
        complex: production.filter(({ cognitive }) => cognitive > 15).length,
        duplicated: health.duplicated,
        clones: health.clones.length,
        markers: health.markers.length,
        onRequest: performance.hotspots.filter(({ route, confidence }) => route && confidence !== 'low').length,
      },
      debt: debtOver(nonfunctional),
    },
  }
}

/** Days on which findings opened or were fixed, and how many were open at the end of each. */
function debtOver(rows: LedgerRow[]): { date: string; opened: number; fixed: number; open: number; isSum: boolean }[] {
  const days = [...new Set(rows.flatMap(({ since, fixedIn }) => [since.date, ...(fixedIn ? [fixedIn.date] : [])]))].sort()
  const cut = Math.max(0, days.length - mostDays)
  const shown = days.slice(cut)
  return shown.map((day, index) => {
    const isSum = index === 0 && cut > 0
    const on = (date: string | undefined) => date !== undefined && (isSum ? date <= day : date === day)
    const opened = rows.filter(({ since }) => on(since.date)).length
    const fixed = rows.filter(({ status, fixedIn }) => status === 'Fixed' && on(fixedIn?.date)).length
    const open = rows.filter(({ since, status, fixedIn }) => since.date <= day && !(status === 'Fixed' && fixedIn && fixedIn.date <= day)).length
    return { date: day, opened, fixed, open, isSum }
  })
}
