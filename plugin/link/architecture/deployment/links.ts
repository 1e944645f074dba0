/**
 * What leads to what. In: units and which one a reference means. Out: links between units that are drawn. Steps (a task definition,
 * a map of settings, a mapping of events) are walked through; the line that proves a link is where its way begins.
 */
import type { Deployment } from '../../../types'
import type { Declared } from './declared'
import type { lookupOf } from './lookup'

type Link = Deployment['links'][number]
type Reference = Declared['refers'][number]

const evidenceOf = ({ file, line, text }: Reference) => ({ file, line, text })
/** Steps on one way. */
const MOST_STEPS = 4

export function linksOf(units: readonly Declared[], meant: ReturnType<typeof lookupOf>, neighbours: (unit: Declared) => Declared[]): Link[] {
  const found = new Map<string, Link>()
  const add = (from: Declared, to: Declared, label: string, by: Reference) => {
    if (from === to) return
    const key = JSON.stringify([from.id, to.id])
    const known = found.get(key)
    if (!known) found.set(key, { from: from.id, to: to.id, label, evidence: evidenceOf(by) })
    // That one waits for another says less than the address at which it reaches it.
    else if (/^(?:depends on|links to|settings)$/.test(known.label)) found.set(key, { ...known, label, evidence: evidenceOf(by) })
  }
  const targets = (unit: Declared, by: Reference) => {
    const direct = meant(by, unit)
    // A module of the neighbourhood stands for what is in it.
    return direct.flatMap((each) => (each.type === 'local module' ? [each, ...neighbours(each)] : [each]))
  }
  /** What a step leads on to. */
  const beyond = (step: Declared, depth: number, seen: Set<Declared>): Declared[] => {
    if (depth > MOST_STEPS || seen.has(step)) return []
    seen.add(step)
    return step.refers
      .filter(({ incoming }) => !incoming)
      .flatMap((by) => targets(step, by))
      .flatMap((to) => (to.isStep ? beyond(to, depth + 1, seen) : [to]))
  }
  const reached = new Set<Declared>()
  for (const unit of units) {
    if (unit.isStep) continue
    for (const by of unit.refers)
      for (const to of targets(unit, by)) {
        if (to.isStep) {
          reached.add(to)
          // A network is a place, not an end of a way that leads through others.
          for (const last of beyond(to, 0, new Set())) if (last.kind !== 'network') add(unit, last, through(by, to), by)
        } else if (by.incoming) add(to, unit, by.label, by)
        else add(unit, to, by.label, by)
      }
  }
  for (const step of units) if (step.isStep && !reached.has(step)) for (const link of joinedBy(step, targets, beyond)) add(...link)
  return [...found.values()]
}

function through(by: Reference, step: Declared): string {
  return by.label === 'settings' || by.label === 'refers to' || by.label === step.type ? `by ${step.name}` : `${by.label}, by ${step.name}`
}

/** What sends, and what runs. */
const SENDS = new Set<Declared['kind']>(['queue', 'storage', 'ingress'])
const RUNS = new Set<Declared['kind']>(['function', 'service', 'workload', 'job'])

/** A mapping that nobody refers to joins the two that it names: a queue to the function that takes its messages. */
function joinedBy(
  step: Declared,
  targets: (unit: Declared, by: Reference) => Declared[],
  beyond: (step: Declared, depth: number, seen: Set<Declared>) => Declared[],
): [Declared, Declared, string, Reference][] {
  const ends = step.refers.flatMap((by) =>
    targets(step, by)
      .flatMap((to) => (to.isStep ? beyond(to, 0, new Set()) : [to]))
      .map((to) => ({ to, by })),
  )
  const senders = ends.filter(({ to }) => SENDS.has(to.kind))
  const runners = ends.filter(({ to }) => RUNS.has(to.kind))
  return senders.flatMap(({ to: from }) => runners.map(({ to, by }): [Declared, Declared, string, Reference] => [from, to, `by ${step.name}`, by]))
}
