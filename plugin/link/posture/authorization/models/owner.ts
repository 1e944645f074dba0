/** Records that are tied to whoever they belong to. */
import type { Control, EntryPoint, Evidence } from '../../../../types'
import type { Checks } from '../all-checks'
import { letsOwnersPass } from '../enforcement'
import { counted, distinctPlaces, type Ground, listed, nameOfDoor } from '../ground'
import { absent, MOST_EVIDENCE } from './absent'

const tieOf = ({ boundAt, from }: NonNullable<EntryPoint['data']>[number]): Evidence => boundAt ?? from
const placeOf = (use: NonNullable<EntryPoint['data']>[number]): string => `${tieOf(use).file}:${tieOf(use).line}`

export function owner({ doors }: Ground, { guards }: Checks): Control {
  const id = 'authorization-model-owner'
  const aspect = 'Owner-based'
  const refused = new Set(guards.filter(({ checks }) => checks === 'refuses all').flatMap((row) => row.doors.map(({ door }) => door)))
  const reaching = doors.filter((door) => (door.data ?? []).length > 0 && !refused.has(nameOfDoor(door)))
  const ties = reaching.map((door) => ({ door, uses: (door.data ?? []).filter((each) => each.bound === 'selection' || each.bound === 'comparison') }))
  const shared = new Map<string, number>()
  for (const { uses } of ties) for (const place of new Set(uses.map(placeOf))) shared.set(place, (shared.get(place) ?? 0) + 1)
  // A line that all endpoints come by, such as a limiter's, tells least of any of them.
  const bound = ties.flatMap(({ door, uses: [first, ...others] }) =>
    first ? [{ door, use: others.reduce((best, each) => (shared.get(placeOf(each))! < shared.get(placeOf(best))! ? each : best), first) }] : [],
  )
  const byGuard = doors.filter((door) => {
    const own = nameOfDoor(door)
    return guards.some((row) => letsOwnersPass(row, door) && row.doors.some(({ door: name, asks }) => name === own && asks.length > 0))
  })
  const comparing = guards.flatMap(({ orOwner }) => (orOwner && byGuard.length > 0 ? [orOwner.at] : []))
  if (bound.length + byGuard.length === 0)
    return absent(
      id,
      aspect,
      reaching.length === 0
        ? 'No endpoint was seen to reach stored records, so there is nothing that an owner could be part of.'
        : `Looked at ${counted(reaching.length, 'endpoint')} that reach stored records for the caller in the selection, or held against the record: none.`,
    )
  const open = reaching.filter(
    (door) =>
      door.authRequired.answer === 'yes' &&
      !door.guards.some(({ role }) => role === 'authorization') &&
      (door.data ?? []).some((use) => !use.bound && use.chosenBy.some((part) => /^path\./.test(part))),
  )
  const parts = [
    ...(byGuard.length > 0
      ? [`A guard lets callers pass without the right where the address names themselves: ${listed(byGuard.map(nameOfDoor))}.`]
      : []),
    ...(bound.length > 0
      ? [
          `The caller is part of the selection or is held against the record at ${listed([...new Set(bound.map(({ door }) => nameOfDoor(door)))], 3)}.`,
        ]
      : []),
    ...(open.length > 0
      ? [
          `At ${counted(open.length, 'further endpoint')} behind a sign-in the address names the record and nothing holds it against the caller; such records may be meant for everyone.`,
        ]
      : []),
  ]
  const tied = new Set([...bound.map(({ door }) => nameOfDoor(door)), ...byGuard.map(nameOfDoor)]).size
  return {
    id,
    aspect,
    state: open.length > 0 ? 'partial' : 'pass',
    current: `caller tied to the records at ${tied} of ${counted(reaching.length, 'endpoint')} that reach any`,
    recommended: '',
    reason: parts.join(' '),
    evidence: distinctPlaces([...comparing, ...bound.map(({ use }) => tieOf(use))]).slice(0, MOST_EVIDENCE),
  }
}
