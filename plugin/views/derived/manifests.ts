/** Manifests one by one, and by ecosystem: what each asks for and what else it states. */
import { rowsByName } from '../../rows-by-name'
import type { Evidence, ManifestFact, Program } from '../../types'
import { compareText } from '../order'

export interface ManifestData {
  path: string
  runtime: number
  dev: number
  /** Peer and optional ones, and those that a manifest does not tell apart. */
  other: number
  facts: { kind: string; count: number }[]
  at: Evidence | null
}

/** Facts that are neither a dependency nor the manifest's own name. */
const telling: ManifestFact['kind'][] = [
  'engine',
  'package-manager',
  'image',
  'service',
  'ci-job',
  'script',
  'workspace',
  'bin',
  'action',
  'tool',
  'locked',
]

export function manifestsOf({ manifests }: Program): ManifestData[] {
  return manifests.map(({ path, facts }) => {
    const first = facts[0]
    return {
      path,
      ...dependenciesOf(facts),
      facts: telling.map((kind) => ({ kind, count: facts.filter((fact) => fact.kind === kind).length })).filter(({ count }) => count > 0),
      at: first ? { file: path, line: first.line, text: first.text } : null,
    }
  })
}

export interface Ecosystem {
  name: string
  runtime: number
  dev: number
  other: number
  /** Manifests that ask for something, the first dependency of each. */
  manifests: Evidence[]
}

/** As people call them. */
const NAMES: Record<string, string> = rowsByName({
  npm: 'npm (JavaScript)',
  pypi: 'PyPI (Python)',
  go: 'Go modules',
  cargo: 'crates.io (Rust)',
  gem: 'RubyGems (Ruby)',
  maven: 'Maven Central (Java, Kotlin, Scala, Clojure)',
  'gradle-plugin': 'Gradle plugins',
  composer: 'Packagist (PHP)',
  nuget: 'NuGet (.NET)',
  hex: 'Hex (Elixir, Erlang)',
  pub: 'pub.dev (Dart)',
  swift: 'Swift packages',
  cocoapods: 'CocoaPods',
  vcpkg: 'vcpkg (C and C++)',
  conan: 'Conan (C and C++)',
  bower: 'Bower (browsers)',
  jsr: 'JSR (JavaScript)',
  helm: 'Helm charts',
  terraform: 'Terraform modules',
})

/** Where dependencies come from, the one with the most first. */
export function ecosystemsOf({ manifests }: Program): Ecosystem[] {
  const found = new Map<string, Ecosystem>()
  for (const { path, facts } of manifests) {
    const byEcosystem = new Map<string, ManifestFact[]>()
    for (const fact of facts)
      if (fact.kind === 'dependency' && fact.ecosystem !== 'npm-lock')
        byEcosystem.set(fact.ecosystem, [...(byEcosystem.get(fact.ecosystem) ?? []), fact])
    for (const [ecosystem, asked] of byEcosystem) {
      const name = Object.hasOwn(NAMES, ecosystem) ? (NAMES[ecosystem] as string) : ecosystem
      const known = found.get(name) ?? { name, runtime: 0, dev: 0, other: 0, manifests: [] }
      const { runtime, dev, other } = dependenciesOf(asked)
      const [first] = asked
      found.set(name, {
        name,
        runtime: known.runtime + runtime,
        dev: known.dev + dev,
        other: known.other + other,
        manifests: first ? [...known.manifests, { file: path, line: first.line, text: first.text }] : known.manifests,
      })
    }
  }
  const size = ({ runtime, dev, other }: Ecosystem) => runtime + dev + other
  return [...found.values()].sort((a, b) => size(b) - size(a) || compareText(a.name, b.name))
}

function dependenciesOf(facts: ManifestFact[]): Pick<ManifestData, 'runtime' | 'dev' | 'other'> {
  const dependencies = facts.filter(({ kind, ecosystem }) => kind === 'dependency' && ecosystem !== 'npm-lock')
  const scoped = (scope: ManifestFact['scope']): number => dependencies.filter((fact) => fact.scope === scope).length
  const [runtime, dev] = [scoped('runtime'), scoped('dev')]
  return { runtime, dev, other: dependencies.length - runtime - dev }
}
