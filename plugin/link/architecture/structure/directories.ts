/**
 * Folders near the top and what they are for. In: all files, doors, records, tests, the model. Out: one row a folder, with the reason: what is in
 * it goes before what it is called, since names are only a convention.
 */
import type { Structure } from '../../../types'
import { roleOfFolder } from '../components/folder-roles'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'
import { baseOf, dirOf, isWithin } from '../paths'

type Row = Structure['directories'][number]

/** Folders below the top that are shown, so that a reader sees the plan and not the tree. */
const MOST_DEPTH = 2
const MOST_ROWS = 120

export function directoriesOf(known: KnownArchitecture, model: Model, nameOf: (id: string) => string): Row[] {
  const counts = new Map<string, number>()
  for (const { path } of known.files)
    for (let dir = dirOf(path); ; dir = dirOf(dir)) {
      counts.set(dir, (counts.get(dir) ?? 0) + 1)
      if (dir === '') break
    }
  const facts = factsOf(known)
  const tops = new Set(model.containers.map(({ folder }) => folder))
  const rows: Row[] = []
  for (const [path, files] of counts) {
    if (path === '') continue
    const depth = depthBelow(path, tops)
    if (depth > MOST_DEPTH) continue
    rows.push({ path, files, ...purposeOf(path, facts, model, nameOf, known, files) })
  }
  return rows
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .filter(
      ({ path, purpose }, _, all) =>
        (purpose !== '' || path.split('/').length === 1) &&
        !all.some((each) => each.purpose === 'tests' && each.path !== path && isWithin(path, each.path)),
    )
    .filter(({ path, because }, _, all) => because !== BY_NAME || !isDetail(path, all))
    .slice(0, MOST_ROWS)
}

const BY_NAME = 'by its name'

/** Below a folder that is one layer, or one of a tool's own, a name says no more: `models/plugins`, `.github/actions`. */
function isDetail(path: string, all: readonly Row[]): boolean {
  for (let dir = dirOf(path); dir !== ''; dir = dirOf(dir)) {
    const role = roleOfFolder(baseOf(dir))
    if (baseOf(dir).startsWith('.') || (role && !role.holds && all.some((each) => each.path === dir))) return true
  }
  return false
}

/** Steps from the nearest program above, or from the top. */
function depthBelow(path: string, tops: ReadonlySet<string>): number {
  let steps = 0
  for (let dir = path; dir !== ''; dir = dirOf(dir), steps++) if (tops.has(dir)) return steps
  return steps
}

interface Facts {
  /** By folder of the file itself. */
  doors: Map<string, number>
  entities: Map<string, number>
  tests: Map<string, number>
  pages: Map<string, number>
  readmes: Map<string, { text: string; path: string; line: number }>
  /** Folders of files that ask a database. */
  asks: Set<string>
}

function factsOf({ entryPoints, entities, uiRoutes, files, told, connections }: KnownArchitecture): Facts {
  const count = (paths: Iterable<string>) => {
    const found = new Map<string, number>()
    for (const path of paths) found.set(dirOf(path), (found.get(dirOf(path)) ?? 0) + 1)
    return found
  }
  const readmes = new Map<string, { text: string; path: string; line: number }>()
  for (const { path, heading, line } of told.readmes) if (dirOf(path) !== '') readmes.set(dirOf(path), { text: heading, path, line })
  return {
    doors: count(entryPoints.filter(({ kind }) => kind !== 'static' && kind !== 'cli').map(({ at }) => at.file)),
    entities: count(entities.filter(({ kind }) => kind === 'stored').map(({ at }) => at.file)),
    tests: count(files.filter(({ path, kind }) => kind === 'code' && /[.-](?:test|spec|cy|e2e)\.\w+$/.test(path)).map(({ path }) => path)),
    pages: count(uiRoutes.map(({ component, at }) => (component.includes('/') ? component : at.file))),
    readmes,
    asks: new Set(connections.flatMap(({ kind, places }) => (kind === 'database' ? (places ?? []).map(({ at }) => dirOf(at.file)) : []))),
  }
}

function purposeOf(
  path: string,
  facts: Facts,
  model: Model,
  nameOf: (id: string) => string,
  { told }: KnownArchitecture,
  filesBelow: number,
): Pick<Row, 'purpose' | 'because' | 'at'> {
  const container = model.containers.find(({ folder }) => folder === path)
  if (container) {
    const [at] = container.evidence
    return {
      purpose: nameOf(model.ids.get(container) as string),
      because: container.kind === 'library' ? 'it is a package of its own or shared by programs' : 'it is run on its own',
      ...(at ? { at } : {}),
    }
  }
  const below = (of: Map<string, number>) => [...of].reduce((sum, [dir, count]) => (isWithin(dir, path) ? sum + count : sum), 0)
  const isPages = model.containers.some(({ kind, folder }) => kind === 'frontend' && folder !== '' && isWithin(path, folder))
  const role = roleOfFolder(baseOf(path), isPages)
  const doors = below(facts.doors)
  const entities = below(facts.entities)
  const pages = below(facts.pages)
  const tests = below(facts.tests)
  const readme = facts.readmes.get(path)
  const isOf = (text: RegExp) => role === undefined || text.test(role.purpose)
  if (doors > 0 && isOf(/route|controller|interface|GraphQL|feature|server|event|program|source/))
    return {
      purpose: role?.purpose ?? 'entry points: what can be asked from outside',
      because: doors === 1 ? 'one entry point is registered here' : `${doors} entry points are registered here`,
    }
  if (entities > 0 && isOf(/model|record|data|source|domain/))
    return {
      purpose: role && !/^data that come/.test(role.purpose) ? role.purpose : 'records',
      because: entities === 1 ? 'one stored record is defined here' : `${entities} stored records are defined here`,
    }
  if (pages > 0 && isOf(/page|interface|route/))
    return { purpose: role?.purpose ?? 'pages', because: pages === 1 ? 'one page is shown from here' : `${pages} pages are shown from here` }
  if (tests > 0 && isOf(/test/) && (role || tests >= filesBelow / 2))
    return { purpose: role?.purpose ?? 'tests', because: tests === 1 ? 'one file of tests' : `${tests} files of tests` }
  if (facts.asks.has(path) && (role === undefined || /^data that come/.test(role.purpose)))
    return { purpose: 'access to stored data', because: 'its files ask a database' }
  if (role) return { purpose: role.purpose, because: BY_NAME }
  if (readme) return { purpose: readme.text, because: 'its README says so', at: { file: readme.path, line: readme.line, text: readme.text } }
  return told.paths.some((document) => isWithin(document, path)) && below(new Map([[path, 1]])) === 0
    ? { purpose: 'documents', because: 'it holds only documents' }
    : { purpose: '', because: 'neither its name nor what is in it tells' }
}
