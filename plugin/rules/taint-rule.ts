/** A rule about data that reaches a place where it does harm: everything but its words is a choice of sources and sinks. */
import type { Confidence, Evidence, Flow, Program, SourceKind } from '../types'
import { defineRule, type Hit, type Rule } from './rule'
import { lessSure, mostOfWay } from './sureness'

/** Sources that somebody outside decides. */
export const OUTSIDE: SourceKind[] = ['request', 'browser', 'message', 'environment', 'stored', 'response', 'library', 'parameter']

export interface TaintRule extends Omit<Rule, 'check'> {
  from: SourceKind[]
  /** Kinds of sinks. */
  to: string[]
  /** Leaves single flows out: `({ library }) => library !== 'dom'`. */
  where?: (flow: Flow, program: Program) => boolean
  /** The most that may be claimed of a flow, before the surest of several is chosen; undefined leaves it as it is. */
  most?: (flow: Flow, program: Program) => Confidence | undefined
  /** Words for one flow, in place of `why`. */
  describe?: (flow: Flow, program: Program) => string
  metrics?: (flow: Flow) => Record<string, string> | undefined
}

/**
 * One finding a place: of several ways there, the surest, then the first. Further texts that a place runs as they are handed over are faults
 * of their own, told where each is put together.
 */
export function taintRule({ from, to, where, most, describe, metrics, ...rule }: TaintRule): Rule {
  return defineRule({
    ...rule,
    check: (program) => {
      const told = program.flows
        .filter((flow) => !flow.test && from.includes(flow.source) && to.includes(flow.sink) && (!where || where(flow, program)))
        .map((flow) => ({
          ...flow,
          confidence: lessSure(
            lessSure(flow.confidence, mostOfWay(flow, rule.cvss)),
            lessSure(most?.(flow, program) ?? 'high', flow.doubt?.most ?? 'high'),
          ),
        }))
      const found = withFurtherTexts(told)
      const files = filesOf(found)
      return found.map((flow): Hit => {
        const changed = metrics?.(flow)
        return {
          subject: `${flow.around || flow.at.file} ${flow.api}`,
          at: flow.at,
          around: flow.origin,
          trace: flow.trace,
          flow: { source: flow.source, origin: flow.origin, sink: flow.sink, api: flow.api, library: flow.library },
          confidence: flow.confidence,
          description: [describe ? describe(flow, program) : `${rule.why} Here \`${flow.origin}\` reaches \`${flow.api}\`.`, flow.doubt?.because]
            .filter(Boolean)
            .join(' '),
          cause: causeOf(flow, (files.get(readOf(flow))?.size ?? 0) > MOST_APART),
          ...(flow.route ? { route: flow.route } : {}),
          ...(changed ? { metrics: changed } : {}),
        }
      })
    },
  })
}

/** The best way to each place, and to each further text that it runs. */
function withFurtherTexts(flows: readonly Flow[]): Flow[] {
  const best = bestBy(flows, ({ at }) => at)
  const others = flows.flatMap((flow) => {
    const { text } = flow
    const first = best.get(placeOf(flow.at))?.text
    return text && !(first && placeOf(first) === placeOf(text)) ? [{ ...flow, at: text }] : []
  })
  const further = bestBy(others, ({ at }) => at)
  return [...best.values(), ...[...further].flatMap(([place, flow]) => (best.has(place) ? [] : [flow]))]
}

const placeOf = ({ file, line }: Evidence): string => `${file}:${line}`

function bestBy(flows: readonly Flow[], where: (flow: Flow) => Evidence): Map<string, Flow> {
  const best = new Map<string, Flow>()
  for (const flow of flows) {
    const place = placeOf(where(flow))
    const known = best.get(place)
    if (!known || rank(flow) < rank(known)) best.set(place, flow)
  }
  return best
}

/** Files in which what one line reads does harm, above which that line is what they have in common. */
const MOST_APART = 4

const readOf = ({ from, origin, sink }: Flow): string => JSON.stringify([`${from.file}:${from.line}`, origin, sink])

function filesOf(flows: readonly Flow[]): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>()
  for (const flow of flows) {
    const known = files.get(readOf(flow))
    if (known) known.add(flow.at.file)
    else files.set(readOf(flow), new Set([flow.at.file]))
  }
  return files
}

/**
 * The setting that lets it through. Where there is none, the line that reads the data: what it spoils in one file is mended
 * together, by a check where it is read or by one way to hand it on.
 * @param isWide it goes on into many files, as to plug-ins that are all handed the same: it is checked before it goes there
 */
function causeOf(flow: Flow, isWide: boolean): string {
  const { because, at } = flow
  if (because) return `${because.file}:${because.line}`
  return isWide ? readOf(flow) : JSON.stringify([readOf(flow), at.file])
}

const rank = ({ confidence }: Flow) => ['high', 'medium', 'low'].indexOf(confidence)
