/** The same route found in two ways is one door. In: an entry point. Out: what tells it from others. */
import type { EntryPoint } from '../../types'

export type Door = Pick<EntryPoint, 'kind' | 'method' | 'path' | 'at'>

export const doorOf = ({ kind, method, path, at }: Door): string => `${kind} ${method} ${path} ${at.file}:${at.line}`
