import { grouped } from '../../../grouped'
import type { GivenUpPackage } from '../../../types'
import { defineNonfunctionalRule } from '../rule'
import { counted, type Found, someOf } from './counted'

export default defineNonfunctionalRule({
  id: 'deprecated-dependency',
  class: 'deprecated-dependency',
  area: 'Code health',
  title: 'Packages that their makers gave up',
  why: 'Nobody mends a version that was given up, and its makers say so themselves. Told from what lock files of npm and pnpm note beside each package, and from a list that was given; nothing is asked of the registry.',
  blind: ({ quality }) => {
    const { state, reason } = quality.health.packages.givenUp
    return state === 'not looked' ? reason : undefined
  },
  check: ({ quality }) => {
    const { found } = quality.health.packages.givenUp
    const direct = grouped(
      found.filter((it) => it.direct),
      ({ name, at }) => `${name} ${at.file}`,
    )
    const brought = grouped(
      found.filter((it) => !it.direct),
      ({ at }) => at.file,
    )
    return [...direct.map(directOf), ...brought.map(broughtOf)]
  },
})

function directOf(same: GivenUpPackage[]): Found {
  const [{ name, message, scope, at }] = same as [GivenUpPackage, ...GivenUpPackage[]]
  const versions = [...new Set(same.map(({ version }) => version))].join(', ')
  return {
    title: `${name} was given up`,
    impact: scope === 'dev' ? 'Low' : 'Medium',
    reason: scope === 'dev' ? 'It builds or tests, and its faults stay.' : 'It runs in production, and what is found in it stays.',
    found: `${name} ${versions} is deprecated${message === '' ? '.' : `: “${message}”`}`,
    subject: name,
    at,
    evidence: same.slice(1).map((it) => it.at),
    around: 'direct',
    recommendation: {
      text: 'Take the version or the package that its makers name instead; where they name none, look for one that is looked after.',
    },
    confidence: 'high',
  }
}

/** One a lock file: who brings them has to let go of them. */
function broughtOf(packages: GivenUpPackage[]): Found {
  const [first] = packages as [GivenUpPackage]
  const bringers = [...new Set(packages.map(({ through }) => through[0]).filter((name) => name !== undefined))].sort()
  const names = packages.map(({ name, version }) => `${name} ${version}`)
  return {
    title: `${counted(packages.length, 'package')} that others bring ${packages.length === 1 ? 'was' : 'were'} given up`,
    impact: 'Low',
    reason: 'They come with what the project asks for, and go with an update of it.',
    found: `\`${first.at.file}\` notes as deprecated ${someOf(names, 8)}.${bringers.length === 0 ? '' : ` They come with ${someOf(bringers, 6)}.`}`,
    subject: first.at.file,
    at: first.at,
    evidence: packages.slice(1, 8).map(({ at }) => at),
    ...(packages.length > 1 ? { places: packages.slice(1).map(({ at }) => at) } : {}),
    around: 'brought',
    recommendation: { text: 'Update the packages that bring them; `npm ls NAME` says which these are.', code: `npm ls ${first.name}` },
    confidence: 'high',
    figures: { packages: packages.length },
  }
}
