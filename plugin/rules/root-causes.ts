/**
 * One finding a fault. In: what rules found, each at its place. Out: the same with every fault once: what several rules say of
 * one line, and what shows at several places for one reason (a setting, a line that reads data, a secret), is one finding that
 * lists the other places.
 */
import type { FaultPlace, Finding } from '../types'
import { saysMore, strength } from './overlaps'

/** @param apart findings that somebody has spoken about one by one, by a suppression; they stay alone */
export function byRootCause(findings: Finding[], apart: (finding: Finding) => boolean): Finding[] {
  const alone = findings.filter(apart)
  const rest = findings.filter((finding) => !alone.includes(finding))
  return [...alone, ...joinedByCause(groupedBy(rest, placeOf).flatMap(joinedAtPlace))].map(({ cause, payload, ...finding }) => finding)
}

const placeOf = ({ at }: Finding): string => `${at.file}:${at.line}`

// ── one line ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function joinedAtPlace(findings: Finding[]): Finding[] {
  const ofRules = groupedBy(findings, ({ rule }) => rule).map(withAllRoutes)
  if (ofRules.length === 1) return ofRules
  const said = new Map<Finding, Finding>()
  for (const finding of ofRules) {
    const stronger = ofRules.filter((other) => saysMore(other, finding)).sort((one, other) => strength(other) - strength(one))[0]
    if (stronger) said.set(finding, stronger)
  }
  const speakerOf = (finding: Finding, hops = 0): Finding => {
    const stronger = said.get(finding)
    return stronger && hops < said.size ? speakerOf(stronger, hops + 1) : finding
  }
  return groupedBy(ofRules, (finding) => speakerOf(finding).rule).map((group) => {
    const speaker = speakerOf(group[0] as Finding)
    const places = group.filter((finding) => finding !== speaker).flatMap(placesOf)
    return places.length > 0 ? { ...speaker, places } : speaker
  })
}

/** A line that registers several routes in one way has one fault, whichever of them it is tried on. */
function withAllRoutes(findings: Finding[]): Finding {
  const [first, ...others] = findings as [Finding, ...Finding[]]
  const routes = routesOf(findings).filter((route) => route !== first.route)
  return { ...first, ...(others.length > 0 && routes.length > 0 ? { otherRoutes: routes } : {}) }
}

// ── one cause ────────────────────────────────────────────────────────────────────────────────────────────────────────

function joinedByCause(findings: Finding[]): Finding[] {
  const own = new Map(findings.map((finding) => [`${finding.class} ${placeOf(finding)}`, finding]))
  const leadOf = ({ class: name, cause }: Finding) => (cause === undefined ? undefined : own.get(`${name} ${cause}`))
  const leads = new Set(findings.flatMap((finding) => leadOf(finding) ?? []))
  const groups = new Map<Finding | string, Finding[]>()
  for (const finding of findings) {
    // What stands at the cause itself leads the group.
    const lead = finding.cause === undefined || leads.has(finding) ? finding : leadOf(finding)
    const key = lead ?? JSON.stringify([finding.rule, finding.cause])
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups].map(([key, group]) => joined(typeof key === 'string' ? undefined : key, group))
}

/** @param lead the one that stands at the cause; without it the strongest, then the first, speaks for all */
function joined(lead: Finding | undefined, group: Finding[]): Finding {
  const strongest = group.reduce((best, finding) => (strength(finding) > strength(best) ? finding : best))
  const first = lead ?? strongest
  if (group.length === 1) return first
  const others = group.filter((finding) => finding !== first)
  const routes = routesOf([first, strongest, ...others])
  const proof = [first, strongest, ...others].find(({ proofOfConcept }) => proofOfConcept)?.proofOfConcept
  const { cvss, cvssVector, severity, confidence } = strongest
  return {
    ...first,
    ...(strength(strongest) > strength(first) ? { cvss, cvssVector, severity, confidence } : {}),
    ...(routes[0] ? { route: routes[0] } : {}),
    ...(routes.length > 1 ? { otherRoutes: routes.slice(1) } : {}),
    ...(proof ? { proofOfConcept: proof } : {}),
    places: [...(first.places ?? []), ...others.flatMap(placesOf)],
  }
}

function placesOf({ at, rule, subject, around, class: name, cwe, confidence, route, description, trace, flow, places = [] }: Finding): FaultPlace[] {
  return [
    { ...at, rule, subject, around, class: name, cwe, confidence, ...(route ? { route } : {}), description, trace, ...(flow ? { flow } : {}) },
    ...places,
  ]
}

function routesOf(findings: Finding[]): string[] {
  return [...new Set(findings.flatMap(({ route, otherRoutes = [] }) => (route ? [route, ...otherRoutes] : [])))]
}

function groupedBy(findings: Finding[], keyOf: (finding: Finding) => string): Finding[][] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = keyOf(finding)
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups.values()]
}
