import { distinctPlaces } from '../../derived/places'
import { auditPath, structurePath } from '../../reports'
import { type Advice, effortFor, type Recommendation } from './recommendation'

/** Documents that say what the code does not do, and those that a newcomer misses. */
export const documents: Advice = ({ program, discrepancies }) => {
  const found: Recommendation[] = []
  const open = discrepancies.filter(({ status, suppressed, claim }) => status === 'Open' && !suppressed && claim)
  if (open.length > 0) {
    const places = distinctPlaces(open.flatMap(({ claim }) => (claim ? [claim.doc] : []))).slice(0, 5)
    found.push({
      kind: 'documents',
      title: open.length === 1 ? 'Correct the document that the code contradicts' : `Correct ${open.length} statements that the code contradicts`,
      priority: open.length >= 10 ? 'High' : 'Medium',
      because: 'Readers act on documents. One that is wrong costs more than one that is missing.',
      how: 'Go through the documentation audit: each row has both places and what to write.',
      effort: effortFor('small', open.length),
      evidence: places,
      page: auditPath,
    })
  }
  const kinds = new Set(program.architecture.structure.documents.map(({ kind }) => kind))
  const programs = program.architecture.components.filter(({ level, folder }) => level === 'container' && folder !== undefined)
  if (!kinds.has('README') && program.files.length > 0)
    found.push({
      kind: 'documents',
      title: 'Write a README',
      priority: 'Medium',
      because: 'No README was found. A newcomer has nowhere to begin.',
      how: 'Say what it is for, how it is started and where to read on; the overview of the architecture can be linked.',
      effort: effortFor('medium', 1),
      evidence: programs.flatMap(({ evidence }) => evidence.slice(0, 1)).slice(0, 1),
      page: structurePath,
    })
  return found
}
