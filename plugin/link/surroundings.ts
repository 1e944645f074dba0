/**
 * What stands around the code. In: a program linked of code alone, the list of files, documents, history, advisories. Out: the
 * program that rules and views ask. No graph of values is needed for it, so it is cheap, and done anew each time.
 */
import type { Extracted } from '../graph'
import type { Advisories, History, NotAnalysed, Outside, Program, Scan } from '../types'
import { documentsOf } from './architecture/structure/documents'
import { withImports } from './importers'
import { shippedOf } from './inventory/shipped'
import { withHistory } from './posture/secrets/practices'
import { withWork } from './quality/health/index'

export function withSurroundings(program: Program, scan: Scan, extracted: Extracted, { history, advisories, work, packages }: Outside): Program {
  const { inventory, architecture, posture, quality } = program
  const { secrets } = posture
  return {
    ...program,
    files: scan.files,
    ...(scan.unread && scan.unread.length > 0 ? { unread: scan.unread } : {}),
    inventory: { ...inventory, shipped: shippedOf(extracted) },
    architecture: { ...architecture, structure: { ...architecture.structure, documents: documentsOf(extracted.documents ?? []) } },
    posture: { ...posture, secrets: { ...secrets, practices: withHistory(secrets.practices, history) } },
    quality: { ...quality, health: withWork(quality.health, work, packages) },
    history,
    advisories: withImports(advisories, program.importers ?? new Map()),
    notAnalysed: [...scan.skipped, ...extracted.notAnalysed, ...program.notAnalysed, ...cutHistory(history), ...unanswered(advisories)],
  }
}

/** What older commits hold is not known; the ledger must not take its silence for an answer, hence the name of the rule. */
function cutHistory({ state, reason }: History): NotAnalysed[] {
  return state === 'part' ? [{ subject: 'secret-in-history', stage: 'link', reason: 'limit reached', detail: reason }] : []
}

/** What a source did not tell this time must not count as gone: named by the rule, so that its findings stay open. */
function unanswered({ passing, reason }: Advisories): NotAnalysed[] {
  return passing ? [{ subject: 'vulnerable-dependency', stage: 'link', reason: 'unreadable', detail: reason }] : []
}
