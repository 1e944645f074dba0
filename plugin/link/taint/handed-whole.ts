/** Objects that are handed on as a whole. In: a way from source to sink. Out: whether another function takes out of them what goes on. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'

/** What a way goes through where the object stays what was sent. */
const SAME: ReadonlySet<Kind> = new Set([
  Kind.Param,
  Kind.Call,
  Kind.Refine,
  Kind.Choice,
  Kind.Await,
  Kind.Cell,
  Kind.Load,
  Kind.LoadDynamic,
  Kind.Rest,
])

/** `save(req.body)`, and `save` reads `input.name`; `schema.validate(req.body).value.name`: whoever is handed the object may check it. */
export function isHandedWhole({ whole }: Linked, steps: readonly number[]): boolean {
  let isHanded = false
  for (let index = 1; index < steps.length; index++) {
    const step = steps[index] as number
    if (step >= whole.size) return false
    const kind = whole.kind[step] as Kind
    if (!SAME.has(kind)) return false
    if (kind === Kind.Param || kind === Kind.Call) isHanded = true
    else if (isHanded && (kind === Kind.Load || kind === Kind.LoadDynamic)) return true
  }
  return false
}
