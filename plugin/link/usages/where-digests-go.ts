/**
 * What becomes of a digest. In: the call that makes it, and what goes into it. Out: whether all of it is sent to another service, becomes
 * the key of a cipher, answers a challenge of the same request or of another service (the `nonce` of Digest, RFC 7616), or is what a setting is compared by: then nobody keeps it, and a protocol
 * or a format chose the hash.
 * Whatever is stored, handed back to somebody unknown, or compared with what is kept is none of these.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isEqual, isUnequal, PLUS } from '../operators'
import { usesOf } from '../uses'
import { isDrawnKey } from './drawn-keys'
import { modelsOfCall } from './modelled'
import { returnedTo } from './returned-to'
import { nameOfValue } from './value-names'

export type Destination = 'sent' | 'key' | 'answer' | 'login' | 'setting'

const MOST_NODES = 400
const MOST_HOPS = 6

/** Methods and functions whose outcome tells what they were handed, or called on. */
const KEEPS =
  /^(?:update|digest|final|finalize|toString|toLowerCase|toUpperCase|trim|split|slice|subarray|substring|substr|padStart|padEnd|map|join|concat|from|alloc|String|Uint8Array|encodeURIComponent|stringify|URLSearchParams|replace|replaceAll|arrayBuffer|buffer)$/
const PUTS = /^(?:push|append|set|unshift)$/
const CIPHER = /^create(?:C|Dec)ipheriv$/
/** Hooks of GraphQL clients, and those that are generated for one operation each: `const [login] = useLoginMutation()`. */
const SENDS_LATER = /^use\w*Mutation$/

/** @param fed what goes into the hash */
export function destinationOf(linked: Linked, digest: number, fed: readonly number[]): Destination | undefined {
  const { whole, solver, values } = linked
  const uses = usesOf(whole)
  const found = new Set<Destination | 'other'>()
  const seen = new Set([digest])
  const stack = [digest]
  const go = (node: number) => {
    if (node < 0 || seen.has(node)) return
    seen.add(node)
    stack.push(node)
  }
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.size > MOST_NODES) return undefined
    for (const user of Array.from(uses.of(node))) use(node, user)
    handBack(node)
    if (found.has('other')) return undefined
  }
  const [only] = found
  return found.size === 1 && only !== 'other' ? only : undefined

  function use(node: number, user: number): void {
    const kind = whole.kind[user] as Kind
    switch (kind) {
      case Kind.Refine:
      case Kind.Await:
      case Kind.Cell:
      case Kind.Choice:
      case Kind.Array:
      case Kind.Object:
      case Kind.Spread:
      case Kind.Load:
      case Kind.LoadDynamic:
      case Kind.Element:
        go(user)
        break
      case Kind.Property:
        go(lookupOf(whole).objectOf(user))
        break
      case Kind.Template:
        if (isBesideChallenge(linked, user, node)) found.add('login')
        else go(user)
        break
      case Kind.Binary:
        if (whole.c[user] === PLUS && isBesideChallenge(linked, user, node)) found.add('login')
        else compare(node, user)
        break
      case Kind.Call:
      case Kind.New:
        call(node, user)
        break
      case Kind.Unary:
        break
      case Kind.Store:
        if (whole.kind[whole.a[user] as number] !== Kind.This) found.add('other')
        else for (const read of ownReads(user)) go(read)
        break
      default:
        found.add('other')
    }
  }

  /** Where the object that keeps it reads it again: `this.key`. */
  function ownReads(store: number): number[] {
    const name = whole.text(whole.b[store] as number)
    const isOwn = (load: number) => whole.kind[whole.a[load] as number] === Kind.This && whole.fileOf(load) === whole.fileOf(store)
    return [...lookupOf(whole).named(Kind.Load, (text) => text === name)].filter(isOwn)
  }

  function compare(node: number, user: number): void {
    const operator = whole.c[user] as number
    if (operator === PLUS) go(user)
    // Otherwise it is asked how long it is.
    if (!isEqual(operator) && !isUnequal(operator)) return
    const other = whole.a[user] === node ? (whole.b[user] as number) : (whole.a[user] as number)
    found.add(
      fed.length > 0 && fed.every((data) => isOfEnvironment(linked, data)) ? 'setting' : answersChallenge(linked, other, fed) ? 'answer' : 'other',
    )
  }

  function call(node: number, user: number): void {
    const name = calledName(linked, user)
    const isCallee = whole.a[user] === node
    const position = [...whole.args(user)].indexOf(node)
    const own = [...(solver.callees.get(user) ?? [])]
    if (!isCallee && own.length > 0) {
      for (const fn of own) go(whole.functions[fn]?.params[position] ?? -1)
      return
    }
    if (CIPHER.test(name) && (position === 1 || position === 2)) found.add('key')
    else if (!isCallee && isSending(linked, user)) found.add('sent')
    else if (!isCallee && PUTS.test(name)) for (const list of [receiverOf(linked, user), ...values.definitions(receiverOf(linked, user))]) go(list)
    else if (KEEPS.test(name)) go(user)
    // What a list is put into, or asked for, by its own methods.
    else if (!(isCallee && PUTS.test(name))) found.add('other')
  }

  /** Where a function hands it back, its callers have it. */
  function handBack(node: number): void {
    const calls = returnedTo(linked, node)
    if (calls?.length === 0) found.add('other')
    for (const call of calls ?? []) go(call)
  }
}

