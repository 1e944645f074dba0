/** What documents of the repository say of the system, as the documentation audit held it against the code. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** `services`: what the system talks to. `interface`: its entry points. */
export const documents = check<'services' | 'interface'>(Joi.valid('services', 'interface').required(), (name, { program, audit }) => {
  if (audit.documents.length === 0) return outcome('not met', 'Looked for documents in the repository: none.')
  const at = audit.documents.slice(0, 3).map(({ path }) => ({ file: path, line: 1, text: '' }))
  if (name === 'interface') {
    const judged = audit.claims.filter(({ kind, verdict }) => kind === 'route' && verdict !== 'not judged')
    if (judged.length === 0) return outcome('not met', `${counted(audit.documents.length, 'document')} were read, and none lists entry points.`, at)
    const right = judged.filter(({ verdict }) => verdict === 'holds')
    return outcome(
      right.length === judged.length ? 'met' : 'partly',
      `${right.length} of ${counted(judged.length, 'statement')} of documents about entry points hold.`,
      judged.map(({ doc }) => doc),
    )
  }
  const said = audit.claims.filter(({ kind, verdict }) => verdict === 'holds' && /technology|service|port|package|version/.test(kind))
  const services = [...new Set(program.connections.map(({ name: it }) => it))]
  if (services.length === 0) return outcome('nothing', 'The code talks to no database and no other service.')
  return said.length > 0
    ? outcome(
        'met',
        `${counted(said.length, 'statement')} of documents about technologies and services hold; the code reaches ${listed(services)}.`,
        said.map(({ doc }) => doc),
      )
    : outcome('not met', `The code reaches ${listed(services)}; no statement of a document about them was recognised.`, at)
})
