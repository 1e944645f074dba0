/** What a detector of unsteady tests is given, and what it gives back. */
import { Kind } from '../../../../graph'
import type { UnsteadyPlace } from '../../../../types'
import { cite, type Linked } from '../../../linked'
import type { CalledNames } from '../calls'
import type { Cases } from '../cases'

/** A call with the names that are called. */
export interface NamedCall extends CalledNames {
  call: number
}

export interface TestFile {
  linked: Linked
  file: number
  text: string
  /** Its calls, without `new`, in source order; a detector whose words its text does not have need not ask. */
  calls: () => readonly NamedCall[]
  cases: Cases
  /** Time in it is made up: fake timers, a stubbed clock. */
  hasFakeTime: () => boolean
  /** Requests in it are answered by stand-ins. */
  hasFakeNetwork: () => boolean
}

export type UnsteadyDetector = (file: TestFile) => UnsteadyPlace[]

export function placeAt(
  { linked, cases }: TestFile,
  node: number,
  why: UnsteadyPlace['why'],
  detail: string,
  confidence: UnsteadyPlace['confidence'],
  evidence: UnsteadyPlace['evidence'] = [],
): UnsteadyPlace {
  return {
    why,
    at: cite(linked, node),
    around: cases.titleOf(linked.whole.functionOf(node)),
    code: linked.whole.sourceOf(node, 80),
    detail,
    evidence,
    confidence,
  }
}

/** The one number that an argument may be; undefined where it is computed or one of several. */
export function numberAt({ whole, values }: Linked, node: number | undefined): number | undefined {
  if (node === undefined) return undefined
  if (whole.kind[node] === Kind.Number) return Number(whole.text(whole.a[node] as number).replaceAll('_', ''))
  if (whole.kind[node] === Kind.Param) return undefined
  const numbers = values.numbers(node)
  return numbers.length === 1 ? numbers[0] : undefined
}
