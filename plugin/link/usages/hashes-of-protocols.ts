/**
 * Hashes that a protocol asks for, so that nobody had a choice. In: what a hash came to. Out: whether it goes into a header or option that
 * is named after it (`Content-MD5`, `SSECustomerKeyMD5`), or whether nothing but its first few characters leaves, as lists of published
 * passwords are asked (k-anonymity); and whether it is one of the rounds of crypt(3).
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf, remember } from '../lookup'
import { isEqual, isUnequal } from '../operators'
import { putInto } from '../put-into'
import { type Uses, usesOf } from '../uses'

/** RFC 1864; keys that a customer of a store brings along are told by their MD5 (S3, "SSE-C"). */
const NAMED = /^(?:content-?md5|(?:CopySource)?SSECustomerKeyMD5|x-amz-(?:copy-source-)?server-side-encryption-customer-key-md5)$/i
/** Of so few characters there are many passwords. */
const MOST_SENT = 6
const MOST_HOPS = 8

const CUTS = /^(?:slice|substring|substr)$/
const SAME = /^(?:toUpperCase|toLowerCase|toString|trim)$/
const ASKS = /^(?:startsWith|endsWith|includes|indexOf|localeCompare|equals|has|length|match|timingSafeEqual)$/

export const isOfProtocol = (linked: Linked, digest: number): boolean => named(linked, 0, 0, () => findNamed(linked)).has(digest)

/** What the formats of crypt(3) begin with whose rounds are fast hashes. */
const CRYPT = /^\$(?:1|5|6|apr1)\$$/

/** `$1$` stands in the function that makes it. */
export const isOfCrypt = ({ whole }: Linked, digest: number): boolean =>
  [...lookupOf(whole).inFunction(whole.functionOf(digest))].some(
    (node) => whole.kind[node] === Kind.String && CRYPT.test(whole.text(whole.a[node] as number)),
  )

const named = remember<ReadonlySet<number>>()

function findNamed(linked: Linked): Set<number> {
  const { whole, values } = linked
  const found = new Set<number>()
  const lookup = lookupOf(whole)
  const take = (node: number) => {
    for (const made of [node, ...values.definitions(node), ...putInto(linked, node).flatMap((field) => [field, ...putInto(linked, field)])])
      found.add(made)
  }
  for (const property of lookup.named(Kind.Property, NAMED)) take(whole.b[property] as number)
  for (const store of lookup.named(Kind.Store, NAMED)) take(whole.c[store] as number)
  for (const call of lookup.named(Kind.Call, SETS)) {
    const [name, value] = whole.args(call)
    if (value !== undefined && values.texts(name as number).some(({ exact, value: text }) => exact && NAMED.test(text))) take(value)
  }
  return found
}
const SETS = /^(?:set|setHeader|header|append)$/

/** Only a beginning of it goes anywhere: the rest is compared here. */
export function leavesByBeginning(linked: Linked, digest: number): boolean {
  const way: Way = { linked, uses: usesOf(linked.whole), begins: false }
  return staysHere(way, digest, 0) && way.begins
}

interface Way {
  linked: Linked
  uses: Uses
  /** Its beginning was cut off somewhere. */
  begins: boolean
}

function staysHere(way: Way, node: number, hops: number): boolean {
  const { linked, uses } = way
  const { whole } = linked
  if (hops > MOST_HOPS || whole.functions[whole.functionOf(node)]?.returns.includes(node)) return false
  return Array.from(uses.of(node)).every((user) => {
    const kind = whole.kind[user] as Kind
    if (kind === Kind.Refine || kind === Kind.Await || kind === Kind.Cell) return staysHere(way, user, hops + 1)
    if (kind === Kind.Binary) return isEqual(whole.c[user] as number) || isUnequal(whole.c[user] as number)
    if (kind === Kind.Call) return ASKS.test(calledName(linked, user))
    if (kind !== Kind.Load) return false
    const name = whole.text(whole.b[user] as number)
    if (ASKS.test(name)) return true
    return Array.from(uses.of(user)).every((call) => {
      if (whole.kind[call] !== Kind.Call || whole.a[call] !== user) return false
      if (CUTS.test(name) && isBeginning(linked, call)) {
        way.begins = true
        return true
      }
      return (SAME.test(name) || CUTS.test(name)) && staysHere(way, call, hops + 1)
    })
  })
}

/** `digest.slice(0, 5)` */
function isBeginning({ whole, values }: Linked, cut: number): boolean {
  const [from, to] = whole.args(cut).map((argument) => values.numbers(argument)[0])
  return from === 0 && to !== undefined && to > 0 && to <= MOST_SENT
}
