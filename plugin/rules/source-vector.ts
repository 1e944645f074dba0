/**
 * What the source of a flow says of its severity. In: a hit. Out: the metrics of its vector that follow from who decides the data:
 * CVSS 3.1 asks from where the attack comes (AV), what has to hold beside it (AC) and which rights it takes (PR).
 */
import type { SourceKind } from '../types'
import type { Hit } from './rule'

const METRICS: Partial<Record<SourceKind, Record<string, string>>> = {
  // Whoever starts the process, or writes what a command on the same machine prints, has an account there.
  environment: { AV: 'L', PR: 'L' },
  // Another service, or the way to it, has to be taken over first.
  response: { AC: 'H' },
}

/** What a rule says itself of the place stays as it is. */
export function withSource(hit: Hit): Hit {
  const metrics = hit.flow && METRICS[hit.flow.source]
  return metrics ? { ...hit, metrics: { ...metrics, ...hit.metrics } } : hit
}
