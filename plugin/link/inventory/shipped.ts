/**
 * JSON files that documents show: those whose name stands in front of a sample in JSON. In: the documents and the texts of
 * such files. Out: by path, every value with the way to it.
 */
import type { Extracted } from '../../graph'
import type { Inventory } from '../../types'
import { parseRelaxed } from '../resolution/tsconfigs'

const MOST_DEPTH = 6
const MOST_TEXT = 200_000

export function shippedOf({ documents = [], configs }: Pick<Extracted, 'documents' | 'configs'>): Inventory['shipped'] {
  const names = new Set(
    documents.flatMap(({ fences }) =>
      fences.flatMap(({ language, before, meta }) => (/^json[c5]?$/.test(language) ? (`${before} ${meta}`.match(/[\w@.-]+\.json5?\b/g) ?? []) : [])),
    ),
  )
  const found: Inventory['shipped'] = new Map()
  if (names.size === 0) return found
  for (const { path, text } of configs) {
    if (!names.has(path.slice(path.lastIndexOf('/') + 1)) || text.length > MOST_TEXT) continue
    const parsed = parseRelaxed(text)
    if (parsed) found.set(path, new Map(leaves(parsed, '', 0)))
  }
  return found
}

function leaves(value: unknown, way: string, depth: number): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > MOST_DEPTH) return [[way, JSON.stringify(value)]]
  return [
    ...(way ? ([[way, '{}']] as [string, string][]) : []),
    ...Object.entries(value).flatMap(([key, of]) => leaves(of, `${way}/${key}`, depth + 1)),
  ]
}
