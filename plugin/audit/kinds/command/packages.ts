/** What can be asked for by name: scripts, programs and tasks of the packages. Indexed once a run. */
import path from 'node:path'
import type { Evidence, ManifestFact } from '../../../types'
import type { Ground } from '../../ground'

export interface Named {
  name: string
  /** What it runs, where that is known. */
  command?: string
  at: Evidence
}

export interface Package {
  folder: string
  manifest: string
  name: string | undefined
  scripts: Map<string, Named>
  dependencies: Set<string>
}

export interface Packages {
  /** Nearest the root first. */
  all: Package[]
  at(folder: string): Package | undefined
  named(name: string): Package | undefined
  /** Names that npm would run a program of this repository by: of packages with a program, and of the programs. */
  programs: Map<string, Evidence>
  /** Tasks of make, nx, turbo and nps. */
  tasks(runner: 'make' | 'nx' | 'turbo' | 'nps'): Named[]
  /** Services of compose files, and the files themselves. */
  composeFiles: Map<string, Named[]>
  isDependency(name: string): boolean
}

const indexed = new WeakMap<Ground, Packages>()

export function packagesOf(ground: Ground): Packages {
  let packages = indexed.get(ground)
  if (!packages) {
    packages = index(ground)
    indexed.set(ground, packages)
  }
  return packages
}

function index({ program }: Ground): Packages {
  const all: Package[] = []
  const programs = new Map<string, Evidence>()
  const composeFiles = new Map<string, Named[]>()
  const tasks: { runner: string; task: Named }[] = program.inventory.tasks.map(({ runner, name, command, at }) => ({
    runner,
    task: { name, ...(command === undefined ? {} : { command }), at },
  }))
  for (const { path: manifest, facts } of program.manifests) {
    const folder = path.posix.dirname(manifest) === '.' ? '' : path.posix.dirname(manifest)
    const cited = (fact: ManifestFact): Evidence => ({ file: manifest, line: fact.line, text: fact.text })
    const named = (fact: ManifestFact): Named => ({ name: fact.name, ...(fact.value === undefined ? {} : { command: fact.value }), at: cited(fact) })
    if (path.posix.basename(manifest) === 'package.json') {
      const own = facts.find(({ kind }) => kind === 'package')
      all.push({
        folder,
        manifest,
        name: own?.name,
        scripts: new Map(facts.filter(({ kind }) => kind === 'script').map((fact) => [fact.name, named(fact)])),
        dependencies: new Set(facts.filter(({ kind }) => kind === 'dependency').map(({ name }) => name)),
      })
      const bins = facts.filter(({ kind }) => kind === 'bin')
      for (const fact of bins) programs.set(fact.name, cited(fact))
      if (own && bins.length > 0) programs.set(own.name, cited(own))
    }
    if (/^(?:docker-)?compose(?:[.-].+)?\.ya?ml$/i.test(path.posix.basename(manifest)))
      composeFiles.set(manifest, facts.filter(({ kind, ecosystem }) => kind === 'service' && ecosystem === 'compose').map(named))
    for (const fact of facts) if (fact.kind === 'task') tasks.push({ runner: fact.ecosystem, task: named(fact) })
  }
  all.sort((a, b) => a.folder.split('/').length - b.folder.split('/').length || (a.folder < b.folder ? -1 : 1))
  for (const { through, at, kind } of program.entryPoints) if (kind === 'cli' && through && !programs.has(through)) programs.set(through, at)
  const byFolder = new Map(all.map((it) => [it.folder, it]))
  const byName = new Map(all.flatMap((it) => (it.name === undefined ? [] : [[it.name, it] as const])))
  const dependencies = new Set(all.flatMap((it) => [...it.dependencies]))
  // A package's program often has the name of the package without its scope, or of what stands behind a dash.
  const short = new Set([...dependencies, ...program.inventory.resolved.keys()].flatMap((name) => [name, name.replace(/^@[^/]+\//, '')]))
  return {
    all,
    at: (folder) => byFolder.get(folder),
    named: (name) => byName.get(name),
    programs,
    composeFiles,
    tasks: (runner) => tasks.filter((it) => it.runner === runner).map(({ task }) => task),
    isDependency: (name) => short.has(name) || [...dependencies].some((it) => it.replace(/^@/, '').split(/[/-]/).includes(name)),
  }
}
