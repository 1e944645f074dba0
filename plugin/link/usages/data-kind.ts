/** How sensitive a value is by its names: those of everything that it is put together from. */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { remember } from '../lookup'
import { namesOf } from '../names'
import { type Sensitivity, sensitivityOf } from '../taint/sensitive'

const ORDER: Sensitivity[] = ['password', 'secret', 'financial', 'health', 'personal']
/** Calls whose result is the same data in another form. */
const SAME_DATA =
  /^(?:from|stringify|encode|String|toString|trim|concat|join|toBuffer|Buffer|encodeURIComponent|normalize|utf8|parse|toLowerCase|toUpperCase|slice|substring)$/
/** How far back calls are followed, and how many of each function. */
export const MOST_CALLS = 3
const MOST_CALLERS = 20
/** Called a hash: what callers hand over is one already. */
const HASHED = /hash(?:ed)?(?:$|[A-Z_])|^hashed|digest$/i
/** Words that say only that nobody else should read it. */
const CONFIDENTIAL = /(?:^|[a-z_])(?:confidential|trusted|classified)/i

export function dataKind(linked: Linked, node: number, hops = 0): Sensitivity | '' {
  if (node < 0 || node >= linked.whole.size || hops > 8) return ''
  return remembered(linked, node, hops, () => findKind(linked, node, hops))
}

const remembered = remember<Sensitivity | ''>()

function findKind(linked: Linked, node: number, hops: number): Sensitivity | '' {
  const { whole } = linked
  const found: (Sensitivity | '')[] = []
  const kind = whole.kind[node] as Kind
  const owner = kind === Kind.Load ? namesOf(linked, whole.a[node] as number)[0] : undefined
  for (const name of namesOf(linked, node)) found.push(sensitivityOf(name, owner) ?? (CONFIDENTIAL.test(name) ? 'secret' : ''))
  const parts: number[] = []
  if (kind === Kind.Call || kind === Kind.New) {
    if (SAME_DATA.test(calledName(linked, node))) parts.push(...whole.args(node), receiverOf(linked, node))
  } else if (kind !== Kind.Load && kind !== Kind.LoadDynamic && kind !== Kind.Object) parts.push(...whole.madeOf(node))
  // `hash(data)` is a hash of passwords where passwords are handed to it.
  if (kind === Kind.Param && found.every((it) => it === '') && !namesOf(linked, node).some((name) => HASHED.test(name)) && hops < MOST_CALLS)
    for (const call of [...(linked.solver.callers.get(whole.a[node] as number) ?? [])].slice(0, MOST_CALLERS)) {
      const argument = whole.args(call)[whole.b[node] as number]
      if (argument !== undefined) parts.push(argument)
    }
  for (const part of parts) found.push(dataKind(linked, part, hops + 1))
  return ORDER.find((it) => found.includes(it)) ?? ''
}
