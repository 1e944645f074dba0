/** Versions: of runtimes, of libraries, of the package, and of the pages that documents link to. */
import path from 'node:path'
import semver from 'semver'
import { rowsByName } from '../../rows-by-name'
import type { Claim, DocumentFacts, Evidence, ManifestFact, RuntimeVersion } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import type { ClaimReader } from '../reader'
import { isPageOfSite, siteAround } from '../sites-of-docs'
import { type VersionMention, versionMentions } from './version-mentions'

const kind = 'version'

export const versions: ClaimReader = {
  id: kind,
  title: 'Versions',
  why: 'Who installs another version than the one that is used meets faults that nobody else has.',
  read: (document, ground) => versionMentions(document).flatMap((mention) => judged(document, mention, ground)),
}

function judged(document: DocumentFacts, mention: VersionMention, ground: Ground): Claim[] {
  const spot: Spot = { document, ...mention }
  if (mention.of === 'runtime') return runtime(spot, mention, ground)
  if (mention.of === 'own') return own(spot, mention, ground)
  return library(spot, mention, ground)
}

const NAMES: Record<string, string> = rowsByName({ node: 'Node.js', npm: 'npm', yarn: 'Yarn', pnpm: 'pnpm', bun: 'Bun', deno: 'Deno' })

function runtime(spot: Spot, mention: VersionMention, ground: Ground): Claim[] {
  const { name, version, how, why, development } = mention
  const subject = `${NAMES[name] ?? name} ${how === 'least' ? '>= ' : ''}${version}`
  const all = stated(name, spot.document.path, ground)
  if (all.length === 0) return []
  if (why) return [notJudged(kind, spot, subject, why)]
  const declared = all.filter(({ from }) => from === 'engines' || from === 'package-manager')
  const pinned = all.filter(({ from }) => from === '.nvmrc' || from === 'tool-versions')
  const run = all.filter(({ from }) => from === 'ci' || from === 'image')
  // What is declared decides; what merely runs somewhere does so where nothing is.
  for (const group of how === 'least' ? [declared, pinned] : [pinned, declared, run]) {
    if (group.length === 0) continue
    const verdicts = group.map((it) => ({ it, fits: how === 'least' ? begins(it.version, version) : allows(it.version, version) }))
    const agreeing = verdicts.find(({ fits }) => fits === true)
    if (agreeing) return [holds(kind, spot, subject, `${agreeing.it.from} says ${agreeing.it.version}.`, [agreeing.it.at])]
    if (verdicts.some(({ fits }) => fits === undefined)) return [notJudged(kind, spot, subject, 'What is declared could not be compared.')]
    const first = group[0] as RuntimeVersion
    const least = lowest(first.version)
    if (how === 'least' && development && least && semver.lt(least, semver.coerce(version) ?? '0.0.0'))
      return [notJudged(kind, spot, subject, 'Who works on it may need a later version than who uses it.')]
    return [
      contradicted(kind, spot, subject, {
        says: `${subject} is what is needed.`,
        actual: `${sourceOf(first)} has ${first.version}.`,
        impact: 'Whoever installs what is told works with another version than the one that is declared or tested.',
        action: `Write ${first.version}, or change ${first.at.file}.`,
        severity: 'Medium',
        confidence: group === run ? 'medium' : 'high',
        evidence: group.slice(0, 3).map(({ at }) => at),
        ...(how === 'least' && spot.text.split(version).length === 2 && least
          ? { patch: { line: spot.line, from: version, to: short(least, version) } }
          : {}),
      }),
    ]
  }
  return [notJudged(kind, spot, subject, 'Nothing declares which version is needed at least.')]
}

function sourceOf({ from, at }: RuntimeVersion): string {
  return from === 'ci' ? `The pipeline (${at.file})` : from === 'image' ? `The image (${at.file})` : at.file
}

