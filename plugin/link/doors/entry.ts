/** Entry points other than routes: what all of them have in common, from where they stand and the functions that handle them. */

import type { EntryPoint, EntryPointKind, Guard, Parameter } from '../../types'
import { rememberRuns } from '../entry-points/runs'
import type { Guards } from '../guards'
import { asksCaller } from '../guards/asks-caller'
import { LabelKind } from '../labels'
import { cite, type Linked } from '../linked'

export interface FoundDoor {
  kind: EntryPointKind
  framework: string
  method: string
  path: string
  through?: string
  /** Node where it is registered. */
  node: number
  /** Nodes of what handles it; empty where that is not in the code. */
  handlers: readonly number[]
  /** What it is for, in the code's own words. */
  purpose?: string
  parameters?: Parameter[]
  /** Guards that are in force before the handler. */
  guards?: Guard[]
  notes?: string[]
}

/** Kinds that callers from outside reach; the others are reached from inside the system. */
const FROM_OUTSIDE = new Set<EntryPointKind>(['websocket', 'webhook', 'http', 'rpc', 'graphql'])

export function entryOf(linked: Linked, guards: Guards, door: FoundDoor): EntryPoint {
  const functions = functionsOf(linked, door.handlers)
  const fact = linked.whole.functions[functions[0] ?? -1]
  const at = cite(linked, door.node)
  const denials = functions.flatMap((fn) => guards.ofFunction(fn).denials)
  const asked = (door.guards ?? []).find(asksCaller)
  const outside = FROM_OUTSIDE.has(door.kind)
  const entry: EntryPoint = {
    kind: door.kind,
    framework: door.framework,
    method: door.method,
    path: door.path,
    ...(door.through === undefined ? {} : { through: door.through }),
    at,
    handler: fact ? { name: fact.fact.name || 'anonymous function', at: cite(linked, fact.node) } : undefined,
    ...(door.purpose ? { purpose: door.purpose } : {}),
    parameters: door.parameters ?? [],
    responses: [],
    guards: door.guards ?? [],
    authRequired: asked
      ? { answer: 'yes', reason: `${asked.name} (in front of the handler)`, evidence: [asked.at] }
      : denials[0]
        ? { answer: 'yes', reason: 'Checked inside the handler', evidence: [denials[0].at] }
        : {
            answer: 'no',
            reason: outside ? 'No check was found in its handler' : 'Reached from inside the system, not by callers from outside',
            evidence: [],
          },
    rateLimited: { answer: 'not-looked', reason: 'Rate limits are looked for on HTTP routes only', evidence: [] },
    validated: functions.some((fn) => guards.ofFunction(fn).roles.has('validation'))
      ? { answer: 'yes', reason: 'Validated inside the handler', evidence: [at] }
      : { answer: 'no', reason: 'No schema or validator was found', evidence: [] },
    generated: false,
    notes: door.notes ?? [],
  }
  rememberRuns(linked, entry, { handlers: functions, before: [], own: [], front: [], asked: [] })
  return entry
}

/** Functions of the program that nodes may be, each once. */
export function functionsOf({ solver }: Linked, nodes: readonly number[]): number[] {
  const found = new Set<number>()
  for (const node of nodes)
    for (const label of solver.of(node)) if (solver.labels.kind[label] === LabelKind.Function) found.add(solver.labels.data[label] as number)
  return [...found]
}
