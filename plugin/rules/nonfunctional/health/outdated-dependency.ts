import { grouped } from '../../../grouped'
import type { Impact, OutdatedPackage } from '../../../types'
import { defineNonfunctionalRule } from '../rule'
import { counted, type Found, someOf } from './counted'

/** Two major versions are years of changes, each of which an update now has to take in at once. */
const FAR = 2

export default defineNonfunctionalRule({
  id: 'outdated-dependency',
  class: 'outdated-dependency',
  area: 'Code health',
  title: 'Packages that are behind their newest version',
  why: 'Old versions get no mended faults any more, and each skipped one makes the next update larger. Told from the list that `npm outdated --json` wrote; nothing is asked of the registry.',
  blind: ({ quality }) => {
    const { state, reason } = quality.health.packages.outdated
    return state === 'looked' ? undefined : reason
  },
  check: ({ quality }) => {
    const { found, source } = quality.health.packages.outdated
    return grouped(found, ({ step, at }) => `${step === 'breaking'} ${at.file}`).map((packages) => findingOf(packages, source))
  },
})

/** One a manifest for what may break, and one for the rest: they are updated in different ways. */
function findingOf(packages: OutdatedPackage[], source: string): Found {
  const [first] = packages as [OutdatedPackage]
  const { file } = first.at
  const isBreaking = first.step === 'breaking'
  const names = [...packages].sort((one, other) => other.majors - one.majors).map(({ name, current, latest }) => `${name} ${current} (${latest})`)
  const figures = { packages: packages.length, runtime: packages.filter(({ scope }) => scope !== 'dev').length }
  return {
    title: isBreaking
      ? `${counted(packages.length, 'package')} of ${file} ${packages.length === 1 ? 'is' : 'are'} a major version or more behind`
      : `${counted(packages.length, 'package')} of ${file} could be updated at once`,
    ...(isBreaking ? impactOf(packages) : { impact: 'Low', reason: 'What is mended in them costs one command.' }),
    found: `${source} names ${someOf(names, 8)}: the version in use, and the newest.`,
    subject: file,
    at: first.at,
    evidence: packages.slice(1, 8).map(({ at }) => at),
    ...(packages.length > 1 ? { places: packages.slice(1).map(({ at }) => at) } : {}),
    around: isBreaking ? 'breaking' : 'compatible',
    recommendation: isBreaking
      ? { text: 'Update one at a time, with what its notes say of breaking changes, what is furthest behind and runs in production first.' }
      : {
          text: 'Update them together and run the tests; a tool that does so every week (Renovate, Dependabot) keeps the list short.',
          code: 'npm update',
        },
    confidence: 'high',
    figures,
  }
}

function impactOf(packages: OutdatedPackage[]): { impact: Impact; reason: string } {
  const far = packages.filter(({ majors, scope }) => majors >= FAR && scope !== 'dev')
  if (far.length > 0)
    return {
      impact: 'Medium',
      reason: `${counted(far.length, 'package')} that run in production ${far.length === 1 ? 'is' : 'are'} two major versions or more behind.`,
    }
  return { impact: 'Low', reason: 'Each further major version makes the update larger.' }
}
