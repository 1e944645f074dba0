/**
 * What makes functions of texts without being called `Function`: `(async () => {}).constructor`, the same of what
 * `Object.getPrototypeOf(function* () {})` gives, and `value.constructor.constructor`. It is `Function`, or as good as that.
 */
import { Kind } from '../../graph'
import { addPath, type State } from './state'

export function seedConstructors(state: State): void {
  const { whole, paths } = state
  const { kind, a, b, size } = whole
  const [madeBy, prototype] = [whole.string('constructor'), whole.string('getPrototypeOf')]
  const isConstructor = (node: number): boolean => kind[node] === Kind.Load && b[node] === madeBy
  const isPrototypeOfFunction = (node: number): boolean => {
    if (kind[node] !== Kind.Call || kind[a[node] as number] !== Kind.Load || b[a[node] as number] !== prototype) return false
    const [value] = whole.args(node)
    return value !== undefined && kind[value] === Kind.Function
  }
  for (let node = 0; node < size; node++) {
    if (!isConstructor(node)) continue
    const of = a[node] as number
    if (kind[of] === Kind.Function || isConstructor(of) || isPrototypeOfFunction(of)) addPath(state, node, paths.root('global:Function'), node)
  }
}
