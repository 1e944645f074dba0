/** What the pieces of a text that was split do no harm to. In: the call that splits. Out: kinds of harm that one piece cannot do. */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { withoutPart } from './allowed-texts'
import { ABSOLUTE } from './kinds'

/** What one piece of `name.split('.')` cannot hold: what it was split at. */
export function clearedBySplit(linked: Linked, call: number): number {
  const { whole } = linked
  if (call < 0 || whole.kind[call] !== Kind.Call || calledName(linked, call) !== 'split') return 0
  const [at] = whole.args(call)
  if (at === undefined || whole.kind[at] !== Kind.String) return 0
  // Between two slashes there may still be two dots.
  const text = whole.text(whole.a[at] as number)
  return text === '/' ? ABSOLUTE : withoutPart(text)
}
