/** What a part of a value does no harm to although the whole of it would: an id of a secret, the path of a parsed address. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { PLUS } from '../operators'
import { isOwnAddress } from './addresses'
import { ADDRESS, ALL, bitOf, DISCLOSED, maskOf, SCHEME, UPWARDS } from './kinds'

const NOSQL = bitOf('nosql')
const HTML = maskOf(['html', 'xml'])

/** What records and results of checks tell about a secret or a person, and what says nothing by itself. */
const ABOUT =
  /^(?:_?id|object_?id|uuid|guid|error|errors|issues|success|ok|status|state|type|kind|(?:created|updated|deleted|expires|expired|revoked|used|last_?used|issued)_?(?:at|on|in)|expir(?:y|es|ation)|exp|iat|nbf|scopes?|algorithm|count|size|version|enabled|disabled|active|revoked)$/i

/**
 * Parts of a parsed address that are written with escapes: `<`, `>`, quotes and spaces are no longer themselves there (WHATWG URL,
 * section 1.3, the percent-encode sets of path, query and fragment). What is taken out of the query by name is text again.
 */
const ENCODED = /^(?:pathname|search|hash|href)$/
/** Parts that can be set without another host or scheme coming of it (the same, section 6.1). */
const INSIDE = /^(?:pathname|search|hash|username|password|port)$/

/** Parts without slashes and line ends: those are forbidden in a host, and what goes before and after it is written by the standard. */
const HOST = /^(?:hostname|host|port|protocol)$/
const ONE_NAME = maskOf(['path', 'upload', 'header', 'log'])

/** @param load the place that reads the part */
export function clearedByPart(linked: Linked, load: number): number {
  const { whole } = linked
  const name = whole.text(whole.b[load] as number)
  if (/^[01]$/.test(name) && isStarted(linked, whole.a[load] as number)) return ALL
  // The parser of such a query string makes no objects, so that none of its parts is an operator.
  const flat = isFlat(linked, whole.a[load] as number) ? NOSQL : 0
  if (ABOUT.test(name)) return DISCLOSED | flat
  if (flat) return flat
  // Where a service is is no secret of an address that holds one: `new URL(process.env.DATABASE_URL).protocol`.
  if (HOST.test(name)) return isAddress(linked, whole.a[load] as number) ? ONE_NAME | DISCLOSED : 0
  return ENCODED.test(name) && isAddress(linked, whole.a[load] as number) ? HTML : 0
}

/** `process.argv`: its first two are the paths of Node.js and of the program, and what whoever starts it says comes behind. */
const isStarted = (linked: Linked, list: number): boolean =>
  apiPathsOf(linked, list).some((path) => /^process\.argv$/.test(linked.models.paths.show(path)))

/** `address.split(':')[0]`: what stands before the first colon is the scheme, and nothing of what else the address holds. */
export function clearedOfFirst({ whole }: Linked, load: number): number {
  const [call, name] = [whole.a[load] as number, whole.text(whole.b[load] as number)]
  if (name !== '0' || whole.kind[call] !== Kind.Call || whole.args(call).length === 0) return 0
  const callee = whole.a[call] as number
  const [at] = whole.args(call)
  const isSplit = whole.kind[callee] === Kind.Load && whole.text(whole.b[callee] as number) === 'split'
  return isSplit && at !== undefined && whole.kind[at] === Kind.String && /^:(?:\/\/)?$/.test(whole.text(whole.a[at] as number)) ? DISCLOSED : 0
}

/** Behind its mark nothing leads to another path. */
const BEHIND_MARK = ADDRESS | UPWARDS
/** What parts of the address of a page or of a parsed one decide, where they are joined to a text: each begins with its own mark. */
const MARKED: Record<string, number> = rowsByName({ search: BEHIND_MARK, hash: BEHIND_MARK, pathname: SCHEME })
/** Who hands out the address of a page: the browser, and routers inside the page; and that of a request, taken apart: Next. */
const HANDS_OUT = /(?:^|[./:])(?:(?:use)?location(?:\(\))?!?|nextUrl)$/i

/** `page + location.search`: what begins with `?` or `#` (RFC 3986, sections 3.4 and 3.5), or is nothing at all, names neither a scheme nor a host. */
export function clearedWhenJoined(linked: Linked, part: number, hops = 0): number {
  const { whole, models } = linked
  if (part < 0 || part >= whole.size || hops > 6) return 0
  switch (whole.kind[part] as Kind) {
    case Kind.Load: {
      const clears = MARKED[whole.text(whole.b[part] as number)]
      if (clears === undefined) return 0
      const object = whole.a[part] as number
      if (apiPathsOf(linked, object).some((path) => HANDS_OUT.test(models.paths.show(path)))) return clears
      // The path of `other:javascript:…` is what follows the first colon.
      return clears === BEHIND_MARK && isAddress(linked, object) ? clears : 0
    }
    case Kind.Refine:
    case Kind.Await:
      return clearedWhenJoined(linked, whole.a[part] as number, hops + 1)
    case Kind.Choice:
    case Kind.Cell:
      return whole
        .items(whole.a[part] as number)
        .filter((way) => !isNothing(linked, way) && !isEmpty(linked, way))
        .reduce((all, way) => all & clearedWhenJoined(linked, way, hops + 1), BEHIND_MARK)
    default:
      return 0
  }
}

