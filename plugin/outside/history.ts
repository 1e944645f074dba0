/** Secrets that version control still holds. In: the repository. Out: sightings by commit, masked. */
import type { AnalyseOptions, History, World } from '../types'

export async function historyOf(_options: AnalyseOptions, _world: World): Promise<History> {
  return { state: 'not looked', reason: 'This version does not look at the history.', commits: 0, sightings: [] }
}
