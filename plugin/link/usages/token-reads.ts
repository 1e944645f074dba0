/**
 * Signed tokens whose contents are read without asking who signed them, and checks with a public key that leave it to the
 * token how it is signed. A check of any token in the same function, or in one
 * around it, counts: it is most often the same token.
 */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Usage } from '../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { namesOf } from '../names'
import { modelledCalls, usage } from './modelled'
import { settingAt } from './setting'
import { believesNobody } from './token-times'
import { isSent } from './unsent-secrets'

/** Places of key and algorithms, by kind of use. */
const CHECKS: Record<string, [key: string, algorithms: string]> = rowsByName({
  'token-verify': ['1', '2.algorithms'],
  'token-guard': ['0.secret', '0.algorithms'],
})
const PUBLIC = /public|cert|pem|jwks?$/i

/** A public key is known to all: where the token may choose the algorithm, it chooses one that takes the key for a password. */
function isOpen(linked: Linked, call: number, kind: string): boolean {
  const [key, algorithms] = CHECKS[kind] as [string, string]
  const options = linked.whole.args(call)[Number.parseInt(algorithms, 10)] ?? -1
  // `verify(token, key, (error, claims) => …)` has none either.
  const isCallback = options >= 0 && linked.whole.kind[options] === Kind.Function
  if (!isCallback && settingAt(linked, call, algorithms).state !== 'missing') return false
  const [first, ...names] = key.split('.') as [string, ...string[]]
  let nodes = [linked.whole.args(call)[Number(first)] ?? -1]
  for (const name of names) nodes = nodes.flatMap((node) => (node < 0 ? [] : linked.values.property(node, name)))
  return nodes.some((node) => namesOf(linked, node).some((name) => PUBLIC.test(name)))
}

const isNone = (linked: Linked, node: number): boolean =>
  node >= 0 && apiPathsOf(linked, node).some((path) => /\.None$/.test(linked.models.paths.show(path)))

export function tokenReads(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const checking = new Set<number>()
  const signed = new Set<number>()
  const reads: { node: number; library: string; as: 'unchecked-token' | 'looked-token' }[] = handDecoded(linked)
  for (const [node, models] of modelledCalls(linked)) {
    if (whole.kind[node] !== Kind.Call) continue
    const told = new Set<string>()
    for (const { kind, library } of models) {
      // The library's own word for no key at all.
      const noKey = (kind === 'token-verify' || kind === 'token-sign') && isNone(linked, whole.args(node)[1] ?? -1)
      if (CHECKS[kind] && !told.has(kind) && isOpen(linked, node, kind)) {
        told.add(kind)
        found.push(usage(linked, node, 'open-algorithm', library, calledName(linked, node), {}))
      }
      if (noKey) found.push(usage(linked, node, kind === 'token-sign' ? 'token-unsecured' : 'unchecked-token', library, calledName(linked, node), {}))
      else if (kind === 'token-sign') signed.add(node)
      else if (kind === 'token-verify') checking.add(whole.functionOf(node))
      else if (kind === 'token-decode') reads.push({ node, library, as: 'unchecked-token' })
      else if (kind === 'token-look') reads.push({ node, library, as: 'looked-token' })
    }
  }
  for (const { node, library, as } of reads) {
    // What the program signed a moment ago, it knows.
    if (signed.has(behindAwait(linked, whole.args(node)[0] ?? -1)) || believesNobody(linked, node)) continue
    let checked = false
    for (let fn = whole.functionOf(node); ; fn = whole.functions[fn]?.parent ?? -1) {
      if (checking.has(fn) && fn >= 0) checked = true
      if (fn < 0) break
    }
    // One function further: `verify(token)` of the program, called beside it.
    const fn = whole.functionOf(node)
    if (!checked && fn >= 0)
      checked = linked.effects.within(fn).some((call) => [...(linked.solver.callees.get(call) ?? [])].some((callee) => checking.has(callee)))
    // Or one out: what was read tells whose key it is, and who asked for it checks.
    if (!checked && fn >= 0) checked = callersOf(linked, fn).some((caller) => checking.has(caller))
    if (!checked) found.push(usage(linked, node, as, library, calledName(linked, node), {}))
  }
  return found
}

/** `JSON.parse(atob(token.split('.')[1]))`, of a token that came with a request. */
function handDecoded(linked: Linked): { node: number; library: string; as: 'unchecked-token' }[] {
  const { whole, values } = linked
  /** What a value was made of, through names. */
  const made = (node: number): number => {
    const [only, ...others] = node < 0 ? [] : values.definitions(node)
    return behindAwait(linked, only !== undefined && others.length === 0 ? only : node)
  }
  const isCall = (node: number, names: RegExp) =>
    node >= 0 && node < whole.size && whole.kind[node] === Kind.Call && names.test(calledName(linked, node))
  const tokenIn = (parse: number): number => {
    let at = made(whole.args(parse)[0] ?? -1)
    if (isCall(at, /^toString$/)) at = made(receiverOf(linked, at))
    if (!isCall(at, /^(?:atob|from|decode|toByteArray)$/)) return -1
    let part = made(whole.args(at)[0] ?? -1)
    // Signs of addresses are put back first.
    while (isCall(part, /^replace(?:All)?$/)) part = made(receiverOf(linked, part))
    const isPart = part >= 0 && part < whole.size && (whole.kind[part] === Kind.Load || whole.kind[part] === Kind.LoadDynamic)
    const list = isPart ? made(whole.a[part] as number) : -1
    if (!isCall(list, /^split$/) || values.texts(whole.args(list)[0] ?? -1).some(({ value }) => value !== '.')) return -1
    return receiverOf(linked, list)
  }
  return [...lookupOf(whole).named(Kind.Call, 'parse')].flatMap((node) => {
    const receiver = receiverOf(linked, node)
    if (receiver < 0 || values.nameOf(receiver) !== 'JSON') return []
    const token = tokenIn(node)
    return token >= 0 && isSent(linked, token) ? [{ node, library: 'javascript', as: 'unchecked-token' as const }] : []
  })
}

/** What is waited for, or tested on the way. */
function behindAwait({ whole }: Linked, node: number): number {
  let at = node
  while (at >= 0 && at < whole.size && (whole.kind[at] === Kind.Await || whole.kind[at] === Kind.Refine)) at = whole.a[at] as number
  return at
}

function callersOf({ whole, solver }: Linked, fn: number): number[] {
  return [...(solver.callers.get(fn) ?? [])].map((call) => whole.functionOf(call)).filter((caller) => caller >= 0)
}
