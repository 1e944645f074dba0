import { diagramsPath } from '../../reports'
import { type Advice, effortFor } from './recommendation'

/** Programs that serve and are deployed once, where the files of operation say how often. */
export const singlePoints: Advice = ({ program }) => {
  const { units } = program.architecture.deployment
  const once = units.filter(({ kind, replicas }) => (kind === 'service' || kind === 'workload') && replicas === 1)
  if (once.length === 0) return []
  return [
    {
      kind: 'single-points',
      title: once.length === 1 ? `Run ${once[0]?.name} more than once` : `Run ${once.length} services more than once`,
      priority: 'Medium',
      because: `${once
        .map(({ name }) => name)
        .slice(0, 4)
        .join(', ')}${once.length > 4 ? ' and others' : ''}: one copy is deployed. While it restarts or fails nobody is answered.`,
      how: 'Raise the number of copies, and keep sessions and files outside of the process first.',
      effort: effortFor('medium', once.length),
      evidence: once.slice(0, 5).map(({ at }) => at),
      page: diagramsPath,
    },
  ]
}
