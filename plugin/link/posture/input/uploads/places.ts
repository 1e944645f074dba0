/** Where uploads are kept, and whether the site serves that directory. In: directories and writes. Out: one answer an upload. */
import { Kind } from '../../../../graph'
import type { Evidence } from '../../../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../../../linked'
import { callsOfKind } from '../../../usages/modelled'
import type { Parser } from './parsers'
import type { Settings } from './settings'
import { isCloud, type Written } from './storage'

export interface Place {
  kind: 'cloud' | 'served' | 'disk' | 'memory' | 'unknown'
  text: string
  at: Evidence[]
  servedBy: Evidence[]
}

interface Served {
  directory: string
  at: Evidence
}

/** Directories that static routes serve. */
export function servedIn(linked: Linked): Served[] {
  const { whole } = linked
  return callsOfKind(linked, 'static-files').flatMap(([call]) => {
    const root = whole.args(call)[0]
    if (root === undefined || isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)) return []
    return directoriesOf(linked, root).map((directory) => ({ directory, at: cite(linked, call) }))
  })
}

export function placeOf(linked: Linked, parser: Parser, settings: Settings, written: readonly Written[], served: readonly Served[]): Place {
  const cloud = isCloud(linked, settings.storage) ?? written.find(({ where }) => where === 'cloud')?.library
  if (cloud !== undefined) {
    const at = written.find(({ where }) => where === 'cloud')?.call ?? settings.storage
    return { kind: 'cloud', text: `a store of its own (${cloud})`, at: [cite(linked, at)], servedBy: [] }
  }
  const files = written.map(({ path }) => path).filter((path) => path >= 0)
  const nodes = [...settings.directories, ...files]
  const told = nodes.flatMap((node) => directoriesOf(linked, node, files.includes(node)).map((directory) => ({ directory, at: cite(linked, node) })))
  for (const { directory, at } of told) {
    const by = served.find((each) => isBelow(directory, each.directory))
    if (by) return { kind: 'served', text: directory, at: [at], servedBy: [by.at] }
  }
  const [first] = told
  if (first) return { kind: 'disk', text: `\`${first.directory}\``, at: [first.at], servedBy: [] }
  const at = [cite(linked, settings.storage >= 0 ? settings.storage : parser.call)]
  if (nodes.length > 0) return { kind: 'unknown', text: '', at, servedBy: [] }
  const inMemory = settings.storageKind === 'memory' || (settings.storageKind === undefined && parser.kind.keeps === 'memory')
  if (inMemory) return { kind: 'memory', text: '', at, servedBy: [] }
  return parser.kind.keeps === 'disk'
    ? { kind: 'disk', text: 'the temporary directory of the system', at, servedBy: [] }
    : { kind: 'unknown', text: '', at, servedBy: [] }
}

/** As texts, without what stands for the place of the code: `{__dirname}/public` is `public`. */
function directoriesOf(linked: Linked, node: number, isFile = false): string[] {
  const found = textsOf(linked, node, 0)
    .map((text) =>
      text
        .replace(/^(?:\{[^}]*\}|\.{1,2})?(?:\/+(?:\{(?:__dirname|cwd|dirname)\}|\.{1,2}))*\/+/, '')
        .replace(/\/[^/]*\{.*$/, '')
        .replace(isFile ? /\/?[^/]*\.\w+$/ : /^$/, '')
        .replace(/\/+$/, ''),
    )
    .filter((text) => text !== '' && !/[{}]/.test(text))
  return [...new Set(found)]
}

function textsOf(linked: Linked, node: number, hops: number): string[] {
  const { whole, values } = linked
  if (node < 0 || hops > 4) return []
  const [made] = node < whole.size ? values.definitions(node) : []
  const at = made ?? node
  if (at < whole.size && whole.kind[at] === Kind.Call && /^(?:resolve|join|normalize)$/.test(calledName(linked, at)) && receiverOf(linked, at) >= 0) {
    const parts = whole.args(at).map((part) => textsOf(linked, part, hops + 1)[0] ?? '{…}')
    return [parts.join('/')]
  }
  return values.texts(node).map(({ value }) => value)
}

/** The same directory or one in it; either may be written from further up. */
const isBelow = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`)
