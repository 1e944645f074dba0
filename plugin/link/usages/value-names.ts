/** What the code calls a value: the property or parameter it is read from, and the variables it is put into. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'

/** Calls that hand the same text on. */
const SAME_TEXT = new Set(['trim', 'toString', 'valueOf', 'toLowerCase', 'toUpperCase', 'normalize', 'String'])
const MOST_HOPS = 6
const MOST_PARTS = 60

/** `password` of `req.body.password`, of a parameter, of a global; '' where nothing is said. */
export function nameOfValue(linked: Linked, node: number, hops = 0): string {
  const { whole } = linked
  if (node < 0 || hops > MOST_HOPS) return ''
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
      return whole.text(whole.b[node] as number)
    case Kind.LoadDynamic:
      return whole.kind[whole.b[node] as number] === Kind.String ? whole.text(whole.a[whole.b[node] as number] as number) : ''
    case Kind.Param: {
      const name = whole.functions[a]?.fact.paramNames[whole.b[node] as number] ?? ''
      return /^[\w$]+$/.test(name) ? name : ''
    }
    case Kind.Global:
      return whole.text(a)
    case Kind.Cell:
      return whole.text(whole.b[node] as number)
    case Kind.Refine:
    case Kind.Await:
      return nameOfValue(linked, a, hops + 1)
    case Kind.Call: {
      if (!SAME_TEXT.has(calledName(linked, node))) return ''
      const receiver = receiverOf(linked, node)
      return nameOfValue(linked, receiver >= 0 ? receiver : (whole.args(node)[0] ?? -1), hops + 1)
    }
    default:
      return ''
  }
}

/** A call of such a name takes part in making the value: `bcrypt.hash(password)` in the password that is stored. */
export function isMadeBy(linked: Linked, node: number, name: RegExp): boolean {
  const { whole } = linked
  const seen = new Set<number>()
  const stack = [node]
  while (stack.length > 0 && seen.size < MOST_PARTS) {
    const at = stack.pop() as number
    if (at < 0 || seen.has(at)) continue
    seen.add(at)
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Call || kind === Kind.New) {
      if (name.test(calledName(linked, at))) return true
      stack.push(...whole.args(at), receiverOf(linked, at))
      for (const fn of linked.solver.callees.get(at) ?? []) stack.push(...(whole.functions[fn]?.returns ?? []))
    } else stack.push(...whole.madeOf(at))
    if (name.test(nameOfValue(linked, at))) return true
  }
  return false
}

/** What turns a password into something that may be kept. */
export const HASHING = /hash|digest|bcrypt|scrypt|pbkdf|argon|md5|sha\d|crypt|hmac|derive|cipher|salt/i

/** `Setting.RECOVERY_TOKEN`: a member of an enumeration, or of something else whose text is its own name. */
export function isOwnName({ whole, solver }: Linked, node: number): boolean {
  if (node < 0 || whole.kind[node] !== Kind.Load) return false
  const name = plain(whole.text(whole.b[node] as number))
  const owners = solver.of(whole.a[node] as number)
  const isEnumeration = (label: number) => {
    const at = solver.labels.data[label] as number
    return (
      solver.labels.kind[label] === LabelKind.Object &&
      at < whole.size &&
      /^(?:(?:export|declare|const)\s+)*enum\s/.test(whole.sourceOf(at, 60).trim())
    )
  }
  if (owners.length > 0 && owners.every(isEnumeration)) return true
  const labels = solver.of(node)
  return (
    labels.length > 0 &&
    labels.every((label) => {
      const at = solver.labels.data[label] as number
      return solver.labels.kind[label] === LabelKind.Value && whole.kind[at] === Kind.String && plain(whole.text(whole.a[at] as number)) === name
    })
  )
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
