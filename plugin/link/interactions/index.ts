/** What happens behind a door, in order. In: the solved program, its doors, what somebody asked for. Out: the key flows and those asked for. */
import type { Interaction } from '../../types'
import type { KnownArchitecture } from '../architecture/index'

/** @param asked doors as a person writes them: `POST /login` */
export function interactionsOf(_known: KnownArchitecture, _asked: string[]): Interaction[] {
  return []
}
