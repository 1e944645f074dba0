/** Records that go from state to state: whether a step asks for the state before it. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { spelled } from '../scene'
import { check } from './check'
import { nameOf } from './doors'

const STATE = /(?:^|_)(?:status|state|step|stage|phase)$/

/** `update({ id, status: 'open' }, { status: 'paid' })` asks; a comparison before the write is not seen. */
export const steps = check<true>(Joi.valid(true), (_asked, { program }) => {
  const writing = program.entryPoints.flatMap((door) =>
    (door.data ?? [])
      .filter(({ does, writes }) => does === 'update' && writes.some(({ field }) => STATE.test(spelled(field))))
      .map((use) => ({ door, use })),
  )
  if (writing.length === 0) return outcome('unknown', 'Looked for entry points that write a status, state or step of a record: none was recognised.')
  const asking = writing.filter(({ use }) => use.chosenIn.some((field) => STATE.test(spelled(field))))
  const others = writing.filter((it) => !asking.includes(it))
  const shown = `${asking.length} of ${counted(writing.length, 'place')} that write a state ask for the one before in the same statement`
  if (others.length === 0)
    return outcome(
      'met',
      `${shown}.`,
      asking.map(({ use }) => use.at),
    )
  return outcome(
    asking.length > 0 ? 'partly' : 'unknown',
    `${shown}. Could not be told of ${listed(
      others.map(({ door }) => nameOf(door)),
      4,
    )}.`,
    [...asking, ...others].map(({ use }) => use.at),
  )
})
