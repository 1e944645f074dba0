/** What the program itself put into a queue: whoever sends it a job is the program, and what came from outside is told from where it came in. */
import { type Doubt, low, medium } from './way'

export const ownJobs: Doubt[] = [
  {
    tell: ({ asked: { jobs }, source, steps }) =>
      source === 'message' && jobs.isOwn(steps[0] ?? -1)
        ? low('The program itself fills this queue, and nothing from outside was seen to get there on this way.')
        : undefined,
  },
  {
    tell: ({ asked: { jobs }, steps }) =>
      steps.slice(1).some((node) => jobs.isOwn(node))
        ? medium('It goes through a queue: which jobs are taken out where was not told apart.')
        : undefined,
  },
]
