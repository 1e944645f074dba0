/** `@Req() request`, `@Team() team`: what a framework puts into a parameter is told by its decorator, by a model or by what it runs. */
import { decoratedParameters } from '../decorated-parameters'
import { LabelKind } from '../labels'
import { Reaction } from './reactions'
import { addPath, type State } from './state'

export function seedDecorated({ whole, reactions }: State): void {
  for (const { expression, param } of decoratedParameters(whole)) reactions.add(expression, Reaction.Decorate, param)
}

/** Something came to the decorator. What models say of decorators themselves, `@Body()`, is asked elsewhere. */
export function decorate(state: State, param: number, label: number, kind: LabelKind): void {
  const { labels, models, store } = state
  const path = kind === LabelKind.Api ? (labels.data[label] as number) : kind === LabelKind.ApiObject ? (labels.extra[label] as number) : -1
  if (path < 0) store.add(param, label)
  else if (models.paths.node(path).known && !models.decorators.has(path)) addPath(state, param, path, param)
}
