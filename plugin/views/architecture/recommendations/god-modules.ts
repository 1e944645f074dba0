import { modulesPagePath } from '../../reports'
import { type Advice, effortFor } from './recommendation'

/** Files on which too much hangs: the five worst. */
export const godModules: Advice = ({ program }) => {
  const { godModules: found } = program.architecture.modules
  if (found.length === 0) return []
  const worst = found.slice(0, 5)
  return [
    {
      kind: 'god-modules',
      title: found.length === 1 ? `Split ${worst[0]?.path}` : `Split the largest of ${found.length} files on which too much hangs`,
      priority: found.some(({ reason }) => reason.includes(';')) ? 'Medium' : 'Low',
      because: `A change there is felt in many places, and every reader has to pass through. ${worst[0]?.path}: ${worst[0]?.reason}.`,
      how: 'Split by reason to change: what is changed together stays together. Begin with the parts that few others use.',
      effort: effortFor('large', worst.length),
      evidence: worst.map(({ at }) => at),
      page: modulesPagePath,
    },
  ]
}
