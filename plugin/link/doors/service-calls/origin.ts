/** Who decides a part of an address. In: a node. Out: whether that is the code, the environment, the configuration, a request, or not known. */
import { Kind } from '../../../graph'
import type { ServiceCall } from '../../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../../linked'
import { type Context, NO_CONTEXT } from '../../values/index'

export interface Origin {
  from: ServiceCall['host']['from']
  /** Variable or key. */
  name: string | undefined
}

const UNKNOWN: Origin = { from: 'unknown', name: undefined }
const MOST_HOPS = 8
const SETTINGS = /(?:^|[^a-z])(?:conf|cfg|config|configs|configuration|configService|settings|nconf|convict|environment|appConfig|runtimeConfig)$/i
const READS = /^(?:get|getOrThrow|getString|getUrl|require|required|resolve)$/

export function originOf(linked: Linked, node: number, context: Context = NO_CONTEXT, hops = 0): Origin {
  const { whole, values } = linked
  if (hops > MOST_HOPS || node < 0 || node >= whole.size) return UNKNOWN
  const bound = context.bindings.get(node)
  if (bound) return originOf(linked, bound.node, bound.context, hops + 1)
  const here = toldBy(linked, node, context, hops)
  if (here) return here
  const definitions = values.definitions(node).filter((made) => made !== node)
  const found = best(definitions.map((made) => originOf(linked, made, context, hops + 1)))
  if (found.from !== 'unknown') return found
  if (isAsked(linked, node)) return { from: 'request', name: values.nameOf(node) || undefined }
  return settingOf(linked, node) ?? { from: 'unknown', name: values.nameOf(node) || undefined }
}

/** What the node itself says, without asking where its value was put in. */
function toldBy(linked: Linked, node: number, context: Context, hops: number): Origin | undefined {
  const { whole } = linked
  const inside = (nodes: Iterable<number>) => best([...nodes].map((each) => originOf(linked, each, context, hops + 1)))
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number:
      return { from: 'code', name: undefined }
    case Kind.Load: {
      const base = whole.a[node] as number
      const name = whole.text(whole.b[node] as number)
      return isEnvironment(linked, base) ? { from: 'environment', name } : undefined
    }
    case Kind.LoadDynamic:
      return isEnvironment(linked, whole.a[node] as number) ? { from: 'environment', name: undefined } : undefined
    case Kind.Refine:
    case Kind.Await:
      return originOf(linked, whole.a[node] as number, context, hops + 1)
    case Kind.Template:
    case Kind.Choice:
      return inside(whole.items(whole.a[node] as number))
    case Kind.Binary:
      return inside([whole.a[node] as number, whole.b[node] as number])
    case Kind.Call:
      return ofCall(linked, node, context, hops)
    default:
      return undefined
  }
}

/** What a function of the program hands back, what reads a variable or a key, and texts that are made of others. */
function ofCall(linked: Linked, call: number, context: Context, hops: number): Origin | undefined {
  const { whole, values } = linked
  const name = calledName(linked, call)
  const receiver = receiverOf(linked, call)
  const key = whole.args(call)[0]
  const said = key === undefined ? undefined : values.texts(key).find(({ exact }) => exact)?.value
  if (/^(?:env|getenv|getEnv|useEnv)$/.test(name) && receiver < 0 && said !== undefined) return { from: 'environment', name: said }
  if (READS.test(name) && receiver >= 0 && said !== undefined) {
    if (/^env$/i.test(ownName(linked, receiver))) return { from: 'environment', name: said }
    if (SETTINGS.test(ownName(linked, receiver))) return { from: 'configuration', name: said }
  }
  const found = best(returnsOf(linked, call).map((each) => originOf(linked, each, context, hops + 1)))
  if (found.from !== 'unknown') return found
  if (receiver >= 0 && /^(?:replace|replaceAll|trim|toString|asString|asUrlString|required|slice|substring|toLowerCase|concat|default)$/.test(name))
    return originOf(linked, receiver, context, hops + 1)
  if (receiver < 0 && key !== undefined && /^(?:String|encodeURI|trimEnd|stripTrailingSlash)$/.test(name))
    return originOf(linked, key, context, hops + 1)
  return undefined
}

function returnsOf({ solver, whole }: Linked, call: number): number[] {
  return [...(solver.callees.get(call) ?? [])].slice(0, 4).flatMap((fn) => whole.functions[fn]?.returns ?? [])
}

