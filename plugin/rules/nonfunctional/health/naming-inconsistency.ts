import { grouped } from '../../../grouped'
import type { NamingOutlier } from '../../../types'
import { defineNonfunctionalRule } from '../rule'
import { counted, type Found, someOf } from './counted'

export default defineNonfunctionalRule({
  id: 'naming-inconsistency',
  class: 'naming-inconsistency',
  area: 'Code health',
  title: 'Names that go against the repository’s own habit',
  why: 'Where most names of a kind are written in one way, the others are searched for in vain and taken for something else. Held against the repository itself, and only where a clear majority shows a habit.',
  check: (program) =>
    grouped(program.quality.health.naming, ({ kind, majority, at }) => `${kind} ${majority} ${kind === 'file' ? folderOf(at.file) : ''}`).map(
      together,
    ),
})

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

const NOUNS: Record<NamingOutlier['kind'], [string, string]> = {
  file: ['file', 'files'],
  function: ['function', 'functions'],
  class: ['class', 'classes'],
  variable: ['variable', 'variables'],
  parameter: ['parameter', 'parameters'],
  type: ['type', 'types'],
}

function together(outliers: readonly NamingOutlier[]): Found {
  const [first, ...rest] = outliers as [NamingOutlier, ...NamingOutlier[]]
  const [one, several] = NOUNS[first.kind]
  const names = outliers.map(({ name }) => name)
  const places = rest.map(({ at }) => at)
  return {
    title:
      outliers.length === 1
        ? `${one.charAt(0).toUpperCase()}${one.slice(1)} ${first.name}: ${first.style}, where others have ${first.majority}`
        : `${outliers.length} ${several} are named unlike the others`,
    impact: 'Low',
    reason: `${counted(first.follow, 'name')} of ${first.of} ${first.kind === 'file' ? 'beside it ' : 'of the kind '}follow the habit.`,
    found: `${someOf(names, 8)}: ${[...new Set(outliers.map(({ style }) => style))].join(', ')}. ${first.follow} of ${first.of} have ${first.majority}.`,
    subject: outliers.length === 1 ? `${first.at.file}#${first.name}` : `${first.kind} ${first.majority}`,
    at: first.at,
    evidence: places.slice(0, 8),
    ...(places.length > 0 ? { places } : {}),
    around: first.majority,
    recommendation: {
      text: `Rename ${outliers.length === 1 ? 'it' : 'them'} like the others, or write the exception down where the others are described.`,
    },
    confidence: 'medium',
    figures: { follow: first.follow, of: first.of },
  }
}
