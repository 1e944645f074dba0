/** Whether a value that is written out in the code counts as yes in a condition; undefined for any other. */
import { Kind } from '../graph'
import type { Whole } from './whole/index'

export function truthOfWritten(whole: Whole, node: number): boolean | undefined {
  switch (whole.kind[node] as Kind) {
    case Kind.Undefined:
    case Kind.Null:
      return false
    case Kind.Boolean:
      return whole.a[node] === 1
    case Kind.String:
      return whole.text(whole.a[node] as number) !== ''
    case Kind.Number:
      return Number(whole.text(whole.a[node] as number)) !== 0
    case Kind.Object:
    case Kind.Array:
    case Kind.Function:
    case Kind.Class:
    case Kind.New:
    case Kind.Regex:
      return true
    default:
      return undefined
  }
}