/** `process.env`, `import.meta.env`, what a library checked of it, and what a worker is handed. */
export function isEnvironment(linked: Linked, node: number, hops = 0): boolean {
  const { whole, values } = linked
  if (hops > 5 || node < 0 || node >= whole.size) return false
  switch (whole.kind[node] as Kind) {
    case Kind.Load: {
      const owner = whole.a[node] as number
      if (whole.text(whole.b[node] as number) === 'env') {
        if (whole.kind[owner] === Kind.Global && /^(?:process|Bun|Deno|globalThis|import\.meta)$/.test(whole.text(whole.a[owner] as number)))
          return true
        if (whole.kind[owner] === Kind.Import && /^(?:node:)?process$/.test(whole.text(whole.a[owner] as number))) return true
        if (whole.kind[owner] === Kind.Param || /^(?:c|ctx|context|event|platform)$/.test(values.nameOf(owner))) return true
      }
      break
    }
    case Kind.Global:
      return /^(?:import\.meta\.env|process\.env)$/.test(whole.text(whole.a[node] as number))
    case Kind.Import:
      if (
        /^(?:\$env\/|virtual:env|astro:env)/.test(whole.text(whole.a[node] as number)) ||
        (whole.text(whole.a[node] as number) === 'process' && whole.text(whole.b[node] as number) === 'env')
      )
        return true
      break
    case Kind.Param:
      return values.nameOf(node) === 'env'
    case Kind.Refine:
    case Kind.Await:
      return isEnvironment(linked, whole.a[node] as number, hops + 1)
    case Kind.Call: {
      // Checked by a schema: `cleanEnv(process.env, …)`, `Schema.parse(process.env)`.
      if (/^(?:createEnv|cleanEnv|makeValidator|envsafe)$/.test(calledName(linked, node))) return true
      return whole.args(node).some((argument) => isEnvironment(linked, argument, hops + 1))
    }
    default:
      break
  }
  return values.definitions(node).some((made) => made !== node && isEnvironment(linked, made, hops + 1))
}

/** Reads a request, as models and decorators say. */
function isAsked(linked: Linked, node: number): boolean {
  const { models, whole } = linked
  for (const path of apiPathsOf(linked, node))
    for (let at = path; at >= 0; at = models.paths.node(at).parent) if (models.requests.has(at)) return true
  for (let at = node, hops = 0; at >= 0 && hops < 6; hops++) {
    if (whole.kind[at] === Kind.Param) return decoratedOf(linked).has(at)
    if (whole.kind[at] !== Kind.Load && whole.kind[at] !== Kind.LoadDynamic && whole.kind[at] !== Kind.Refine) return false
    at = whole.a[at] as number
  }
  return false
}

const decorated = new WeakMap<Linked, Set<number>>()

/** Parameters that a framework fills from a request: `@Query('url') url`. */
function decoratedOf(linked: Linked): Set<number> {
  let known = decorated.get(linked)
  if (known) return known
  known = new Set()
  const { models, whole } = linked
  for (const { fn, index, expression } of whole.parameterDecorators) {
    const param = whole.functions[fn]?.params[index]
    const callee = whole.kind[expression] === Kind.Call ? (whole.a[expression] as number) : expression
    const reads = apiPathsOf(linked, callee).some((path) => models.decorators.get(path)?.model.decorator === 'parameter')
    if (reads && param !== undefined) known.add(param)
  }
  decorated.set(linked, known)
  return known
}

/** `config.api.url`, where what stands in the settings is not in the code. */
function settingOf(linked: Linked, node: number): Origin | undefined {
  const { whole } = linked
  const names: string[] = []
  for (let at = node, hops = 0; at >= 0 && hops < 8; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Load) {
      const name = whole.text(whole.b[at] as number)
      if (names.length > 0 && SETTINGS.test(name)) return { from: 'configuration', name: names.reverse().join('.') }
      names.push(name)
      at = whole.a[at] as number
      continue
    }
    if (kind === Kind.Refine || kind === Kind.Await) {
      at = whole.a[at] as number
      continue
    }
    return names.length > 0 && SETTINGS.test(ownName(linked, at)) ? { from: 'configuration', name: names.reverse().join('.') } : undefined
  }
  return undefined
}

/** What something is called; a module as a whole by its file or package, what a function gives by that function. */
function ownName(linked: Linked, node: number): string {
  const { whole, values } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Call) return calledName(linked, node).replace(/^use(?=[A-Z])/, '')
  if (kind !== Kind.Import) return values.nameOf(node)
  const name = whole.text(whole.b[node] as number)
  const file =
    whole
      .text(whole.a[node] as number)
      .split('/')
      .pop() ?? ''
  return name === '*' || name === 'default' ? file.replace(/\.\w+$/, '') : name
}

/** A request decides more than the environment, and that more than what stands in for it. */
const ORDER: Origin['from'][] = ['request', 'environment', 'configuration', 'code', 'unknown']

function best(origins: readonly Origin[]): Origin {
  let found = UNKNOWN
  for (const origin of origins) if (ORDER.indexOf(origin.from) < ORDER.indexOf(found.from)) found = origin
  return found
}