/** Of the package that the document belongs to, or of the repository as a whole; not of other packages in it. */
function stated(name: string, document: string, ground: Ground): RuntimeVersion[] {
  const site = isPageOfSite(document, ground) ? siteAround(document, ground) : undefined
  const above = new Set(
    ground
      .manifestsFor(document)
      .map((it) => it.path)
      // What the site is built with is not what its pages speak of.
      .filter((file) => site === undefined || path.posix.dirname(file) !== site),
  )
  const others = packageFolders(ground).filter((folder) => folder !== '' && !`${document}`.startsWith(`${folder}/`))
  return ground.program.inventory.runtimes.filter(
    ({ runtime: of, at, from }) =>
      of === name && (above.has(at.file) || (from !== 'engines' && !others.some((folder) => at.file.startsWith(`${folder}/`)))),
  )
}

const folders = new WeakMap<Ground, string[]>()

function packageFolders(ground: Ground): string[] {
  let known = folders.get(ground)
  if (!known) {
    known = ground.program.manifests.flatMap((it) => (/(?:^|\/)package\.json$/.test(it.path) ? [it.path.replace(/\/?package\.json$/, '')] : []))
    folders.set(ground, known)
  }
  return known
}

/** Every version that a text names, as ranges: `18, 20`, `20-alpine`, `lts/iron` (none). */
function rangesOf(written: string): string[] {
  return written
    .split(/,\s*(?=v?\d)/)
    .map((part) =>
      part
        .trim()
        .replace(/^v(?=\d)/, '')
        .replace(/^(\d+(?:\.\d+)*)-?[a-z].*$/i, '$1'),
    )
    .filter((part) => /\d/.test(part) && semver.validRange(part) !== null)
}

/** @returns undefined where it cannot be told */
function allows(written: string, told: string): boolean | undefined {
  const ranges = rangesOf(written)
  if (ranges.length === 0) return undefined
  const range = semver.validRange(told.replace(/\.x$/, ''))
  return range === null ? undefined : ranges.some((it) => semver.intersects(it, range))
}

/** The lowest version that is allowed is the one told, as exactly as that is told. */
function begins(written: string, told: string): boolean | undefined {
  const least = lowest(written)
  if (least === undefined) return undefined
  return short(least, told) === told.replace(/(?:\.x)+$/, '')
}

function lowest(written: string): string | undefined {
  const ranges = rangesOf(written)
  const found = ranges.map((range) => semver.minVersion(range)).filter((it) => it !== null)
  return found.sort(semver.compare)[0]?.version
}

/** `20.19.0` told as exactly as `18` is `20`. */
function short(version: string, like: string): string {
  return version
    .split('.')
    .slice(0, like.replace(/(?:\.x)+$/, '').split('.').length)
    .join('.')
}

function own(spot: Spot, { version, why }: VersionMention, ground: Ground): Claim[] {
  const found = nearestFact(ground, spot.document.path, ({ kind: of, version: it }) => of === 'package' && it !== undefined)
  if (
    !found ||
    isOfAnother(spot.document.path, found.at.file, ground) ||
    found.fact.version === '0.0.0' ||
    /semantically|development/.test(found.fact.version ?? '')
  )
    return []
  const real = found.fact.version as string
  const subject = `version ${version}`
  if (why) return [notJudged(kind, spot, subject, why)]
  if (real === version || real.startsWith(`${version}.`)) return [holds(kind, spot, subject, `package.json says ${real}.`, [found.at])]
  return [
    contradicted(kind, spot, subject, {
      says: `The version is ${version}.`,
      actual: `package.json says ${real}.`,
      impact: 'Whoever compares versions takes this one for another.',
      action: `Write ${real}, or show the version by a badge that follows it.`,
      severity: 'Low',
      evidence: [found.at],
      ...(spot.text.split(version).length === 2 ? { patch: { line: spot.line, from: version, to: real } } : {}),
    }),
  ]
}

/** What has a version of its own and is no package of npm. */
const OTHER_PACKAGES = ['Chart.yaml', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'composer.json', 'pubspec.yaml', 'pom.xml']

/** A chart or a package of another language lies nearer to the document than the manifest does. */
function isOfAnother(document: string, manifest: string, ground: Ground): boolean {
  for (let at = path.posix.dirname(document); at !== path.posix.dirname(manifest) && at !== '.'; at = path.posix.dirname(at))
    if (OTHER_PACKAGES.some((name) => ground.lookUp(path.posix.join(at, name)).exists)) return true
  return false
}

