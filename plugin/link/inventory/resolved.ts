/** What lock files resolved packages to. In: their trees. Out: versions by name, each with the line of its entry. */
import type { Extracted } from '../../graph'
import type { Evidence } from '../../types'

export function resolvedOf({ locks }: Pick<Extracted, 'locks'>): Map<string, { version: string; at: Evidence }[]> {
  const found = new Map<string, { version: string; at: Evidence }[]>()
  for (const { path, tree } of locks ?? [])
    for (const { name, version, line, text } of tree.packages) {
      const known = found.get(name)
      const entry = { version, at: { file: path, line, text } }
      if (!known) found.set(name, [entry])
      else if (!known.some((other) => other.version === version)) known.push(entry)
    }
  return found
}
