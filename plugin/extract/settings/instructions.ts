/** Instructions of a Dockerfile, each with the number of its stage; what stands before the first `FROM` belongs to stage -1. */
import type { Source } from '../manifests/format'
import { instructionsOf } from '../manifests/formats/dockerfile'
import type { Written } from './located'

export function instructions(source: Source): Written[] {
  let stage = -1
  return instructionsOf(source).map(({ keyword, rest, line }) => {
    if (keyword === 'FROM') stage++
    return { way: [String(stage), keyword], value: rest.trim(), line }
  })
}
