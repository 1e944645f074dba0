/**
 * What stands around the code. In: a program linked of code alone, the list of files, history, advisories. Out: the program that
 * rules ask; with its documents the one that views ask. No graph of values is needed for it, so it is cheap, and done anew each time;
 * a part that nobody asks for is not even opened.
 */
import type { Extracted } from '../graph'
import { withLater } from '../later'
import type { Advisories, History, NotAnalysed, Outside, Program, Scan } from '../types'
import { documentsOf } from './architecture/structure/documents'
import { withImports } from './importers'
import { shippedOf } from './inventory/shipped'
import { withHistory } from './posture/secrets/practices'
import { withWork } from './quality/health/index'

export function withSurroundings(
  program: Program,
  scan: Scan,
  // What is made later holds on to this alone, and not to the facts of code beside it.
  { notAnalysed }: Pick<Extracted, 'notAnalysed'>,
  { history, advisories, work, packages }: Outside,
): Program {
  return withLater(program, {
    files: () => scan.files,
    ...(scan.unread && scan.unread.length > 0 ? { unread: () => scan.unread as string[] } : {}),
    posture: () =>
      withLater(program.posture, {
        secrets: () => ({ ...program.posture.secrets, practices: withHistory(program.posture.secrets.practices, history) }),
      }),
    quality: () => withLater(program.quality, { health: () => withWork(program.quality.health, work, packages) }),
    history: () => history,
    advisories: () => withImports(advisories, program.importers ?? new Map()),
    notAnalysed: () => [...scan.skipped, ...notAnalysed, ...program.notAnalysed, ...cutHistory(history), ...unanswered(advisories)],
  })
}

/** Rules do without, so that what they say holds for as long as only documents change. */
export function withDocuments(program: Program, { documents, configs }: Pick<Extracted, 'documents' | 'configs'>): Program {
  const structure = () => withLater(program.architecture.structure, { documents: () => documentsOf(documents ?? []) })
  return withLater(program, {
    inventory: () => withLater(program.inventory, { shipped: () => shippedOf({ documents, configs }) }),
    architecture: () => withLater(program.architecture, { structure }),
  })
}

/** What older commits hold is not known; the ledger must not take its silence for an answer, hence the name of the rule. */
function cutHistory({ state, reason }: History): NotAnalysed[] {
  return state === 'part' ? [{ subject: 'secret-in-history', stage: 'link', reason: 'limit reached', detail: reason }] : []
}

/** What a source did not tell this time must not count as gone: named by the rule, so that its findings stay open. */
function unanswered({ passing, reason }: Advisories): NotAnalysed[] {
  return passing ? [{ subject: 'vulnerable-dependency', stage: 'link', reason: 'unreadable', detail: reason }] : []
}
