import { modulesPagePath } from '../../reports'
import { type Advice, effortFor } from './recommendation'

/** From this many files on nobody holds a circle in mind. */
const LARGE = 10

/** Circles of imports; those that only types close do no harm when it runs. */
export const cycles: Advice = ({ program }) => {
  const running = program.architecture.modules.cycles.filter(({ typesOnly }) => !typesOnly)
  if (running.length === 0) return []
  const largest = Math.max(...running.map(({ files }) => files.length))
  return [
    {
      kind: 'cycles',
      title: running.length === 1 ? 'Break the circle of imports' : `Break ${running.length} circles of imports`,
      priority: largest >= LARGE ? 'High' : 'Medium',
      because: `Files of a circle can only be understood, tested and moved together, and what they need at load time may not be there yet. The largest has ${largest} files${largest >= LARGE ? ', more than a reader holds in mind' : ''}.`,
      how: 'Move what two sides share into a file below both, or hand it over as a parameter. Begin with the shortest circle of the largest group.',
      effort: effortFor('medium', running.length),
      evidence: running.flatMap(({ steps }) => steps.slice(0, 1)).slice(0, 5),
      page: modulesPagePath,
    },
  ]
}
