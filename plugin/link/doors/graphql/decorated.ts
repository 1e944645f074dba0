/** Fields that resolver classes declare with decorators. In: decorated methods. Out: root fields with arguments, types and guards. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Shape } from '../../../types'
import type { Listener } from '../../decorated/index'
import { parametersOf } from '../../decorated/parameters'
import { LabelKind } from '../../labels'
import type { Linked } from '../../linked'
import { shapeOf } from '../../shapes/index'
import type { RootField } from './field'

export function decoratedFields(linked: Linked, listeners: readonly Listener[]): RootField[] {
  const { whole } = linked
  return listeners
    .filter(({ model }) => model.kind === 'graphql')
    .map((listener) => {
      const { model, library, node, cls, method, labels, fn, guards, purpose } = listener
      const decorators = whole.parameterDecorators.filter((decorator) => decorator.fn === fn).map(({ expression }) => expression)
      const answer = answerOf(linked, node)
      return {
        root: model.method as RootField['root'],
        name: labels[0] ?? method,
        framework: library,
        node,
        resolvers: [],
        functions: fn < 0 ? [] : [fn],
        handler: `${whole.classes[cls]?.fact.name || 'anonymous'}.${method}`,
        parameters: parametersOf(linked, fn, decorators, []),
        ...(answer ? { answer } : {}),
        ...(purpose ? { purpose } : {}),
        guards,
      }
    })
}

/** `() => User`, `(returns) => [User]`. */
function answerOf(linked: Linked, decorator: number): Shape | undefined {
  const { whole, solver } = linked
  if (whole.kind[decorator] !== Kind.Call) return undefined
  const [first] = whole.args(decorator)
  if (first === undefined) return undefined
  for (const label of solver.of(first)) {
    if (solver.labels.kind[label] !== LabelKind.Function) continue
    for (const value of whole.functions[solver.labels.data[label] as number]?.returns ?? []) {
      const isList = whole.kind[value] === Kind.Array
      const item = isList ? whole.items(whole.a[value] as number)[0] : value
      if (item === undefined) continue
      const shape = shapeOf(linked, item) ?? SCALARS[linked.values.nameOf(item)]
      if (shape) return isList ? { type: 'array', items: shape } : shape
    }
  }
  return undefined
}

const SCALARS: Record<string, Shape> = rowsByName({
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date-time' },
})
