/** Messages of other windows whose origin is looked at: what they hold is what that origin sends. */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { type Linked, somePath } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'

const READ = new Set(['data', 'origin'])

export function checkedMessages(linked: Linked): Usage[] {
  const { whole, models } = linked
  const message = models.paths.root('type:dom/Message')
  const data: number[] = []
  const asked = new Set<number>()
  for (const node of lookupOf(whole).named(Kind.Load, READ)) {
    const name = whole.text(whole.b[node] as number)
    const event = plain(linked, whole.a[node] as number)
    if (event < 0 || !somePath(linked, event, (path) => path === message)) continue
    if (name === 'origin') asked.add(event)
    else data.push(node)
  }
  return data
    .filter((node) => asked.has(plain(linked, whole.a[node] as number)))
    .map((node) => usage(linked, node, 'checked-message', 'dom', 'data', {}))
}

function plain({ whole }: Linked, node: number): number {
  let at = node
  while (at >= 0 && at < whole.size && whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return at
}
