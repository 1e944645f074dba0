/**
 * What the tree alone does not tell: its history in version control, and what is publicly known of its packages. In: the
 * world and the options. Out: plain data that linking joins with the facts of the code.
 */
import type { Advisories, AnalyseOptions, History, LockedTree, ManifestFact, SourceFile, World } from '../types'
import { compareWithAdvisories } from './advisories/index'
import { historyOf } from './history/index'

export interface Outside {
  history: History
  advisories: Advisories
}

export async function lookOutside(
  facts: { manifests: { path: string; facts: ManifestFact[] }[]; locks?: { path: string; tree: LockedTree }[] },
  options: AnalyseOptions,
  world: World,
  files: SourceFile[],
): Promise<Outside> {
  const [history, advisories] = await Promise.all([
    historyOf(options, world, files),
    compareWithAdvisories(facts.locks ?? [], facts.manifests, options, world),
  ])
  return { history, advisories }
}
