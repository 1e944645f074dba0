/** Names that the program reads from its environment, and what is known of each. */
import type { ViewContext } from '../../context'
import type { Dashboard } from './dashboard'

export function configurationFigures({ program }: ViewContext): Dashboard {
  const variables = program.inventory.environment.filter(({ test }) => !test)
  const having = (fits: (variable: (typeof variables)[number]) => boolean): number => variables.filter(fits).length
  const through = [...new Set(variables.flatMap((variable) => variable.through))].sort()
  return {
    kind: 'dashboard-configuration',
    variables: variables.length,
    required: having(({ required }) => required === 'yes'),
    withDefault: having((variable) => variable.default !== undefined),
    limited: having(({ values }) => values !== undefined),
    unknown: having(({ required, default: fallback }) => required === 'unknown' && fallback === undefined),
    severalReads: having(({ reads }) => new Set(reads.map(({ file }) => file)).size > 1),
    through,
    images: program.manifests.flatMap(({ path, facts }) =>
      facts
        .filter(({ kind }) => kind === 'image')
        .map(({ name, version, line, text }) => ({ name, version: version ?? null, at: { file: path, line, text } })),
    ),
    jobs: program.manifests.reduce((sum, { facts }) => sum + facts.filter(({ kind }) => kind === 'ci-job').length, 0),
  }
}
