/** What the risks share: rows of the same form, and questions about a door. */
import type { Control, EntryPoint } from '../../../../types'
import { distinctPlaces, listed, nameOfDoor } from '../ground'

export const control = (id: string, aspect: string, given: Pick<Control, 'state' | 'current' | 'reason' | 'evidence'>): Control => ({
  id,
  aspect,
  recommended: '',
  ...given,
  evidence: distinctPlaces(given.evidence),
})

export const names = (doors: readonly EntryPoint[], most = 5): string => listed([...new Set(doors.map(nameOfDoor))], most)
export const isClosed = ({ authRequired }: EntryPoint): boolean => authRequired.answer === 'yes'
export const hasRole = ({ guards, data = [] }: EntryPoint): boolean =>
  guards.some(({ role }) => role === 'authorization') || data.some(({ bound }) => bound === 'role')
