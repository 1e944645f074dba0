/**
 * How well the code is kept. In: the solved program. Out: figures of its functions, copies, what nothing uses, promises in comments,
 * odd names, holes in its types, and how often its files change; one file or folder each.
 */
import type { CodeHealth, DebtMarker, PackageAges, WorkHistory } from '../../../types'
import { NO_AGES, NO_WORK } from '../../outside'
import type { KnownQuality } from '../known'
import { clonesOf } from './clones/index'
import { functionsOf } from './functions'
import { hotspotsOf } from './hotspots'
import { markersOf } from './markers'
import { namingOf } from './naming/index'
import { typeHolesOf } from './type-holes'
import { unusedOf } from './unused/index'

export { filesForTests } from './unused/index'

export function healthOf(known: KnownQuality): CodeHealth {
  const { linked } = known
  const health = {
    functions: functionsOf(linked),
    ...clonesOf(linked),
    unused: unusedOf(known),
    markers: markersOf(linked),
    naming: namingOf(linked),
    typeHoles: typeHolesOf(linked),
  }
  return { ...health, ...worked(health, NO_WORK), packages: NO_AGES }
}

/** What version control and the publishers of packages say of the same code. */
export function withWork(health: CodeHealth, work: WorkHistory, packages: PackageAges): CodeHealth {
  return { ...health, ...worked(health, work), packages }
}

function worked({ functions, markers }: Pick<CodeHealth, 'functions' | 'markers'>, { state, reason, since, churn, written }: WorkHistory) {
  return {
    markers: markers.map((marker) => dated(marker, written)),
    churn,
    worked: { state, reason, ...(since ? { since } : {}) },
    hotspots: hotspotsOf(functions, churn),
  }
}

function dated(marker: DebtMarker, written: WorkHistory['written']): DebtMarker {
  const by = written[`${marker.at.file}:${marker.at.line}`]
  return by ? { ...marker, since: by.day, ...(by.author ? { author: by.author } : {}) } : marker
}
