import { type Advice, effortFor } from './recommendation'

/** Routes that are written and that nobody can reach. */
export const unmountedRoutes: Advice = ({ program }) => {
  const { unmounted } = program
  if (unmounted.length === 0) return []
  return [
    {
      kind: 'unmounted-routes',
      title:
        unmounted.length === 1
          ? 'Mount or remove a route that cannot be reached'
          : `Mount or remove ${unmounted.length} routes that cannot be reached`,
      priority: 'Low',
      because: 'Their router is mounted nowhere. Either something that was meant to work does not, or dead code looks like an interface.',
      how: 'Mount the router, or delete it.',
      effort: effortFor('small', unmounted.length),
      evidence: unmounted.slice(0, 5).map(({ at }) => at),
    },
  ]
}
