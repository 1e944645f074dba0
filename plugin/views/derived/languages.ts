/** Languages of the code by share, the largest first. */
import type { Evidence, Program } from '../../types'
import { compareText } from '../order'

export interface Language {
  name: string
  version: string | null
  share: number | null
  evidence: Evidence[]
}

export function languagesOf({ technologies }: Program): Language[] {
  return technologies
    .filter(({ category, share }) => category === 'language' || share !== undefined)
    .map(({ name, version, share, evidence }) => ({ name, version: version ?? null, share: share ?? null, evidence }))
    .sort((a, b) => (b.share ?? 0) - (a.share ?? 0) || compareText(a.name, b.name))
}
