/**
 * What the guards of a route say of a finding there. In: a hit and the table of doors. Out: the metrics of its vector that follow
 * from who can get to the route: CVSS 3.1 asks which privileges an attacker must have before the attack (PR). What only administrators
 * send is claimed with medium confidence at most.
 */
import { guardForAdmins } from '../door-purposes'
import type { EntryPoint, Program } from '../types'
import type { Hit, Rule } from './rule'
import { lessSure } from './sureness'

/** Sinks that run what they are handed: whoever sets up a program may not therefore do as they like on its machine. */
const RUNS = new Set(['command', 'argument', 'code', 'template', 'deserialize'])

/** Privileges that a door demands: none, those of any user, those of an administrator; undefined where it could not be told. */
export function privilegesOf(door: EntryPoint): 'N' | 'L' | 'H' | undefined {
  if (door.authRequired.answer === 'no') return 'N'
  if (door.authRequired.answer !== 'yes') return undefined
  return guardForAdmins(door) ? 'H' : 'L'
}

/**
 * Of several doors by the same address the easiest counts; what a rule says itself of the place stays as it is. A rule whose own
 * vector needs an administrator is about one, whatever the door.
 */
export function withGuards(rule: Rule, hit: Hit, doors: ReadonlyMap<string, EntryPoint[]>): Hit {
  if (!hit.route || hit.metrics?.PR || /\bPR:H\b/.test(rule.cvss)) return hit
  const found = (doors.get(hit.route) ?? []).map(privilegesOf)
  if (found.length === 0 || found.includes(undefined)) return hit
  const PR = found.includes('N') ? 'N' : found.includes('L') ? 'L' : 'H'
  const guarded = { ...hit, metrics: { ...hit.metrics, PR } }
  return PR === 'H' && hit.flow && !RUNS.has(hit.flow.sink) ? { ...guarded, confidence: lessSure(hit.confidence ?? 'high', 'medium') } : guarded
}

/** Doors by method and path, as findings name them. */
export function doorsByRoute({ entryPoints }: Program): Map<string, EntryPoint[]> {
  const doors = new Map<string, EntryPoint[]>()
  for (const entry of entryPoints) {
    const route = `${entry.method} ${entry.path}`
    const known = doors.get(route)
    if (known) known.push(entry)
    else doors.set(route, [entry])
  }
  return doors
}
