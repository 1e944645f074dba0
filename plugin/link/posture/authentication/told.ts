/**
 * What a setting is in the end, and who decides it. In: a node. Out: the text, or the environment variable with what stands in where it
 * is not set, followed through configuration objects, parameters and schemas of the environment.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { LabelKind } from '../../labels'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { PLUS } from '../../operators'
import { environment, VARIABLE } from './environment'
import { numberOf } from './numbers'

export interface Told {
  from: 'code' | 'environment' | 'setting' | 'file' | 'made' | 'unknown'
  /** Text in the code, or what stands in where the environment has none; secrets are masked in it. */
  text?: string
  /** Variable, setting or path. */
  name?: string
  /** Where the text is written; else where the value is read. */
  at: Evidence
  /** Nothing leads there but the name. */
  byName?: boolean
}

const MOST_HOPS = 12
const MOST_CALLERS = 12
/** Calls that hand the same value on. */
const SAME =
  /^(?:Number|String|parseInt|parseFloat|trim|toString|ms|from|importJWK|createSecretKey|createPublicKey|createPrivateKey|importPKCS8|importSPKI|encode|freeze|resolve|valueOf)$/
const MADE =
  /^(?:randomBytes|randomUUID|random|uuid|v4|nanoid|generateKey|generateKeySync|generateKeyPair|generateKeyPairSync|generateSecret|getRandomValues|genSecret)$/
const READS = /^(?:readFileSync|readFile|loadFile|readTextFile|readTextFileSync)$/
const SETTINGS = /^(?:get|getOrThrow|require|fetch|has|getString|getNumber|asString|asInt)$/
const SETTING_HOLDERS = /config|settings?|env|options|nconf|convict/i

/** What the parameters of a function were given by the call that is being followed. */
type Given = ReadonlyMap<number, number>
const NOTHING_GIVEN: Given = new Map()

export function told(linked: Linked, node: number): Told[] {
  const found = new Map<string, Told>()
  for (const each of find(linked, node, 0, new Set())) {
    const key = `${each.from} ${each.name ?? ''} ${each.text ?? ''}`
    if (!found.has(key)) found.set(key, each)
  }
  const all = [...found.values()]
  const known = all.filter(({ from }) => from !== 'unknown')
  return known.length > 0 ? known : all.slice(0, 1)
}

/** Of a key: where the way to it is lost, as with a configuration that is chosen while running, what is written under its name. */
export function toldKey(linked: Linked, node: number): Told[] {
  const ways = told(linked, node)
  if (ways.some(({ from }) => from !== 'unknown')) return ways
  const { whole, values } = linked
  const name = values.nameOf(node)
  if (!/secret|key|password/i.test(name)) return ways
  const written = [...lookupOf(whole).named(Kind.Property, name)].filter((property) => {
    const value = whole.b[property] as number
    return whole.kind[value] === Kind.String && !isOfTest(linked, property)
  })
  return written.length === 0 || written.length > MOST_BY_NAME
    ? ways
    : written.map((property) => ({ from: 'code', text: '', at: cite(linked, property), byName: true }))
}

const MOST_BY_NAME = 3

function find(linked: Linked, node: number, hops: number, seen: Set<number>, given: Given = NOTHING_GIVEN): Told[] {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS || seen.has(node)) return []
  seen.add(node)
  const enter = (at: number, into: Given): Told[] => find(linked, at, hops + 1, seen, into)
  const next = (at: number): Told[] => enter(at, given)
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number:
      return [{ from: 'code', text: whole.text(a), at: cite(linked, node) }]
    case Kind.Boolean:
      return [{ from: 'code', text: a === 1 ? 'true' : 'false', at: cite(linked, node) }]
    case Kind.Undefined:
    case Kind.Null:
      return []
    case Kind.Template:
    case Kind.Binary: {
      const number = numberOf(linked, node)
      if (number !== undefined) return [{ from: 'code', text: String(number), at: cite(linked, node) }]
      const exact = values.texts(node).find((text) => text.exact)
      if (exact) return [{ from: 'code', text: exact.value, at: cite(linked, node) }]
      const parts = whole
        .madeOf(node)
        .flatMap(next)
        .filter(({ from, name }) => from === 'made' || (from !== 'code' && name !== undefined))
      return parts.length > 0 && (whole.kind[node] === Kind.Template || whole.c[node] === PLUS) ? parts : [unknownAt(linked, node)]
    }
    case Kind.Choice:
      return withFallback(whole.items(a).flatMap(next))
    case Kind.Cell:
    case Kind.Array:
      return whole.items(a).flatMap(next)
    case Kind.Refine:
    case Kind.Await:
    case Kind.Unary:
      return next(a)
    case Kind.Load:
      return loaded(linked, node, next)
    case Kind.LoadDynamic: {
      const key = whole.b[node] as number
      const name = whole.kind[key] === Kind.String ? whole.text(whole.a[key] as number) : ''
      return isEnvironment(linked, a) && name ? [variable(linked, name, node)] : [unknownAt(linked, node)]
    }
    case Kind.Call:
    case Kind.New:
      return called(linked, node, given, next, enter)
    case Kind.Param:
      return ofParameter(linked, node, given, next)
    case Kind.Import: {
      const made = values.definitions(node).filter((definition) => definition !== node)
      return made.length > 0 ? made.flatMap(next) : [unknownAt(linked, node)]
    }
    default:
      return [unknownAt(linked, node)]
  }
}

const unknownAt = (linked: Linked, node: number): Told => ({ from: 'unknown', at: cite(linked, node) })

