/** `bun.lock`: JSON with commas at the end of lists. A package is `[ "name@1.2.3", registry, { dependencies }, checksum ]`. */
import { parse } from 'jsonc-parser'
import type { LockedTree } from '../../types'
import { entries, field, Growing, linesByKey, nowhere, scopes } from './tree'

export function bunLock(text: string): LockedTree {
  const growing = new Growing()
  const root: unknown = parse(text, [], { allowTrailingComma: true })
  const packages = entries(field(root, 'packages'))
  const lines = linesByKey(text, /^\s*"((?:[^"\\]|\\.)+)"\s*:\s*\["/)
  for (const [key, value] of packages) {
    const said = Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''
    const match = /^(@?[^@]+)@(?:npm:)?(\d.*)$/.exec(said)
    if (match) growing.add(key, match[1] as string, match[2] as string, lines.get(key) ?? nowhere)
  }
  /** Keys are paths of package names, as folders would be nested: `outer/@scope/inner`. */
  const nearest = (key: string, name: string): number | undefined => {
    for (let at = key; at !== ''; at = above(at)) {
      const found = growing.at(`${at}/${name}`)
      if (found !== undefined) return found
    }
    return growing.at(name)
  }
  for (const [key, value] of packages) {
    const position = growing.at(key)
    const details = Array.isArray(value) ? value.find((part) => typeof part === 'object' && part !== null) : undefined
    if (position === undefined) continue
    for (const list of ['dependencies', 'optionalDependencies', 'peerDependencies'])
      for (const [name] of entries(field(details, list))) growing.need(position, nearest(key, name))
  }
  for (const [folder, workspace] of entries(field(root, 'workspaces'))) {
    // A workspace's own versions lie below its name.
    const name = field(workspace, 'name')
    for (const [list, scope] of Object.entries(scopes))
      for (const [needed] of entries(field(workspace, list)))
        growing.root(folder, needed, nearest(folder !== '' && typeof name === 'string' ? name : '', needed), scope)
  }
  return growing.tree('bun')
}

function above(key: string): string {
  const parts = key.split('/')
  const steps = parts.at(-2)?.startsWith('@') ? 2 : 1
  return parts.slice(0, -steps).join('/')
}
