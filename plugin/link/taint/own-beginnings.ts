/**
 * What still begins as the address does that a request was sent to. In: the nodes of a way. Out: whether every step of it leaves the
 * beginning alone. A request names its target by a path from the root (RFC 9112, section 3.2), so that what begins with it begins with
 * a slash, and with no scheme that a sender chose.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { PLUS } from '../operators'
import { isCutAtSlash } from './cut-beginnings'
import { beginningOf, firstPart } from './texts'

const TARGET = /^(?:url|originalUrl|baseUrl|path|pathname)$/
const OWNER = /\/(?:(?:Web)?Request|IncomingMessage|Context(?:\.req(?:uest)?)?)$/
/** The address of a page, which begins with where the page is, and the part of it that begins with `#`. */
const OF_PAGE = /^(?:href|pathname|hash|URL|URLUnencoded|documentURI|baseURI)$/
const PAGE = /(?:^|[.:])location$|^dom\/(?:Location|Document)$/
/** Methods of a text, and of a list of its pieces, whose outcome begins as the text does. */
const KEEPS = /^(?:toString|valueOf|concat|trim|trimEnd|padEnd|toLowerCase|toUpperCase|normalize|split|join|shift)$/
/** The same where the pattern says nothing of the beginning. */
const REPLACES = /^(?:replace|replaceAll)$/
const FROM_BEGINNING = /^\/(?:\(\?:|\()*(?:\^|\.[*+]|\[\^)|\|\^/
/** What these find is told by which of it is read. */
const FINDS = /^(?:match|exec)$/
/** Functions of the language whose outcome begins as their argument does. */
const RECODES = /^(?:decodeURI|decodeURIComponent|encodeURI|escape|unescape|String)$/
/** Members of a parsed address that begin as it does, or with a slash. */
const BEGINNINGS = /^(?:href|origin|protocol|pathname)$/
/** The same where they begin at the first character. */
const CUTS = /^(?:slice|substring|substr)$/

/** @returns `page` where it begins with all that stands in front of the path of the page it is on, `path` where with a path, or `#` */
export function beginsAsSent(linked: Linked, steps: readonly number[]): 'page' | 'path' | undefined {
  const { whole } = linked
  const nodes = steps.filter((node) => node < whole.size)
  const from = nodes.findIndex((node) => isTarget(linked, node))
  if (from < 0 || from > 1) return undefined
  const way = new Set(nodes.slice(from))
  const isPage = isWholeAddress(linked, nodes[from] as number)
  const mostCut = isPage ? IN_FRONT_OF_HOST : 0
  return nodes.slice(from + 1).every((node) => keepsBeginning(linked, node, way, mostCut)) ? (isPage ? 'page' : 'path') : undefined
}

/** `https://`: what is left of an address without these, or fewer, has its host in front or leads below the page. */
const IN_FRONT_OF_HOST = 8
const isWholeAddress = ({ whole }: Linked, node: number): boolean =>
  whole.kind[node] === Kind.Call
    ? whole.kind[whole.a[node] as number] === Kind.Load && whole.text(whole.b[whole.a[node] as number] as number) === 'toString'
    : !/^(?:pathname|hash|path|url|originalUrl|baseUrl)$/.test(whole.text(whole.b[node] as number))

/** Whether what is read of the outcome of a call begins as that which the call was given does; what is read of anything else does. */
function readsBeginning(linked: Linked, node: number, way: ReadonlySet<number>): boolean {
  const { whole, solver } = linked
  const made = thingRead(whole, node)
  if (!way.has(made) || (whole.kind[made] !== Kind.Call && whole.kind[made] !== Kind.New) || solver.callees.has(made)) return true
  const name = whole.text(whole.b[node] as number)
  if (whole.kind[made] === Kind.New) return BEGINNINGS.test(name)
  if (!FINDS.test(calledName(linked, made))) return name === '0'
  const pattern = calledName(linked, made) === 'exec' ? receiverOf(linked, made) : whole.args(made)[0]
  const source = pattern === undefined || whole.kind[pattern] !== Kind.Regex ? '' : whole.text(whole.a[pattern] as number).slice(1)
  return FROM_THE_START.test(source) ? FIRST.test(name) : name === '0' && source.startsWith('^')
}

/** What a method hands to a function: a piece of what it is called on, or of what a promise holds, the whole. */
function isPieceHanded(linked: Linked, param: number, way: ReadonlySet<number>): boolean {
  const { whole, values, solver } = linked
  const own = whole.functions[whole.a[param] as number]?.node ?? -1
  const call = own < 0 ? -1 : values.callAround(own)
  return call >= 0 && !solver.callees.has(call) && way.has(receiverOf(linked, call)) && !/^(?:then|catch)$/.test(calledName(linked, call))
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
  if (whole.kind[node] === Kind.Call && CUTS.test(calledName(linked, node)) && !solver.callees.has(node)) {
    const targets = targetsOf(linked, receiverOf(linked, node))
    const names = new Set(targets.map((target) => whole.b[target]))
    return targets.length > 0 && isCutAtSlash(linked, node, (path) => targets.includes(path) || (isTarget(linked, path) && names.has(whole.b[path])))
  }
  if (whole.kind[node] === Kind.Call && calledName(linked, node) === 'toString')
    return apiPathsOf(linked, receiverOf(linked, node)).some((path) => PAGE.test(models.paths.show(path)))
  if (whole.kind[node] !== Kind.Load) return false
  const name = whole.text(whole.b[node] as number)
  const owner = TARGET.test(name) && OF_PAGE.test(name) ? [OWNER, PAGE] : TARGET.test(name) ? [OWNER] : OF_PAGE.test(name) ? [PAGE] : []
  return owner.length > 0 && apiPathsOf(linked, whole.a[node] as number).some((path) => owner.some((one) => one.test(models.paths.show(path))))
}

/** The target, or one that stands in where no other path is given: `path ?? location.pathname`. */
function targetsOf(linked: Linked, node: number, hops = 0): number[] {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > 3) return []
  const inner = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
      return targetsOf(linked, inner, hops + 1)
    case Kind.Choice:
    case Kind.Cell:
      return [...whole.items(inner)].flatMap((item) => targetsOf(linked, item, hops + 1))
    default:
      return whole.kind[node] === Kind.Load && isTarget(linked, node) ? [node] : []
  }
}

/** What stands in front is nothing, or begins with a slash itself: `(language ? `/${language}` : '') + path`. */
function isSlashOrNothing(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size) return false
  const ways = whole.kind[node] === Kind.Choice ? [...whole.items(whole.a[node] as number)] : [node]
  return ways.every((way) => {
    const { text, whole: isAll } = beginningOf(linked, way)
    return text.startsWith('/') || (isAll && text === '')
  })
}

