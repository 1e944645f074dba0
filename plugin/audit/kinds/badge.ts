/** Badges of pipelines: that the pipeline is there, and that it is this repository’s. */
import path from 'node:path'
import { rowsByName } from '../../rows-by-name'
import type { Claim, DocumentFacts } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument } from '../not-claims'
import type { ClaimReader } from '../reader'
import { type Badge, badgesIn } from './badges'

const kind = 'badge'

export const badges: ClaimReader = {
  id: kind,
  title: 'Badges',
  why: 'A badge of a pipeline that does not run, or of another repository, vouches for nothing.',
  read: (document, ground) => badgesIn(document).flatMap((badge) => judged(document, badge, ground)),
}

/** Where each service keeps what it does. */
const SETTINGS: Record<string, RegExp> = rowsByName({
  'Travis CI': /^\.travis\.ya?ml$/,
  CircleCI: /^\.circleci\/|^circle\.ya?ml$/,
  AppVeyor: /^\.?appveyor\.ya?ml$/,
  'GitLab CI': /^\.gitlab-ci\.ya?ml$/,
  'Azure Pipelines': /^\.?(?:azure-pipelines?|\.?vsts-ci|pipelines?\/)[^/]*(?:\.ya?ml)?$|azure/i,
})

function judged(document: DocumentFacts, badge: Badge, ground: Ground): Claim[] {
  const { service, repository, workflow } = badge
  if (!service) return []
  const spot: Spot = { document, ...badge }
  const subject = `${service} badge${repository ? ` of ${repository}` : ''}${workflow ? ` (${workflow.file ?? workflow.name})` : ''}`
  const why =
    whyNotDocument(document) ??
    (isWhole(ground) ? undefined : 'The analysed directory may be a part of a repository, so its pipelines may be outside.')
  const own = ownRepository(ground)
  // A list of somebody's other projects has badges as well.
  const isOther = repository !== undefined && own !== undefined && path.basename(repository).toLowerCase() !== path.basename(own).toLowerCase()
  const isFirst = spot.line <= 40
  if (workflow) return workflowBadge(spot, subject, badge, { why, isOther, own }, ground)
  const found = ground.program.files.find((file) => SETTINGS[service]?.test(file.path))
  if (found && !isOther) return [holds(kind, spot, subject, `${found.path} is there.`, [{ file: found.path, line: 1, text: found.path }])]
  if (why) return [notJudged(kind, spot, subject, why)]
  if (!isFirst && isOther) return [notJudged(kind, spot, subject, 'It may be of another project that the document tells of.')]
  if (service === 'AppVeyor' && !repository && !found) return [notJudged(kind, spot, subject, 'AppVeyor may be set up on its own site.')]
  return [
    contradicted(kind, spot, subject, {
      says: `${service} builds this repository.`,
      actual:
        `${isOther ? `It is the badge of ${repository}, and this is ${own}. ` : ''}${found ? '' : `Nothing here is set up for ${service}.`}`.trim(),
      impact: 'It shows a state that says nothing of this code.',
      action: found ? 'Name this repository in it.' : 'Remove it, or show the pipeline that runs.',
      severity: 'Low',
    }),
  ]
}

function workflowBadge(
  spot: Spot,
  subject: string,
  { repository, workflow }: Badge,
  { why, isOther, own }: { why: string | undefined; isOther: boolean; own: string | undefined },
  ground: Ground,
): Claim[] {
  if (isOther) return [notJudged(kind, spot, subject, `It is of ${repository}, and this is ${own}.`)]
  const all = ground.program.manifests.filter((it) => /^\.github\/workflows\//.test(it.path))
  const files = ground.program.files.filter((it) => /^\.github\/workflows\//.test(it.path))
  const found = workflow?.file
    ? files.find((it) => path.posix.basename(it.path) === workflow.file)?.path
    : all.find(({ facts }) => facts.some(({ kind: of, name }) => of === 'ci-job' && name.startsWith(`${workflow?.name} / `)))?.path
  if (found) return [holds(kind, spot, subject, `${found} is there.`, [{ file: found, line: 1, text: found }])]
  if (why) return [notJudged(kind, spot, subject, why)]
  if (own === undefined && files.length === 0) return [notJudged(kind, spot, subject, 'Whose badge it is could not be told.')]
  const only = workflow?.file && files.length === 1 ? path.posix.basename((files[0] as { path: string }).path) : undefined
  return [
    contradicted(kind, spot, subject, {
      says: `There is a workflow ${workflow?.file ?? workflow?.name}.`,
      actual:
        files.length === 0
          ? 'There is no workflow at all.'
          : `The workflows are ${files
              .map((it) => path.posix.basename(it.path))
              .slice(0, 8)
              .join(', ')}.`,
      impact: 'The badge shows that nothing is known, or an old state for ever.',
      action: 'Name a workflow that is there.',
      severity: 'Low',
      evidence: files.slice(0, 1).map((it) => ({ file: it.path, line: 1, text: it.path })),
      ...(only && workflow?.file ? { patch: { line: spot.line, from: workflow.file, to: only } } : {}),
    }),
  ]
}

/** `owner/name` as the package says it. */
function ownRepository({ program }: Ground): string | undefined {
  return program.manifests.find((it) => it.path === 'package.json')?.facts.find(({ kind: of }) => of === 'repository')?.name
}

/** What stands only at the root of a repository. */
export function isWhole({ program, lookUp }: Ground): boolean {
  return (
    ['.gitignore', '.github', '.gitattributes', '.git', '.travis.yml', '.gitlab-ci.yml', '.circleci'].some((it) => lookUp(it).exists) &&
    program.files.length > 0
  )
}
