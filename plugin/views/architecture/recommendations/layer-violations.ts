import { modulesPagePath } from '../../reports'
import { type Advice, effortFor } from './recommendation'

/** Imports against the order of layers. */
export const layerViolations: Advice = ({ program }) => {
  const { violations } = program.architecture.modules
  if (violations.length === 0) return []
  const rules = new Map<string, number>()
  for (const { rule } of violations) rules.set(rule, (rules.get(rule) ?? 0) + 1)
  const [most] = [...rules].sort(([, one], [, other]) => other - one)
  return [
    {
      kind: 'layer-violations',
      title: violations.length === 1 ? 'Turn round the import that leads up' : `Turn round ${violations.length} imports that lead up`,
      priority: violations.length >= 10 ? 'Medium' : 'Low',
      because: `Folders name layers, and ${violations.length === 1 ? 'one import leads' : `${violations.length} imports lead`} from a lower one to an upper one, so that the lower one cannot be used without it. Most often: ${(most as [string, number])[0]} (${(most as [string, number])[1]}).`,
      how: 'Move what is needed down, or hand it in from above. Where the folder is no layer at all, give it another name.',
      effort: effortFor('small', violations.length),
      evidence: violations.slice(0, 5).map(({ at }) => at),
      page: modulesPagePath,
    },
  ]
}
