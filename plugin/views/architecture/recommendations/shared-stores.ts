import { componentsPath } from '../../reports'
import { sceneOf } from '../scene'
import { type Advice, effortFor } from './recommendation'

/** A store that several services write to: none of them can change it alone. */
export const sharedStores: Advice = ({ program }) => {
  const scene = sceneOf(program.architecture)
  const services = new Set(scene.programs.filter(({ kind }) => kind === 'backend' || kind === 'function').map(({ id }) => id))
  return scene.stores.flatMap((store) => {
    if (store.kind !== 'data store') return []
    const users = scene.arrowsTo(store.id).filter(({ from }) => services.has(from.id))
    if (users.length < 2) return []
    return [
      {
        kind: 'shared-stores',
        title: `Give ${store.name} one owner`,
        priority: 'Medium' as const,
        because: `${users.map(({ from }) => from.name).join(' and ')} ask it directly. A change of its records has to be made in all of them at once.`,
        how: 'Choose the service that owns the records, and let the others ask that service; or give each a schema of its own.',
        effort: effortFor('large', users.length - 1),
        evidence: users.flatMap(({ evidence }) => evidence.slice(0, 1)),
        page: componentsPath,
      },
    ]
  })
}
