/**
 * Packages that are behind or given up. In: lock files, manifests, and the list that a package manager saved, where an option names it.
 * Out: what is behind, and what its makers gave up, each with its line; or why that was not looked at. Nothing is asked of any network.
 */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import semver from 'semver'
import type { AnalyseOptions, GivenUpPackage, LockedTree, ManifestFact, OutdatedPackage, PackageAges } from '../../types'
import { UserError } from '../../user-error'
import { inventoryOf } from '../advisories/installed'
import { type Behind, outdatedIn } from './report'

type Manifests = { path: string; facts: ManifestFact[] }[]
type Locks = { path: string; tree: LockedTree }[]

export function agesOf(locks: Locks, manifests: Manifests, { outdated }: Pick<AnalyseOptions, 'outdated'>): PackageAges {
  const list = outdated === undefined ? undefined : listAt(outdated)
  const behind = list?.behind.flatMap((each) => packageOf(each, manifests)) ?? []
  return {
    outdated: list
      ? { state: 'looked', reason: '', source: list.label, found: behind.sort(byPlace) }
      : {
          state: 'not looked',
          reason:
            'Which versions are newest is known to the registry only, and none was asked. Option `outdated` takes what `npm outdated --json` wrote.',
          source: '',
          found: [],
        },
    givenUp: givenUpOf(locks, manifests, list?.behind ?? []),
  }
}

/** The folders above the file are nobody's business. */
function listAt(option: string): { behind: Behind[]; label: string } {
  const place = path.resolve(option)
  const refuse = (but: string) =>
    new UserError(
      `Option "outdated" is ${JSON.stringify(option)}, ${but}; expected a file that \`npm outdated --json\`, \`pnpm outdated --format json\` or \`yarn outdated --json\` wrote.`,
    )
  if (!statSync(place, { throwIfNoEntry: false })?.isFile()) throw refuse('and there is no such file')
  const behind = outdatedIn(readFileSync(place, 'utf8'))
  if (!behind) throw refuse('and what it holds is no such list')
  return { behind, label: path.basename(place) }
}

/** At the line that asks for it; what no manifest of the tree asks for is not ours to update. */
function packageOf({ name, current, wanted, latest, dependent }: Behind, manifests: Manifests): OutdatedPackage[] {
  const asking = manifests.flatMap(({ path: file, facts }) =>
    facts.flatMap((fact) => (fact.kind === 'dependency' && fact.ecosystem === 'npm' && fact.name === name ? [{ file, fact }] : [])),
  )
  const folder = dependent === undefined ? undefined : asking.find(({ file }) => folderName(file) === dependent)
  const asked = folder ?? asking[0]
  const have = semver.coerce(current ?? wanted ?? asked?.fact.version ?? '', { includePrerelease: true })
  const newest = semver.parse(latest)
  if (!asked || !have || !newest || !semver.gt(newest, have)) return []
  const { file, fact } = asked
  return [
    {
      name,
      current: current ?? have.version,
      latest,
      ...(wanted !== undefined && wanted !== (current ?? '') && wanted !== latest ? { wanted } : {}),
      step: stepBetween(have, newest),
      majors: newest.major - have.major,
      scope: fact.scope ?? 'runtime',
      at: { file, line: fact.line, text: fact.text },
    },
  ]
}

/** Before 1.0.0 a minor version may break what uses it (semver.org, item 4). */
function stepBetween(have: semver.SemVer, newest: semver.SemVer): OutdatedPackage['step'] {
  if (newest.major > have.major || (newest.major === 0 && newest.minor > have.minor)) return 'breaking'
  return newest.minor > have.minor ? 'minor' : 'patch'
}

function givenUpOf(locks: Locks, manifests: Manifests, behind: Behind[]): PackageAges['givenUp'] {
  const telling = locks.filter(({ tree }) => tree.tellsDeprecated === true)
  const listed = behind.filter(({ deprecated }) => deprecated).flatMap((each) => ofList(each, manifests))
  if (telling.length === 0 && listed.length === 0)
    return {
      state: 'not looked',
      reason: locks.length === 0 ? 'There is no lock file that says so.' : 'Lock files of this kind do not say which packages were given up.',
      found: [],
    }
  const { installed } = inventoryOf(telling, manifests)
  const locked = installed.flatMap(({ name, version = '', deprecated, direct, through, scope, at }): GivenUpPackage[] =>
    deprecated === undefined ? [] : [{ name, version, message: deprecated, direct, through, scope, at }],
  )
  const known = new Set(locked.map(({ name }) => name))
  const found = [...locked, ...listed.filter(({ name }) => !known.has(name))].sort(byPlace)
  const untold = locks.length - telling.length
  return {
    state: untold > 0 ? 'part' : 'looked',
    reason: untold > 0 ? `${untold} of ${locks.length} lock files do not say which packages were given up.` : '',
    found,
  }
}

function ofList({ name, current = '', latest }: Behind, manifests: Manifests): GivenUpPackage[] {
  for (const { path: file, facts } of manifests)
    for (const { kind, ecosystem, name: asked, line, text, scope = 'runtime' } of facts)
      if (kind === 'dependency' && ecosystem === 'npm' && asked === name)
        return [{ name, version: current || latest, message: '', direct: true, through: [], scope, at: { file, line, text } }]
  return []
}

function folderName(file: string): string {
  return path.posix.basename(path.posix.dirname(file))
}

function byPlace(one: { name: string; at: { file: string; line: number } }, other: typeof one): number {
  const [a, b] = [one.at, other.at]
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || (one.name < other.name ? -1 : 1)
}
