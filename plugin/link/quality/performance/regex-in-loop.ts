/** Regular expressions that are compiled anew each time round although nothing in them changes. In: `new RegExp(…)` in loops. Out: a hotspot each. */
import { Kind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { Dependents } from './dependents'
import { loopsAround } from './loops'
import { placeOf, type Scene } from './scene'

export function regexesInLoops(scene: Scene): Hotspot[] {
  const { linked, isTest, isTooling } = scene
  const { whole, values } = linked
  const found: Hotspot[] = []
  for (const made of lookupOf(whole).called('RegExp')) {
    const file = whole.fileOf(made)
    if (isTest[file] || isTooling[file] || whole.kind[whole.a[made] as number] !== Kind.Global) continue
    const loops = loopsAround(linked, made)
    const [inner] = loops
    if (!inner) continue
    const [source, flags] = [...whole.args(made)]
    if (source === undefined || !isSteady(scene, source, inner) || (flags !== undefined && !isSteady(scene, flags, inner))) continue
    const place = placeOf(scene, made)
    if (place.exposure === 'startup') continue
    const text = values.texts(source).find(({ exact }) => exact)?.value
    found.push({
      kind: 'regex-in-loop',
      api: 'RegExp',
      library: '',
      ...place,
      because: [cite(linked, inner.item >= 0 ? inner.item : inner.node >= 0 ? inner.node : made)],
      depth: loops.length,
      detail: `the same expression${text !== undefined && text.length < 40 ? ` \`${text}\`` : ''} is compiled each time round`,
      suggestion: `const pattern = ${whole.sourceOf(made)}   // once, in front of the loop`,
      confidence: 'high',
    })
  }
  return found
}

/** Neither the item of the loop nor anything made inside it takes part. */
function isSteady(scene: Scene, node: number, loop: { item: number; region: number; fn: number; kind: string }): boolean {
  const { linked } = scene
  const { whole, values } = linked
  const texts = values.texts(node)
  if (texts.length > 0 && texts.every(({ exact }) => exact) && (whole.kind[node] === Kind.String || whole.kind[node] === Kind.Regex)) return true
  if (loop.item < 0)
    return (
      texts.length === 1 &&
      texts[0]?.exact === true &&
      (whole.kind[node] === Kind.String || whole.kind[node] === Kind.Load || whole.kind[node] === Kind.Import)
    )
  if (new Dependents(linked, loop.item, Number.MAX_SAFE_INTEGER).reach(node)) return false
  // What is made inside the loop may differ each time.
  const stack = [node]
  for (let hops = 0; stack.length > 0 && hops < 60; hops++) {
    const at = stack.pop() as number
    const kind = whole.kind[at]
    if (kind === Kind.Call || kind === Kind.New || kind === Kind.Element || kind === Kind.Choice || kind === Kind.Cell || kind === Kind.Param) {
      if (kind === Kind.Param && whole.a[at] !== loop.fn && whole.functionOf(at) !== loop.fn) continue
      return false
    }
    stack.push(...whole.madeOf(at))
  }
  return true
}
