/** Functions whose code is not here, handed over as they are: `ids.map(String)`, `page.then(setPage)`, `lines.forEach(console.log)`. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked } from '../linked'

export interface LibraryCallback {
  /** The call of `useState` whose setter it is, -1 for none. */
  state: number
  /** Promises that it settles. */
  promises: readonly number[]
  paths: readonly number[]
}

/** Undefined where a function of the program may be meant, or nothing is known. */
export function libraryCallbackOf(linked: Linked, callback: number): LibraryCallback | undefined {
  const { whole, solver } = linked
  if (callback < 0 || callback >= whole.size || whole.kind[callback] === Kind.Function) return undefined
  const promises: number[] = []
  for (const label of solver.of(callback)) {
    if (solver.labels.kind[label] === LabelKind.Function) return undefined
    if (solver.isResolve(label)) promises.push(solver.labels.data[label] as number)
  }
  const state = stateSetBy(linked, callback)
  const paths = apiPathsOf(linked, callback)
  return state < 0 && promises.length === 0 && paths.length === 0 ? undefined : { state, promises, paths }
}

/** `const [page, setPage] = useState()`: the call that made both, -1 for what is no such setter. */
export function stateSetBy(linked: Linked, setter: number): number {
  const { whole } = linked
  if (whole.kind[setter] !== Kind.Load || whole.text(whole.b[setter] as number) !== '1') return -1
  const made = whole.a[setter] as number
  return whole.kind[made] === Kind.Call && calledName(linked, made) === 'useState' ? made : -1
}
