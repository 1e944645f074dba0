/** Ways into functions. In: a call, and what is known where it stands. Out: what the parameters of a function that it calls stand for. */
import { Kind } from '../../../graph'
import type { Asking } from './asking'
import { type Frame, MOST_ITEMS, NONE, newFrame, type Origin } from './origin'

const DEEPEST_CALL = 4

/** The frame of a function that is called with something of a request; undefined where it is handed nothing of the kind. */
export function enter(asking: Asking, call: number, fn: number, frame: Frame): Frame | undefined {
  const { whole } = asking.linked
  const key = call * whole.functions.length + fn
  const known = frame.below.get(key)
  if (known) return known
  if (frame.through.length >= DEEPEST_CALL || frame.through.includes(call)) return undefined
  const fact = whole.functions[fn]
  if (!fact) return undefined
  const args = whole.args(call)
  const bound = new Map(frame.bound)
  let handed = false
  fact.params.forEach((param, index) => {
    const isRest = whole.c[param] === 1
    const argument = args[index]
    const origins = argument === undefined || isRest || whole.kind[argument] === Kind.Spread ? NONE : asking.of(argument, frame)
    bound.set(param, origins)
    handed ||= origins.some((origin) => matters(asking, origin))
  })
  // What a closure sees of the function around it.
  handed ||= isInside(asking, fn, frame)
  if (!handed) return undefined
  const below = newFrame(bound, [...frame.through, call])
  frame.below.set(key, below)
  return below
}

function isInside(asking: Asking, fn: number, frame: Frame): boolean {
  const { whole } = asking.linked
  const isHanded = (origin: Origin) => matters(asking, origin)
  for (let at = whole.functions[fn]?.parent ?? -1, hops = 0; at >= 0 && hops < 8; at = whole.functions[at]?.parent ?? -1, hops++)
    if (whole.functions[at]?.params.some((param) => frame.bound.get(param)?.some(isHanded) || asking.solved.of(param).some(isHanded))) return true
  return false
}

/** Whether a value is worth following into a function: part of a request or of an answer. */
function matters(asking: Asking, origin: Origin): boolean {
  switch (origin.kind) {
    case 'api':
      return asking.solved.isOfRequest(asking.linked.models.paths.rootOf(origin.path))
    case 'object': {
      const { whole } = asking.linked
      return whole
        .items(whole.a[origin.node] as number)
        .slice(0, MOST_ITEMS)
        .some((entry) =>
          asking
            .of((whole.kind[entry] === Kind.Property ? whole.b[entry] : whole.a[entry]) as number, origin.frame)
            .some((inner) => inner.kind !== 'object' && matters(asking, inner)),
        )
    }
    case 'checked':
      return matters(asking, origin.of)
    default:
      return true
  }
}
