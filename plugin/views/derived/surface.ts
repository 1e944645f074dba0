/** The attack surface in five rows. In: the program. Out: for each category a count, a level and what decided it. */
import type { Connection, Program } from '../../types'
import { compareText } from '../order'
import { adminGuardOf, changesData, httpOf, isForAdmins, reachOf, takesFiles } from './entry-points'

export interface SurfaceRow {
  category: 'public' | 'authenticated' | 'admin' | 'upload' | 'integrations'
  count: number
  level: 'None' | 'Low' | 'Medium' | 'High'
  /** How many of them decided the level. */
  decided: number
  why: string
}

export interface Surface {
  rows: SurfaceRow[]
  /** Endpoints whose authentication could not be told; they are in none of the first two rows. */
  undetermined: number
  total: number
}

interface Step {
  level: SurfaceRow['level']
  why: string
  decided: number
}

/** The first step that anything meets decides. */
function levelOf(category: SurfaceRow['category'], count: number, steps: Step[]): SurfaceRow {
  const { level, why, decided } = steps.find((step) => step.decided > 0) ?? { level: 'None', why: 'none', decided: 0 }
  return { category, count, level, decided, why }
}

export function surfaceOf(program: Program): Surface {
  const entries = httpOf(program)
  const open = entries.filter((entry) => reachOf(entry) === 'public')
  const signedIn = entries.filter((entry) => reachOf(entry) === 'signed in' && !isForAdmins(entry))
  const admin = entries.filter(isForAdmins)
  const uploads = program.entryPoints.filter(takesFiles)
  const integrations = integrationsOf(program)
  const writing = open.filter(changesData)
  const bare = writing.filter((entry) => entry.rateLimited.answer === 'no' && entry.validated.answer === 'no')
  return {
    total: entries.length,
    undetermined: entries.filter((entry) => reachOf(entry) === 'could not tell').length,
    rows: [
      levelOf('public', open.length, [
        { level: 'High', why: 'unchecked changes', decided: bare.length },
        { level: 'Medium', why: 'changes', decided: writing.length },
        { level: 'Low', why: 'reads only', decided: open.length },
      ]),
      levelOf('authenticated', signedIn.length, [
        {
          level: 'Medium',
          why: 'unvalidated changes',
          decided: signedIn.filter((entry) => changesData(entry) && entry.validated.answer === 'no').length,
        },
        { level: 'Low', why: 'nothing unvalidated', decided: signedIn.length },
      ]),
      levelOf('admin', admin.length, [
        { level: 'High', why: 'open to all', decided: admin.filter((entry) => reachOf(entry) === 'public').length },
        { level: 'Medium', why: 'role not checked', decided: admin.filter((entry) => !adminGuardOf(entry)).length },
        { level: 'Low', why: 'role checked', decided: admin.length },
      ]),
      levelOf('upload', uploads.length, [
        { level: 'High', why: 'open to all', decided: uploads.filter((entry) => reachOf(entry) === 'public').length },
        { level: 'Medium', why: 'could not tell', decided: uploads.filter((entry) => reachOf(entry) === 'could not tell').length },
        { level: 'Low', why: 'signed in', decided: uploads.length },
      ]),
      levelOf('integrations', integrations.length, [
        { level: 'Medium', why: 'sensitive', decided: integrations.filter(isSensitive).length },
        { level: 'Low', why: 'ordinary', decided: integrations.length },
      ]),
    ],
  }
}

const inside = new Set<Connection['kind']>(['database', 'cache', 'queue', 'storage', 'search'])
const sensitive = new Set<Connection['kind']>(['payment', 'identity', 'llm'])

/** A host that is called without a library says by its name, or by the file that calls it, what it is for. */
function isSensitive({ kind, name, at }: Connection): boolean {
  return sensitive.has(kind) || (kind === 'http' && SENSITIVE_NAME.test(`${name} ${at.file}`))
}

const SENSITIVE_NAME =
  /(?:^|[^a-z])(?:pay(?:ments?|pal)?|billing|checkout|stripe|adyen|braintree|oauth2?|sso|idp|accounts\.google|openai|anthropic)(?![a-z])/i

/** Where data is kept, as opposed to parties that the code talks to. */
export function isStore({ kind }: Connection): boolean {
  return inside.has(kind)
}

/** Connections that say the same, made one; the first place stands for all. */
export function distinct(connections: Connection[]): Connection[] {
  const byName = new Map<string, Connection>()
  for (const connection of connections) {
    const key = JSON.stringify([connection.kind, connection.name, connection.library])
    const known = byName.get(key)
    byName.set(key, known ? { ...known, calls: known.calls + connection.calls + 1 } : connection)
  }
  return [...byName.values()].sort((a, b) => compareText(a.kind, b.kind) || compareText(a.name, b.name) || compareText(a.library, b.library))
}

export function integrationsOf({ connections }: Program): Connection[] {
  return distinct(connections.filter((connection) => !isStore(connection)))
}

export function storesOf({ connections }: Program): Connection[] {
  return distinct(connections.filter(isStore))
}
