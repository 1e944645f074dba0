/**
 * Where log lines go, and for how long. In: settings of loggers, of rotated files and of streams. Out: outputs; a file with the
 * ways in which it can be read over HTTP.
 */
import { Kind } from '../../../graph'
import type { Evidence, Setting, Usage } from '../../../types'
import { calledName, cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { counted } from './control'
import type { Ground } from './ground'
import { pathsAt, type Reachable, waysTo } from './reach'

export interface LogOutput {
  call: number
  kind: 'file' | 'console' | 'service'
  /** `logs/access.log.%DATE%`, `standard output`, name of the service's package. */
  name: string
  library: string
  at: Evidence
  ways: Reachable[]
  /** `2 days`, `5 files of 1m`; '' where nothing limits it. */
  kept: string
  keptAt?: Evidence
}

const STREAMS = new Set(['createWriteStream'])

export function logOutputs(ground: Ground, reachable: readonly Reachable[]): LogOutput[] {
  const { linked } = ground
  const calls = new Map<string, number>()
  const found: LogOutput[] = []
  for (const kind of ['log-file', 'log-console', 'log-remote'] as const)
    for (const call of ground.calls(kind)) calls.set(`${kind} ${placeOf(cite(linked, call))}`, call)
  for (const use of ground.uses('log-file', 'log-console', 'log-remote')) {
    const library = ground.packageOf(use)
    const call = calls.get(`${use.kind} ${placeOf(use.at)}`) ?? -1
    if (use.kind === 'log-console') found.push({ call, kind: 'console', name: 'standard output', library, at: use.at, ways: [], kept: '' })
    else if (use.kind === 'log-remote') found.push({ call, kind: 'service', name: library, library, at: use.at, ways: [], ...keptOf(use) })
    else found.push({ ...fileOutput(ground, call, reachable), library, at: use.at, ...keptOf(use) })
  }
  // A plain stream that a logger is given.
  for (const call of lookupOf(linked.whole).named(Kind.Call, STREAMS)) {
    const path = pathOf(ground, call)
    if (!ground.runsAt(call) || !/\blogs?\b|\.log\b/i.test(path)) continue
    found.push({ call, kind: 'file', name: path, library: 'fs', at: cite(linked, call), ways: waysToFile(reachable, path), kept: '' })
  }
  return found
}

/** A file of a log has a new name now and then, so its directory is what counts. */
const waysToFile = (reachable: readonly Reachable[], path: string): Reachable[] =>
  waysTo(reachable, path.slice(0, Math.max(0, path.lastIndexOf('/'))) || path)

const placeOf = ({ file, line }: Evidence) => `${file}:${line}`

/** The output that a value is: of a stream, of a transport. */
export function outputOf({ linked }: Ground, outputs: readonly LogOutput[], node: number): LogOutput | undefined {
  if (node < 0) return undefined
  const made = new Set([node, ...linked.values.definitions(node)])
  return outputs.find(({ call }) => made.has(call))
}

function fileOutput(ground: Ground, call: number, reachable: readonly Reachable[]): Pick<LogOutput, 'call' | 'kind' | 'name' | 'ways'> {
  const path = call < 0 ? '' : pathOf(ground, call)
  return { call, kind: 'file', name: path || 'a file', ways: path ? waysToFile(reachable, path) : [] }
}

/** Path of the file that a call opens: its first argument, or what its options say. */
function pathOf({ linked }: Ground, call: number): string {
  const { whole, values } = linked
  const [first, options] = whole.args(call)
  if (first === undefined) return ''
  const read = (node: number, names: string[]) => names.flatMap((name) => values.property(node, name)).flatMap((at) => pathsAt(linked, at))[0]?.text
  const name = read(first, ['filename', 'file', 'dest']) ?? (calledName(linked, call) === 'File' ? undefined : pathsAt(linked, first)[0]?.text)
  const folder = read(first, ['dirname', 'path']) ?? (options === undefined ? undefined : read(options, ['path']))
  return [folder, name].filter((part) => part).join('/')
}

/** How long files are kept, in words, and where that stands. */
function keptOf({ values }: Usage): Pick<LogOutput, 'kept' | 'keptAt'> {
  const said = (...names: string[]): { text: string; at?: Evidence } | undefined => {
    const setting = names.map((name) => values[name]).find((each): each is Setting => each !== undefined && each.texts.length > 0)
    return setting && { text: setting.texts[0] as string, at: setting.at }
  }
  const keep = said('keep', 'files', 'otherFiles', 'rotated', 'limit', 'retention')
  const expires = said('expires')
  const size = said('size', 'otherSize', 'maxSize')
  const every = said('every', 'otherEvery', 'period')
  const parts = [
    keep &&
      (/[a-z]/i.test(keep.text)
        ? inDays(keep.text)
        : values.retention?.texts.length
          ? counted(Number(keep.text), 'day')
          : counted(Number(keep.text), 'file')),
    expires && `${expires.text} seconds`,
    size && `rotated at ${/^\d+$/.test(size.text) ? `${size.text} bytes` : size.text}`,
    every && `a new file ${/^\d/.test(every.text) ? `every ${inDays(every.text)}` : every.text}`,
  ].filter((part): part is string => part !== undefined)
  // Without a limit on files rotation alone deletes nothing.
  const at = keep?.at ?? expires?.at ?? size?.at ?? every?.at
  return { kept: keep || expires ? parts.join(', ') : '', ...(at ? { keptAt: at } : {}) }
}

/** `14d` → `14 days` */
function inDays(text: string): string {
  const match = /^(\d+)\s*([dhmw])$/i.exec(text)
  const units: Record<string, string> = { d: 'day', h: 'hour', m: 'minute', w: 'week' }
  return match ? counted(Number(match[1]), units[(match[2] as string).toLowerCase()] as string) : text
}
