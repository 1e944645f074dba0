/** What documents of the repository say of the system, as the documentation audit held it against the code. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/**
 * `services`: what the system is made of and talks to. `named services`: of each service that the code reaches, whether one names it.
 * `interface`: its entry points. `whole interface`: whether a document that lists them lists them all. `components`: of each part
 * of the system that is code of its own, whether a document names it.
 */
export const documents = check<'services' | 'named services' | 'interface' | 'whole interface' | 'components'>(
  Joi.valid('services', 'named services', 'interface', 'whole interface', 'components').required(),
  (name, { program, audit }) => {
    if (audit.documents.length === 0) return outcome('not met', 'Looked for documents in the repository: none.')
    const at = audit.documents.slice(0, 3).map(({ path }) => ({ file: path, line: 1, text: '' }))
    if (name === 'interface') {
      const judged = audit.claims.filter(({ kind, verdict }) => kind === 'route' && verdict !== 'not judged')
      if (judged.length === 0) return outcome('not met', `Read ${counted(audit.documents.length, 'document')}, and none lists entry points.`, at)
      const right = judged.filter(({ verdict }) => verdict === 'holds')
      return outcome(
        right.length === judged.length ? 'met' : 'partly',
        `${right.length} of ${counted(judged.length, 'statement')} of documents about entry points hold.`,
        judged.map(({ doc }) => doc),
      )
    }
    if (name === 'whole interface') {
      const routes = audit.claims.filter(({ kind, verdict }) => kind === 'route' && verdict !== 'not judged')
      const missing = routes.filter(({ from, verdict }) => from === 'code' && verdict === 'false')
      const routesListed = routes.filter(({ from, verdict }) => from === 'doc' && verdict === 'holds')
      if (routesListed.length === 0)
        return outcome('unknown', `Read ${counted(audit.documents.length, 'document')}, and none lists entry points.`, at)
      return missing.length > 0
        ? outcome(
            'not met',
            `A document lists entry points, and ${missing.length} of the code ${missing.length === 1 ? 'is' : 'are'} not among them: ${listed(
              missing.map(({ subject }) => subject),
              4,
            )}.`,
            missing.flatMap(({ evidence }) => evidence.slice(0, 1)),
          )
        : outcome(
            'partly',
            `Documents list ${counted(routesListed.length, 'entry point')}, and none was found that they leave out. Settings and functions inside were not held against them.`,
            routesListed.map(({ doc }) => doc),
            { byAbsence: true },
          )
    }
    if (name === 'components') {
      const parts = program.architecture.components.filter(({ folder, kind }) => folder !== undefined && folder !== '' && kind !== 'external system')
      const known = parts.length > 0 ? parts : program.architecture.components.filter(({ folder }) => folder === '')
      if (known.length === 0) return outcome('nothing', 'No part of the system was told apart.')
      const told = audit.claims.filter(({ verdict, from }) => verdict === 'holds' && from === 'doc')
      // Where a document first names each part.
      const about = new Map(
        known.map((part) => {
          const { folder = '' } = part
          const named = new RegExp(`(?:^|[^\\w-])${folder.replace(/[^\w/-]/g, '.')}(?:$|[^\\w-])`)
          const first = told.find(({ subject, doc, evidence }) => (folder === '' ? evidence.length > 0 : named.test(subject) || named.test(doc.text)))
          return [part, first?.doc]
        }),
      )
      const named = known.filter((part) => about.get(part) !== undefined)
      const unnamed = known.filter((part) => !named.includes(part)).map(({ name: it }) => it)
      return outcome(
        unnamed.length === 0 ? 'met' : named.length > 0 ? 'partly' : 'not met',
        `${named.length} of ${counted(known.length, 'part')} of the system ${named.length === 1 ? 'is' : 'are'} named by documents.${unnamed.length > 0 ? ` Not named: ${listed(unnamed)}.` : ''}`,
        named.length > 0 ? named.flatMap((part) => about.get(part) ?? []) : at,
      )
    }
    if (name === 'named services') {
      const known = [...new Set(program.connections.map(({ name: it }) => it))].filter(
        (it) => !/in memory|^an address|^(?:localhost|127\.|\[?::1)/i.test(it),
      )
      if (known.length === 0) return outcome('nothing', 'The code talks to no database and no other service whose name it says.')
      const said = audit.claims
        .filter(({ verdict }) => verdict === 'holds')
        .map(({ subject, doc }) => ({ text: `${subject} ${doc.text}`.toLowerCase(), doc }))
      const about = new Map(
        known.map((service) => {
          const word = service.replace(/ \(.*/, '').toLowerCase()
          return [service, said.find(({ text }) => text.includes(word))?.doc]
        }),
      )
      const named = known.filter((service) => about.get(service) !== undefined)
      const unnamed = known.filter((service) => !named.includes(service))
      const left = unnamed.length > 0 ? ` Not named: ${listed(unnamed)}.` : ''
      return outcome(
        unnamed.length === 0 ? 'met' : named.length > 0 ? 'partly' : 'not met',
        `${named.length} of ${counted(known.length, 'service')} that the code reaches ${named.length === 1 ? 'is' : 'are'} named by documents${named.length > 0 ? `: ${listed(named)}` : ''}.${left}`,
        named.length > 0 ? named.flatMap((service) => about.get(service) ?? []) : at,
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
  },
)
