/**
 * Loops over every property of an object: `for (const [name, value] of Object.entries(object))`. In: a node. Out: the object whose
 * properties it is one of, and whether the object is a single one, so that it is known which properties these are.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'

const EVERY = /^(?:entries|values)$/
const MOST_HOPS = 6
const OBJECTS = new Set([LabelKind.Object, LabelKind.ObjectOf, LabelKind.Class, LabelKind.Instance, LabelKind.Constructed, LabelKind.ApiObject])

/** The object that a node has every property of, -1 where it is no such thing. */
export function everyPropertyOf(linked: Linked, node: number): number {
  const { whole } = linked
  let at = node
  for (let hops = 0; hops < MOST_HOPS && at >= 0 && at < whole.size; hops++) {
    switch (whole.kind[at] as Kind) {
      case Kind.Call:
        return EVERY.test(calledName(linked, at)) && isObject(linked, receiverOf(linked, at)) ? (whole.args(at)[0] ?? -1) : -1
      case Kind.LoadDynamic:
        // `for (const name in object) object[name]`
        return whole.kind[whole.b[at] as number] === Kind.Key ? (whole.a[at] as number) : -1
      case Kind.Load:
      case Kind.Element:
      case Kind.Refine:
        at = whole.a[at] as number
        break
      default:
        return -1
    }
  }
  return -1
}

const isObject = ({ whole }: Linked, node: number): boolean =>
  node >= 0 && whole.kind[node] === Kind.Global && whole.text(whole.a[node] as number) === 'Object'

/** Objects that a value may be. */
export const objectsOf = ({ solver }: Linked, node: number): number =>
  solver.of(node).filter((label) => OBJECTS.has(solver.labels.kind[label] as LabelKind)).length
