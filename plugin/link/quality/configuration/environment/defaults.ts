/** One variable, several readers, and not one answer to what holds where it is not set. */
import { grouped } from '../../../../grouped'
import type { ConfigurationFault } from '../../../../types'
import { type EnvironmentRead, readsOfEnvironment } from '../../../inventory/environment'
import type { KnownQuality } from '../../known'
import { isSample } from '../detector'

export function differingDefaults({ linked }: KnownQuality): ConfigurationFault[] {
  const replaced = readsOfEnvironment(linked).filter(({ test, at, fallback }) => !test && !isSample(at.file) && fallback && !fallback.chosen)
  return grouped(replaced, ({ name }) => name).flatMap((reads): ConfigurationFault[] => {
    const { name } = reads[0] as EnvironmentRead
    const defaults = new Map<string, EnvironmentRead>()
    for (const read of reads) {
      const text = plain(read.fallback?.text ?? '')
      if (!defaults.has(text)) defaults.set(text, read)
    }
    const [first, second, ...more] = [...defaults.values()]
    if (!first || !second) return []
    const told = [...defaults.values()].map(({ fallback }) => `\`${fallback?.text || "''"}\``)
    return [
      {
        kind: 'env-inconsistent',
        form: 'differing defaults',
        subject: name,
        at: second.at,
        evidence: [first.at, ...more.map(({ at }) => at)],
        detail: `Where \`${name}\` is not set, ${told.slice(0, -1).join(', ')} stands in at one place and ${told.at(-1)} at another: parts of one program run with different values.`,
        values: { name },
        confidence: 'high',
      },
    ]
  })
}

/** `3000` and `'3000'` are one port, `''` and `undefined` are nothing. */
function plain(text: string): string {
  const bare = text
    .trim()
    .replace(/^['"`](.*)['"`]$/s, '$1')
    .replace(/\/$/, '')
  return /^(?:null|undefined|false|0)?$/.test(bare) ? '' : bare.replace(/\b127\.0\.0\.1\b/, 'localhost')
}
