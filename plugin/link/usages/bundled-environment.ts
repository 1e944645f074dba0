/**
 * What a bundler writes into the code that every visitor gets: `new webpack.DefinePlugin({ 'process.env': JSON.stringify(
 * process.env) })`. Told apart: the whole environment, and single values whose names promise secrets.
 */
import { Kind, RegionKind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { sensitivityOf } from '../taint/sensitive'
import { isWholeEnvironment } from './disclosed-environment'
import { modelledCalls, usage } from './modelled'
import { nameOfValue } from './value-names'

const MOST_PARTS = 400

export function bundledEnvironment(linked: Linked): Usage[] {
  const found: Usage[] = []
  for (const [node, models] of modelledCalls(linked)) {
    if (linked.whole.kind[node] === Kind.Tagged) continue
    for (const model of models) {
      if (model.kind !== 'bundled') continue
      const what = partsOf(linked, node, Object.values(model.values))
      if (what) found.push(usage(linked, node, 'bundled-environment', model.library, what, {}))
    }
  }
  return found
}

/** The most telling part of what is given there: the environment as a whole, or the name of a secret. */
function partsOf(linked: Linked, call: number, spots: string[]): string | undefined {
  const { whole, solver, values } = linked
  const stack: number[] = []
  for (const spot of spots) {
    const [index, ...names] = spot.split('.')
    let nodes = [whole.args(call)[Number(index)] ?? -1]
    for (const name of names) nodes = nodes.flatMap((node) => (node < 0 ? [] : values.property(node, name)))
    stack.push(...nodes)
  }
  const seen = new Set<number>()
  while (stack.length > 0 && seen.size < MOST_PARTS) {
    const at = stack.pop() as number
    if (at < 0 || seen.has(at)) continue
    seen.add(at)
    if (at < whole.size && isWholeEnvironment(linked, at, 5)) return 'process.env'
    if (at >= whole.size) continue
    const kind = whole.kind[at] as Kind
    const name = nameOfValue(linked, at)
    if (kind === Kind.Load || kind === Kind.Param) {
      const what = sensitivityOf(name)
      if (what === 'password' || what === 'secret') return name
    }
    if (kind === Kind.Load) {
      const object = whole.a[at] as number
      const fields = values.property(object, whole.text(whole.b[at] as number)).filter((field) => field !== at)
      stack.push(...fields)
      // A single value of the environment is chosen on purpose.
      if (fields.length === 0 && !isWholeEnvironment(linked, object, 5) && whole.kind[object] !== Kind.Global) stack.push(object)
      continue
    }
    if (kind === Kind.LoadDynamic) {
      // `process.env[NAME]`, where NAME is written: one variable, as `process.env.NAME` is.
      const named = values.texts(whole.b[at] as number)
      if (named.length > 0 && named.every(({ exact }) => exact) && isWholeEnvironment(linked, whole.a[at] as number, 5)) {
        const secret = named.find(({ value }) => /^(?:password|secret)$/.test(sensitivityOf(value) ?? ''))
        if (secret) return secret.value
        continue
      }
    }
    if (kind === Kind.Call) {
      const called = calledName(linked, at)
      const functions = [...(solver.callees.get(at) ?? [])]
      if (functions.length > 0) stack.push(...functions.flatMap((fn) => whole.functions[fn]?.returns ?? []))
      else if (called === 'reduce') stack.push(...keptIn(linked, at))
      else if (/^(?:stringify|parse|assign|fromEntries|entries|freeze|merge|mapValues|map|defaults|cloneDeep|parsed|config)$/.test(called)) {
        const receiver = receiverOf(linked, at)
        stack.push(...whole.args(at), ...(called === 'map' ? [receiver] : []))
      }
      continue
    }
    stack.push(...whole.madeOf(at))
    for (const label of solver.of(at)) if (label !== at && label < whole.size && whole.kind[label] === Kind.Object) stack.push(label)
  }
  return undefined
}

/**
 * What `keys.reduce((kept, key) => { kept[key] = process.env[key]; return kept }, {})` keeps, where `keys` are those of the
 * environment and nothing chooses among them.
 */
function keptIn(linked: Linked, reduce: number): number[] {
  const { whole, effects } = linked
  const receiver = receiverOf(linked, reduce)
  if (receiver < 0 || calledName(linked, receiver) !== 'keys') return []
  const [callback, first] = whole.args(reduce)
  const keysOf = whole.args(receiver)[0] as number
  const found = first === undefined ? [] : [first]
  if (callback === undefined || whole.kind[callback] !== Kind.Function) return found
  const fn = whole.a[callback] as number
  for (const node of effects.ofFunction(fn)) {
    if (whole.kind[node] !== Kind.StoreDynamic || isChosen(linked, node)) continue
    found.push(whole.c[node] as number)
  }
  for (const node of lookupOf(whole).inFunction(fn))
    if (whole.kind[node] === Kind.StoreDynamic && !isChosen(linked, node)) found.push(keysOf, whole.c[node] as number)
  return found
}

/** Runs only under a condition. */
function isChosen({ whole }: Linked, node: number): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind === RegionKind.Body) return false
    if (kind === RegionKind.True || kind === RegionKind.False || kind === RegionKind.Case) return true
  }
  return false
}
