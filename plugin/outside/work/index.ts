/**
 * How the code was worked on. In: the repository, and comments that promise work. Out: how often each file changed in the year before
 * the analysed commit, and when the lines of those comments were written. Only objects are read, never the work tree.
 */
import type { AnalyseOptions, SourceFile, WorkHistory, World } from '../../types'
import { changesIn } from './changes'
import { type WantedLine, writtenWhen } from './written'

export type { WantedLine }

/** @param promises asked only where there is a history to look at */
export async function workOf(
  promises: () => readonly WantedLine[],
  options: AnalyseOptions,
  world: World,
  files: SourceFile[],
): Promise<WorkHistory> {
  const notLooked = (reason: string): WorkHistory => ({ state: 'not looked', reason, churn: [], written: {} })
  if (!options.history) return notLooked('The option `history` is off.')
  if (world.repository?.commit === undefined) return notLooked('The analysed directory is not under version control, or git could not read it.')
  const until = await world.dateOf(files)
  const since = `${Number(until.slice(0, 4)) - 1}${until.slice(4)}`
  const [churn, written] = await Promise.all([
    changesIn(world, since, new Set(files.map(({ path }) => path))),
    writtenWhen(world, promises(), options.authors === true),
  ])
  if (!churn) return notLooked('Git could not list which files were changed.')
  const shallow = world.repository.shallow === true
  return {
    state: shallow ? 'part' : 'whole',
    reason: shallow
      ? 'The clone is shallow: older changes are not here and are not counted.'
      : 'Every commit of the year before the analysed one was counted, merges apart.',
    since,
    churn,
    written,
  }
}
