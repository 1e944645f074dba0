/** The documents of the security section, in the order of the procedure. */
import type { Framework, Phase } from '../types'

export interface Report {
  /** Page path. */
  path: string
  title: string
  about: string
  /** Findings of this phase belong to it; undefined for the summary, which has all of them. */
  phase: Phase | undefined
  /** Of the ids of these findings within the report. */
  prefix: string | undefined
}

const analysis = 'security-docs/analysis'

export const overviewPath = 'security-docs/index.md'
export const executivePath = 'security-docs/executive-summary.md'
export const surfacePath = `${analysis}/01-security-surface.md`
export const summaryPath = `${analysis}/07-findings-summary.md`
export const auditPath = 'architecture/documentation-audit.md'
export const architecturePath = 'architecture/index.md'
export const structurePath = 'architecture/structure.md'
export const componentsPath = 'architecture/components.md'
export const modulesPagePath = 'architecture/modules.md'
export const sequencesPath = 'architecture/sequence-diagrams.md'
export const recommendationsPath = 'architecture/recommendations.md'
export const manifestPath = 'architecture/technology-manifest.md'
export const notAnalysedPath = 'not-analysed.md'
export const diagramsFolder = 'architecture/diagrams'
export const diagramsPath = `${diagramsFolder}/index.md`
export const sbomPath = 'architecture/exports/sbom.cdx.json'
export const workspacePath = 'architecture/exports/workspace.json'
export const modulesPath = 'architecture/exports/modules.json'

export const reports: Report[] = [
  {
    path: surfacePath,
    title: 'Security surface',
    about: 'Every way in: entry points, network boundaries and exposed functions.',
    phase: 'Security Surface',
    prefix: 'SURF',
  },
  {
    path: `${analysis}/02-authentication.md`,
    title: 'Authentication',
    about: 'How users prove who they are, and how sessions and tokens live and end.',
    phase: 'Authentication',
    prefix: 'AUTH',
  },
  {
    path: `${analysis}/03-authorization.md`,
    title: 'Authorization',
    about: 'Who may do what, and where that is enforced.',
    phase: 'Authorization',
    prefix: 'AUTHZ',
  },
  {
    path: `${analysis}/04-data-protection.md`,
    title: 'Data protection',
    about: 'Which sensitive data there is, where it flows, and how it is protected.',
    phase: 'Data Protection',
    prefix: 'DATA',
  },
  {
    path: `${analysis}/05-input-validation.md`,
    title: 'Input validation',
    about: 'What comes in from outside, and what happens to it before it is used.',
    phase: 'Input Validation',
    prefix: 'INPUT',
  },
  {
    path: `${analysis}/06-secrets-management.md`,
    title: 'Secrets management',
    about: 'Which secrets there are, where they are kept, and which are in the code.',
    phase: 'Secrets Management',
    prefix: 'SECRET',
  },
  {
    path: summaryPath,
    title: 'Findings summary',
    about: 'All findings together, with priorities, risk matrix and roadmap.',
    phase: undefined,
    prefix: undefined,
  },
]

/** What comes with the product. `ready`: there is a standard that can be reported on. */
export const frameworks: Record<Framework, { title: string; version: string; path: string; ready: boolean }> = {
  asvs: { title: 'OWASP ASVS', version: '4.0.3', path: 'security-docs/compliance/owasp-asvs.md', ready: true },
  csf: { title: 'NIST CSF', version: '2.0', path: 'security-docs/compliance/nist-csf.md', ready: true },
  cis: { title: 'CIS Controls', version: '8.0', path: 'security-docs/compliance/cis-controls.md', ready: true },
  iso27001: { title: 'ISO 27001 Annex A', version: '2022', path: 'security-docs/compliance/iso-27001.md', ready: true },
  nis2: { title: 'NIS 2', version: 'Directive (EU) 2022/2555', path: 'security-docs/compliance/nis2.md', ready: true },
}

/** As the first page lists it before there is a result; a standard of the owner's is known by its name alone. */
export function frameworkNamed(id: Framework): { title: string; version: string } {
  return frameworks[id] ?? { title: id, version: '' }
}

/** By its id in the report, which a finding keeps when it is Fixed and nothing else is known of it. */
export function reportOf(reportId: string): Report | undefined {
  return reports.find(({ prefix }) => prefix !== undefined && reportId.slice(0, reportId.lastIndexOf('-')) === prefix)
}
