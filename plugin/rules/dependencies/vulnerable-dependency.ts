import semver from 'semver'
import type { Confidence, Program, Severity, Vulnerability } from '../../types'
import { defineRule, type Hit } from '../rule'

/**
 * What stands in where an advisory has a word and no vector: loss of availability or worse over the network, so that the
 * score lies within the word's band of the CVSS scale.
 */
const standIns: Record<Severity, string> = {
  Critical: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  High: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  Medium: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L',
  Low: 'AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:L',
  Info: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
}

/** Advisories of one package that are told in words; the table of the report has all. */
const mostTold = 5

export default defineRule({
  id: 'vulnerable-dependency',
  size: 'small',
  class: 'vulnerable-dependency',
  phase: 'Security Surface',
  cvss: standIns.High,
  cwe: [1395],
  title: 'An installed package has known vulnerabilities',
  why: 'The installed version is one that a published advisory names as vulnerable.',
  impact: [
    'Published faults are searched for and attacked by machines, soon after they are known',
    'How far this one can be reached depends on how the package is used here',
  ],
  fix: 'Update to a version that no advisory names. Where another package holds it back, update that one, or override the version until it is released.',
  code: '"dependencies": { "markdown-printer": "^2.4.1" },\n"overrides": { "string-tools": "^1.0.9" }',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Vulnerable_Dependency_Management_Cheat_Sheet.html',
    'https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/',
  ],
  blind: ({ advisories }) => (advisories.state === 'not looked' ? advisories.reason : undefined),
  check: ({ advisories }: Program) => [...groupsOf(advisories.found).values()].map(hitOf),
})

/** One finding a package and folder: two lock files side by side say the same thing twice. */
function groupsOf(found: Vulnerability[]): Map<string, Vulnerability[]> {
  const groups = new Map<string, Vulnerability[]>()
  for (const it of found) {
    const key = subjectOf(it)
    groups.set(key, [...(groups.get(key) ?? []), it])
  }
  return groups
}

const subjectOf = ({ package: name, at }: Vulnerability): string => [...at.file.split('/').slice(0, -1), name].join('/')

const severities: Severity[] = ['Critical', 'High', 'Medium', 'Low', 'Info']
const confidences: Confidence[] = ['high', 'medium', 'low']

/** What runs before what only builds, then the worst. */
function worstFirst(one: Vulnerability, other: Vulnerability): number {
  return (
    confidences.indexOf(confidenceOf(one)) - confidences.indexOf(confidenceOf(other)) ||
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    (other.score ?? 0) - (one.score ?? 0) ||
    one.at.line - other.at.line
  )
}

/** An attack in the form of a package runs where it is installed, whoever imports it. */
function confidenceOf({ cwe, scope, imports }: Vulnerability): Confidence {
  if (cwe.includes(506)) return 'high'
  return scope === 'dev' ? 'low' : imports.length > 0 ? 'high' : 'medium'
}

function hitOf(those: Vulnerability[]): Hit {
  const sorted = [...those].sort(worstFirst)
  const worst = sorted[0] as Vulnerability
  const { package: name, version, at, imports, vector, score, severity, cwe } = worst
  return {
    subject: subjectOf(worst),
    title: `Known vulnerabilities in ${name} ${version}`,
    at,
    trace: [...imports.slice(0, 2), at],
    confidence: confidenceOf(worst),
    cwe: [1395, ...cwe.filter((id) => id !== 1395)],
    ...(vector !== undefined && score !== undefined ? { rated: { vector, score, severity } } : { metrics: metricsOf(standIns[severity]) }),
    references: [...new Set(sorted.map(({ url }) => url))].filter((url) => url.startsWith('https://')).slice(0, mostTold),
    description: descriptionOf(worst, sorted),
  }
}

const metricsOf = (vector: string): Record<string, string> => Object.fromEntries(vector.split('/').map((part) => part.split(':') as [string, string]))

function descriptionOf(worst: Vulnerability, sorted: Vulnerability[]): string {
  const issues = [...new Map(sorted.map((it) => [it.ids[0], it])).values()]
  const told = issues.slice(0, mostTold).map(issueOf).join(' ')
  const more = issues.length > mostTold ? ` And ${issues.length - mostTold} more.` : ''
  const versions = [...new Set(sorted.map(({ version }) => version))]
  const others = versions.length > 1 ? ` Installed in ${versions.length} affected versions: ${versions.slice(0, 6).join(', ')}.` : ''
  return `The installed version is one that a published advisory names as vulnerable. ${wayOf(worst)} ${importOf(worst)}${others} ${told}${more}${fixOf(sorted)}`
}

function wayOf({ package: name, version, direct, through, scope }: Vulnerability): string {
  const stage = { runtime: '', dev: ' for development only', optional: ' as an optional dependency', peer: ' as a peer dependency' }[scope]
  if (direct) return `${name} ${version} is depended on directly${stage}.`
  return through.length > 0
    ? `${name} ${version} comes with ${through.join(' › ')}${stage}.`
    : `${name} ${version} is in the lock file; what needs it could not be told.`
}

function importOf({ package: name, direct, through, imports }: Vulnerability): string {
  const imported = direct ? name : (through[0] ?? name)
  if (imports.length === 0) return `Nothing in the analysed code imports ${imported}.`
  return `${imported} is imported at ${imports.length === 1 ? 'one place' : `${imports.length} places`} of the code.`
}

function issueOf({ ids, summary, severity, score, vector }: Vulnerability): string {
  const rated = vector === undefined ? `${severity} by the word of the advisory, which has no vector` : `${severity}, ${score?.toFixed(1)}`
  const said = summary.trim().replace(/[.\s]+$/, '')
  return `${ids[0]} (${rated})${said === '' ? '' : `: ${said}`}.`
}

/** The lowest version that all of them leave out. */
function fixOf(sorted: Vulnerability[]): string {
  const first = sorted.map(({ fixedIn }) => fixedIn[0])
  const known = first.filter((it): it is string => it !== undefined && semver.valid(it, { loose: true }) !== null)
  if (known.length === 0) return ' No version without the fault is named.'
  const last = known.sort((one, other) => semver.rcompare(one, other, { loose: true }))[0]
  return ` Not affected any more: ${last}${known.length < first.length ? ', but for those that name no version' : ''}.`
}
