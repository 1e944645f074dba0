/** A library's component is given its attributes, functions among them; an element of the page its handlers. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { State } from './state'

/** `<button onClick={f}>`: an element of the page, whose tag is text. */
export function seedJsx({ whole, paths, reactions }: State, node: number, tag: number): void {
  const attributes = whole.b[node] as number
  if (whole.kind[tag] === Kind.String && attributes !== -1) reactions.escape(attributes, paths.argument(paths.root('type:react/Tag'), 0))
}

/** `<Link onClick={f}>`: a component came to where its tag stands. */
export function component({ whole, paths, labels, reactions }: State, node: number, label: number, kind: LabelKind): void {
  const attributes = whole.b[node] as number
  if (kind !== LabelKind.Api || attributes === -1) return
  const to = paths.argument(labels.data[label] as number, 0)
  if (to >= 0) reactions.escape(attributes, to)
}
