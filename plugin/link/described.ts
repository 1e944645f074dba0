/**
 * The repository's own descriptions of its HTTP interface (OpenAPI files, fragments in comments) against the table of entry
 * points. In: both. Out: one row an operation; doors that no description names are rows as well. Paths match whatever
 * their parameters are called, below the prefix that makes most of them match: descriptions often leave it out.
 */
import type { DefinedOperation, Definition } from '../graph'
import type { DescribedOperation, EntryPoint, Evidence, Parameter } from '../types'

export function describedOperations(entryPoints: EntryPoint[], definitions: Definition[]): DescribedOperation[] {
  const described = definitions
    .filter(({ format }) => format === 'openapi' || format === 'jsdoc')
    .flatMap(({ path, base = '', operations }) =>
      operations.filter(({ kind }) => kind === 'http').map((operation) => ({ file: path, base, operation })),
    )
  if (described.length === 0) return []
  const doors = entryPoints.filter(({ kind }) => kind === 'http')
  const byAddress = new Map(doors.map((door) => [addressOf(door.method, door.path), door]))
  const prefix = bestPrefix(
    doors,
    described.map(({ operation }) => operation),
  )
  const seen = new Set<EntryPoint>()
  const rows: DescribedOperation[] = []
  for (const { file, base, operation } of described) {
    const { method, path, line, text } = operation
    const door =
      byAddress.get(addressOf(method, prefix + path)) ??
      byAddress.get(addressOf(method, base + path)) ??
      byAddress.get(addressOf(method, path)) ??
      byAddress.get(addressOf('ALL', prefix + path)) ??
      byAddress.get(addressOf('ANY', prefix + path))
    if (door) seen.add(door)
    rows.push({
      method,
      path: base + path,
      described: { file, line, text },
      registered: door?.at,
      differences: door ? differencesOf(operation, door) : [],
    })
  }
  for (const { method, path, at } of doors.filter((door) => !seen.has(door)))
    rows.push({ method, path, described: undefined, registered: at, differences: [] })
  return distinct(rows)
}

function addressOf(method: string, path: string): string {
  const steps = path
    .replace(/\/+$/, '')
    .replace(/\{[^}]*\}|:\w+(?:\([^)]*\))?[?*+]?|\[[^\]]*\]/g, '{}')
    .toLowerCase()
  return `${method} ${steps || '/'}`
}

/** What stands before most described paths in the code: `/api`, or nothing. */
function bestPrefix(doors: EntryPoint[], operations: DefinedOperation[]): string {
  const described = new Set(operations.map(({ method, path }) => addressOf(method, path)))
  const votes = new Map<string, number>()
  for (const { method, path } of doors) {
    const steps = path.split('/').filter(Boolean)
    for (let depth = 0; depth <= Math.min(3, steps.length); depth++) {
      const prefix = steps
        .slice(0, depth)
        .map((step) => `/${step}`)
        .join('')
      if (described.has(addressOf(method, `/${steps.slice(depth).join('/')}`))) votes.set(prefix, (votes.get(prefix) ?? 0) + 1)
    }
  }
  return [...votes].sort(([one, a], [other, b]) => b - a || one.length - other.length)[0]?.[0] ?? ''
}

/** Only what both sides say and cannot both be right. */
function differencesOf({ secured, parameters }: DefinedOperation, door: EntryPoint): string[] {
  const differences: string[] = []
  if (secured?.yes && door.authRequired.answer === 'no')
    differences.push(`The description demands a signed-in caller${secured.by ? ` (\`${secured.by}\`)` : ''}; in the code nobody checks.`)
  if (secured && !secured.yes && door.authRequired.answer === 'yes')
    differences.push('The description lets everybody call it; the code demands a signed-in caller.')
  for (const place of ['query', 'header'] as const) {
    const missing = namesIn(door.parameters, place).filter((name) => !namesIn(parameters, place).includes(name) && !IMPLIED.has(name))
    if (missing.length > 0 && namesIn(parameters, place).length > 0)
      differences.push(`The code reads ${place} ${missing.map((name) => `\`${name}\``).join(', ')}, which the description lacks.`)
  }
  return differences
}

/** Headers that descriptions express by other means. */
const IMPLIED = new Set(['authorization', 'content-type', 'accept', 'cookie'])

function namesIn(parameters: Omit<Parameter, 'at'>[], place: Parameter['in']): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name.toLowerCase())
}

function distinct(rows: DescribedOperation[]): DescribedOperation[] {
  const key = (at: Evidence | undefined) => (at ? `${at.file}:${at.line}` : '')
  return [...new Map(rows.map((row) => [`${row.method} ${row.path} ${key(row.described)} ${key(row.registered)}`, row])).values()]
}
