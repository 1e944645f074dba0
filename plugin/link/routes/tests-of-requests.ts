/**
 * What the conditions that lead to a place say of a request. In: a node. Out: the addresses that get there, as alternatives of
 * a path and a method; a test that says neither leaves both open.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'

/** One way to get there; what is not said is undefined. */
export interface Address {
  path?: string
  method?: string
}

const OPEN: readonly Address[] = [{}]
const MOST_WAYS = 32
const METHOD_NAME = /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|QUERY|TRACE|CONNECT|PROPFIND|PURGE)$/
/** Calls on a text that leave it the text it was, for what is asked here. */
const TEXT_CALL = /^(?:split|replace|replaceAll|trim|toLowerCase|toUpperCase|toString|slice|substring|normalize|decodeURI|decodeURIComponent|String)$/

/** Conditions around a node, from its function's body in. */
export function addressesAt(linked: Linked, node: number): readonly Address[] {
  const { whole } = linked
  let found = OPEN
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const condition = whole.regions[region * 4 + 2] as number
    const kind = whole.regions[region * 4] as RegionKind
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False && kind !== RegionKind.Case)) continue
    // What is tested further in is said more exactly.
    const conditions = kind === RegionKind.Case ? fallenInto(linked, region) : [condition]
    const told = conditions.map((each) => addressesOf(linked, each, kind !== RegionKind.False))
    found = both(told.includes(OPEN) ? OPEN : told.flat(), found)
  }
  return found
}

/** Conditions of a case and of the empty ones in front of it: `case '/a': case '/b':`. */
function fallenInto({ effects, whole }: Linked, region: number): number[] {
  const conditionOf = (at: number) => whole.regions[at * 4 + 2] as number
  const isCase = (at: number) => at >= 0 && whole.regions[at * 4] === RegionKind.Case && whole.kind[conditionOf(at)] === Kind.Binary
  const found = [conditionOf(region)]
  if (!isCase(region)) return found
  const does = new Set(effects.ofFunction(whole.regions[region * 4 + 3] as number).map((node) => whole.region[node] as number))
  for (let at = region - 1; isCase(at) && !does.has(at); at--) {
    const isSibling = whole.regions[at * 4 + 1] === whole.regions[region * 4 + 1] && whole.a[conditionOf(at)] === whole.a[conditionOf(region)]
    if (!isSibling) break
    found.push(conditionOf(at))
  }
  return found
}

export function both(outer: readonly Address[], inner: readonly Address[]): readonly Address[] {
  if (outer === OPEN) return inner
  const ways = outer.flatMap((one) => inner.map((other): Address => ({ ...one, ...other, ...narrower(one.path, other.path) })))
  return ways.slice(0, MOST_WAYS)
}

/** `/api/*` says less than `/api/users`, wherever it is asked. */
function narrower(one: string | undefined, other: string | undefined): { path?: string } {
  return one !== undefined && other?.endsWith('*') && !one.endsWith('*') ? { path: one } : {}
}

function addressesOf(linked: Linked, condition: number, holds: boolean, hops = 0): readonly Address[] {
  const { whole } = linked
  if (condition < 0 || condition >= whole.size || hops > 12) return OPEN
  switch (whole.kind[condition] as Kind) {
    case Kind.Refine:
      return addressesOf(linked, whole.a[condition] as number, holds, hops + 1)
    case Kind.Unary:
      return whole.c[condition] === NOT ? addressesOf(linked, whole.a[condition] as number, !holds, hops + 1) : OPEN
    case Kind.Choice: {
      const parts = whole.items(whole.a[condition] as number).map((part) => addressesOf(linked, part, holds, hops + 1))
      const kind = whole.c[condition] as ChoiceKind
      if (kind !== ChoiceKind.And && kind !== ChoiceKind.Or) return OPEN
      if ((kind === ChoiceKind.And) === holds) return parts.reduce(both, OPEN)
      // One of them at least: where one says nothing, nothing is known.
      return parts.includes(OPEN) ? OPEN : parts.flat().slice(0, MOST_WAYS)
    }
    case Kind.Binary: {
      const operator = whole.c[condition] as number
      if (!(holds ? isEqual(operator) : isUnequal(operator))) return OPEN
      const [one, other] = [whole.a[condition] as number, whole.b[condition] as number]
      return compared(linked, one, other) ?? compared(linked, other, one) ?? OPEN
    }
    case Kind.Call:
      return holds ? called(linked, condition) : OPEN
    default:
      return OPEN
  }
}

/** `req.url === '/users'`, `request.method === 'GET'`, `` `${method} ${path}` === 'GET /users' ``. */
function compared(linked: Linked, asked: number, text: number): readonly Address[] | undefined {
  const texts = linked.values.texts(text).filter(({ exact }) => exact)
  if (texts.length === 0) return undefined
  if (isMethod(linked, asked))
    return texts.filter(({ value }) => METHOD_NAME.test(value.toUpperCase())).map(({ value }) => ({ method: value.toUpperCase() }))
  if (isPath(linked, asked)) return texts.filter(({ value }) => value.startsWith('/')).map(({ value }) => ({ path: value.replace(/\?.*$/, '') }))
  if (isMethodAndPath(linked, asked)) return texts.flatMap(({ value }) => addressIn(value) ?? [])
  return undefined
}

