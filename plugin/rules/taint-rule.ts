/** A rule about data that reaches a place where it does harm: everything but its words is a choice of sources and sinks. */
import type { Confidence, Flow, SourceKind } from '../types'
import { defineRule, type Hit, type Rule } from './rule'
import { lessSure, mostOfTrace } from './sureness'

/** Sources that somebody outside decides. */
export const OUTSIDE: SourceKind[] = ['request', 'browser', 'message', 'environment', 'stored', 'response', 'library', 'parameter']

export interface TaintRule extends Omit<Rule, 'check'> {
  from: SourceKind[]
  /** Kinds of sinks. */
  to: string[]
  /** Leaves single flows out: `({ library }) => library !== 'dom'`. */
  where?: (flow: Flow) => boolean
  /** The most that may be claimed of a flow, before the surest of several is chosen; undefined leaves it as it is. */
  most?: (flow: Flow) => Confidence | undefined
  /** Words for one flow, in place of `why`. */
  describe?: (flow: Flow) => string
  metrics?: (flow: Flow) => Record<string, string> | undefined
}

/** One finding a place: of several ways there, the surest, then the first. */
export function taintRule({ from, to, where, most, describe, metrics, ...rule }: TaintRule): Rule {
  return defineRule({
    ...rule,
    check: ({ flows }) => {
      const best = new Map<string, Flow>()
      for (const flow of flows) {
        if (flow.test || !from.includes(flow.source) || !to.includes(flow.sink) || (where && !where(flow))) continue
        const place = `${flow.at.file}:${flow.at.line}`
        const known = best.get(place)
        const told = { ...flow, confidence: lessSure(lessSure(flow.confidence, mostOfTrace(flow.trace)), most?.(flow) ?? 'high') }
        if (!known || rank(told) < rank(known)) best.set(place, told)
      }
      return [...best.values()].map((flow): Hit => {
        const changed = metrics?.(flow)
        return {
          subject: `${flow.around || flow.at.file} ${flow.api}`,
          at: flow.at,
          around: flow.origin,
          trace: flow.trace,
          flow: { source: flow.source, origin: flow.origin, sink: flow.sink, api: flow.api },
          confidence: flow.confidence,
          description: describe ? describe(flow) : `${rule.why} Here \`${flow.origin}\` reaches \`${flow.api}\`.`,
          cause: causeOf(flow),
          ...(flow.route ? { route: flow.route } : {}),
          ...(changed ? { metrics: changed } : {}),
        }
      })
    },
  })
}

/**
 * The setting that lets it through. Where there is none, the line that reads the data: what it spoils in one file is mended
 * together, by a check where it is read or by one way to hand it on.
 */
export function causeOf({ because, from, origin, at, sink }: Flow): string {
  return because ? `${because.file}:${because.line}` : JSON.stringify([`${from.file}:${from.line}`, origin, at.file, sink])
}

const rank = ({ confidence }: Flow) => ['high', 'medium', 'low'].indexOf(confidence)
