/**
 * Folders that are built or installed on their own. In: manifests and files. Out: one unit a folder, deepest first, each with the code
 * that belongs to it. What is only kept to try or show the system belongs to none.
 */
import type { Evidence, ManifestFact, SourceFile } from '../../../types'
import { isTestCode } from '../../linked'
import type { KnownArchitecture } from '../known'
import { baseOf, dirOf, isAside, isSettings, isWithin } from '../paths'

export interface Unit {
  /** '' for the root. */
  dir: string
  /** The line that says that it is one. */
  at: Evidence | undefined
  /** As its manifest calls it. */
  name: string | undefined
  description: string | undefined
  facts: { path: string; fact: ManifestFact }[]
  /** Numbers of code files. */
  files: number[]
  /** Programs in languages whose code is not read. */
  others: SourceFile[]
}

/** Manifests with which a package of its ecosystem begins. */
const MANIFEST =
  /^(?:package\.json|deno\.jsonc?|jsr\.json|requirements\.txt|pyproject\.toml|setup\.py|Pipfile|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|mix\.exs|.+\.csproj)$/
/** Files of workspaces whose projects share one manifest. */
const PROJECT = /^(?:project\.json|tsconfig\.(?:app|lib|server)\.json|angular\.json|wrangler\.(?:toml|jsonc?)|serverless\.ya?ml|nest-cli\.json)$/
/** Folders that hold projects side by side. */
const SIDE_BY_SIDE = /^(?:.+\/)?(?:apps|services|packages|projects|microservices|functions|libs)\/[^/]+$/
const PROGRAMS = new Set(['python', 'go', 'rust', 'java', 'kotlin', 'ruby', 'php', 'csharp', 'elixir', 'scala', 'swift', 'dart'])

export function unitsOf(known: KnownArchitecture): Unit[] {
  const { linked, files, extracted } = known
  const units = new Map<string, Unit>()
  const put = (dir: string): Unit => {
    let unit = units.get(dir)
    if (!unit) {
      unit = { dir, at: undefined, name: undefined, description: undefined, facts: [], files: [], others: [] }
      units.set(dir, unit)
    }
    return unit
  }
  put('')
  for (const { path } of files)
    if (MANIFEST.test(baseOf(path)) && !isAside(`${dirOf(path)}/`)) put(dirOf(path)).at ??= { file: path, line: 1, text: '' }
  const withCode = new Set<string>()
  for (const { path } of linked.whole.files) for (let dir = dirOf(path); dir !== '' && !withCode.has(dir); dir = dirOf(dir)) withCode.add(dir)
  for (const { path } of files) {
    const dir = dirOf(path)
    if (units.has(dir) || !PROJECT.test(baseOf(path)) || isAside(`${dir}/`) || !withCode.has(dir)) continue
    // What lies below an application belongs to it, unless it is one of several side by side.
    if (SIDE_BY_SIDE.test(dir)) put(dir).at ??= { file: path, line: 1, text: '' }
  }
  for (const { path, facts } of extracted.manifests) {
    const unit = units.get(dirOf(path))
    if (!unit) continue
    for (const fact of facts) {
      unit.facts.push({ path, fact })
      if (fact.kind === 'package' && unit.name === undefined && MANIFEST.test(baseOf(path))) {
        unit.name = fact.name
        unit.at = { file: path, line: fact.line, text: fact.text }
      }
      if (fact.kind === 'description') unit.description ??= fact.value ?? fact.name
    }
  }
  const deepestFirst = [...units.values()].sort((one, other) => other.dir.length - one.dir.length || (one.dir < other.dir ? -1 : 1))
  const homes = new Map<string, Unit>()
  const unitOf = (path: string): Unit => {
    const dir = dirOf(path)
    let home = homes.get(dir)
    if (!home) {
      home = deepestFirst.find((unit) => isWithin(path, unit.dir)) as Unit
      homes.set(dir, home)
    }
    return home
  }
  linked.whole.files.forEach(({ path }, file) => {
    if (!isAside(path) && !isSettings(path) && !isTestCode(linked, path)) unitOf(path).files.push(file)
  })
  for (const file of files) if (file.language !== undefined && PROGRAMS.has(file.language) && !isAside(file.path)) unitOf(file.path).others.push(file)
  return deepestFirst.filter((unit) => unit.files.length > 0 || unit.others.length > 0)
}
