/** What to do about the architecture, most urgent first. Every kind of advice is registered here by hand. */
import type { ViewContext } from '../../context'
import { cycles } from './cycles'
import { disagreements } from './disagreements'
import { documents } from './documents'
import { godModules } from './god-modules'
import { layerViolations } from './layer-violations'
import { missingDescriptions } from './missing-descriptions'
import { outdatedRuntimes } from './outdated-runtimes'
import type { Advice, Recommendation } from './recommendation'
import { sharedStores } from './shared-stores'
import { singlePoints } from './single-points'
import { unmountedRoutes } from './unmounted-routes'
import { unreachableModules } from './unreachable-modules'
import { untoldAddresses } from './untold-addresses'

export type { Recommendation } from './recommendation'

export const advice: Advice[] = [
  outdatedRuntimes,
  disagreements,
  cycles,
  layerViolations,
  sharedStores,
  singlePoints,
  godModules,
  missingDescriptions,
  documents,
  unmountedRoutes,
  unreachableModules,
  untoldAddresses,
]

const ORDER = { High: 0, Medium: 1, Low: 2 }

/** What is urgent comes first; of equals, what takes less. */
export function recommendationsOf(context: ViewContext): Recommendation[] {
  return advice
    .flatMap((each) => each(context))
    .map((each, index) => ({ each, index }))
    .sort(
      (one, other) =>
        ORDER[one.each.priority] - ORDER[other.each.priority] || one.each.effort.hours - other.each.effort.hours || one.index - other.index,
    )
    .map(({ each }) => each)
}
