/** What a feature is. In: the scene. Out: whether the system has it, and what says so. */
import type { Answer, Evidence } from '../../types'
import { matches } from '../evidence/packages'
import { distinct, listed } from '../outcome'
import type { Scene } from '../scene'

export interface Presence extends Pick<Answer, 'reason' | 'evidence'> {
  answer: 'yes' | 'no' | 'unknown'
  /** What proves that it is absent: code that could not be read weakens one, and not the other. */
  by: 'code' | 'manifests'
}

export interface Feature {
  /** As a report calls it. */
  title: string
  of(scene: Scene): Presence
}

export const there = (reason: string, evidence: readonly Evidence[] = []): Presence => ({
  answer: 'yes',
  reason,
  evidence: distinct(evidence),
  by: 'code',
})
export const absent = (reason: string, by: Presence['by'] = 'code'): Presence => ({ answer: 'no', reason, evidence: [], by })
export const doubtful = (reason: string, evidence: readonly Evidence[] = []): Presence => ({
  answer: 'unknown',
  reason,
  evidence: distinct(evidence),
  by: 'code',
})

/** By several signs: one is enough; where there is none, what was looked for is said. `doubts` are names that forbid a plain no. */
export function bySigns(
  title: string,
  signs: { packages?: string[]; found?: (scene: Scene) => Evidence[]; names?: string[]; looked: string; by?: Presence['by'] },
): Feature {
  return {
    title,
    of(scene) {
      const named = (signs.packages ?? []).flatMap((asked) =>
        [...scene.packages].filter(([name, { scope }]) => scope !== 'dev' && matches(asked, name)),
      )
      const found = signs.found?.(scene) ?? []
      if (found.length > 0) return there(`There is ${title}.`, found)
      if (named.length > 0)
        return there(
          `There is ${title}: ${listed(named.map(([name]) => name))}.`,
          named.map(([, { at }]) => at),
        )
      const words = signs.names ? scene.names(signs.names) : []
      if (words.length > 0) return doubtful(`Names of the code speak of it (${listed(words)}), and nothing more was recognised.`)
      return absent(`Looked for ${signs.looked}: none.`, signs.by ?? 'code')
    },
  }
}
