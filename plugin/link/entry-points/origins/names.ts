/** Names of fields as code asks for them: `get('email')`, `headers[TOKEN]`. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { MOST_ITEMS } from './origin'

/** Exact names; of a constant whose text is not known its own name. */
export function namesOf(linked: Linked, node: number): string[] {
  const { values, whole } = linked
  const found = values
    .elements(node)
    .flatMap((item) => values.texts(item))
    .filter(({ exact, value }) => exact && value !== '')
    .map(({ value }) => value)
  // A text that was masked says nothing but what it was called.
  if (found.some((value) => /\*{4}/.test(value))) return [values.nameOf(node) || variableOf(linked, node)].filter(Boolean)
  if (found.length > 0) return found.slice(0, MOST_ITEMS)
  return whole.kind[node] === Kind.Load && /^[A-Z][A-Z0-9_]+$/.test(values.nameOf(node)) ? [values.nameOf(node)] : []
}

function variableOf({ whole }: Linked, node: number): string {
  return whole.names.find((entry) => entry.node === node)?.name ?? ''
}
