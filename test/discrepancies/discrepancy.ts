/** Discrepancies and results for the tests of what is done about them. */
import { createHash } from 'node:crypto'
import type { Discrepancy, Results } from '../../plugin/types'

export function aDiscrepancy(more: Partial<Discrepancy> = {}): Discrepancy {
  const made: Discrepancy = {
    id: 'DISC-001',
    identity: '',
    status: 'Open',
    kind: 'route',
    from: 'doc',
    subject: 'GET /users',
    severity: 'Medium',
    confidence: 'high',
    docFile: 'README.md',
    docLine: 1,
    docText: '`GET /users`',
    section: '',
    claim: 'There is GET /users.',
    actual: 'There is none.',
    codeFile: null,
    codeLine: null,
    impact: '',
    action: '',
    ...more,
  }
  return { ...made, identity: more.identity ?? createHash('sha256').update(`${made.kind} ${made.subject}`).digest('hex').slice(0, 16) }
}

export function resultsWith(discrepancies: Discrepancy[]): Results {
  const kinds = [...new Set(discrepancies.map(({ kind }) => kind))]
  const count = { checked: 2, holds: 1, wrong: 1, missing: 0, notJudged: 0, unlisted: 0 }
  return { discrepancies, statements: kinds.map((kind) => ({ kind, title: kind, ...count })) } as Partial<Results> as Results
}