/** `process.env.X || 'x'`: the text stands in for the variable. */
function withFallback(all: Told[]): Told[] {
  // An empty text stands for nothing.
  const ways = all.some(({ from }) => from === 'environment') ? all.filter(({ from, text }) => from !== 'code' || text !== '') : all
  const variables = ways.filter(({ from, text }) => from === 'environment' && text === undefined)
  const texts = ways.filter(({ from }) => from === 'code')
  if (variables.length === 0 || texts.length === 0) return ways
  const [first] = texts as [Told]
  return [
    ...ways.filter((way) => !variables.includes(way) && !texts.includes(way)),
    ...variables.map((each) => ({ ...each, text: first.text as string, at: first.at })),
  ]
}

function loaded(linked: Linked, node: number, next: (at: number) => Told[]): Told[] {
  const { whole, values } = linked
  const object = whole.a[node] as number
  const name = whole.text(whole.b[node] as number)
  if (isEnvironment(linked, object)) return [variable(linked, name, node)]
  const made = values.definitions(node).filter((definition) => definition !== node)
  const members = made.length > 0 ? made : values.property(object, name)
  const found = members.filter((member) => member < whole.size).flatMap(next)
  if (found.some(({ from }) => from !== 'unknown')) return found
  // `envVars.JWT_SECRET`, of what a schema made of the environment.
  if (VARIABLE.test(name) && (name.includes('_') || environment(linked).has(name))) return [variable(linked, name, node)]
  return solved(linked, node)
}

/** What the solver knows where the code alone does not say: objects that were put together while running. */
function solved(linked: Linked, node: number): Told[] {
  const { whole, solver, values } = linked
  const found = solver.of(node).flatMap((label): Told[] => {
    const at = solver.labels.data[label] as number
    if (solver.labels.kind[label] !== LabelKind.Value || at >= whole.size || isOfTest(linked, at)) return []
    const text = values.texts(at).find(({ exact }) => exact)?.value
    return text === undefined ? [] : [{ from: 'code', text, at: cite(linked, at) }]
  })
  return found.length > 0 ? found : [unknownAt(linked, node)]
}

const isOfTest = (linked: Linked, node: number): boolean =>
  isTestCode(linked, (linked.whole.files[linked.whole.fileOf(node)] as { path: string }).path)

function called(linked: Linked, node: number, given: Given, next: (at: number) => Told[], enter: (at: number, into: Given) => Told[]): Told[] {
  const { whole, values } = linked
  const name = calledName(linked, node)
  const receiver = receiverOf(linked, node)
  const args = [...whole.args(node)]
  if (MADE.test(name)) return [{ from: 'made', name, at: cite(linked, node) }]
  if (READS.test(name)) {
    const path = args[0] === undefined ? undefined : values.texts(args[0]).find(({ exact }) => exact)?.value
    return [{ from: 'file', name: path ?? 'a file', at: cite(linked, node) }]
  }
  if (receiver >= 0 && SETTINGS.test(name) && SETTING_HOLDERS.test(values.nameOf(receiver)) && args[0] !== undefined) {
    const key = values.texts(args[0]).find(({ exact }) => exact)?.value
    if (key !== undefined) {
      const instead = args[1] === undefined ? undefined : next(args[1]).find(({ from }) => from === 'code')
      if (VARIABLE.test(key)) return [withText(variable(linked, key, node), instead)]
      return [withText({ from: 'setting', name: key, at: cite(linked, node) }, instead)]
    }
  }
  if (SAME.test(name)) return [...args.slice(0, 1), ...(receiver >= 0 && args.length === 0 ? [receiver] : [])].flatMap(next)
  const returned = [...(linked.solver.callees.get(node) ?? [])].slice(0, 2).flatMap((fn) => {
    const fact = whole.functions[fn]
    // What this call gives, and not what every other one does.
    const into = new Map(given)
    fact?.params.forEach((param, index) => {
      const argument = args[index]
      if (argument !== undefined) into.set(param, argument)
    })
    return (fact?.returns ?? []).flatMap((value) => enter(value, into))
  })
  return returned.length > 0 ? returned : [unknownAt(linked, node)]
}

const withText = (one: Told, instead: Told | undefined): Told => (instead?.text === undefined ? one : { ...one, text: instead.text, at: instead.at })

function ofParameter(linked: Linked, node: number, given: Given, next: (at: number) => Told[]): Told[] {
  const own = given.get(node)
  if (own !== undefined) return next(own)
  const { whole, solver } = linked
  const found: Told[] = []
  for (const call of [...(solver.callers.get(whole.a[node] as number) ?? [])].sort((one, other) => one - other).slice(0, MOST_CALLERS)) {
    const argument = isOfTest(linked, call) ? undefined : whole.args(call)[whole.b[node] as number]
    if (argument !== undefined) found.push(...next(argument))
  }
  return found.length > 0 ? found : [unknownAt(linked, node)]
}

/** `process.env`, `import.meta.env`, `Deno.env`. */
function isEnvironment({ whole, values }: Linked, node: number): boolean {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Load && whole.text(whole.b[node] as number) === 'env')
    return /^(?:process|meta|Bun)?$/.test(values.nameOf(whole.a[node] as number))
  return kind === Kind.Import && whole.text(whole.b[node] as number) === 'env' && /process$|\$env\//.test(whole.text(whole.a[node] as number))
}

function variable(linked: Linked, name: string, node: number): Told {
  const schema = environment(linked).get(name)
  return schema ? { from: 'environment', name, text: schema.text, at: schema.at } : { from: 'environment', name, at: cite(linked, node) }
}
