/**
 * The first segment of a path: `name.split('/')[0]`, `name.split(path.sep).shift()`. In: a value. Out: the path that it was cut from, -1
 * where it is no such thing. A path in normal form leads upwards only where its first segment is `..`.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'

export function cutFrom(linked: Linked, node: number): number {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size) return -1
  const kind = whole.kind[node] as Kind
  const isFirst = (kind === Kind.Load && whole.text(whole.b[node] as number) === '0') || (kind === Kind.Call && calledName(linked, node) === 'shift')
  const segments = !isFirst ? -1 : kind === Kind.Load ? (whole.a[node] as number) : receiverOf(linked, node)
  if (segments < 0 || whole.kind[segments] !== Kind.Call || calledName(linked, segments) !== 'split') return -1
  const [separator] = whole.args(segments)
  if (separator === undefined) return -1
  const isSeparator = values.nameOf(separator) === 'sep' || values.texts(separator).some(({ exact, value }) => exact && value === '/')
  return isSeparator ? receiverOf(linked, segments) : -1
}
