/**
 * What secrets are handed to. In: the solved program and its environment. Out: by name of the environment or of a setting, by call that
 * makes or fetches a secret, the calls of libraries that take it.
 */
import { Kind } from '../../../graph'
import { purposeOfName } from '../../../secrets/names'
import type { Evidence } from '../../../types'
import { packageOf } from '../../connections'
import type { UsageModel } from '../../flow-models'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { snake } from '../../names'
import { modelledCalls, modelledStores } from '../../usages/modelled'
import type { Environment } from './environment'

export interface Use {
  api: string
  library: string
  /** As models name what is done: `credential`, `token-sign`… '' where none says anything. */
  kind: string
  /** `signing`, `password`, `key`…; the option's name where no model says anything. */
  role: string
  at: Evidence
  node: number
}

export interface Uses {
  byName: Map<string, Use[]>
  /** By call that fetches, makes or reads a secret. */
  byCall: Map<number, Use[]>
  /** Names and calls that one place may get its secret from, where there are several: the later stand in for the first. */
  together: (string | number)[][]
  /** What is handed over comes from a module that is not here. */
  elsewhere: { name: string; specifier: string; at: Evidence; use: Use }[]
}

const TAKES_SECRETS = new Set(['credential', 'token-sign', 'token-verify', 'session-cookie', 'mac', 'cipher'])
const ROLE = /^(?:signing|password|token|key|salt|login|users|secret|privateKey)\d*$/
const MOST_NODES = 120
const MOST_HOPS = 10
/** More names than this in one value mean that the ways of several were mixed up. */
const MOST_MIXED = 3
/** Hand back what they are given, in another notation. */
const SAME =
  /^(?:from|encode|decode|String|btoa|atob|createSecretKey|createPrivateKey|toString|trim|replace|parse|encodeURIComponent|resolve|importPKCS8|importJWK)$/

export function usesOf(linked: Linked, environment: Environment, origins: ReadonlySet<number>): Uses {
  const found: Uses = { byName: new Map(), byCall: new Map(), together: [], elsewhere: [] }
  const tracer = new Tracer(linked, environment, origins)
  const calls = modelledCalls(linked)
  for (const [node, models] of [...calls, ...modelledStores(linked)]) fromModels(linked, tracer, found, node, models)
  if (environment.labels.size + origins.size + environment.calls.size > 0) fromCalls(linked, tracer, found, calls)
  return found
}

function fromModels(linked: Linked, tracer: Tracer, found: Uses, node: number, models: readonly UsageModel[]): void {
  const { whole } = linked
  for (const model of new Set(models)) {
    if (!TAKES_SECRETS.has(model.kind)) continue
    for (const [key, spot] of Object.entries(model.values)) {
      if (!ROLE.test(key)) continue
      const [first, ...names] = spot.split('.') as [string, ...string[]]
      const args = whole.kind[node] === Kind.Store ? [whole.c[node] as number] : [...whole.args(node)]
      let nodes = args[Number(first)] === undefined ? [] : [args[Number(first)] as number]
      for (const name of names) nodes = nodes.flatMap((at) => linked.values.property(at, name))
      const origins = tracer.origins(nodes)
      if (origins.size === 0 && key !== 'login' && key !== 'users') fromElsewhere(linked, found, nodes, node, model)
      put(linked, found, origins, { node, library: model.library, kind: model.kind, role: key.replace(/\d+$/, '') })
    }
  }
}

/** `import { SECRET } from './config'`, where there is no such file. */
function fromElsewhere(linked: Linked, found: Uses, nodes: number[], call: number, { library, kind }: UsageModel): void {
  const { whole, modules, values } = linked
  const at = cite(linked, call)
  if (isTestCode(linked, at.file)) return
  for (const node of nodes.flatMap((it) => values.definitions(it))) {
    if (node >= whole.size) continue
    // `require('./config').SECRET` is a member of what is imported as a whole.
    const isMember = whole.kind[node] === Kind.Load
    const from = isMember ? (whole.a[node] as number) : node
    if (whole.kind[from] !== Kind.Import) continue
    const [specifier, name] = [whole.text(whole.a[from] as number), whole.text(whole.b[node] as number)]
    if (modules.resolve(cite(linked, from).file, specifier).kind !== 'unresolved' || purposeOfName(name) === undefined) continue
    found.elsewhere.push({ name, specifier, at: cite(linked, node), use: { api: apiOf(linked, call), library, kind, role: '', at, node: call } })
  }
}

