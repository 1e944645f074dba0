/**
 * What a finding carries besides what its rule says. In: the verdict, every finding at its place. Out: the same with routes, a
 * proof of concept where one can be put together, its whole statement, what readers made of its like, and each fault once.
 */
import type { Evidence, Finding, Program, Verdict } from '../types'
import { mostSevereFirst } from './judge'
import { proofs } from './proof-of-concept'
import { byRootCause } from './root-causes'
import { withRoutes } from './routes'
import { asConfirmed } from './seldom-confirmed'

/**
 * @param apart findings that have been decided one by one, so that no other may speak for them
 * @param statementAt the code of a place that is longer than its line
 */
export function complete(
  verdict: Verdict,
  program: Program,
  apart: (finding: Finding) => boolean = () => false,
  statementAt: (at: Evidence) => string | undefined = () => undefined,
): Verdict {
  const routed = verdict.findings.map(asConfirmed).map(withRoutes(program)).map(proofs(program))
  const found = byRootCause(routed, apart).map((finding) => {
    const code = statementAt(finding.at)
    return code === undefined ? finding : { ...finding, code }
  })
  return { ...verdict, findings: found.sort(mostSevereFirst) }
}