/** `https://eu.example.org`, which a path goes on from; without one it may still be another host: `https://eu.example.org` + `.evil.example`. */
const ONLY_HOST = /^(?:https?|wss?):\/\/[\w.-]+(?::\d+)?$/i
/** Hosts of a table, of which no more are looked at. */
const MOST_HOSTS = 24

/** `host + url.pathname`, where the host is one of those that the code names: the path of a request begins with a slash. */
export function clearedBehindHost(linked: Linked, host: number, part: number): number {
  if (!beginsWithOwnPath(linked, part)) return 0
  const texts = linked.values.texts(host)
  return texts.length > 0 && texts.length <= MOST_HOSTS && texts.every(({ exact, value }) => exact && ONLY_HOST.test(value)) ? ADDRESS : 0
}

/** The path of the address that a request was sent to, or a page is shown at, whatever goes on behind it. */
function beginsWithOwnPath(linked: Linked, node: number, hops = 0): boolean {
  const { whole, models } = linked
  if (node < 0 || node >= whole.size || hops > 6) return false
  const inner = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
      if (whole.text(whole.b[node] as number) !== 'pathname') return false
      // The path of `other:@host` is what follows the first colon; a request is sent by its own schemes.
      return apiPathsOf(linked, inner).some((path) => HANDS_OUT.test(models.paths.show(path))) || isOwnAddress(linked, inner)
    case Kind.Refine:
      return beginsWithOwnPath(linked, inner, hops + 1)
    case Kind.Binary:
      return whole.c[node] === PLUS && beginsWithOwnPath(linked, inner, hops + 1)
    case Kind.Template: {
      const first = whole.items(inner).find((item) => !isEmpty(linked, item))
      return first !== undefined && beginsWithOwnPath(linked, first, hops + 1)
    }
    case Kind.Choice:
    case Kind.Cell: {
      const ways = whole.items(inner)
      return ways.length > 0 && ways.every((way) => beginsWithOwnPath(linked, way, hops + 1))
    }
    default:
      return false
  }
}

const isEmpty = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.String && whole.text(whole.a[node] as number) === ''

const isFlat = (linked: Linked, object: number): boolean =>
  linked.models.flatRequests.size > 0 && apiPathsOf(linked, object).some((path) => linked.models.flatRequests.has(path))

/** `url.search = text`: the address leads where it led before. */
export const staysInAddress = (linked: Linked, object: number, property: number): boolean =>
  INSIDE.test(linked.whole.text(property)) && isAddress(linked, object)

/** `url.host = text`: the address leads to whatever the text names. */
export const leadsElsewhere = (linked: Linked, object: number, property: number): boolean =>
  /^(?:host|hostname|href)$/.test(linked.whole.text(property)) && isAddress(linked, object)

/** `address.split('@')`, from which the domain is taken. */
export function isSplitAtHost(linked: Linked, call: number): boolean {
  const { whole } = linked
  if (calledName(linked, call) !== 'split') return false
  const [at] = whole.args(call)
  return at !== undefined && whole.kind[at] === Kind.String && whole.text(whole.a[at] as number) === '@'
}

/** `new URL(text)`, `URL.parse(text)` */
export function parsesAddress(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size) return false
  if (whole.kind[node] === Kind.New) return calledName(linked, node) === 'URL'
  if (whole.kind[node] !== Kind.Call || calledName(linked, node) !== 'parse') return false
  const receiver = receiverOf(linked, node)
  if (receiver >= 0 && whole.kind[receiver] === Kind.Global && whole.text(whole.a[receiver] as number) === 'URL') return true
  // `url.parse(text)` of node.js, which `http.request` and libraries above it read addresses with as well.
  const paths = linked.solver.apiCalls.get(node)
  return paths !== undefined && [...paths].some((path) => linked.models.paths.rootOf(path) === 'npm:url')
}

/** Made by `new URL(…)` on every way that is known. */
export function isAddress(linked: Linked, node: number, hops = 0): boolean {
  const { whole, solver } = linked
  if (node < 0 || node >= whole.size || hops > 6) return false
  switch (whole.kind[node] as Kind) {
    case Kind.New:
      return parsesAddress(linked, node)
    case Kind.Refine:
    case Kind.Await:
      return isAddress(linked, whole.a[node] as number, hops + 1)
    case Kind.Choice:
    case Kind.Cell: {
      const ways = whole.items(whole.a[node] as number).filter((way) => !isNothing(linked, way))
      return ways.length > 0 && ways.every((way) => isAddress(linked, way, hops + 1))
    }
    case Kind.Param: {
      const callers = [...(solver.callers.get(whole.a[node] as number) ?? [])]
      return (
        callers.length > 0 &&
        callers.length <= 8 &&
        callers.every((call) => {
          const given = whole.args(call)[whole.b[node] as number]
          return given !== undefined && isAddress(linked, given, hops + 2)
        })
      )
    }
    case Kind.Call: {
      if (parsesAddress(linked, node)) return true
      const answers = [...(solver.callees.get(node) ?? [])]
        .flatMap((fn) => whole.functions[fn]?.returns ?? [])
        .filter((way) => !isNothing(linked, way))
      return answers.length > 0 && answers.length <= 4 && answers.every((answer) => isAddress(linked, answer, hops + 2))
    }
    default:
      return false
  }
}

const isNothing = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.Null || whole.kind[node] === Kind.Undefined