/** Calls of libraries that no model says anything of: what stands among their arguments, or in an object written there. */
function fromCalls(linked: Linked, tracer: Tracer, found: Uses, modelled: ReadonlyMap<number, readonly UsageModel[]>): void {
  const { whole, solver } = linked
  const isTest = whole.files.map(({ path }) => isTestCode(linked, path))
  for (const call of lookupOf(whole).called((name) => !SAME.test(name) && !SETTINGS.test(name))) {
    if (isTest[whole.fileOf(call)] || !solver.apiCalls.has(call) || modelled.get(call)?.some(({ kind }) => TAKES_SECRETS.has(kind))) continue
    for (const argument of whole.args(call)) {
      if (!tracer.maybe(argument, 0)) continue
      for (const [role, node] of parts(linked, argument, '', 0)) {
        const origins = tracer.origins([node])
        if (origins.size > 0) put(linked, found, origins, { node: call, library: packageOf(linked, call) ?? '', kind: '', role })
      }
    }
  }
}

/** Calls that read, check or carry settings, and use none. */
const SETTINGS =
  /^(?:object|keys|validate|validateSync|parse|safeParse|cleanEnv|createEnv|get|getOrThrow|has|assign|freeze|config|entries|push|set|string|str|log|info|warn|error|debug|silly|verbose|trace|fatal|invariant|assert|ok|strictEqual|URL|then|resolve|readFileSync|readFile|join|Boolean|isEmpty|registerAs|DefinePlugin|EnvironmentPlugin)$/

/** An argument, and the values of objects that are written out in it. */
function* parts({ whole }: Linked, node: number, role: string, depth: number): Generator<[role: string, node: number]> {
  if (whole.kind[node] !== Kind.Object || depth > 2) {
    yield [role, node]
    return
  }
  for (const entry of whole.items(whole.a[node] as number))
    if (whole.kind[entry] === Kind.Property)
      yield* parts({ whole } as Linked, whole.b[entry] as number, whole.a[entry] === -1 ? role : whole.text(whole.a[entry] as number), depth + 1)
}

function put(
  linked: Linked,
  found: Uses,
  origins: Set<string | number>,
  { node, library, kind, role }: Pick<Use, 'node' | 'library' | 'kind' | 'role'>,
): void {
  if (origins.size === 0) return
  const at = cite(linked, node)
  if (isTestCode(linked, at.file)) return
  const use: Use = { api: apiOf(linked, node), library: packageOf(linked, node) ?? library, kind, role, at, node }
  for (const origin of origins) {
    const uses = typeof origin === 'string' ? found.byName : found.byCall
    const list = (uses as Map<string | number, Use[]>).get(origin)
    if (!list) (uses as Map<string | number, Use[]>).set(origin, [use])
    else if (!list.some((other) => other.node === node)) list.push(use)
  }
  if (origins.size > 1) found.together.push([...origins])
}

