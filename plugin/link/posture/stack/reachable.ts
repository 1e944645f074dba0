/** Routes that outsiders have no business with: open ones, ones behind a guard, ones that are there under a condition. */
import type { Control, EntryPoint } from '../../../types'
import { control, counted, listed, type Row } from './control'
import { routeOf } from './scene'

/** @param why what it means that they are open */
export function reachable(row: Row, entries: EntryPoint[], why: string): Control {
  const open = entries.filter(({ authRequired, notes }) => authRequired.answer !== 'yes' && !notes.some(isCondition))
  const current = listed(
    entries.map((entry) => {
      const guard =
        entry.authRequired.answer === 'yes' ? 'signed-in callers' : entry.authRequired.answer === 'no' ? 'public' : 'authentication could not be told'
      const when = entry.notes.filter(isCondition).map((note) => note.replace(/^Registered only where/, 'only where'))
      return `${routeOf(entry)} (${[guard, ...when].join(', ')})`
    }),
    6,
  )
  const evidence = entries.flatMap(({ at, authRequired, when = [] }) => [
    at,
    ...when,
    ...(authRequired.answer === 'yes' ? authRequired.evidence.slice(0, 1) : []),
  ])
  // What is in order needs no line where something is not.
  const faulty = open.map(({ at }) => at)
  if (open.length > 0)
    return control(
      row,
      'fail',
      current,
      `${entries.length === 1 ? 'It answers' : counted(open.length, 'of them answers', 'of them answer')} anyone, whatever the environment. ${why}`,
      faulty,
    )
  const conditional = entries.some(({ authRequired }) => authRequired.answer !== 'yes')
  return control(
    row,
    'pass',
    current,
    conditional ? 'They are there under a condition on the environment only.' : 'Callers must be signed in.',
    evidence,
  )
}

const isCondition = (note: string): boolean => note.startsWith('Registered only where')

/** Each route once. */
export function distinctRoutes(entries: EntryPoint[]): EntryPoint[] {
  return entries.filter((entry, index) => entries.findIndex((other) => routeOf(other) === routeOf(entry)) === index)
}
