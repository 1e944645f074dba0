/**
 * Parts of requests that a handler writes into: `request.body.id = request.params.id`. In: a way. Out: that what it wrote is read where
 * only other doors lead, each of which has a request of its own.
 */
import { Kind } from '../../../graph'
import { functionsBelow } from '../../functions-below'
import { LabelKind } from '../../labels'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { type Doubt, low } from './way'

/** Calls below a handler, and functions in all: beyond these nothing is said. */
const DEEPEST = 12
const MOST_FUNCTIONS = 1500

export const otherRequests: Doubt[] = [
  {
    tell: ({ linked, asked, source, steps }) => {
      if (source !== 'request') return undefined
      const isElsewhere = steps.some((read, index) => {
        if (!isReadOfPart(linked, steps[index - 1], read)) return false
        const handler = handlerOf(linked, steps.slice(0, index), asked.answers)
        const below = handler === undefined ? undefined : belowHandler(linked, handler)
        return below !== undefined && !below.has(linked.whole.functionOf(read))
      })
      return isElsewhere ? low('It is written into a request and read where only other requests get to.') : undefined
    },
  },
]

/** Whether a value was written into a part of a request, as which alone it is known where it is read. */
function isReadOfPart({ whole, solver, models }: Linked, written: number | undefined, read: number): boolean {
  if (written === undefined || written >= whole.size || read >= whole.size || whole.kind[read] !== Kind.Load) return false
  const isPart = (label: number) => solver.labels.kind[label] === LabelKind.Api && models.requests.has(solver.labels.data[label] as number)
  const from = new Set(solver.of(whole.a[read] as number))
  return [...lookupOf(whole).inFunction(whole.functionOf(written))].some((store) => {
    if (whole.kind[store] !== Kind.Store || whole.c[store] !== written || whole.b[store] !== whole.b[read]) return false
    const common = [...solver.of(whole.a[store] as number)].filter((label) => from.has(label))
    return common.length > 0 && common.every(isPart)
  })
}

/** The handler in which the last of the nodes stands, or one before it. */
function handlerOf({ whole }: Linked, nodes: readonly number[], answers: (fn: number) => boolean): number | undefined {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index] as number
    if (node < whole.size) for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) if (answers(fn)) return fn
  }
  return undefined
}

const belowHandlers = new WeakMap<Linked, Map<number, ReadonlySet<number> | undefined>>()

function belowHandler(linked: Linked, handler: number): ReadonlySet<number> | undefined {
  const all = belowHandlers.get(linked) ?? new Map<number, ReadonlySet<number> | undefined>()
  belowHandlers.set(linked, all)
  if (!all.has(handler)) all.set(handler, functionsBelow(linked, [handler], DEEPEST, MOST_FUNCTIONS))
  return all.get(handler)
}