function nearestFact(ground: Ground, document: string, test: (fact: ManifestFact) => boolean): { fact: ManifestFact; at: Evidence } | undefined {
  for (const { path: file, facts } of ground.manifestsFor(document)) {
    if (!/(?:^|\/)package\.json$/.test(file)) continue
    const fact = facts.find(test)
    if (fact) return { fact, at: { file, line: fact.line, text: fact.text } }
  }
  return undefined
}

function library(spot: Spot, { of, name, version, how, why }: VersionMention, ground: Ground): Claim[] {
  const found = usedOf(name, spot.document.path, ground)
  if (!found) return []
  const subject = `${name} ${how === 'least' ? '>= ' : ''}${version}`
  if (why) return [notJudged(kind, spot, subject, why)]
  const fits = found.versions.map((it) =>
    how === 'least' ? begins(it.version, version) || allows(it.version, version) : allows(it.version, major(version, of)),
  )
  const index = fits.indexOf(true)
  if (index >= 0)
    return [
      holds(kind, spot, subject, `${found.name} is used in version ${found.versions[index]?.version}.`, [found.versions[index]?.at as Evidence]),
    ]
  if (fits.some((it) => it === undefined)) return [notJudged(kind, spot, subject, 'The version that is used could not be compared.')]
  const used = found.versions.map((it) => it.version).join(', ')
  return [
    contradicted(kind, spot, subject, {
      says: of === 'link' ? `${found.name} is used as its version ${version} describes.` : `${found.name} is used in version ${version}.`,
      actual: `It is used in version ${used}.`,
      impact:
        of === 'link'
          ? 'Whoever reads there learns of another version than the one that is used.'
          : 'Whoever relies on it works against another version.',
      action: of === 'link' ? `Link to the page of version ${found.versions[0]?.version}.` : `Write ${used}.`,
      severity: 'Low',
      confidence: of === 'link' ? 'medium' : 'high',
      evidence: found.versions.slice(0, 3).map(({ at }) => at),
    }),
  ]
}

/** A page of one version is right for all that are alike: of the same major one, or before 1 of the same minor one. */
function major(version: string, of: VersionMention['of']): string {
  const parts = version.split('.')
  return of !== 'link' ? version : parts[0] === '0' ? parts.slice(0, 2).join('.') : (parts[0] as string)
}

/** Products whose package has another name. */
const ALIASES: Record<string, string[]> = rowsByName({
  angular: ['@angular/core'],
  nestjs: ['@nestjs/core'],
  'nest.js': ['@nestjs/core'],
  tailwind: ['tailwindcss'],
  'tailwind-css': ['tailwindcss'],
  mui: ['@mui/material'],
})

/** A dependency by the name of its package or repository: as it was resolved, else as it is asked for. */
function usedOf(written: string, document: string, ground: Ground): { name: string; versions: { version: string; at: Evidence }[] } | undefined {
  const name = written.toLowerCase().replace(/\s+/g, '-')
  const candidates = [
    ...new Set([...(ALIASES[name] ?? []), name, name.replace(/\.?js$/, ''), name.replace(/\.(?:js|io)$/, ''), `${name.replace(/\.?js$/, '')}js`]),
  ].filter((it) => it.length > 1)
  const asked = ground
    .manifestsFor(document)
    .flatMap(({ path, facts }) =>
      facts
        .filter(({ kind: of, ecosystem, name: it }) => of === 'dependency' && ecosystem === 'npm' && candidates.includes(it.toLowerCase()))
        .map((fact) => ({ path, fact })),
    )
  // What a manifest asks for is used; what is merely installed may be another package's.
  const first = asked[0]
  if (!first)
    for (const candidate of candidates) {
      const resolved = ground.program.inventory.resolved.get(candidate)
      if (resolved) return { name: candidate, versions: resolved }
    }
  if (!first?.fact.version || semver.validRange(first.fact.version) === null) return undefined
  return {
    name: first.fact.name,
    versions: [{ version: first.fact.version, at: { file: first.path, line: first.fact.line, text: first.fact.text } }],
  }
}
