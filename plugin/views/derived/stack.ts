/** The technologies that a newcomer asks for first, in a handful of rows. Rows with nothing in them are left out. */
import type { Evidence, Program, Technology, TechnologyCategory, TechnologyKind } from '../../types'
import { compareText } from '../order'

export type StackQuestion =
  | 'languages'
  | 'frameworks'
  | 'runtimes'
  | 'stores'
  | 'data'
  | 'auth'
  | 'messaging'
  | 'services'
  | 'tests'
  | 'pipelines'
  | 'deployment'

export interface StackRow {
  question: StackQuestion
  parts: StackPart[]
}

export interface StackPart {
  name: string
  version: string | null
  share: number | null
  at: Evidence | null
}

/** A language below this share of the code is no part of a short answer; the largest always is. */
const SMALL = 0.02

type Is = (technology: Technology) => boolean

const is =
  (category: TechnologyCategory, ...kinds: TechnologyKind[]): Is =>
  (technology) =>
    technology.category === category && kinds.includes(technology.kind)
const called =
  (...purposes: string[]): Is =>
  ({ purpose }) =>
    purposes.includes(purpose)

/** In each row what stands first in its list comes first. */
const ROWS: [StackQuestion, Is[]][] = [
  ['frameworks', [({ category, isDevelopment }) => category === 'framework' && !isDevelopment]],
  ['runtimes', [called('runtime'), called('package manager'), called('process manager')]],
  ['stores', [is('infrastructure', 'database'), is('infrastructure', 'cache', 'search'), is('infrastructure', 'storage')]],
  ['data', [is('library', 'orm')]],
  ['auth', [is('infrastructure', 'auth'), (it) => is('library', 'auth')(it) && !it.isDevelopment]],
  ['messaging', [is('infrastructure', 'queue'), is('infrastructure', 'mail'), (it) => is('library', 'mail', 'queue')(it) && !it.isDevelopment]],
  [
    'services',
    [
      is('infrastructure', 'cloud'),
      (it) => is('infrastructure', 'service')(it) && it.purpose !== 'administration tool',
      is('infrastructure', 'monitoring'),
    ],
  ],
  ['tests', [called('test runner'), called('end-to-end testing')]],
  ['pipelines', [called('ci')]],
  ['deployment', [called('deployment target'), called('orchestration'), called('infrastructure as code'), called('container')]],
]
/** Rows about the running product: what only its pipelines use is not told there. */
const RUNNING = new Set<StackQuestion>(['stores', 'data', 'auth', 'messaging', 'services'])

export function stackOf({ technologies }: Program): StackRow[] {
  const inOrder = [...technologies].sort((a, b) => (b.share ?? 0) - (a.share ?? 0) || compareText(a.name.toLowerCase(), b.name.toLowerCase()))
  const product = inOrder.filter(({ evidence }) => !evidence[0] || !BESIDE.test(evidence[0].file))
  const languages = inOrder
    .filter(({ category, share, purpose }) => category === 'language' && share !== undefined && purpose !== 'build and configuration language')
    .filter(({ share = 0 }, index) => index === 0 || share >= SMALL)
  const rows: StackRow[] = [{ question: 'languages', parts: languages.map((it) => part(it, it.share)) }]
  for (const [question, groups] of ROWS) {
    const meant = RUNNING.has(question) ? product.filter(({ evidence }) => !evidence.every(({ file }) => PIPELINE.test(file))) : product
    const parts = groups.flatMap((isMeant) => meant.filter(isMeant).sort(byWeight))
    rows.push({ question, parts: [...new Set(parts)].map((it) => part(it)) })
  }
  return rows.filter(({ parts }) => parts.length > 0)
}

/** Proven by nothing but examples and tests. */
const BESIDE = /(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|tests?|e2e|__tests__|benchmarks?|templates?)\//
const PIPELINE =
  /(?:^|\/)(?:\.(?:github|gitea|forgejo|gitlab|circleci|buildkite|woodpecker|semaphore)\/|\.?(?:gitlab-ci|travis|drone|appveyor|azure-pipelines|bitbucket-pipelines|cirrus)[^/]*\.ya?ml$|Jenkinsfile)/

function part({ name, version, versionOf, evidence }: Technology, share?: number): StackPart {
  return { name, version: (versionOf === undefined ? version : undefined) ?? null, share: share ?? null, at: evidence[0] ?? null }
}

/** What more lines prove is more of the project. */
function byWeight(one: Technology, other: Technology): number {
  return other.evidence.length - one.evidence.length
}
