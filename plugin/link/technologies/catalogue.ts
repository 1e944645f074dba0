/**
 * What is known of technologies, as data. In: `models/technologies/*.yaml`. Out: look-ups from what a manifest names (a
 * package, an image, an action, a scheme…) to what it is.
 *
 * Values are lists of names in one text, parted by spaces: that keeps a thousand names readable, and quick to load.
 */

import fs from 'node:fs'
import path from 'node:path'
import escapeStringRegexp from 'escape-string-regexp'
import type { TechnologyCategory, TechnologyKind } from '../../types'
import { UserError } from '../../user-error'
import { type Mark, readGroups, USUAL } from './catalogue-file'

export type { Mark }

export interface Known {
  /** Undefined for packages that are listed under their own names. */
  name: string | undefined
  category: TechnologyCategory
  kind: TechnologyKind
  purpose: string
  /** What it is where a manifest asks for a package of it: a template language is a library, too. */
  packaged?: { category: TechnologyCategory; kind: TechnologyKind; purpose: string }
  /** Languages: counts for the shares of the code. */
  share: boolean
  /** Known, and not worth a line. */
  ignore: boolean
}

export interface Catalogue {
  /**
   * By what a package is called in its ecosystem. `main` is the package that bears the technology's version; parts that are
   * published together with it bear the same: `@angular/forms`, and not `tailwind-merge`.
   */
  package(ecosystem: string, name: string): { known: Known; main: boolean; isPublishedTogether: boolean } | undefined
  /** Products that are proved by the use of a package: the server behind a driver. */
  servedBy(ecosystem: string, name: string): Known[]
  /** By any other mark: `image`, `action`, `platform`, `command`… */
  marked(mark: Mark, name: string): Known[]
  /** By the name or path of a file. */
  file(path: string): Known[]
  /** By display name, in any case. */
  named(name: string): Known | undefined
}

const OWN = path.join(__dirname, '..', '..', '..', 'plugin', 'models', 'technologies')
let own: Catalogue | undefined

/** The product's own catalogue, read once. */
export function ownCatalogue(): Catalogue {
  own ??= readCatalogue(OWN)
  return own
}

export function readCatalogue(directory: string): Catalogue {
  const files = fs
    .readdirSync(directory)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
  return compile(files.map((name) => ({ file: path.join(directory, name), text: fs.readFileSync(path.join(directory, name), 'utf8') })))
}

export function compile(sources: { file: string; text: string }[]): Catalogue {
  const tables = new Map<string, Table>()
  const table = (name: string) => {
    const known = tables.get(name) ?? newTable()
    tables.set(name, known)
    return known
  }
  const byName = new Map<string, { known: Known; file: string }>()
  for (const { file, text } of sources)
    for (const group of readGroups(file, text)) {
      const { category, purpose, kind = USUAL[category], share = true, ignore = false, packaged } = group
      const basis = { category, kind, purpose, share, ignore, ...(packaged ? { packaged } : {}) }
      for (const [name, fields] of Object.entries(group.technologies ?? {})) {
        const known: Known = { ...basis, name }
        const before = byName.get(name.toLowerCase())
        if (before) throw new UserError(`${file}: "${name}" is described twice, first in ${before.file}; expected one entry a technology`)
        byName.set(name.toLowerCase(), { known, file })
        for (const [field, names] of Object.entries(fields)) for (const [at, each] of words(names).entries()) add(table, field, each, known, at === 0)
      }
      const unnamed: Known = { ...basis, name: undefined }
      for (const [ecosystem, names] of Object.entries(group.packages ?? {}))
        for (const each of words(names)) add(table, ecosystem, each, unnamed, true)
    }
  const find = (name: string, key: string) => {
    const known = tables.get(name)
    return known ? lookUp(known, key) : []
  }
  return {
    package(ecosystem, name) {
      const key = normalised(ecosystem, name)
      const found = find(ecosystem, key)
      const known = found.find((each) => each.name !== undefined) ?? found[0]
      if (!known) return undefined
      const bearer = known.name === undefined ? key : tables.get(ecosystem)?.mains.get(known)
      const publisher = publisherOf(ecosystem, key)
      return {
        known,
        main: bearer === key,
        isPublishedTogether: bearer === key || (publisher !== '' && publisherOf(ecosystem, bearer ?? '') === publisher),
      }
    },
    servedBy: (ecosystem, name) => all(tables.get('client'), `${ecosystem}:${normalised(ecosystem, name)}`),
    marked: (mark, name) => find(mark, normalised(mark, name)),
    file: (file) => fileOf(tables.get('files'), file),
    named: (name) => byName.get(name.toLowerCase())?.known,
  }
}

