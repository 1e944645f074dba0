/** Features that requirements need before they apply. In: the scene. Out: there, proved absent, or could not be told. Registered by hand. */
import { rowsByName } from '../../rows-by-name'
import type { Scene } from '../scene'
import { accounts } from './accounts'
import type { Feature, Presence } from './feature'
import { system } from './system'

export type { Presence } from './feature'

export const features: Record<string, Feature> = rowsByName({ ...accounts, ...system })

/** Asked once a scene: many requirements share a feature. */
export function presences(scene: Scene): (name: string) => Presence {
  const known = new Map<string, Presence>()
  return (name) => {
    const presence = known.get(name) ?? features[name]!.of(scene)
    known.set(name, presence)
    return presence
  }
}
