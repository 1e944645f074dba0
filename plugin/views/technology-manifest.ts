/** What the project is built with, by category, and where each statement stands. */
import type { ManifestFact, Technology, TechnologyCategory, View } from '../types'
import type { ViewContext } from './context'
import { languagesOf } from './derived/languages'
import { compareText } from './order'
import { manifestPath } from './reports'

export function technologyManifest({ program, date }: ViewContext): View {
  const of = (category: TechnologyCategory): TechnologyData[] =>
    program.technologies
      .filter((technology) => technology.category === category)
      .map(technologyData)
      .sort((a, b) => compareText(a.purpose, b.purpose) || compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.name, b.name))
  return {
    path: manifestPath,
    template: 'technology-manifest',
    data: {
      project: program.project.name,
      date,
      languages: languagesOf(program),
      frameworks: of('framework'),
      libraries: of('library'),
      infrastructure: of('infrastructure'),
      devops: of('devops'),
      manifests: program.manifests.map(manifestData),
    },
  }
}

interface TechnologyData {
  name: string
  purpose: string
  version: string | null
  evidence: Technology['evidence']
}

function technologyData({ name, purpose, version, evidence }: Technology): TechnologyData {
  return { name, purpose, version: version ?? null, evidence }
}

interface ManifestData {
  path: string
  /** The one that most of its facts belong to. */
  ecosystem: string
  runtime: number
  dev: number
  /** Peer and optional ones, and those that a manifest does not tell apart. */
  other: number
  facts: { kind: string; count: number }[]
  at: { file: string; line: number; text: string } | null
}

/** Facts that are neither a dependency nor the manifest's own name. */
const telling: ManifestFact['kind'][] = ['engine', 'package-manager', 'image', 'service', 'ci-job', 'script', 'workspace', 'bin', 'action', 'tool']

function manifestData({ path, facts }: { path: string; facts: ManifestFact[] }): ManifestData {
  const dependencies = facts.filter(({ kind }) => kind === 'dependency')
  const scoped = (scope: ManifestFact['scope']): number => dependencies.filter((fact) => fact.scope === scope).length
  const first = facts[0]
  return {
    path,
    ecosystem: mostFrequent(facts.map(({ ecosystem }) => ecosystem)),
    runtime: scoped('runtime'),
    dev: scoped('dev'),
    other: dependencies.length - scoped('runtime') - scoped('dev'),
    facts: telling.map((kind) => ({ kind, count: facts.filter((fact) => fact.kind === kind).length })).filter(({ count }) => count > 0),
    at: first ? { file: path, line: first.line, text: first.text } : null,
  }
}

function mostFrequent(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, left], [b, right]) => right - left || compareText(a, b))[0]?.[0] ?? ''
}