/** The scope of an npm package, the group of a Maven one; '' where names do not tell. */
function publisherOf(ecosystem: string, name: string): string {
  if (ecosystem === 'maven') return name.slice(0, name.indexOf(':') + 1)
  return /^@[^/]+\//.exec(name)?.[0] ?? ''
}

function words(names: string): string[] {
  return names.split(/\s+/).filter((name) => name !== '')
}

interface Table {
  exact: Map<string, Known[]>
  /** Names that end in a star; the longest that fits is meant. */
  prefixes: { prefix: string; known: Known }[]
  /** The name that stands first. */
  mains: Map<Known, string>
  sorted: boolean
}

function newTable(): Table {
  return { exact: new Map(), prefixes: [], mains: new Map(), sorted: false }
}

function add(table: (name: string) => Table, field: string, written: string, known: Known, isFirst: boolean): void {
  const { exact, prefixes, mains } = table(field)
  const [ecosystem, name] = field === 'client' ? split(written) : [field, written]
  const key = field === 'client' ? `${ecosystem}:${normalised(ecosystem, name)}` : normalised(field, name)
  if (isFirst) mains.set(known, key)
  if (field !== 'files' && key.endsWith('*')) prefixes.push({ prefix: key.slice(0, -1), known })
  else exact.set(key, [...(exact.get(key) ?? []), known])
}

function split(written: string): [string, string] {
  const colon = written.indexOf(':')
  return [written.slice(0, colon), written.slice(colon + 1)]
}

function lookUp(table: Table, key: string): Known[] {
  const found = table.exact.get(key)
  if (found) return found
  if (!table.sorted) {
    table.prefixes.sort((one, other) => other.prefix.length - one.prefix.length)
    table.sorted = true
  }
  const longest = table.prefixes.find(({ prefix }) => key.startsWith(prefix))
  return longest ? table.prefixes.filter(({ prefix }) => prefix === longest.prefix).map(({ known }) => known) : []
}

/** Everything that fits: `@aws-sdk/client-s3` proves the store and the cloud around it. */
function all(table: Table | undefined, key: string): Known[] {
  if (!table) return []
  return [...new Set([...(table.exact.get(key) ?? []), ...table.prefixes.filter(({ prefix }) => key.startsWith(prefix)).map(({ known }) => known)])]
}

const SEPARATORS = /[-_.]+/g

function normalised(field: string, name: string): string {
  if (field === 'pypi') return name.toLowerCase().replace(SEPARATORS, '-')
  // Names in the files are parted by spaces, so one of several words is written with hyphens.
  if (field === 'language' || field === 'manager') return name.replaceAll(' ', '-')
  if (field === 'nuget' || field === 'action' || field === 'image' || field === 'service' || field === 'datasource' || field === 'composer')
    return name.toLowerCase()
  return name
}

const patterns = new WeakMap<
  Table,
  { names: Map<string, Known[]>; starts: Map<string, Known[]>; others: { contains: string; fits: RegExp; known: Known[] }[] }
>()

/** By whole name, by a beginning up to a dot (`vite.config.*`), by a path's end, and a few by pattern. */
function fileOf(table: Table | undefined, file: string): Known[] {
  if (!table) return []
  let compiled = patterns.get(table)
  if (!compiled) {
    compiled = { names: new Map(), starts: new Map(), others: [] }
    for (const [pattern, known] of table.exact) {
      if (!/[*/]/.test(pattern)) compiled.names.set(pattern, known)
      else if (/^[^*/]+\.\*$/.test(pattern)) compiled.starts.set(pattern.slice(0, -1), known)
      else
        compiled.others.push({
          contains: longestLiteral(pattern),
          fits: new RegExp(
            `(?:^|/)${pattern
              .split('*')
              .map((part) => escapeStringRegexp(part))
              .join('[^/]*')}$`,
          ),
          known,
        })
    }
    patterns.set(table, compiled)
  }
  const name = file.slice(file.lastIndexOf('/') + 1)
  const found = [...(compiled.names.get(name) ?? [])]
  for (let dot = name.indexOf('.', 1); dot > 0; dot = name.indexOf('.', dot + 1)) found.push(...(compiled.starts.get(name.slice(0, dot + 1)) ?? []))
  for (const { contains, fits, known } of compiled.others) if (file.includes(contains) && fits.test(file)) found.push(...known)
  return found
}

function longestLiteral(pattern: string): string {
  return pattern.split('*').reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}
