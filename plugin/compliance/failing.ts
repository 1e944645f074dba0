/** Which findings speak against a requirement. In: the ledger's rows and what the rules did. Out: for a requirement, those that fail it, and those that only raise a doubt. */
import type { LedgerRow, LookedFor, Requirement, Verdict } from '../types'
import type { Given } from './scene'

export interface Against {
  /** Open and sure enough to count. */
  failing: LedgerRow[]
  /** Open findings that say the same where the evidence fails it. */
  related: LedgerRow[]
  /** Somebody has decided to live with them. */
  suppressed: LedgerRow[]
  /** Open, and of low confidence. */
  unsure: LedgerRow[]
  /** Open before, and could not be looked at again. */
  unseen: LedgerRow[]
  /** Rules that did not run to their end, and those that lacked what they need, with the reason. */
  stopped: LookedFor[]
  blind: NonNullable<Verdict['rulesBlind']>
}

export function againstOf({ rows, verdict }: Pick<Given, 'rows' | 'verdict'>): (requirement: Requirement) => Against {
  const byRule = new Map<string, LedgerRow[]>()
  const byCwe = new Map<number, LedgerRow[]>()
  const add = <Key>(map: Map<Key, LedgerRow[]>, key: Key, row: LedgerRow) => map.set(key, [...(map.get(key) ?? []), row])
  // A fault that both sections tell of is one row, which both lists hold.
  for (const row of new Map(rows.map((each) => [each.id, each])).values()) {
    if (row.status !== 'Open') continue
    // The same fault under other names is one row; each of its names counts.
    const places = row.finding?.places ?? []
    for (const rule of new Set([row.rule, ...places.map(({ rule: name }) => name), ...(row.nonfunctional ? [row.nonfunctional.rule] : [])]))
      add(byRule, rule, row)
    for (const cwe of new Set([...(row.finding?.cwe ?? []), ...places.flatMap(({ cwe: numbers }) => numbers)])) add(byCwe, cwe, row)
  }
  const stopped = new Map(verdict.rulesStopped.map((rule) => [rule.id, rule]))
  const blind = new Map((verdict.rulesBlind ?? []).map((rule) => [rule.id, rule]))
  return ({ fails, related }) => {
    const origin = fails.origin === undefined ? undefined : new RegExp(fails.origin, 'i')
    const route = fails.route === undefined ? undefined : new RegExp(fails.route)
    const isMeant = ({ finding, text }: LedgerRow) =>
      (!origin || origin.test(`${finding?.flow?.origin ?? ''} ${finding?.at.text ?? text}`)) && (!route || route.test(finding?.route ?? ''))
    const those = [...new Set([...fails.rules.flatMap((rule) => byRule.get(rule) ?? []), ...fails.cwe.flatMap((cwe) => byCwe.get(cwe) ?? [])])]
      .filter(isMeant)
      .sort(tellingFirst)
    const confidence = ({ finding, nonfunctional }: LedgerRow) => finding?.confidence ?? nonfunctional?.confidence
    const active = those.filter(({ suppressed }) => !suppressed)
    return {
      failing: active.filter((row) => confidence(row) === 'high' || confidence(row) === 'medium'),
      related: [...new Set(related.flatMap((rule) => byRule.get(rule) ?? []))].filter(({ suppressed }) => !suppressed),
      unsure: active.filter((row) => confidence(row) === 'low'),
      unseen: active.filter((row) => confidence(row) === undefined),
      suppressed: those.filter(({ suppressed }) => suppressed),
      stopped: fails.rules.flatMap((rule) => stopped.get(rule) ?? []),
      blind: fails.rules.flatMap((rule) => blind.get(rule) ?? []),
    }
  }
}

const SEVERITIES = ['Critical', 'High', 'Medium', 'Low', 'Info']

/** Few of many are shown: the worst, and of these what an entry point leads to before what nothing may ever call. */
const tellingFirst = (a: LedgerRow, b: LedgerRow): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || Number(!a.finding?.route) - Number(!b.finding?.route) || byId(a, b)

const byId = (a: LedgerRow, b: LedgerRow): number => a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
