/**
 * What a library does for each method of a resource that it generates doors for. In: the route and a method. Out: the use of stored
 * data; undefined for methods that stand for none.
 */
import { rowsByName } from '../../rows-by-name'
import type { DataUse } from '../../types'
import { cite, type Linked } from '../linked'
import { privilegedFields } from './privileged-fields'
import type { Served } from './served'

const GENERATED: Record<string, DataUse['does']> = rowsByName({ GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' })

export function generatedUse(linked: Linked, { path, node, framework }: Served, method: string): DataUse | undefined {
  const does = GENERATED[method]
  if (!does) return undefined
  const of = path.split('/').findLast((step) => /^\w+$/.test(step)) ?? ''
  const at = cite(linked, node)
  const hasId = /[:{]/.test(path)
  const fields = does === 'create' || does === 'update' ? privilegedFields(linked, of) : []
  return {
    does,
    of,
    library: framework,
    api: `${method} ${path}`,
    at,
    from: at,
    around: '',
    chosenBy: hasId ? ['path.id'] : [],
    chosenIn: hasId ? ['id'] : [],
    writes: fields.map((field) => ({ field, by: 'request' as const, at })),
  }
}
