import { manifestPath } from '../../reports'
import { type Advice, effortFor } from './recommendation'

/** Manifests that state different versions of one runtime, or name different package managers. */
export const disagreements: Advice = ({ program }) =>
  program.runtimeAgreement
    .filter(({ agree }) => !agree)
    .map(({ runtime, reason, conflicts }) => ({
      kind: 'disagreements',
      title: `Settle on one version of ${runtime}`,
      priority: conflicts.some(({ kind }) => kind === 'outside' || kind === 'disjoint' || kind === 'several managers') ? 'High' : 'Medium',
      because: `${reason} What is tested is then not what is run.`,
      how: 'Choose one place that states it, and let the others follow from it.',
      effort: effortFor('small', conflicts.length),
      evidence: conflicts.flatMap(({ one, other }) => [one.at, other.at]).slice(0, 6),
      page: manifestPath,
    }))
