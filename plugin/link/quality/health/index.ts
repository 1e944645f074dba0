/**
 * How well the code is kept. In: the solved program. Out: figures of its functions, copies, what nothing uses, promises in comments,
 * odd names, holes in its types, and how often its files change; one file or folder each.
 */
import type { CodeHealth } from '../../../types'
import type { KnownQuality } from '../known'
import { clonesOf } from './clones/index'
import { functionsOf } from './functions'
import { markersOf } from './markers'
import { typeHolesOf } from './type-holes'
import { unusedOf } from './unused/index'

export function healthOf(known: KnownQuality): CodeHealth {
  const { linked } = known
  return {
    functions: functionsOf(linked),
    ...clonesOf(linked),
    unused: unusedOf(known),
    markers: markersOf(linked, new Map()),
    naming: [],
    typeHoles: typeHolesOf(linked),
    churn: [],
  }
}
