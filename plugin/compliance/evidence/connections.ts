/** Databases, queues, caches and services that are reached over a network. */
import Joi from 'joi'
import type { Connection } from '../../types'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** Somebody has to prove who they are: a statement of the inventory of secrets, or a name of the environment. */
export const connections = check<{ kinds: Connection['kind'][]; what: string }>(
  Joi.object({ kinds: Joi.array().items(Joi.string()).min(1).required(), what: Joi.string().required() }),
  ({ kinds, what }, { program }) => {
    const those = program.connections.filter(({ kind, name }) => kinds.includes(kind) && !/in memory|SQLite/i.test(name))
    if (those.length === 0) return outcome('nothing', `Looked for ${what}: none.`)
    // A text of the code beside no connection is somebody's account, or no credential of ours.
    const files = new Set(those.map(({ at }) => at.file))
    const inventory = program.posture.secrets.inventory.filter(
      ({ source, evidence }) => source !== 'hardcoded' || evidence.some(({ file }) => files.has(file)),
    )
    const used = inventory.filter(
      ({ purpose }) =>
        purpose === 'database password' ||
        purpose === 'database address' ||
        purpose === 'password' ||
        purpose === 'API key' ||
        purpose === 'mail password',
    )
    const open = inventory.filter(({ fallback }) => fallback?.kind === 'no credential')
    if (open.length > 0)
      return outcome(
        'not met',
        `Without a credential where nothing else is set: ${listed(open.map(({ name }) => name))}.`,
        open.flatMap(({ fallback, evidence }) => fallback?.at ?? evidence[0] ?? []),
      )
    if (used.length > 0)
      return outcome(
        'partly',
        `${counted(those.length, 'connection')}; a credential is handed over: ${listed(used.map(({ name }) => name))}. What the other side demands is not in the code.`,
        used.flatMap(({ evidence }) => evidence.find(({ file }) => files.has(file)) ?? evidence.slice(0, 1)),
      )
    return outcome(
      'unknown',
      `${counted(those.length, 'connection')} (${listed(those.map(({ name }) => name))}); whether a credential is handed over could not be told.`,
      those.map(({ at }) => at),
    )
  },
)