function isSending(linked: Linked, call: number): boolean {
  const { whole } = linked
  if (modelsOfCall(linked, call).some(({ kind }) => kind === 'outgoing-request')) return true
  return linked.values.definitions(whole.a[call] as number).some((send) => {
    const hook = send < whole.size && whole.kind[send] === Kind.Load && whole.text(whole.b[send] as number) === '0' ? (whole.a[send] as number) : -1
    return hook >= 0 && whole.kind[hook] === Kind.Call && SENDS_LATER.test(calledName(linked, hook))
  })
}

/** A variable of the environment, which is in the clear where the program runs: no table of digests of it leaks. */
function isOfEnvironment(linked: Linked, node: number): boolean {
  const made = linked.values.definitions(node)
  return made.length > 0 && made.every((value) => apiPathsOf(linked, value).some((path) => ENVIRONMENT.test(linked.models.paths.show(path))))
}
const ENVIRONMENT = /\bprocess"?\.env\.\w+$/

/** What a service asks with, which is another one for each login. */
const CHALLENGE = /^(?:server_?|auth_?)?(?:nonce|challenge)$/i

/** `${digest}:${header.nonce}:…`: put together with what somebody else drew for this login. */
const isBesideChallenge = (linked: Linked, joined: number, digest: number): boolean =>
  linked.whole.madeOf(joined).some((part) => part !== digest && isMadeOfChallenge(linked, part))

export function isMadeOfChallenge(linked: Linked, node: number, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  const inParts = (parts: readonly number[]) => parts.some((part) => isMadeOfChallenge(linked, part, hops + 1))
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
    case Kind.Param:
      return CHALLENGE.test(nameOfValue(linked, node)) && !isDrawnKey(linked, node)
    case Kind.Cell:
    case Kind.Choice:
      return inParts([...whole.items(whole.a[node] as number)])
    case Kind.Refine:
    case Kind.Await:
      return inParts([whole.a[node] as number])
    case Kind.Binary:
      return whole.c[node] === PLUS && inParts([...whole.madeOf(node)])
    case Kind.Template:
      return inParts([...whole.madeOf(node)])
    default:
      return false
  }
}

/** `hash(secret + query.salt) === query.answer`: both the question and the answer came with one request. */
function answersChallenge(linked: Linked, other: number, fed: readonly number[]): boolean {
  const { whole } = linked
  const answers = partsOfRequest(linked, other)
  if (answers.length === 0) return false
  const asked = fed.flatMap((data) => partsOfRequest(linked, data))
  return answers.some((answer) => asked.some((part) => whole.a[part] === whole.a[answer] && whole.b[part] !== whole.b[answer]))
}

/** Members of a request that a value is made of. */
function partsOfRequest(linked: Linked, node: number, hops = 0): number[] {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return []
  if (whole.kind[node] === Kind.Load && isOfRequest(linked, whole.a[node] as number, 0)) return [node]
  // What a call looks up by a part of the request is no part of it.
  if (whole.kind[node] === Kind.Call && !KEEPS.test(calledName(linked, node))) return []
  return whole.madeOf(node).flatMap((part) => partsOfRequest(linked, part, hops + 1))
}

/** `request.query`, or an object that its parts are put together in. */
function isOfRequest(linked: Linked, node: number, hops: number): boolean {
  const { whole, models, values } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  const inner = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Load: {
      const name = `.${whole.text(whole.b[node] as number)}`
      if (apiPathsOf(linked, inner).some((base) => models.requests.has(models.paths.find(base, name)))) return true
      const made = values.definitions(node).filter((each) => each !== node)
      return made.length > 0 && made.every((each) => isOfRequest(linked, each, hops + 1))
    }
    case Kind.Object: {
      const items = [...whole.items(inner)]
      return items.length > 0 && items.every((item) => whole.kind[item] === Kind.Spread && isOfRequest(linked, whole.a[item] as number, hops + 1))
    }
    // What stands in where nothing was sent: `request.body || {}`.
    case Kind.Choice: {
      const items = [...whole.items(inner)].filter((item) => whole.kind[item] !== Kind.Object || whole.items(whole.a[item] as number).length > 0)
      return items.length > 0 && items.every((item) => isOfRequest(linked, item, hops + 1))
    }
    case Kind.Refine:
    case Kind.Await:
      return isOfRequest(linked, inner, hops + 1)
    default: {
      const made = values.definitions(node).filter((each) => each !== node)
      return made.length > 0 && made.every((each) => isOfRequest(linked, each, hops + 1))
    }
  }
}
