/**
 * Saved lists of packages that are behind. In: the JSON that a package manager wrote. Out: the packages it names. `npm outdated --json`
 * (one object a name, or a list of them where several folders ask for it), `pnpm outdated --format json`, and `yarn outdated --json`
 * of the classic kind (one JSON a line, a table among them).
 */

export interface Behind {
  name: string
  /** Undefined where nothing is installed. */
  current: string | undefined
  /** Newest that the manifest lets in. */
  wanted: string | undefined
  latest: string
  /** Its makers gave it up, where the list says so. */
  deprecated: boolean
  /** Package that asks for it, where the list says so. */
  dependent: string | undefined
}

/** Undefined where the text is no such list. */
export function outdatedIn(written: string): Behind[] | undefined {
  try {
    const value: unknown = JSON.parse(written)
    return isRecord(value) ? byName(value) : undefined
  } catch {
    return tableOf(written)
  }
}

function byName(value: Record<string, unknown>): Behind[] | undefined {
  const entries = Object.entries(value).flatMap(([name, told]) => [told].flat().map((each: unknown) => [name, each] as const))
  if (entries.some(([, each]) => !isRecord(each) || text(each.latest) === undefined))
    return isTable(value) ? tableOf(JSON.stringify(value)) : undefined
  return entries.map(([name, each]) => {
    const { current, wanted, latest, isDeprecated, dependent } = each as Record<string, unknown>
    return {
      name,
      current: text(current),
      wanted: text(wanted),
      latest: text(latest) as string,
      deprecated: isDeprecated === true,
      dependent: text(dependent),
    }
  })
}

/** `{"type":"table","data":{"head":["Package","Current","Wanted","Latest",…],"body":[[…]]}}` */
function tableOf(written: string): Behind[] | undefined {
  for (const line of written.split('\n')) {
    const value = parsed(line)
    if (!isTable(value)) continue
    const { head, body } = value.data
    const column = (title: string) => head.indexOf(title)
    return body.flatMap((row) => {
      const name = text(row[column('Package')])
      const latest = text(row[column('Latest')])
      if (name === undefined || latest === undefined) return []
      const told = { current: text(row[column('Current')]), wanted: text(row[column('Wanted')]) }
      return [{ name, latest, ...told, deprecated: false, dependent: undefined }]
    })
  }
  return undefined
}

function isTable(value: unknown): value is { data: { head: unknown[]; body: unknown[][] } } {
  if (!isRecord(value) || value.type !== 'table' || !isRecord(value.data)) return false
  const { head, body } = value.data
  return Array.isArray(head) && head.includes('Package') && head.includes('Latest') && Array.isArray(body) && body.every(Array.isArray)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Progress and hints stand between the lines.
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' && value.length < 200 ? value : undefined)
