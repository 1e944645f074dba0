/**
 * What the tree alone does not tell: its history in version control, and what is publicly known of its packages. In: the
 * world and the options. Out: plain data that linking joins with the facts of the code.
 */
import type { Advisories, AnalyseOptions, History, ManifestFact, SourceFile, World } from '../types'
import { compareWithAdvisories } from './advisories'
import { historyOf } from './history'

export interface Outside {
  history: History
  advisories: Advisories
}

export async function lookOutside(
  files: SourceFile[],
  manifests: { path: string; facts: ManifestFact[] }[],
  options: AnalyseOptions,
  world: World,
): Promise<Outside> {
  const [history, advisories] = await Promise.all([historyOf(options, world), compareWithAdvisories(files, manifests, options, world)])
  return { history, advisories }
}
