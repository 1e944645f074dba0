/**
 * How well the code is kept. In: the solved program. Out: figures of its functions, copies, what nothing uses, promises in comments,
 * odd names, holes in its types, and how often its files change; one file or folder each.
 */
import type { CodeHealth, PackageAges } from '../../../types'
import type { KnownQuality } from '../known'
import { clonesOf } from './clones/index'
import { functionsOf } from './functions'
import { hotspotsOf } from './hotspots'
import { markersOf } from './markers'
import { namingOf } from './naming/index'
import { typeHolesOf } from './type-holes'
import { unusedOf } from './unused/index'

const UNKNOWN: PackageAges = {
  outdated: { state: 'not looked', reason: 'The versions were not given to the analysis.', source: '', found: [] },
  givenUp: { state: 'not looked', reason: 'The versions were not given to the analysis.', found: [] },
}

export function healthOf(known: KnownQuality): CodeHealth {
  const { linked, work, packages = UNKNOWN } = known
  const functions = functionsOf(linked)
  const churn = work?.churn ?? []
  return {
    functions,
    ...clonesOf(linked),
    unused: unusedOf(known),
    markers: markersOf(linked, work?.written ?? {}),
    naming: namingOf(linked),
    typeHoles: typeHolesOf(linked),
    packages,
    churn,
    worked: work
      ? { state: work.state, reason: work.reason, ...(work.since ? { since: work.since } : {}) }
      : { state: 'not looked', reason: 'The history was not given to the analysis.' },
    hotspots: hotspotsOf(functions, churn),
  }
}
