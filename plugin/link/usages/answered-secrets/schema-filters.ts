/**
 * Schemas that leave out what they do not name: `z.object({ id: z.string() }).parse(record)`. In: a call. Out: whether any of what it
 * gives can hold a password: undefined where it is no such call. A zod object drops unknown keys unless it says otherwise
 * (https://zod.dev/api#objects); so do the objects of valibot.
 */
import { Kind } from '../../../graph'
import type { Shape } from '../../../types'
import { calledName, type Linked, receiverOf } from '../../linked'
import { shapeOf } from '../../shapes/index'

/** `names`: among the fields that are left is a password; `unread`: not all of the fields could be read. */
export type Left = 'nothing' | 'names' | 'unread'

const DROPS = /(?:^|[@/-])(?:zod|valibot|zod-openapi|nestjs-zod)(?:$|[/-])/
/** What lets keys pass that the schema does not name. */
const LETS_PASS = /^(?:passthrough|loose|looseObject|catchall|objectWithRest)$/
const MOST_NODES = 400
const MOST_DEPTH = 8

export function leftBySchema(linked: Linked, call: number, isPassword: (name: string) => boolean): Left | undefined {
  if (!/^parse(?:Async)?$/.test(calledName(linked, call))) return undefined
  const [first] = linked.whole.args(call)
  for (const schema of [receiverOf(linked, call), first ?? -1]) {
    const made = schema < 0 ? undefined : madeWith(linked, schema)
    if (!made?.drops) continue
    // Which of its objects lets more pass is not told: any of them may be the one.
    if (made.letsPass) return 'names'
    const shape = shapeOf(linked, schema)
    return shape ? leftIn(shape, isPassword, 0) : 'unread'
  }
  return undefined
}

function leftIn(shape: Shape, isPassword: (name: string) => boolean, depth: number): Left {
  if (depth > MOST_DEPTH || shape.type === 'unknown') return 'unread'
  const parts = [...(shape.fields ?? []).map((field) => field.shape), ...(shape.items ? [shape.items] : [])]
  if (shape.fields?.some(({ name }) => isPassword(name))) return 'names'
  if (parts.length === 0) return shape.type === 'object' || shape.type === 'array' ? 'unread' : 'nothing'
  const left = parts.map((part) => leftIn(part, isPassword, depth + 1))
  return left.includes('names') ? 'names' : left.includes('unread') ? 'unread' : 'nothing'
}

/** Which libraries and calls a schema is made of, through the names that it goes by. */
function madeWith(linked: Linked, schema: number): { drops: boolean; letsPass: boolean } {
  const { whole, values } = linked
  const found = { drops: false, letsPass: false }
  const seen = new Set<number>()
  const stack = [schema]
  while (stack.length > 0 && seen.size < MOST_NODES) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Import) found.drops ||= DROPS.test(whole.text(whole.a[node] as number))
    else if (kind === Kind.Call) found.letsPass ||= LETS_PASS.test(calledName(linked, node))
    stack.push(...whole.madeOf(node), ...values.definitions(node))
  }
  return found
}
