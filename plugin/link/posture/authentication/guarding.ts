/**
 * Which doors a way of proving oneself guards. In: nodes that check it. Out: doors whose guards or handlers lead there, by the functions
 * behind them and by where a guard of a library was put in force.
 */
import { Kind } from '../../../graph'
import type { EntryPoint } from '../../../types'
import { runsOf } from '../../entry-points/runs'
import { isTestCode } from '../../linked'
import { fileOf, type Scene } from './scene'

const MOST_DEPTH = 4
const MOST_FUNCTIONS = 400

export interface Guarding {
  doors: string[]
  entries: EntryPoint[]
}

/** Functions that lead to these nodes, by calls: the ones they stand in, those around them, and their callers. */
export function functionsLeadingTo({ linked }: Scene, nodes: readonly number[]): Set<number> {
  const { whole, solver } = linked
  const found = new Set<number>()
  let next = nodes.map((node) => whole.functionOf(node))
  for (let depth = 0; depth <= MOST_DEPTH && next.length > 0; depth++) {
    const callers: number[] = []
    for (let fn of next)
      for (; fn >= 0 && !found.has(fn) && found.size < MOST_FUNCTIONS; fn = whole.functions[fn]?.parent ?? -1) {
        found.add(fn)
        for (const call of solver.callers.get(fn) ?? []) if (!isTestCode(linked, fileOf(linked, call))) callers.push(whole.functionOf(call))
      }
    next = callers
  }
  return found
}

/** Doors that demand a caller who is known, and find out by one of these functions or at one of these places. */
export function guardedBy(scene: Scene, nodes: readonly number[]): Guarding {
  const { linked } = scene
  const { known } = scene
  const leading = functionsLeadingTo(scene, nodes)
  const lines = linesOf(scene, nodes, leading)
  const classes = classesOf(scene, leading)
  const entries = known.entryPoints.filter((entry) => {
    if (entry.authRequired.answer !== 'yes' || entry.kind === 'static') return false
    if (
      entry.guards.some(
        ({ role, name, at }) =>
          (role === 'authentication' || role === 'authorization') &&
          (lines.has(`${at.file}:${at.line}`) || classes.has(name.replace(/^new |\(.*$/gs, ''))),
      )
    )
      return true
    const { handlers, before } = runsOf(linked, entry)
    return (
      handlers.some((fn) => leading.has(fn)) ||
      (entry.authRequired.evidence.length > 0 &&
        before.some(
          (fn) =>
            leading.has(fn) &&
            entry.authRequired.evidence.some(
              ({ file }) => file === (linked.whole.files[linked.whole.functions[fn]?.file ?? -1] as { path: string } | undefined)?.path,
            ),
        ))
    )
  })
  return { doors: [...new Set(entries.map(({ method, path }) => `${method} ${path}`))], entries }
}

/** Where the nodes stand, where their functions begin, and where those are called: a guard is cited at one of them. */
function linesOf({ linked }: Scene, nodes: readonly number[], leading: ReadonlySet<number>): Set<string> {
  const { whole, solver } = linked
  const found = new Set<string>()
  const put = (node: number) => found.add(`${fileOf(linked, node)}:${whole.linesOf(node)[0]}`)
  for (const node of nodes) put(node)
  for (const fn of leading) {
    const fact = whole.functions[fn]
    if (fact && fact.node >= 0) put(fact.node)
    for (const call of solver.callers.get(fn) ?? []) put(call)
  }
  return found
}

/** Names of classes with such a method: frameworks are handed the class itself. */
function classesOf({ linked }: Scene, leading: ReadonlySet<number>): Set<string> {
  const found = new Set<string>()
  for (const { fact, members } of linked.whole.classes)
    if (
      fact.name &&
      members.some(({ node }) => node >= 0 && linked.whole.kind[node] === Kind.Function && leading.has(linked.whole.a[node] as number))
    )
      found.add(fact.name)
  return found
}
