/** Runtimes that pipelines test with and whose makers mend them no more. In: what manifests state. Out: one fault a statement. */
import type { ConfigurationFault } from '../../../../types'
import type { KnownQuality } from '../../known'
import { endOf } from '../container/image-names'
import { isSample } from '../detector'

export function endedVersions({ inventory }: KnownQuality): ConfigurationFault[] {
  return inventory.runtimes.flatMap(({ runtime, version, from, at }): ConfigurationFault[] => {
    if (from !== 'ci' && from !== '.nvmrc' && from !== 'tool-versions') return []
    if (isSample(at.file)) return []
    const stated = version.split(',').map((each) => each.trim().replace(/^["']|["']$/g, ''))
    const ends = stated.map((each) => endOf(runtime, each))
    // A library tests old versions beside the one that counts.
    if (ends.length === 0 || ends.some((end) => end === undefined)) return []
    const last = ends.map((end) => end as { version: string; day: string }).sort((one, other) => (one.day < other.day ? 1 : -1))[0] as {
      version: string
      day: string
    }
    const name = runtime === 'node' ? 'Node.js' : runtime
    return [
      {
        kind: 'ci-container-misconfig',
        form: 'unsupported version',
        subject: `${name} ${last.version}`,
        at,
        evidence: [],
        detail: `${stated.length > 1 ? `Of ${stated.join(', ')} even the newest, ${name} ${last.version},` : `${name} ${last.version}`} has had no fixes from its makers since ${last.day}.`,
        values: { image: runtime, version: last.version },
        confidence: 'high',
      },
    ]
  })
}
