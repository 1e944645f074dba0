/** `yarn.lock`, of the classic kind and of later ones. */
import { load } from 'js-yaml'
import type { LockedTree } from '../../types'
import { entries, field, Growing, linesByKey, nowhere, textIn } from './tree'

export function yarnLock(text: string): LockedTree {
  return /^__metadata:/m.test(text) ? berry(text) : classic(text)
}

/**
 * Classic: `"a@^1", a@^2:` at the margin, `version "1.2.3"` two blanks in, and below `dependencies:` four blanks in a name and
 * a range each. Much like YAML, and not YAML.
 */
function classic(text: string): LockedTree {
  const growing = new Growing()
  const asks: [position: number, key: string][] = []
  let keys: string[] = []
  let at = { line: 1, text: '' }
  let position = -1
  let isList = false
  let number = 0
  for (const line of text.split(/\r?\n/)) {
    number++
    if (/^[^\s#].*:$/.test(line)) {
      keys = line.slice(0, -1).split(/,\s*/).map(unquoted)
      at = { line: number, text: line }
      position = -1
      continue
    }
    const version = /^ {2}version "?([^"\s]+)"?/.exec(line)
    if (version && keys[0] !== undefined) {
      const { name, range } = requestOf(keys[0])
      position = growing.add(keys[0], realName(name, range), version[1] as string, at)
      for (const key of keys) {
        growing.alias(key, position)
        growing.answer(key, position)
      }
    }
    if (/^ {2}\S/.test(line)) isList = /^ {2}(?:dependencies|optionalDependencies):$/.test(line)
    const needed = isList ? /^ {4}("[^"]+"|\S+)\s+(.+)$/.exec(line) : null
    if (needed && position >= 0) asks.push([position, `${unquoted(needed[1] as string)}@${unquoted(needed[2] as string)}`])
  }
  for (const [from, key] of asks) growing.need(from, growing.at(key))
  return growing.tree('yarn')
}

/** Later: YAML, keys such as `"a@npm:^1, a@npm:^2"`; the repository's own packages stand among the others. */
function berry(text: string): LockedTree {
  const growing = new Growing()
  const root = load(text)
  const lines = linesByKey(text, /^"([^"]+)":|^([^\s#"][^:]*):/)
  const own: [by: string, entry: unknown][] = []
  for (const [joined, entry] of entries(root)) {
    if (joined === '__metadata') continue
    const resolution = textIn(entry, 'resolution') ?? ''
    const workspace = /@workspace:(.*)$/.exec(resolution)
    if (workspace) {
      own.push([workspace[1] === '.' ? '' : (workspace[1] as string), entry])
      continue
    }
    const keys = joined.split(', ')
    const resolved = requestOf(resolution.replace(/@(?:npm|patch|virtual):/, '@'))
    const position = growing.add(
      joined,
      resolved.name || requestOf(keys[0] as string).name,
      textIn(entry, 'version') ?? '',
      lines.get(joined) ?? nowhere,
    )
    growing.describe(position, entry)
    for (const key of keys) {
      growing.alias(key, position)
      growing.answer(key.replace('@npm:', '@'), position)
    }
  }
  const find = (name: string, range: string): number | undefined =>
    growing.at(`${name}@${range}`) ?? growing.at(`${name}@npm:${range}`) ?? growing.answered(`${name}@${range.replace(/^npm:/, '')}`)
  for (const [joined, entry] of entries(root)) {
    const position = growing.at(joined)
    if (position === undefined) continue
    for (const key of ['dependencies', 'optionalDependencies'])
      for (const [name, range] of entries(field(entry, key))) growing.need(position, find(name, String(range)))
  }
  // Runtime and development are not told apart here; manifests do.
  for (const [by, entry] of own)
    for (const [name, range] of entries(field(entry, 'dependencies'))) growing.root(by, name, find(name, String(range)), 'runtime')
  return growing.tree('yarn')
}

function requestOf(key: string): { name: string; range: string } {
  const at = key.indexOf('@', 1)
  return at < 0 ? { name: key, range: '' } : { name: key.slice(0, at), range: key.slice(at + 1) }
}

/** `short@npm:long@^1`: the long one is installed. */
function realName(name: string, range: string): string {
  return range.startsWith('npm:') ? requestOf(range.slice('npm:'.length)).name || name : name
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/, '$1').trim()
}
