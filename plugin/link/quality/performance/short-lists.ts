/**
 * Lists that stay short however much data there is. In: what a loop goes through. Out: whether the code writes it out, item by item,
 * and adds nothing to it, or whether it is a part of a schema.
 */
import { Kind } from '../../../graph'
import { calledName, receiverOf } from '../../linked'
import type { Scene } from './scene'

/** A list written out with so many items is no list of records. */
const FEW_ITEMS = 12
/** Keys, columns and relations of a table: there are as many as somebody wrote down. */
const OF_SCHEMA = /^(?:primary_?keys?|pks?|\w*primary_?key_?(?:attributes?|columns?|fields?)|\w*columns|\w*relations(?:To\w+)?|\w*associations)$/i

export function isShort(scene: Scene, items: number, depth = 0): boolean {
  const { linked } = scene
  const { whole, values } = linked
  let at = items
  for (let hops = 0; hops < 6; hops++) {
    if (whole.kind[at] === Kind.Refine) {
      at = whole.a[at] as number
      continue
    }
    if (whole.kind[at] !== Kind.Call) break
    const name = calledName(linked, at)
    const [first] = whole.args(at)
    if (/^(?:keys|values|entries)$/.test(name) && first !== undefined) at = first
    else if (/^(?:filter|map|slice|concat|sort|reverse|flat)$/.test(name)) at = receiverOf(linked, at)
    else break
  }
  if (at < 0) return false
  if (OF_SCHEMA.test(values.nameOf(at)) || OF_SCHEMA.test(scene.uses.nameOf(at))) return true
  const made = values.definitions(at)
  return (
    made.length > 0 &&
    made.every((node) => {
      if (node >= whole.size) return false
      const kind = whole.kind[node]
      if (kind !== Kind.Array && kind !== Kind.Object) return false
      const written = whole.items(whole.a[node] as number)
      if (written.length === 0 || written.length > FEW_ITEMS) return false
      // Parts that are taken in as a whole have to be short themselves.
      if (written.some((item) => whole.kind[item] === Kind.Spread && (depth > 2 || !isShort(scene, whole.a[item] as number, depth + 1)))) return false
      return !isGrown(scene, node)
    })
  )
}

/** Something is put into it after it was made. */
function isGrown({ linked, uses }: Scene, node: number): boolean {
  const { whole } = linked
  return uses.of(node).some((user) => {
    if (whole.kind[user] === Kind.StoreDynamic) return true
    return whole.kind[user] === Kind.Load && /^(?:push|unshift|splice)$/.test(whole.text(whole.b[user] as number))
  })
}
