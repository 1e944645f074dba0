/**
 * What documents say, held against the code. In: the facts of documents and the program. Out: claims, each judged or set
 * aside with a reason. Readers stand in `kinds/`, one file a kind; one that stops is named and stops none of the others.
 */
import type { Audit, Claim, ClaimKind, DocumentFacts, NotAnalysed, Program } from '../types'
import { groundOf } from './ground'
import { kinds } from './kinds/index'
import { silencedAt } from './silenced'

export interface Audited extends Audit {
  problems: NotAnalysed[]
}

const DRAWN = /^(?:mermaid|plantuml|puml|dot|graphviz|d2|c4|structurizr)$/

export function audit(documents: DocumentFacts[], program: Program): Audited {
  const ground = groundOf(program, documents)
  const claims: Claim[] = []
  const run: ClaimKind[] = []
  const stopped: ClaimKind[] = []
  const unlisted: Audit['unlisted'] = []
  const problems: NotAnalysed[] = []
  for (const reader of kinds) {
    const { id, title, why } = reader
    try {
      const read = documents.flatMap((document) => reader.read(document, ground))
      const missing = reader.missing?.(ground, read) ?? { claims: [], unlisted: [] }
      claims.push(...read, ...missing.claims)
      if (missing.unlisted.length > 0) unlisted.push({ kind: id, count: missing.unlisted.length, examples: missing.unlisted.slice(0, 5) })
      run.push({ id, title, why })
    } catch (cause) {
      stopped.push({ id, title, why })
      problems.push({
        subject: id,
        stage: 'judge',
        reason: 'rule stopped',
        detail: `The audit of this kind of statement stopped: ${(cause as Error).message}. Nothing of the kind was held against the code.`,
      })
    }
  }
  return {
    claims: claims.map((claim) => silencedAt(claim, ground)).sort(byPlace),
    kinds: run,
    stopped,
    unlisted,
    documents: documents.map(({ path, lines, fences }) => {
      const drawings = fences.filter(({ language }) => DRAWN.test(language)).map(({ line }) => line)
      return { path, lines, ...(drawings.length > 0 ? { drawings } : {}) }
    }),
    problems,
  }
}

function byPlace(a: Claim, b: Claim): number {
  return compare(a.doc.file, b.doc.file) || a.doc.line - b.doc.line || compare(a.kind, b.kind) || compare(a.subject, b.subject)
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
