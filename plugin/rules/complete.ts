/**
 * What a finding carries besides what its rule says. In: the verdict, every finding at its place. Out: the same with routes, a
 * proof of concept where one can be put together, and each fault once.
 */
import type { Finding, Program, Verdict } from '../types'
import { mostSevereFirst } from './judge'
import { proofs } from './proof-of-concept'
import { byRootCause } from './root-causes'
import { withRoutes } from './routes'

/** @param apart findings that have been decided one by one, so that no other may speak for them */
export function complete(verdict: Verdict, program: Program, apart: (finding: Finding) => boolean = () => false): Verdict {
  const routed = verdict.findings.map(withRoutes(program)).map(proofs(program))
  return { ...verdict, findings: byRootCause(routed, apart).sort(mostSevereFirst) }
}
