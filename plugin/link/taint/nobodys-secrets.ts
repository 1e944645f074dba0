/**
 * What is called a secret and is none of anybody's: the name of a variable under which one stands, and a text that the program gives out
 * of a file under such a name. In: the linked program. Out: whether a node is one.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { thingNamed } from '../names'

/** Methods that make one name of another. */
const RENAMES = /^(?:replace|replaceAll|trim|toUpperCase|toLowerCase|toString|concat|slice|substring)$/
/** Steps from a key to what it is made of. */
const MOST_STEPS = 12

export function nobodysSecrets(linked: Linked): (node: number) => boolean {
  const names = namesOfVariables(linked)
  const given = textsGivenOut(linked)
  return (node) => given.has(node) || (names.size > 0 && names.has(readAt(linked, node)))
}

/** `process.env[user.password]`: what stands in `user.password` says where the password is. */
function namesOfVariables(linked: Linked): Set<string> {
  const { whole } = linked
  const found = new Set<string>()
  for (const read of lookupOf(whole).of(Kind.LoadDynamic)) {
    if (!isEnvironment(linked, whole.a[read] as number)) continue
    const stack = [whole.b[read] as number]
    for (let steps = 0; stack.length > 0 && steps < MOST_STEPS; steps++) {
      const node = thingNamed(whole, stack.pop() as number)
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Load || kind === Kind.Param) found.add(readAt(linked, node))
      else if (kind === Kind.Call && RENAMES.test(calledName(linked, node))) stack.push(receiverOf(linked, node))
      else if (kind === Kind.Template || kind === Kind.Binary) stack.push(...whole.madeOf(node))
    }
  }
  return found
}

/** A part of the same thing in the same function is the same. */
function readAt({ whole }: Linked, node: number): string {
  const at = node < 0 ? node : thingNamed(whole, node)
  if (at < 0 || whole.kind[at] !== Kind.Load) return String(at)
  return `${whole.functionOf(at)} ${thingNamed(whole, whole.a[at] as number)} ${whole.b[at]}`
}

/** `process.env`, `import.meta.env` */
function isEnvironment({ whole }: Linked, node: number): boolean {
  const at = thingNamed(whole, node)
  if (whole.kind[at] === Kind.Global) return /^(?:process|import\.meta)\.env$/.test(whole.text(whole.a[at] as number))
  if (whole.kind[at] !== Kind.Load || whole.text(whole.b[at] as number) !== 'env') return false
  const of = whole.a[at] as number
  const kind = whole.kind[of] as Kind
  return (kind === Kind.Global || kind === Kind.Import) && /^(?:node:)?(?:process|import\.meta|Bun)$/.test(whole.text(whole.a[of] as number))
}

/** `export const ADMIN_PASSWORD = '…'`: it stands in the program for whoever reads it, and is written nowhere that is less open. */
function textsGivenOut({ whole }: Linked): Set<number> {
  return new Set(
    whole.exports.flatMap((exported) => exported.map(({ node }) => node).filter((node) => node >= 0 && whole.kind[node] === Kind.String)),
  )
}
