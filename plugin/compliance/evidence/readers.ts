/** Whether one text is read by one parser everywhere: two of them may see two hosts in the same address. */
import Joi from 'joi'
import type { Usage } from '../../types'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** `of`: the kind of uses. */
export const readers = check<{ of: string; what: string }>(
  Joi.object({ of: Joi.string().required(), what: Joi.string().required() }),
  ({ of, what }, scene) => {
    const uses = scene.usages(of)
    if (uses.length === 0) return outcome('nothing', `Looked for what reads ${what}: none.`, [], { byAbsence: true })
    const readerOf = ({ library, api }: Usage): string => (api === 'URL' ? 'URL' : `${library}: ${api}`)
    const all = new Map(uses.map((use) => [readerOf(use), use]))
    const shown = listed([...all.keys()].map((name) => `\`${name}\``))
    if (all.size === 1)
      return outcome(
        'met',
        uses.length === 1
          ? `The one place that reads ${what} does so by ${shown}.`
          : `All ${counted(uses.length, 'place')} read ${what} by ${shown}.`,
        uses.map(({ at }) => at),
      )
    const files = new Map<string, Set<string>>()
    for (const use of uses) files.set(use.at.file, (files.get(use.at.file) ?? new Set()).add(readerOf(use)))
    const mixed = [...files].filter(([, names]) => names.size > 1).map(([file]) => file)
    const lines = mixed.length > 0 ? uses.filter(({ at }) => mixed.includes(at.file)) : [...all.values()]
    return outcome(
      mixed.length > 0 ? 'not met' : 'partly',
      `${counted(all.size, 'reader')} of ${what}: ${shown}${
        mixed.length > 0
          ? `, more than one in ${listed(
              mixed.map((file) => `\`${file}\``),
              3,
            )}`
          : ', each in files of its own'
      }.`,
      lines.map(({ at }) => at),
    )
  },
)
