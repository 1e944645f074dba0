/**
 * What a build does about documents that say what the code does not do. In: options and results. Out: messages by what is to
 * be done with them. The command `plumbline audit` is in `command.ts`.
 */
import type { AnalyseOptions, Discrepancy, Results } from '../types'
import { type Told, toTell } from './actions'
import { readBaseline, unknownTo } from './baseline'

export type { Told } from './actions'

/** @throws UserError when the baseline cannot be read, or the option names no kind */
export async function discrepanciesToTell(options: Pick<AnalyseOptions, 'onDiscrepancies' | 'discrepancyBaseline'>, results: Results): Promise<Told> {
  return toTell(options, results, await counting(options.discrepancyBaseline, results.discrepancies))
}

export async function counting(baseline: string | undefined, discrepancies: Discrepancy[]): Promise<Discrepancy[]> {
  return baseline === undefined ? discrepancies : unknownTo(await readBaseline(baseline), discrepancies)
}
