/** Names of what a decorated method listens to. In: its decorator. Out: events, topics or operations, and what they are reached through. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { shapeOf } from '../shapes/index'
import { argumentsOf, type Decoration, optionOf, textsIn } from './decorations'

export function listeningOf(linked: Linked, ofClass: readonly Decoration[], decoration: Decoration): { labels: string[]; through?: string } {
  const namespace = ofClass.find(({ model }) => model.decorator === 'namespace')
  const [through] = namespace ? [...optionTexts(linked, namespace, 'namespace'), ...ownTexts(linked, namespace)] : []
  const named = optionTexts(linked, decoration, 'name')
  const labels = ownTexts(linked, decoration)
  const isOperation = decoration.model.kind === 'graphql'
  return { labels: isOperation && named.length > 0 ? named : labels, ...(through === undefined ? {} : { through }) }
}

function optionTexts(linked: Linked, decoration: Decoration, name: string): string[] {
  return optionOf(linked, decoration, name).flatMap((node) => textsIn(linked, decoration, node))
}

/** Texts of the first argument, of its `path`, or the message pattern it is: `{ cmd: 'sum' }` is known as `{"cmd":"sum"}`. */
function ownTexts(linked: Linked, decoration: Decoration): string[] {
  const { values, whole } = linked
  const [first] = argumentsOf(linked, decoration)
  if (first === undefined) return []
  const [made = first] = values.definitions(first)
  if (whole.kind[made] === Kind.Function) return []
  if (whole.kind[made] !== Kind.Object) return textsIn(linked, decoration, first)
  const path = values.property(made, 'path')
  if (path.length > 0) return path.flatMap((node) => textsIn(linked, decoration, node))
  if (decoration.model.kind !== 'queue' && decoration.model.kind !== 'event' && decoration.model.kind !== 'rpc') return []
  const entries = values.propertyNames(made).flatMap((name) => {
    const [text] = values.property(made, name).flatMap((node) => values.texts(node))
    return text?.exact ? [[name, text.value] as const] : []
  })
  return entries.length > 0 ? [JSON.stringify(Object.fromEntries(entries))] : []
}

/** Of `@Resolver(() => User)`, `@Resolver(User)` and `@Resolver('User')`: `User`. */
export function typeNamesOf(linked: Linked, ofClass: Decoration): string[] {
  const { solver, values, whole } = linked
  const [first] = argumentsOf(linked, ofClass)
  if (first === undefined) return []
  const texts = textsIn(linked, ofClass, first)
  if (texts.length > 0) return texts
  const handedBack = solver
    .of(first)
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
  return (handedBack.length > 0 ? handedBack : [first]).map((node) => shapeOf(linked, node)?.name ?? values.nameOf(node)).filter(Boolean)
}
