/**
 * What answers an operation of GraphQL or a procedure, for whoever asks later what it does with stored data. In: entry points as they
 * are found. Out: by entry point, its functions, and where each is handed what is sent and the context.
 */
import type { EntryPoint } from '../../types'
import type { Handed } from '../handed'
import type { Linked } from '../linked'
import type { Asking, ByMarks } from '../routes/index'

export interface Resolved {
  functions: readonly number[]
  /**
   * `root`: methods of a root value are handed arguments and context alone; other resolvers have the parent before them. `together`: one
   * object holds both.
   */
  by: 'resolver' | 'root' | 'decorators' | 'together'
  handed?: Handed
  /** Functions of guards in front of them, each of which answers whether the operation may go on. */
  asks?: readonly Asking[]
  /** What decorators note on them. */
  byMarks?: ByMarks
}

const known = new WeakMap<EntryPoint, Resolved>()

export const rememberResolved = (entry: EntryPoint, resolved: Resolved): void => void known.set(entry, resolved)

export const resolvedOf = (entry: EntryPoint): Resolved | undefined => known.get(entry)

/** Nodes of the parameters of a resolver; undefined where decorators say what each is, where one object holds both, or where it takes fewer. */
export function placesOf({ whole }: Linked, fn: number, by: Resolved['by']): { args: number | undefined; context: number | undefined } {
  const { params = [], fact } = whole.functions[fn] ?? {}
  if (by === 'decorators' || by === 'together') return { args: undefined, context: undefined }
  // Pothos hands a query for Prisma over before the rest.
  const first = by === 'root' ? 0 : params.length > 3 && /query$/i.test(fact?.paramNames[0] ?? '') ? 2 : 1
  return { args: params[first], context: params[first + 1] }
}
