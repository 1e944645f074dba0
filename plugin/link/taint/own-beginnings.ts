/**
 * What still begins as the address does that a request was sent to. In: the nodes of a way. Out: whether every step of it leaves the
 * beginning alone. A request names its target by a path from the root (RFC 9112, section 3.2), so that what begins with it begins with
 * a slash, and with no scheme that a sender chose.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { PLUS } from '../operators'

const TARGET = /^(?:url|originalUrl|baseUrl|path|pathname)$/
const OWNER = /\/(?:(?:Web)?Request|IncomingMessage|Context(?:\.req(?:uest)?)?)$|(?:^|[.:])location$|^dom\/Location$/
/** Methods of a text whose outcome begins as the text does. */
const KEEPS = /^(?:toString|valueOf|concat|trim|trimEnd|padEnd|toLowerCase|toUpperCase|normalize)$/
/** The same where they begin at the first character. */
const CUTS = /^(?:slice|substring|substr)$/

export function beginsAsSent(linked: Linked, steps: readonly number[]): boolean {
  const { whole } = linked
  const nodes = steps.filter((node) => node < whole.size)
  const from = nodes.findIndex((node) => isTarget(linked, node))
  if (from < 0 || from > 1) return false
  const way = new Set(nodes.slice(from))
  const found = whole.kind[nodes[from] as number] === Kind.Call ? nodes[from] : undefined
  return nodes.slice(from + 1).every((node) => keepsBeginning(linked, node, way) && (found === undefined || !isOther(linked, node, found)))
}

/** A group of a match besides the first. */
function isOther({ whole }: Linked, node: number, match: number): boolean {
  return whole.kind[node] === Kind.Load && thingRead(whole, node) === match && !FIRST.test(whole.text(whole.b[node] as number))
}

function thingRead(whole: Linked['whole'], node: number): number {
  let at = whole.a[node] as number
  for (let hops = 0; hops < 4 && at >= 0 && (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Cell); hops++)
    at = whole.kind[at] === Kind.Refine ? (whole.a[at] as number) : (whole.items(whole.a[at] as number)[0] ?? -1)
  return at
}

/** `location.pathname.match(/^(.*?)\/ui/)`: what is found begins where the path does, and so does its first group. */
const FROM_THE_START = /^\^?\((?:\?<\w+>|\?:)?(?:\.\*|\[\^[^\]]*\]\*|\\?\/)|^\^\((?!\?[^<:])/
const FIRST = /^[01]$/

function isTarget(linked: Linked, node: number): boolean {
  const { whole, models, solver } = linked
  if (whole.kind[node] === Kind.Call && calledName(linked, node) === 'match') {
    const [pattern] = whole.args(node)
    const source = pattern === undefined || whole.kind[pattern] !== Kind.Regex ? '' : whole.text(whole.a[pattern] as number).slice(1)
    return FROM_THE_START.test(source) && !solver.callees.has(node) && isTarget(linked, receiverOf(linked, node))
  }
  if (whole.kind[node] !== Kind.Load || !TARGET.test(whole.text(whole.b[node] as number))) return false
  return apiPathsOf(linked, whole.a[node] as number).some((path) => OWNER.test(models.paths.show(path)))
}

/** @param way every node that has the text: of an operation the first operand has to be one of them */
function keepsBeginning(linked: Linked, node: number, way: ReadonlySet<number>): boolean {
  const { whole, solver, values } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Binary:
      return whole.c[node] === PLUS && way.has(whole.a[node] as number)
    case Kind.Template: {
      // An empty text in front is left out.
      const [first, second] = whole.items(whole.a[node] as number)
      if (first === undefined || way.has(first)) return first !== undefined
      return second !== undefined && whole.kind[first] === Kind.String && whole.text(whole.a[first] as number) === '' && way.has(second)
    }
    case Kind.Call: {
      // What a function of the program does with it stands among the steps by itself.
      if ((solver.callees.get(node)?.size ?? 0) > 0) return true
      const name = calledName(linked, node)
      const receiver = receiverOf(linked, node)
      if (receiver < 0 || !way.has(receiver)) return false
      const [start] = whole.args(node)
      const numbers = start === undefined ? [] : values.numbers(start)
      return KEEPS.test(name) || (CUTS.test(name) && numbers.length > 0 && numbers.every((number) => number === 0))
    }
    case Kind.New:
    case Kind.Tagged:
    case Kind.LoadDynamic:
    case Kind.Element:
    case Kind.Spread:
    case Kind.Rest:
      return false
    default:
      return true
  }
}
