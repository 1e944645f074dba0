/**
 * `pnpm-lock.yaml`, formats 5 to 9. Keys of packages: `/name/1.2.3_peers` (5), `/name@1.2.3(peers)` (6), `name@1.2.3` with
 * the edges under `snapshots`, where peers stand behind the key (9). The first format of all is the fifth.
 */
import { load } from 'js-yaml'
import type { LockedTree } from '../../types'
import { entries, field, Growing, linesByKey, nowhere, scopes, textIn } from './tree'

export function pnpmLock(text: string): LockedTree {
  const growing = new Growing()
  const root = load(text)
  let section = ''
  const lines = linesByKey(text, /^ {2}'([^']+)':|^ {2}([^\s'][^:]*(?::[^\s:]+)*):/, (line) => {
    section = /^(\w+):/.exec(line)?.[1] ?? section
    return section === 'packages'
  })
  for (const [key, entry] of entries(field(root, 'packages'))) {
    const told = nameAndVersion(key)
    const name = textIn(entry, 'name') ?? told?.name
    const version = textIn(entry, 'version') ?? told?.version
    if (name === undefined || version === undefined) continue
    const position = growing.add(key, name, version, lines.get(key) ?? nowhere)
    growing.describe(position, entry)
    growing.alias(plain(key), position)
  }
  const find = (name: string, written: string): number | undefined => {
    if (/^(?:link|file|workspace):/.test(written)) return undefined
    // An alias names its package; a plain version belongs to the name that stands in front of it.
    const candidates = [written, `/${written}`, `/${name}/${written}`, `/${name}@${written}`, `${name}@${written}`]
    for (const key of candidates) {
      const found = growing.at(key) ?? growing.at(plain(key))
      if (found !== undefined) return found
    }
    return undefined
  }
  for (const [key, entry] of [...entries(field(root, 'packages')), ...entries(field(root, 'snapshots'))]) {
    const position = growing.at(key) ?? growing.at(plain(key))
    if (position === undefined) continue
    for (const list of ['dependencies', 'optionalDependencies'])
      for (const [name, version] of entries(field(entry, list))) growing.need(position, find(name, String(version)))
  }
  const importers = entries(field(root, 'importers'))
  for (const [folder, importer] of importers.length > 0 ? importers : [['.', root] as const])
    for (const [list, scope] of Object.entries(scopes))
      for (const [name, said] of entries(field(importer, list))) {
        const version = textIn(said, 'version') ?? (typeof said === 'object' ? undefined : String(said))
        if (version !== undefined) growing.root(folder === '.' ? '' : folder, name, find(name, version), scope)
      }
  return growing.tree('pnpm', { tellsDeprecated: true })
}

/** Without the peers that a package was installed with. */
function plain(key: string): string {
  const bracket = key.indexOf('(')
  const cut = bracket >= 0 ? key.slice(0, bracket) : key
  return cut.startsWith('/') && bracket < 0 ? cut.replace(/(\/[^/]+\/\d[^/_]*)_.*$/, '$1') : cut
}

function nameAndVersion(key: string): { name: string; version: string } | undefined {
  const bare = plain(key).replace(/^\//, '')
  const match = /^((?:@[^/@]+\/)?[^/@]+)[@/](\d.*)$/.exec(bare)
  return match ? { name: match[1] as string, version: (match[2] as string).replace(/_.*$/, '') } : undefined
}
