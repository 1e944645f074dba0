/**
 * Whether an advisory is about a version. By the rules of the OSV format: the events of a range are walked in the order of
 * versions; `introduced` begins, `fixed` ends before it, `last_affected` ends after it; a listed version is affected as well.
 */
import semver from 'semver'
import type { Affected, RangeEvent } from './advisory'

const loose = { loose: true, includePrerelease: true }

export function isAffected(affected: Affected, version: string): boolean {
  const installed = semver.parse(version, loose)
  if (!installed) return affected.versions.includes(version)
  if (affected.range !== undefined) return satisfies(installed, affected.range)
  if (affected.versions.includes(version)) return true
  if (affected.upTo !== undefined && !satisfies(installed, affected.upTo)) return false
  return affected.ranges.some((events) => isWithin(events, installed))
}

function isWithin(events: RangeEvent[], version: semver.SemVer): boolean {
  let within = false
  for (const event of inOrder(events)) {
    if (event.introduced !== undefined && isFrom(version, event.introduced)) within = true
    if (event.fixed !== undefined && isFrom(version, event.fixed)) within = false
    if (event.last_affected !== undefined && isAfter(version, event.last_affected)) within = false
  }
  return within
}

/** `0` stands before every version. */
const isFrom = (version: semver.SemVer, from: string): boolean => {
  const bound = semver.parse(from, loose)
  return from === '0' || (bound !== null && semver.compare(version, bound) >= 0)
}

const isAfter = (version: semver.SemVer, last: string): boolean => {
  const bound = semver.parse(last, loose)
  return bound !== null && semver.compare(version, bound) > 0
}

function inOrder(events: RangeEvent[]): RangeEvent[] {
  const placeOf = (event: RangeEvent): semver.SemVer =>
    semver.parse(event.introduced ?? event.fixed ?? event.last_affected ?? '', loose) ?? (semver.parse('0.0.0-0') as semver.SemVer)
  return [...events].sort((one, other) => semver.compare(placeOf(one), placeOf(other)))
}

function satisfies(version: semver.SemVer, range: string): boolean {
  try {
    return semver.satisfies(version, range, loose)
  } catch {
    // A range that semver cannot read names no version.
    return false
  }
}

/** Whether every version that a manifest's range lets in is affected: then it does not matter which one is installed. */
export function isAffectedWhole(affected: Affected, range: string): boolean {
  const covered = affected.range ?? rangeOf(affected)
  try {
    return covered !== '' && semver.validRange(range) !== null && range.trim() !== '' && semver.subset(range, covered)
  } catch {
    return false
  }
}

/** As npm would write it. */
function rangeOf({ ranges, versions, upTo }: Affected): string {
  const parts = ranges.flatMap((events) => {
    const found: string[] = []
    let from: string | undefined
    const end = (bound: string) => {
      found.push(`${from === '0' ? '' : `>=${from} `}${bound}`.trim() || '*')
      from = undefined
    }
    for (const event of inOrder(events)) {
      if (event.introduced !== undefined) from ??= event.introduced
      if (from !== undefined && event.fixed !== undefined) end(`<${event.fixed}`)
      if (from !== undefined && event.last_affected !== undefined) end(`<=${event.last_affected}`)
    }
    if (from !== undefined) end(upTo ?? '')
    return found
  })
  return [...parts, ...versions].join(' || ')
}

/** First versions after the affected ones, above the installed one, lowest first. */
export function fixesOf({ ranges }: Affected, version: string | undefined): string[] {
  const fixes = ranges.flatMap((events) => events.flatMap(({ fixed }) => fixed ?? [])).filter((fix) => semver.valid(fix, loose))
  const from = version === undefined ? null : semver.valid(version, loose)
  return [...new Set(fixes)].filter((fix) => from === null || semver.gt(fix, from, loose)).sort((one, other) => semver.compare(one, other, loose))
}
