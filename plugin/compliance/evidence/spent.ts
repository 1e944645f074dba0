/** Whether what may be used once is marked or removed when it was used: codes, tokens, invitations. */
import Joi from 'joi'
import type { DataUse, EntryPoint } from '../../types'
import { counted, listed, outcome } from '../outcome'
import { phrasePattern, spelled } from '../scene'
import { check } from './check'
import { nameOf } from './doors'

interface Asked {
  /** Phrases of what is used once: `recovery code`. */
  of: string[]
  what: string
}

/** Fields that say that something was used. */
const MARKS = /(?:^|_)(?:used|consumed|redeemed|spent|is_valid|valid|active|claimed|verified|invalidated)(?:_at|_on)?$/

/** An entry point that makes codes writes them as well, so a write of the list of codes alone is half an answer. */
export const spent = check<Asked>(
  Joi.object({ of: Joi.array().items(Joi.string()).min(1).required(), what: Joi.string().required() }),
  ({ of, what }, { program }) => {
    const tests = of.map((phrase) => phrasePattern(phrase))
    const isMeant = (name: string): boolean => tests.some((test) => test.test(spelled(name)))
    const records = program.entities.filter(({ kind, name, fields }) => kind === 'stored' && (isMeant(name) || fields.some((it) => isMeant(it.name))))
    const uses = program.entryPoints.flatMap((door) => (door.data ?? []).map((use) => ({ door, use })))
    const about = uses.filter(({ use }) => isMeant(use.of) || use.writes.some(({ field }) => isMeant(field)) || use.chosenIn.some(isMeant))
    if (records.length === 0 && about.length === 0) return outcome('unknown', `No stored record of ${what} was recognised.`)
    const removed = about.filter(({ use }) => use.does === 'delete' && isMeant(use.of))
    const marked = about.filter(({ use }) => use.does === 'update' && (isMeant(use.of) || use.chosenIn.some(isMeant)) && marks(use))
    const emptied = about.filter(({ use }) => use.does === 'update' && use.writes.some(({ field }) => isMeant(field)))
    const lines = (those: typeof about) => those.map(({ use }) => use.at)
    if (removed.length + marked.length > 0)
      return outcome(
        'met',
        `${capital(what)} ${removed.length > 0 ? 'are removed' : 'are marked as used'} at ${shown([...removed, ...marked])}.`,
        lines([...removed, ...marked]),
      )
    if (emptied.length > 0)
      return outcome(
        'partly',
        `${capital(what)} are written at ${shown(emptied)}; whether the one that was used is taken out there could not be told.`,
        lines(emptied),
      )
    if (about.length === 0)
      return outcome(
        'unknown',
        `${capital(what)} are stored (${listed(records.map(({ name }) => name))}), and no entry point was seen that reads or writes them.`,
        records.map(({ at }) => at),
      )
    return outcome(
      'not met',
      `Looked at ${counted(about.length, 'place')} where entry points read or write ${what} (${shown(about)}): none removes one or marks it as used.`,
      lines(about),
    )
  },
)

const marks = ({ writes }: DataUse): boolean => writes.some(({ field }) => MARKS.test(spelled(field)))
const shown = (those: { door: EntryPoint }[]): string =>
  listed(
    those.map(({ door }) => `\`${nameOf(door)}\``),
    3,
  )
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
