/**
 * Calls of libraries that have to do with signing in. In: kinds of use, as models name them. Out: each call outside of tests with the
 * package that the code imports, and the nodes of its settings; of a plugin that is registered with its options as well.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import type { UsageModel } from '../../flow-models'
import { apiPathsOf, calledName, cite, isTestCode, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { modelledCalls } from '../../usages/modelled'

export interface Use {
  kind: string
  node: number
  /** As the code calls it: `sign`. */
  api: string
  /** `jsonwebtoken` */
  package: string
  at: Evidence
  model: UsageModel
  /** Nodes of a setting of the model, by its name there; empty where it is not given. */
  setting(name: string): number[]
  /** Nodes at a place: `1.cookie.secure`. */
  place(spot: string): number[]
}

const memory = new WeakMap<Linked, Map<string, Use[]>>()

/** Every use that is no test's, by kind. */
function usesByKind(linked: Linked): Map<string, Use[]> {
  let known = memory.get(linked)
  if (known) return known
  known = new Map()
  memory.set(linked, known)
  const put = (use: Use) => {
    const list = known.get(use.kind)
    if (list) list.push(use)
    else known.set(use.kind, [use])
  }
  const { whole, models } = linked
  for (const [node, of] of modelledCalls(linked)) {
    if (whole.kind[node] === Kind.Tagged || isTestCode(linked, fileOf(linked, node))) continue
    for (const model of new Map(of.map((each) => [each.kind, each])).values()) put(libraryUse(linked, node, model, 0))
  }
  for (const node of lookupOf(whole).named(Kind.Call, 'register')) {
    const plugin = whole.args(node)[0]
    if (plugin === undefined || isTestCode(linked, fileOf(linked, node))) continue
    for (const path of apiPathsOf(linked, plugin)) for (const model of models.flows.usages.get(path) ?? []) put(libraryUse(linked, node, model, 1))
  }
  return known
}

export function usesOf(linked: Linked, ...kinds: string[]): Use[] {
  const found = kinds.flatMap((kind) => usesByKind(linked).get(kind) ?? [])
  return kinds.length > 1 ? found.sort((one, other) => one.node - other.node) : found
}

const fileOf = ({ whole }: Linked, node: number): string => (whole.files[whole.fileOf(node)] as { path: string }).path

/** @param shift what comes in front of the options: the plugin itself, where it is registered */
function libraryUse(linked: Linked, node: number, model: UsageModel, shift: 0 | 1): Use {
  const place = (spot: string) => {
    const [first, ...names] = spot.split('.') as [string, ...string[]]
    return nodesAt(linked, node, [String(Number(first) + shift), ...names])
  }
  return {
    kind: model.kind,
    node,
    api: calledName(linked, node),
    package: packageOf(linked, shift === 1 ? (linked.whole.args(node)[0] as number) : (linked.whole.a[node] as number), model.library),
    at: cite(linked, node),
    model,
    setting: (name) => {
      const spot = model.values[name]
      return spot === undefined || !/^\d/.test(spot) ? [] : place(spot)
    },
    place,
  }
}

function nodesAt(linked: Linked, call: number, [index, ...names]: string[]): number[] {
  const argument = linked.whole.args(call)[Number(index)]
  return argument === undefined ? [] : propertyAt(linked, argument, names)
}

/** Nodes of a property however deep; options that a function hands over are looked into: `useFactory: () => ({ … })`. */
export function propertyAt(linked: Linked, node: number, names: readonly string[]): number[] {
  const { whole, values, solver } = linked
  let nodes = optionsOf(linked, node)
  for (const name of names)
    nodes = nodes.flatMap((at) => {
      const direct = values.property(at, name)
      if (direct.length > 0) return direct
      return values
        .property(at, 'useFactory')
        .flatMap((factory) =>
          [...solver.of(factory)].flatMap((label) =>
            (whole.functions[solver.labels.data[label] as number]?.returns ?? []).flatMap((value) => values.property(value, name)),
          ),
        )
    })
  return [...new Set(nodes)].filter((at) => at < whole.size)
}

/** An object that is changed by a call before it is used: `Object.freeze({ … })`. */
function optionsOf({ whole }: Linked, node: number): number[] {
  return whole.kind[node] === Kind.Call && /^(?:freeze|seal|assign)$/.test(whole.text(whole.b[whole.a[node] as number] as number) ?? '')
    ? [...whole.args(node)]
    : [node]
}

/** The package that a value is imported from, as the code names it; models give libraries that are alike one name. */
export function packageOf(linked: Linked, node: number, otherwise: string): string {
  const { whole, values, models } = linked
  const seen = new Set<number>()
  const stack = [node]
  while (stack.length > 0 && seen.size < 40) {
    const at = stack.pop() as number
    if (at < 0 || at >= whole.size || seen.has(at)) continue
    seen.add(at)
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Import) {
      const specifier = whole.text(whole.a[at] as number)
      if (!/^[./~]|^@\//.test(specifier)) return packageName(specifier)
      stack.push(...values.definitions(at))
    } else if (kind === Kind.Load || kind === Kind.Call || kind === Kind.New) {
      if (kind === Kind.Call) {
        const [first] = whole.args(at)
        const isRequire = whole.kind[whole.a[at] as number] === Kind.Global && whole.text(whole.a[whole.a[at] as number] as number) === 'require'
        if (isRequire && first !== undefined && whole.kind[first] === Kind.String) return packageName(whole.text(whole.a[first] as number))
      }
      stack.push(...values.definitions(at).filter((made) => made !== at), whole.a[at] as number)
    } else stack.push(...whole.madeOf(at))
  }
  const [path] = apiPathsOf(linked, node)
  const root = path === undefined ? '' : models.paths.rootOf(path)
  return root.startsWith('npm:') ? packageName(root.slice(4)) : otherwise
}

const packageName = (specifier: string): string =>
  specifier
    .replace(/^node:/, '')
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
