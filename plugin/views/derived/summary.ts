/**
 * What can be told of the whole in three paragraphs: what the system is, how it protects itself, what is wrong with it. In:
 * the context. Out: the facts; the sentences stand in `partials/executive-summary.md` and change with them.
 */
import type { Classification, Control } from '../../types'
import type { ViewContext } from '../context'
import { surfacePath } from '../reports'
import { countKinds, httpOf, isForAdmins, reachOf } from './entry-points'
import { type FindingRow, findingRow, inOrder, isCounted, isOpen, type Tally, tally } from './findings'
import { type Grade, gradeOf } from './grade'
import { type Language, languagesOf } from './languages'
import { integrationsOf, storesOf } from './surface'

export interface Summary {
  project: string
  files: number
  codeFiles: number
  languages: Language[]
  kinds: ReturnType<typeof countKinds>
  endpoints: { count: number; open: number; signedIn: number; untold: number; forAdmins: number; limited: number }
  stores: string[]
  integrations: number
  surfacePath: string
  /** Ways to prove who one is, by name. */
  mechanisms: string[]
  weakMechanisms: string[]
  /** How passwords are hashed; null where there are none, or it could not be told. */
  passwordHash: Control | null
  /** Sensitive fields by classification, most first. */
  sensitive: { classification: Classification; count: number }[]
  unprotected: number
  /** Credentials that stand in the tree. */
  hardcoded: number
  advisories: { state: 'looked' | 'part' | 'not looked'; found: number }
  grade: Grade
  found: number
  openTally: Tally[]
  worst: FindingRow | null
  fixed: number
  rulesRun: number
}

export function summaryOf(context: ViewContext): Summary {
  const { program, rows, verdict, options } = context
  const { authentication, dataProtection, secrets } = program.posture
  const endpoints = httpOf(program)
  const reach = (of: string): number => endpoints.filter((entry) => reachOf(entry) === of).length
  const open = rows.filter((row) => isOpen(row) && isCounted(row))
  return {
    project: program.project.name,
    files: program.files.length,
    codeFiles: program.files.filter(({ kind }) => kind === 'code').length,
    languages: mainLanguages(program),
    kinds: countKinds(program),
    endpoints: {
      count: endpoints.length,
      open: reach('public'),
      signedIn: reach('signed in'),
      untold: reach('could not tell'),
      forAdmins: endpoints.filter(isForAdmins).length,
      limited: endpoints.filter(({ rateLimited }) => rateLimited.answer === 'yes').length,
    },
    stores: [...new Set(storesOf(program).map(({ name }) => name))],
    integrations: integrationsOf(program).length,
    surfacePath,
    mechanisms: [...new Set(authentication.mechanisms.map(inSentence))],
    weakMechanisms: [...new Set(authentication.mechanisms.filter(({ strength }) => strength === 'weak').map(inSentence))],
    passwordHash: authentication.passwords.find(({ id, current }) => id === 'password-hash' && current !== '') ?? null,
    sensitive: countClassifications(dataProtection.fields.map(({ classification }) => classification)),
    unprotected: dataProtection.fields.filter(({ encrypted }) => encrypted.state === 'fail').length,
    hardcoded: secrets.sightings.filter(({ weight }) => weight === 'credential').length,
    advisories: { state: program.advisories.state, found: program.advisories.found.length },
    grade: gradeOf(context),
    found: open.length,
    openTally: tally(rows).filter((it) => it.open > 0),
    worst: open.length > 0 ? findingRow(inOrder(open, { ...context, options: { ...options, focus: [] } })[0]!) : null,
    fixed: rows.filter(({ status }) => status === 'Fixed').length,
    rulesRun: verdict.rulesRun.length,
  }
}

/** What makes up a part of the code worth a mention; all of them are in the technology manifest. */
function mainLanguages(program: ViewContext['program']): Language[] {
  const all = languagesOf(program)
  const main = all.filter(({ share }) => share !== null && share >= 0.01)
  return main.length > 0 ? main : all
}

/** `TOTP, optional for each user` would be two items of a list; and only a name begins with a capital there. */
function inSentence({ name }: { name: string }): string {
  return name.replace(/^([^,]+), ([^()]+)$/, '$1 ($2)').replace(/^Checks /, 'checks ')
}

function countClassifications(all: Classification[]): Summary['sensitive'] {
  const counts = new Map<Classification, number>()
  for (const classification of all) counts.set(classification, (counts.get(classification) ?? 0) + 1)
  return [...counts].map(([classification, count]) => ({ classification, count })).sort((a, b) => b.count - a.count)
}
