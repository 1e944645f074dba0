/** What happens behind a door, in order. In: the solved program, its doors, what somebody asked for. Out: the key flows and those asked for. */
import { findDoor, nameOfDoor } from '../../door-lookup'
import type { EntryPoint, Interaction } from '../../types'
import type { KnownArchitecture } from '../architecture/index'
import { Chains } from './chain'
import { keyFlows } from './choose'
import { interactionOf } from './flatten'

/** @param asked doors as a person writes them: `POST /login` */
export function interactionsOf(known: KnownArchitecture, asked: string[]): Interaction[] {
  const chosen: { entry: EntryPoint; because: string }[] = asked.flatMap((text) => {
    const { found } = findDoor(known.entryPoints, text)
    return found ? [{ entry: found, because: 'asked for' }] : []
  })
  for (const flow of keyFlows(known)) if (!chosen.some(({ entry }) => entry === flow.entry)) chosen.push(flow)
  if (chosen.length === 0) return []
  const chains = new Chains(known)
  return chosen.map(({ entry, because }) => interactionOf(nameOfDoor(entry), because, entry.at, chains.of(entry)))
}
