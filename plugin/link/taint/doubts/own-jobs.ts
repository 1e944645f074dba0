/** What the program itself put into a queue: whoever sends it a job is the program, and what came from outside is told from where it came in. */
import { Kind } from '../../../graph'
import { callsThat } from '../../acts'
import { LabelKind } from '../../labels'
import { isTestCode, type Linked } from '../../linked'
import { type Doubt, low, medium } from './way'

export const ownJobs: Doubt[] = [
  {
    tell: ({ asked: { jobs }, source, steps }) =>
      source === 'message' && jobs.isOwn(steps[0] ?? -1)
        ? low('The program itself fills this queue, and nothing from outside was seen to get there on this way.')
        : undefined,
  },
  {
    tell: ({ linked, source, steps }) =>
      source === 'message' && isOfOwnQueue(linked, steps[0] ?? -1)
        ? medium('It comes from a queue that the program fills itself, and what it puts there is not followed to here.')
        : undefined,
  },
  {
    tell: ({ asked: { jobs }, steps }) =>
      steps.slice(1).some((node) => jobs.isOwn(node))
        ? medium('It goes through a queue: which jobs are taken out where was not told apart.')
        : undefined,
  },
]

/** What a job holds that a worker is handed: the program itself adds jobs by the same library. */
function isOfOwnQueue(linked: Linked, first: number): boolean {
  const { models, solver, whole } = linked
  if (first < 0 || first >= whole.size) return false
  const object = whole.kind[first] === Kind.Load ? [first, whole.a[first] as number] : [first]
  const libraries = new Set(object.flatMap((node) => solver.of(node)).flatMap((label) => libraryOf(label) ?? []))
  return callsThat(linked, 'publish').some(
    ({ library, act, call }) => act.kind === 'queue' && libraries.has(library) && !isTestCode(linked, fileOf(call)),
  )

  function libraryOf(label: number): string | undefined {
    if (solver.labels.kind[label] !== LabelKind.Api) return undefined
    return /^(?:npm|type):((?:@[^/]+\/)?[^/]+)/.exec(models.paths.rootOf(solver.labels.data[label] as number))?.[1]
  }
  function fileOf(node: number): string {
    return (whole.files[whole.fileOf(node)] as { path: string }).path
  }
}
