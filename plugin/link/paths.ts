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
