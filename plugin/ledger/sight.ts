/** Whether this build could have seen a finding of an earlier one. "Fixed" needs a yes. */
import { matching } from '../globs'
import type { AnalyseOptions, Audit, Program, Verdict } from '../types'
import { ruleOfClaims, ruleOfQuality } from './match'

/**
 * A file that is nowhere, neither analysed nor named as not analysed, was deleted: then its findings are gone with it.
 */
export function sightOf(
  verdict: Verdict,
  program: Program,
  options: AnalyseOptions,
  audit?: Audit,
): (place: { rule: string; file: string }) => boolean {
  const rulesRun = new Set([
    ...verdict.rulesRun.map(({ id }) => id),
    ...(verdict.nonfunctional?.rulesRun ?? []).map(({ id }) => ruleOfQuality(id)),
    ...(audit?.kinds ?? []).map(({ id }) => ruleOfClaims(id)),
  ])
  const unseen = new Set<string>()
  const unseenFolders: string[] = []
  for (const { subject, reason } of [...program.notAnalysed, ...verdict.problems]) {
    // The file was read all the same; one import of it leads nowhere, often for good.
    if (reason === 'unresolved import') continue
    if (subject.endsWith('/')) unseenFolders.push(subject)
    else unseen.add(subject)
  }
  const excluded = matching(options.exclude)
  const included = options.include.length > 0 ? matching(options.include) : () => true
  return ({ rule, file }) =>
    rulesRun.has(rule) &&
    !unseen.has(file) &&
    !unseen.has(rule) &&
    !unseenFolders.some((folder) => file.startsWith(folder)) &&
    included(file) &&
    !excluded(file)
}