/**
 * @param way every node that has the text: of an operation the first operand has to be one of them
 * @param mostCut characters that may be gone from its beginning
 */
function keepsBeginning(linked: Linked, node: number, way: ReadonlySet<number>, mostCut = 0): boolean {
  const { whole, solver, values } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Binary:
      if (whole.c[node] !== PLUS) return false
      return way.has(whole.a[node] as number) || (way.has(whole.b[node] as number) && isSlashOrNothing(linked, whole.a[node] as number))
    case Kind.Template:
      return way.has(firstPart(whole, node))
    case Kind.Call: {
      // What a function of the program does with it stands among the steps by itself.
      if ((solver.callees.get(node)?.size ?? 0) > 0) return true
      const name = calledName(linked, node)
      const receiver = receiverOf(linked, node)
      const [start] = whole.args(node)
      if (start !== undefined && way.has(start) && ((receiver < 0 && RECODES.test(name)) || name === 'exec')) return true
      if (receiver < 0 || !way.has(receiver)) return false
      if (FINDS.test(name)) return true
      if (REPLACES.test(name))
        return start === undefined || whole.kind[start] !== Kind.Regex || !FROM_BEGINNING.test(whole.text(whole.a[start] as number))
      const numbers = start === undefined ? [] : values.numbers(start)
      return KEEPS.test(name) || (CUTS.test(name) && numbers.length > 0 && numbers.every((number) => number >= 0 && number <= mostCut))
    }
    case Kind.Load:
      return readsBeginning(linked, node, way)
    case Kind.Param:
      return !isPieceHanded(linked, node, way)
    case Kind.New:
      return calledName(linked, node) === 'URL' && way.has(whole.args(node)[0] ?? -1)
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

/** Libraries of settings. */
const SETTINGS = /^(?:config|node-config|nconf|rc|convict)$/
const MOST_LOADS = 6

/**
 * Whether an address has no scheme that anybody sent: it begins with a path that was read of a URL, which begins with a slash, or with a
 * setting of the program; whatever stands in front of that, or is put there later, is the program's own.
 */
export function hasNoSentScheme(linked: Linked, steps: readonly number[]): boolean {
  const { whole } = linked
  const nodes = steps.filter((node) => node < whole.size)
  const from = nodes.findIndex((node, index) => isPathOfUrl(linked, node) || isBehindOwn(linked, node, new Set(nodes.slice(0, index))))
  if (from < 0) return false
  const way = new Set(nodes.slice(from))
  return nodes.slice(from + 1).every((node) => keepsOwnBeginning(linked, node, way))
}

/** The same where whatever stands in front is the program's own. */
export function keepsOwnBeginning(linked: Linked, node: number, way: ReadonlySet<number>): boolean {
  return keepsBeginning(linked, node, way) || isPutTogether(linked, node)
}

/** `new URL(address, base).pathname` */
function isPathOfUrl(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  if (node < 0 || whole.kind[node] !== Kind.Load || whole.text(whole.b[node] as number) !== 'pathname') return false
  return values
    .definitions(whole.a[node] as number)
    .some((made) => made < whole.size && whole.kind[made] === Kind.New && calledName(linked, made) === 'URL')
}

const isPutTogether = ({ whole }: Linked, node: number): boolean =>
  whole.kind[node] === Kind.Template || (whole.kind[node] === Kind.Binary && whole.c[node] === PLUS)

/** `url.pathname + sent`, `${process.env.ORIGIN}${sent}` */
function isBehindOwn(linked: Linked, node: number, way: ReadonlySet<number>): boolean {
  const { whole } = linked
  if (!isPutTogether(linked, node)) return false
  const first = firstPart(whole, node)
  return first >= 0 && !way.has(first) && (isPathOfUrl(linked, first) || isSetting(linked, first))
}

/** `process.env.ORIGIN`, `config.get('origin')`; one that may be empty by a default of its own is none. */
function isSetting(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  let at = node
  for (let hops = 0; hops < MOST_LOADS && at >= 0; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Load && whole.text(whole.b[at] as number) === 'env') return whole.sourceOf(whole.a[at] as number) === 'process'
    if (apiPathsOf(linked, at).some((path) => SETTINGS.test(models.paths.rootOf(path).replace(/^npm:/, '')))) return true
    if (kind === Kind.Import) return SETTINGS.test(whole.text(whole.a[at] as number))
    if (kind === Kind.Load || kind === Kind.Refine || kind === Kind.Call) at = kind === Kind.Call ? receiverOf(linked, at) : (whole.a[at] as number)
    else return false
  }
  return false
}
