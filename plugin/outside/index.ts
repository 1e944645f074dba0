/**
 * What the tree alone does not tell: its history in version control, and what is publicly known of its packages. In: the
 * world and the options. Out: plain data that linking joins with the facts of the code.
 */
import type { AnalyseOptions, LockedTree, ManifestFact, Outside, SourceFile, World } from '../types'
import { compareWithAdvisories } from './advisories/index'
import { historyOf } from './history/index'
import { agesOf } from './versions/index'
import { workOf } from './work/index'

export async function lookOutside(
  facts: {
    /** Lines of comments that promise work. */
    promises?: { file: string; line: number }[]
    manifests: { path: string; facts: ManifestFact[] }[]
    locks?: { path: string; tree: LockedTree }[]
  },
  options: AnalyseOptions,
  world: World,
  files: SourceFile[],
): Promise<Outside> {
  const [history, advisories, work] = await Promise.all([
    historyOf(options, world, files),
    compareWithAdvisories(facts.locks ?? [], facts.manifests, options, world),
    workOf(() => facts.promises ?? [], options, world, files),
  ])
  return { history, advisories, work, packages: agesOf(facts.locks ?? [], facts.manifests, options) }
}
