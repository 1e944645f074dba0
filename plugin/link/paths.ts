/** Route paths: putting them together, and whether one covers another. */

/** Two parts with exactly one slash between them; the result starts with one unless both are empty. */
export function joinPaths(one: string, other: string): string {
  if (one === '' || one === '/') return other === '/' && one === '' ? '' : withSlash(other)
  if (other === '' || other === '/') return withSlash(one)
  return `${withSlash(one).replace(/\/+$/, '')}/${other.replace(/^\/+/, '')}`
}

function withSlash(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`
}

/**
 * Whether middleware at `pattern` sees requests to `path`. A prefix is enough for mounted middleware, a route's pattern must
 * match to the end. Parameters and wildcards match any one segment, `*` the rest.
 */
export function pathCovers(pattern: string, path: string, prefix: boolean): boolean {
  if (/^\/\^/.test(pattern)) return false
  const alternatives = alternativesOf(pattern)
  if (alternatives) return alternatives.some((each) => pathCovers(each, path, prefix))
  if (pattern === '' || pattern === '/' || pattern === '*') return prefix || pattern === '*' || path === '/' || path === ''
  const wanted = split(pattern)
  const given = split(path)
  for (let i = 0; i < wanted.length; i++) {
    const want = wanted[i] as string
    if (/^(?:\*|\(\.\*\)|\{\*.*\}|\*\w+)$/.test(want)) return true
    const have = given[i]
    if (have === undefined) return /\?$/.test(want)
    if (isParameter(want) || want.includes('*')) continue
    // A literal does not cover a parameter: only some of those requests meet it.
    if (isParameter(have) || want.toLowerCase() !== have.toLowerCase()) return false
  }
  return prefix || given.length <= wanted.length
}

/** `/api/admin` and `/api/admin/*` of `(/+api/admin|/+api/admin/*?)`, as Express reads a group that is a whole path; undefined for any other. */
function alternativesOf(pattern: string): string[] | undefined {
  const inside = /^\/?\(((?![?*+])[^()]*\|[^()]*)\)$/.exec(pattern)?.[1]
  const all = inside?.split('|').map((each) => each.replace(/\/\+/g, '/').replace(/\*\?/g, '*'))
  return all?.every((each) => /^\/[\w./:*{}-]*$/.test(each)) ? all : undefined
}

/**
 * Whether a pattern may cover a path of which a step is not known, `/api/{name}/users`: it does where that step is what the pattern has
 * there.
 */
export function pathMayCover(pattern: string, path: string, prefix: boolean): boolean {
  const alternatives = alternativesOf(pattern) ?? [pattern]
  return alternatives.some((each) => {
    const wanted = split(each)
    const filled = split(path).map((step, index) => (UNKNOWN_STEP.test(step) && /^[\w.-]+$/.test(wanted[index] ?? '') ? wanted[index] : step))
    return pathCovers(each, `/${filled.join('/')}`, prefix)
  })
}
const UNKNOWN_STEP = /^\{\w+\}$/

/** Whether a path is every path: what stands there answers when nothing else did. */
export function isCatchAll(path: string): boolean {
  return /^\/?(?:\*\w*|\(\.\*\)|\.\*|\{\*\w*\}|:\w+(?:\*|\(\.\*\)|\{\.[*+]\})|\/\.\*\/|\{\w+\*\})$/.test(path)
}

/**
 * A path without what its parameters are limited to: `/users/:id(\d+)` and `/users/:id{[0-9]+}` are `/users/:id`. Regular
 * expressions stay as they are.
 */
export function withoutConstraints(path: string): string {
  if (path.startsWith('/^') || path.includes('(?') || !/:\w+[({]/.test(path)) return path
  let plain = ''
  for (let at = 0; at < path.length; ) {
    const parameter = /^:\w+/.exec(path.slice(at))
    if (!parameter) {
      plain += path[at++]
      continue
    }
    plain += parameter[0]
    at += parameter[0].length
    if (path[at] === '(' || (path[at] === '{' && path[at + 1] !== '/')) at = pastGroup(path, at)
  }
  return plain
}

/** What the parameters of a path are limited to, as regular expressions: `/users/:id(\\d+)` has `id`, `\\d+`. */
export function constraintsOf(path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (path.startsWith('/^') || path.includes('(?')) return found
  for (const { 0: whole, 1: name, index } of path.matchAll(/:(\w+)(?=[({])/g)) {
    const from = index + whole.length
    const end = pastGroup(path, from)
    if (path[from + 1] !== '/' && end > from + 1) found.set(name as string, path.slice(from + 1, end - 1))
  }
  return found
}

/** Names of the parameters of a path. */
export const parametersOf = (path: string): string[] => [...path.matchAll(/[:{](?:\.\.\.)?(\w+)/g)].map(([, name]) => name as string)

/**
 * Parameters that two paths to one request have at the same place: what a handler at `/files/:id` sees of a request to `/files/:id/raw`. Of a
 * name that either has twice nobody knows which is meant.
 */
export function placesShared(one: string, other: string): string[] {
  if (one.startsWith('/^') || other.startsWith('/^')) return []
  const [left, right] = [split(withoutConstraints(one)), split(withoutConstraints(other))]
  const isOnce = (name: string) => [one, other].every((path) => parametersOf(path).filter((each) => each === name).length === 1)
  return left.flatMap((part, index) => (isParameter(part) && part === right[index] ? parametersOf(part).filter(isOnce) : []))
}

/** Behind the bracket that closes the one at a place; the place itself where none does. */
function pastGroup(path: string, from: number): number {
  const [open, close] = path[from] === '(' ? ['(', ')'] : ['{', '}']
  for (let at = from, depth = 0; at < path.length; at++) {
    if (path[at] === '\\') at++
    else if (path[at] === open) depth++
    else if (path[at] === close && --depth === 0) return at + 1
  }
  return from + 1
}

const parts = new Map<string, string[]>()
/** Segments of a path. Kept: every route is compared with every guard before it. */
function split(path: string): string[] {
  let known = parts.get(path)
  if (!known) {
    known = segmentsOf(path)
    parts.set(path, known)
  }
  return known
}
const segmentsOf = (path: string) =>
  path
    .replace(/\(\?[!=][^)]*\)/g, '')
    .split('/')
    .filter(Boolean)
const isParameter = (segment: string) => /^[:{[]/.test(segment)