/** `GET /users`, `get:/users`. */
export function addressIn(text: string): Address | undefined {
  const match = /^([A-Za-z]+)[\s:]+(\/\S*)$/.exec(text)
  const method = match?.[1]?.toUpperCase() ?? ''
  return METHOD_NAME.test(method) ? { method, path: match?.[2] as string } : undefined
}

/** `path.startsWith('/api/')`, `['/a', '/b'].includes(path)`, `/^\/users\/(\d+)$/.test(path)`, `path.match(…)`. */
function called(linked: Linked, call: number): readonly Address[] {
  const { values, whole } = linked
  const receiver = receiverOf(linked, call)
  const [argument] = whole.args(call)
  if (receiver < 0 || argument === undefined) return OPEN
  const name = calledName(linked, call)
  const exact = (node: number) => values.elements(node).flatMap((item) => values.texts(item).filter((text) => text.exact))
  let found: Address[] = []
  if (name === 'startsWith' && isPath(linked, receiver)) found = exact(argument).map(({ value }) => ({ path: `${value.replace(/\/$/, '')}/*` }))
  else if (/^(?:includes|has)$/.test(name) && isPath(linked, argument)) found = exact(receiver).map(({ value }) => ({ path: value }))
  else if (/^(?:includes|has)$/.test(name) && isMethod(linked, argument))
    found = exact(receiver).map(({ value }) => ({ method: value.toUpperCase() }))
  else if (/^(?:test|exec)$/.test(name) && isPath(linked, argument)) found = exact(receiver).map(({ value }) => ({ path: pathOfExpression(value) }))
  else if (name === 'match' && isPath(linked, receiver)) found = exact(argument).map(({ value }) => ({ path: pathOfExpression(value) }))
  return found.length > 0 ? found.filter(({ path }) => path === undefined || path.startsWith('/')) : OPEN
}

/** `/^\/users\/(\d+)$/` is `/users/:p1`, `(?<id>\d+)` is `:id`; an expression that says more than that stays as it is. */
function pathOfExpression(text: string): string {
  const body = /^\/\^?(.*?)\$?\/[a-z]*$/s.exec(text)?.[1]
  if (body === undefined) return text
  let group = 0
  const path = body
    .replace(/\\\//g, '/')
    .replace(/\(\?<(\w+)>(?:\[[^\]]*\]|\\[^()[\]]|[^()[\]\\])*\)/g, ':$1')
    .replace(/\((?!\?)(?:\[[^\]]*\]|\\[^()[\]]|[^()[\]\\])*\)/g, () => `:p${++group}`)
    .replace(/\/\?$/, '')
    .replace(/\\([.-])/g, '$1')
  return /^\/[\w/:.-]*$/.test(path) ? path || '/' : text
}

export function isMethod(linked: Linked, node: number): boolean {
  return originOf(linked, node) === 'method'
}

export function isPath(linked: Linked, node: number): boolean {
  return originOf(linked, node) === 'path'
}

/** Both in one text. */
export function isMethodAndPath(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  return values.definitions(node).some((made) => {
    const kind = whole.kind[made] as Kind
    if (kind !== Kind.Template && kind !== Kind.Binary) return false
    const parts = partsOf(linked, made)
    return parts.some((part) => isMethod(linked, part)) && parts.some((part) => isPath(linked, part))
  })
}

function partsOf({ whole }: Linked, node: number, hops = 0): number[] {
  if (whole.kind[node] === Kind.Template) return [...whole.items(whole.a[node] as number)]
  if (whole.kind[node] !== Kind.Binary || hops > 4) return [node]
  const linked = { whole } as Linked
  return [whole.a[node] as number, whole.b[node] as number].flatMap((part) => partsOf(linked, part, hops + 1))
}

/** Which part of a request a value is taken from. */
function originOf(linked: Linked, node: number, hops = 0): 'method' | 'path' | undefined {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > 10) return undefined
  const next = (at: number) => originOf(linked, at, hops + 1)
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
    case Kind.Await:
    case Kind.Element:
      return next(whole.a[node] as number)
    case Kind.Cell:
    case Kind.Choice:
      for (const item of whole.items(whole.a[node] as number)) {
        const origin = next(item)
        if (origin) return origin
      }
      return undefined
    case Kind.LoadDynamic:
      return next(whole.a[node] as number)
    case Kind.Load: {
      const name = whole.text(whole.b[node] as number)
      if (name === 'method') return isRequest(linked, whole.a[node] as number) ? 'method' : undefined
      if (name === 'pathname') return 'path'
      if (/^(?:url|path|originalUrl|baseUrl|rawPath)$/.test(name)) return isRequest(linked, whole.a[node] as number) ? 'path' : undefined
      return /^\d+$/.test(name) ? next(whole.a[node] as number) : undefined
    }
    case Kind.Call: {
      if (!TEXT_CALL.test(calledName(linked, node))) return undefined
      const receiver = receiverOf(linked, node)
      return next(receiver >= 0 ? receiver : (whole.args(node)[0] ?? -1))
    }
    default:
      return undefined
  }
}

/** By what the library says of it, or by what it is called where nothing says anything. */
function isRequest(linked: Linked, node: number): boolean {
  const { models, values } = linked
  const paths = apiPathsOf(linked, node).map((path) => models.paths.show(path))
  if (paths.some((path) => /\/(?:IncomingMessage|(?:Web)?Request|Context|Event)\b|(?:^|[.!])Request\b/.test(path))) return true
  return /^(?:req|request|ctx|context|event|incoming|message|_req)$/i.test(values.nameOf(node))
}
