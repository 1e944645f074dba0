import { modulesPagePath } from '../../reports'
import { type Advice, effortFor } from './recommendation'

/** Files that nothing loads. */
export const unreachableModules: Advice = ({ program }) => {
  const { orphans } = program.architecture.modules
  if (orphans.length === 0) return []
  return [
    {
      kind: 'unreachable-modules',
      title:
        orphans.length === 1 ? 'Remove or connect the file that nothing imports' : `Remove or connect ${orphans.length} files that nothing imports`,
      priority: 'Low',
      because: 'Code that is not run is still read, translated and kept up to date, and its faults are searched for in vain.',
      how: 'Ask version control why a file is there; remove it, or import it where it belongs.',
      effort: effortFor('small', orphans.length),
      evidence: orphans.slice(0, 5).map(({ at }) => at),
      page: modulesPagePath,
    },
  ]
}