function apiOf({ whole }: Linked, node: number): string {
  if (whole.kind[node] === Kind.Store) return whole.text(whole.b[node] as number)
  return whole
    .sourceOf(node, 80)
    .replace(/[(<].*$/s, '')
    .trim()
    .slice(0, 60)
}

/** Where values come from. */
class Tracer {
  /** Functions that may hand out what such a call gave them. */
  private readonly handOut = new Set<number>()

  constructor(
    private readonly linked: Linked,
    private readonly environment: Environment,
    private readonly calls: ReadonlySet<number>,
  ) {
    for (const call of [...calls, ...environment.calls.keys()]) this.handOut.add(linked.whole.functionOf(call))
  }

  /** A cheap answer: no means no. */
  maybe(node: number, depth: number): boolean {
    const { whole, solver } = this.linked
    const { labels } = this.environment
    for (let i = 0; i < solver.count(node); i++) {
      const label = solver.label(node, i)
      if (labels.has(label) || (label !== node && label < whole.size && whole.kind[label] === Kind.Template && this.maybe(label, depth + 1)))
        return true
    }
    if (depth > 3 || node >= whole.size) return false
    const a = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Object:
        return whole.items(a).some((entry) => whole.kind[entry] === Kind.Property && this.maybe(whole.b[entry] as number, depth + 1))
      case Kind.Template:
      case Kind.Choice:
      case Kind.Cell:
      case Kind.Array:
        return whole.items(a).some((item) => this.maybe(item, depth + 1))
      case Kind.Binary:
        return this.maybe(a, depth + 1) || this.maybe(whole.b[node] as number, depth + 1)
      case Kind.Await:
      case Kind.Refine:
        return this.maybe(a, depth + 1)
      case Kind.Call:
        if (this.handOut.size === 0) return false
        if (this.isOrigin(node)) return true
        for (const callee of solver.callees.get(node) ?? []) if (this.handOut.has(callee)) return true
        return SAME.test(calledName(this.linked, node)) && this.maybe(receiverOf(this.linked, node), depth + 1)
      case Kind.Load:
      case Kind.Import:
        return this.handOut.size > 0 && this.linked.values.definitions(node).some((it) => this.isOrigin(it))
      default:
        return false
    }
  }

  private isOrigin(node: number): boolean {
    return this.calls.has(node) || this.environment.calls.has(node)
  }

  /**
   * Of names that all went through one function (`optional(process.env.A)`, `optional(process.env.B)`) the one that the value is read
   * by, as settings keep the names of their variables; of many without such a name none.
   */
  private meant(node: number, names: Set<string>): Iterable<string> {
    const { whole } = this.linked
    if (names.size < 2) return names
    const own = node < whole.size && whole.kind[node] === Kind.Load ? whole.text(whole.b[node] as number) : ''
    if (names.has(own)) return [own]
    const same = [...names].filter((name) => snake(name) === snake(own))
    return same.length > 0 ? same : names.size > MOST_MIXED ? [] : names
  }

  /** Names of the environment and of settings, and calls that fetch or make secrets. */
  origins(nodes: number[]): Set<string | number> {
    const found = new Set<string | number>()
    const seen = new Set<number>()
    const visit = (node: number, hops: number): void => {
      if (node < 0 || hops > MOST_HOPS || seen.size > MOST_NODES || seen.has(node)) return
      seen.add(node)
      const { whole, solver, values } = this.linked
      const names = new Set<string>()
      for (let i = 0; i < solver.count(node); i++) {
        const label = solver.label(node, i)
        const name = this.environment.labels.get(label)
        if (name !== undefined) names.add(name)
        // A text that is put together elsewhere.
        else if (label !== node && label < whole.size && (whole.kind[label] === Kind.Template || whole.kind[label] === Kind.Binary))
          visit(label, hops + 1)
      }
      for (const name of this.meant(node, names)) found.add(name)
      if (node >= whole.size) return
      const key = this.environment.calls.get(node)
      if (key !== undefined) found.add(key)
      if (this.calls.has(node)) {
        found.add(node)
        return
      }
      for (const definition of values.definitions(node)) if (definition !== node) visit(definition, hops + 1)
      switch (whole.kind[node] as Kind) {
        case Kind.Choice:
        case Kind.Cell:
        case Kind.Template:
        case Kind.Array:
          for (const item of whole.items(whole.a[node] as number)) visit(item, hops + 1)
          break
        case Kind.Binary:
          visit(whole.a[node] as number, hops + 1)
          visit(whole.b[node] as number, hops + 1)
          break
        case Kind.Await:
        case Kind.Refine:
        case Kind.Spread:
          visit(whole.a[node] as number, hops + 1)
          break
        case Kind.Load:
          // `(await client.send(command)).SecretString`
          if (this.calls.size > 0 && whole.kind[whole.a[node] as number] !== Kind.This) visit(whole.a[node] as number, hops + 2)
          break
        case Kind.Call: {
          for (const callee of solver.callees.get(node) ?? [])
            for (const returned of whole.functions[callee]?.returns ?? []) visit(returned, hops + 1)
          if (!SAME.test(calledName(this.linked, node)) && calledName(this.linked, node) !== 'send') break
          const receiver = receiverOf(this.linked, node)
          if (receiver >= 0) visit(receiver, hops + 1)
          for (const argument of whole.args(node).slice(0, 1)) visit(argument, hops + 1)
        }
      }
    }
    for (const node of nodes) visit(node, 0)
    return found
  }
}
