/**
 * Which directories callers can read over HTTP: served as a whole, listed, or sent file by file. In: calls that serve them. Out:
 * directories relative to the analysed root, with the path they are reached by.
 */
import { Kind } from '../../../graph'
import type { EntryPoint, Evidence } from '../../../types'
import { calledName, cite, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Ground } from './ground'

export interface Reachable {
  directory: string
  /** `/support/logs`; `''` where it could not be told. */
  path: string
  way: 'served' | 'listed' | 'sent by name'
  auth: EntryPoint['authRequired']['answer']
  at: Evidence
}

/** Calls around calls that put a path together. */
const MOST_DEPTH = 8

const SENDS = new Set(['sendFile', 'sendfile', 'download'])
const CALLS_OF = ['static-files', 'listed-files', 'served-files'] as const

export function reachableDirectories(ground: Ground): Reachable[] {
  const { linked, entryPoints } = ground
  const { whole } = linked
  const doors = new Map<string, EntryPoint>()
  for (const door of entryPoints) if (door.kind === 'static') doors.set(`${door.at.file}:${door.at.line}`, door)
  const found: Reachable[] = []
  for (const kind of CALLS_OF)
    for (const call of ground.calls(kind)) {
      const at = cite(linked, call)
      const door = doors.get(`${at.file}:${at.line}`)
      if (!door && !ground.isMounted(call)) continue
      const [root] = whole.args(call)
      if (root === undefined) continue
      const directories = pathsAt(linked, root)
      for (const option of ['root', 'rootPath', 'path', 'public'])
        for (const node of linked.values.property(root, option)) directories.push(...pathsAt(linked, node))
      for (const { text: directory } of directories)
        found.push({
          directory,
          path: door?.path ?? '',
          way: kind === 'listed-files' ? 'listed' : 'served',
          auth: door?.authRequired.answer ?? 'unknown',
          at,
        })
    }
  for (const call of lookupOf(whole).named(Kind.Call, SENDS)) {
    const [file] = whole.args(call)
    if (file === undefined || !ground.runsAt(call) || calledName(linked, call) === '') continue
    for (const { text, open } of pathsAt(linked, file))
      if (open) found.push({ directory: text, path: '', way: 'sent by name', auth: 'unknown', at: cite(linked, call) })
  }
  return found.filter(({ directory }) => directory !== '')
}

/** Ways to a file or to what is below a directory, the most open one first. */
export function waysTo(reachable: readonly Reachable[], path: string): Reachable[] {
  const rank = { listed: 0, served: 1, 'sent by name': 2 }
  return reachable
    .filter(({ directory }) => path === directory || path.startsWith(`${directory}/`))
    .map((way) =>
      way.way === 'sent by name' || !way.path ? way : { ...way, path: `${way.path}${path.slice(way.directory.length)}`.replace(/\/{2,}/g, '/') },
    )
    .sort((one, other) => rank[one.way] - rank[other.way])
}

/**
 * Paths that a value may be, from the analysed root. What is not known of a path ends it, then `open` is true and only the
 * directory is told: `ftp` of `path.join('ftp/', name)`.
 */
export function pathsAt(linked: Linked, node: number): { text: string; open: boolean }[] {
  const { whole } = linked
  const file = (whole.files[whole.fileOf(node)] as { path: string }).path
  const found = new Map<string, { text: string; open: boolean }>()
  for (const raw of textsOf(linked, node)) {
    const home = /^\{(?:__dirname|dirname|__filename)\}/.test(raw) ? file.slice(0, Math.max(0, file.lastIndexOf('/'))) : ''
    const rest = raw.replace(/^\{(?:__dirname|dirname|__filename|cwd|rootDir|root)\}\/?/, '')
    const hole = rest.search(/\{/)
    const known = hole < 0 ? rest : rest.slice(0, rest.lastIndexOf('/', hole) + 1)
    if (known === '' && home === '') continue
    const text = normal(`${home}/${known}`)
    if (!found.has(text)) found.set(text, { text, open: hole >= 0 })
  }
  return [...found.values()]
}

/** `path.resolve(__dirname, '../logs')` is put together as a join is. */
function textsOf(linked: Linked, node: number, depth = 0): string[] {
  const { whole, values } = linked
  const texts = values.texts(node).map(({ value }) => value)
  if (texts.some((text) => !/^\{\w*\}$/.test(text))) return texts
  for (const made of values.definitions(node)) {
    if (
      made >= whole.size ||
      whole.kind[made] !== Kind.Call ||
      depth > MOST_DEPTH ||
      !/^(?:resolve|join|normalize|pathToFileURL)$/.test(calledName(linked, made))
    )
      continue
    return [
      whole
        .args(made)
        .map((part) => textsOf(linked, part, depth + 1)[0] ?? '{part}')
        .join('/')
        .replace(/\/{2,}/g, '/'),
    ]
  }
  return texts
}

/** Without `.`, `..` and slashes at the ends. */
function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}
