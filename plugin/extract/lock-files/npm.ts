/** `package-lock.json` and `npm-shrinkwrap.json`, formats 1 to 3. Format 2 holds both notations; the newer is read. */
import type { LockedTree } from '../../types'
import { entries, field, Growing, linesByKey, nowhere, scopes, textIn } from './tree'

export function npmLock(text: string): LockedTree {
  const root: unknown = JSON.parse(text)
  const packages = field(root, 'packages')
  return entries(packages).length > 0 ? byFolder(packages, text) : nested(root, text)
}

/** `packages`: by the folder that each is put in; what one asks for lies in the nearest `node_modules` above it. */
function byFolder(packages: unknown, text: string): LockedTree {
  const growing = new Growing()
  // The older notation further down has the same names.
  const lines = linesByKey(text, /^\s*"((?:[^"\\]|\\.)*node_modules\/[^"]+)"\s*:\s*\{/)
  const links = new Map<string, string>()
  for (const [folder, entry] of entries(packages)) {
    const name = textIn(entry, 'name') ?? nameOf(folder)
    const target = textIn(entry, 'resolved')
    if (field(entry, 'link') === true && target !== undefined) links.set(folder, target)
    else if (folder.includes('node_modules/') && name !== undefined)
      growing.describe(growing.add(folder, name, textIn(entry, 'version') ?? '', lines.get(folder) ?? nowhere), entry)
  }
  const nearest = (folder: string, name: string): number | undefined => {
    for (let at: string | undefined = folder; at !== undefined; at = above(at)) {
      const key = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
      const found = growing.at(key)
      if (found !== undefined) return found
      if (links.has(key)) return undefined
    }
    return undefined
  }
  for (const [folder, entry] of entries(packages)) {
    const position = growing.at(folder)
    const isOwn = !folder.includes('node_modules/')
    for (const [key, scope] of Object.entries(scopes))
      for (const [name] of entries(field(entry, key))) {
        if (isOwn) growing.root(folder, name, nearest(folder, name), scope)
        else if (position !== undefined && key !== 'devDependencies') growing.need(position, nearest(folder, name))
      }
  }
  return growing.tree('npm', { tellsDeprecated: true })
}

/** `node_modules/@scope/name` → `@scope/name`. */
function nameOf(folder: string): string | undefined {
  const at = folder.lastIndexOf('node_modules/')
  return at < 0 ? undefined : folder.slice(at + 'node_modules/'.length)
}

/** The folder in which to look next, undefined above the first. */
function above(folder: string): string | undefined {
  if (folder === '') return undefined
  const inside = folder.lastIndexOf('/node_modules/')
  const own = folder.startsWith('node_modules/') && inside < 0
  if (own) return ''
  const slash = folder.lastIndexOf('/')
  // A workspace's folder has folders above it; what is installed has the package that it lies in.
  return inside >= 0 ? folder.slice(0, inside) : slash < 0 ? '' : folder.slice(0, slash)
}

/** What lies beside a package, and further out. */
interface Scope {
  own: Map<string, number>
  outer: Scope | undefined
}

/** Format 1: packages inside packages. */
function nested(root: unknown, text: string): LockedTree {
  const growing = new Growing()
  const lines = nestedLines(text)
  const asks: { position: number; name: string; from: Scope }[] = []
  const visit = (of: unknown, outer: Scope | undefined, path: string): Scope => {
    const scope: Scope = { own: new Map(), outer }
    for (const [name, entry] of entries(field(of, 'dependencies'))) {
      const written = textIn(entry, 'version') ?? ''
      const aliased = /^npm:(@?[^@]+)@(.+)$/.exec(written)
      const key = `${path}/${name}`
      const position = growing.add(key, aliased?.[1] ?? name, aliased?.[2] ?? written, lines.get(key) ?? nowhere)
      growing.describe(position, entry)
      scope.own.set(name, position)
      if (outer === undefined) growing.answer(name, position)
      const from = visit(entry, scope, key)
      for (const [needed] of entries(field(entry, 'requires'))) asks.push({ position, name: needed, from })
    }
    return scope
  }
  visit(root, undefined, '')
  for (const { position, name, from } of asks) growing.need(position, nearestIn(from, name))
  return growing.tree('npm')
}

function nearestIn(from: Scope, name: string): number | undefined {
  for (let at: Scope | undefined = from; at; at = at.outer) {
    const found = at.own.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

/** `/outer/inner` → line. Indentation tells the depth: the file is written by a program, two blanks a level. */
function nestedLines(text: string): Map<string, { line: number; text: string }> {
  const found = new Map<string, { line: number; text: string }>()
  const path: { indent: number; name: string }[] = []
  const lists: number[] = []
  let number = 0
  for (const line of text.split(/\r?\n/)) {
    number++
    const match = /^(\s*)"((?:[^"\\]|\\.)+)"\s*:\s*\{/.exec(line)
    if (!match) continue
    const indent = (match[1] as string).length
    const name = match[2] as string
    while (path.length > 0 && (path.at(-1) as { indent: number }).indent >= indent) path.pop()
    while (lists.length > 0 && (lists.at(-1) as number) >= indent) lists.pop()
    if (name === 'dependencies' && lists.length === path.length) {
      lists.push(indent)
      continue
    }
    if (lists.length !== path.length + 1) continue
    path.push({ indent, name })
    found.set(path.map((part) => `/${part.name}`).join(''), { line: number, text: line })
  }
  return found
}
