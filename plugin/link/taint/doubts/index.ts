/**
 * What speaks against a way that was found, without closing it. In: the nodes of one way and where it lands. Out: the most that may
 * be claimed of it, and why, in one sentence; undefined where nothing does. One more doubt is one more entry of a list.
 */
import type { Flow } from '../../../types'
import type { Linked } from '../../linked'
import type { Hit } from '../facts'
import { browsers } from './browsers'
import { callers } from './callers'
import { checks } from './checks'
import { disclosures } from './disclosures'
import { guessedQueries } from './guessed-queries'
import { otherRequests } from './other-requests'
import { ownHosts } from './own-hosts'
import { ownJobs } from './own-jobs'
import { ownVisitors } from './own-visitors'
import { surroundings } from './surroundings'
import type { Asked, Doubt, Front, Told, Way } from './way'
import { whereItRuns } from './where-it-runs'
import { wrappers } from './wrappers'

export type { Front } from './way'

const DOUBTS: readonly Doubt[] = [
  ...whereItRuns,
  ...disclosures,
  ...checks,
  ...callers,
  ...browsers,
  ...ownHosts,
  ...ownVisitors,
  ...ownJobs,
  ...guessedQueries,
  ...otherRequests,
  ...surroundings,
  ...wrappers,
]

/** The strongest doubt, and of several as strong the first in the order of the list. */
export function doubtOf(linked: Linked, asked: Asked, front: Front, source: Flow['source'], steps: readonly number[], hit: Hit): Flow['doubt'] {
  const way: Way = { linked, asked, front, source, steps, nodes: [...steps, hit.at].filter((node) => node < linked.whole.size), hit }
  let strongest: Told | undefined
  for (const doubt of DOUBTS) {
    if ((doubt.of && !doubt.of.has(hit.name)) || doubt.notOf?.has(hit.name)) continue
    const told = doubt.tell(way)
    if (told?.most === 'low') return told
    strongest ??= told
  }
  return strongest
}
