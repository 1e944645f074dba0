/** Where secrets come from: a secrets manager, the environment, or the code itself. */
import Joi from 'joi'
import type { Secret, SecretPurpose } from '../../types'
import { counted, listed, type Outcome, outcome } from '../outcome'
import { check } from './check'

const SAYS: Record<Secret['source'], Outcome['says']> = {
  'secrets manager': 'met',
  generated: 'met',
  'environment variable': 'partly',
  'config file': 'not met',
  'key file': 'not met',
  hardcoded: 'not met',
  'could not tell': 'unknown',
}

export const secretSources = check<{ purposes: SecretPurpose[]; environment: Outcome['says'] }>(
  Joi.object({
    purposes: Joi.array().items(Joi.string()).default([]),
    environment: Joi.valid('met', 'partly').default('partly'),
  }),
  ({ purposes, environment }, { program }) => {
    const those = program.posture.secrets.inventory.filter(({ purpose }) => purposes.length === 0 || purposes.includes(purpose))
    if (those.length === 0) return outcome('nothing', 'No secret of this kind was found in use.')
    const paths = new Set(program.files.map(({ path }) => path))
    const saidOf = ({ source, fallback, from }: Secret): Outcome['says'] => {
      if (fallback?.kind === 'hardcoded' || fallback?.kind === 'file') return 'not met'
      if (source === 'environment variable') return environment
      // A key that is laid beside the program when it is installed is no part of its code.
      return source === 'key file' && !paths.has(from) ? 'partly' : SAYS[source]
    }
    for (const says of ['not met', 'unknown', 'partly', 'met'] as const) {
      const found = those.filter((secret) => saidOf(secret) === says)
      if (found.length === 0) continue
      const sources = listed(found.map(({ source, fallback }) => (fallback?.kind === 'hardcoded' ? `${source} with a stand-in in the code` : source)))
      return outcome(
        says,
        `${found.length} of ${counted(those.length, 'secret')} ${found.length === 1 ? 'comes' : 'come'} from: ${sources} (${listed(
          found.map(({ name }) => name),
          4,
        )}).`,
        found.flatMap(({ evidence, fallback }) => [...(fallback?.at ? [fallback.at] : []), ...evidence.slice(0, 1)]),
      )
    }
    return outcome('unknown', 'Where the secrets come from could not be told.')
  },
)
