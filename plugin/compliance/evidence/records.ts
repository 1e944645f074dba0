/** Data that are stored, as schemas and entities of the code declare them. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** Schemas say which data there are. Who owns them and how sensitive they are they do not say, so this is at best part of an inventory. */
export const records = check<true>(Joi.valid(true), (_asked, { program }) => {
  const stored = program.entities.filter(({ kind }) => kind === 'stored')
  const known = stored.filter(({ fields }) => fields.length > 0)
  const databases = program.connections.filter(({ kind }) => kind === 'database')
  if (stored.length === 0)
    return databases.length > 0
      ? outcome(
          'unknown',
          `A database is used (${listed(databases.map(({ name }) => name))}), and no schema of what it keeps was recognised.`,
          databases.map(({ at }) => at),
        )
      : outcome('nothing', 'Looked for databases and schemas of stored records: none.', [], { byAbsence: true })
  const sensitive = program.posture.dataProtection.fields.filter(({ kind }) => kind === 'stored')
  const classes = [...new Set(sensitive.map(({ classification }) => classification))].sort()
  return outcome(
    'partly',
    `${known.length} of ${counted(stored.length, 'stored record')} with declared fields; ${counted(sensitive.length, 'field')} recognised as sensitive${classes.length > 0 ? ` (${listed(classes)})` : ''}. Owners and classes of data are not declared with them.`,
    known.map(({ at }) => at),
  )
})
