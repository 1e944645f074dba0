/** Functions whose result a framework makes something of. In: the linked program. Out: each such function with the sinks that its result gets to. */
import type { SinkModel } from '../../flow-models'
import { LabelKind } from '../../labels'
import { apiPathsOf, type Linked } from '../../linked'

export function returnedSinksOf(linked: Linked): Map<number, readonly SinkModel[]> {
  const { whole, models, solver } = linked
  const found = new Map<number, readonly SinkModel[]>()
  const add = (label: number, sinks: readonly SinkModel[]) => {
    const fn = solver.labels.data[label] as number
    found.set(fn, [...(found.get(fn) ?? []), ...sinks])
  }
  if (models.flows.returned.size === 0) return found
  for (const [path, sinks] of models.flows.returned) for (const label of solver.functionsAt(path)) add(label, sinks)
  // Methods whose decorator says what is made of their result: `@Redirect()`.
  for (const { members } of whole.classes)
    for (const { node, decorators } of members)
      for (const decorator of decorators)
        for (const path of apiPathsOf(linked, decorator)) {
          const sinks = models.flows.returned.get(path)
          if (!sinks) continue
          for (const label of solver.of(node)) if (solver.labels.kind[label] === LabelKind.Function) add(label, sinks)
        }
  return found
}
