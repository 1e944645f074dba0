/**
 * Addresses of databases, which hold the password that is signed in with: `postgres://shop:secret@host/shop`. In: the linked program. Out:
 * nodes that hold one, by what the code calls it or by the client that is handed it; and whether a way takes the password out again.
 */
import { ChoiceKind, Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, once } from '../lookup'
import { variablesOf } from '../names'
import { callsOfKind } from '../usages/modelled'
import { nameOfValue } from '../usages/value-names'
import { helperAround } from './doubts/way'

/** `DATABASE_URL`, `dbUrl`, `SHOP_DSN`; the DSN of an error tracker is public. */
const NAME =
  /^(?:\w+_)?(?:database|db|mongo|mongodb|postgres|postgresql|pg|mysql|mariadb|redis|amqp|rabbitmq|cloudamqp)_(?:connection_)?(?:ur[il]|dsn)$|^(?!.*(?:sentry|glitchtip|raven|error|public|client))\w+_dsn$/
/** Named so in settings of pages, where it is no secret. */
const OF_PAGES = /^databaseURL$|^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|PUBLIC|GATSBY)_/
/** What takes an address first and nothing else there. */
const TAKES_ADDRESS = /^(?:mongoose|mongodb)$/
/** Options that are one. */
const OPTIONS = ['connectionString', 'uri', 'url']
const IS_ADDRESS = /ur[il]|dsn|conn(?:ection)?_?(?:str|string)$/i
/** Functions that hand out a setting by name. */
const HANDS_OUT = /^(?:get|getOrThrow|env|str|string|required|getEnv|getenv|requireEnv|config)$/
const PASSWORD = /:\/\/[^/\s:@]*:[^/\s@]+@/
/** Options that name a host. */
const HOST = new Set(['host', 'hostname'])
/** Parts of an address in front of or behind which no password stands. */
const PARTS = /^(?:host|hostname|port|protocol|pathname|search|searchParams|hash|origin|length)$/
const TAKES_OUT = /^(?:\w+_?)?(?:sanitize|redact|mask|scrub|censor|anonymi[sz]e|obfuscate|strip|hide|without|safe|remove)/i
/** Methods that take a part of a text, or put something in its place. */
const CUTS = /^(?:replace|replaceAll|split|match|slice|substring)$/
const MOST_HOPS = 4

const isNamed = once(
  (name) =>
    !OF_PAGES.test(name) &&
    NAME.test(
      name
        .replace(/([a-z\d])([A-Z])/g, '$1_$2')
        .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
        .toLowerCase(),
    ),
)

/** Nodes that hold such an address, each as the code calls it. */
export function connectionStrings(linked: Linked): ReadonlyMap<number, string> {
  let found = known.get(linked)
  if (!found) {
    const called = new Set(
      lookupOf(linked.whole)
        .of(Kind.Call, Kind.New)
        .map((call) => linked.whole.a[call] as number),
    )
    found = new Map([...byName(linked), ...byUse(linked)].filter(([node]) => !called.has(node) && !isHarmless(linked, node)))
    known.set(linked, found)
  }
  return found
}

/** Per linked program. */
const known = new WeakMap<Linked, ReadonlyMap<number, string>>()

function byName(linked: Linked): [number, string][] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const found: [number, string][] = []
  const hosts = namesOfHosts(linked)
  for (const node of lookup.named(Kind.Load, (name) => isNamed(name) && !hosts.has(name))) found.push([node, whole.text(whole.b[node] as number)])
  for (const node of lookup.of(Kind.Param)) {
    const name = nameOfValue(linked, node)
    if (name !== '' && isNamed(name)) found.push([node, name])
  }
  for (const node of lookup.named(Kind.Call, HANDS_OUT)) {
    const [name] = whole.args(node)
    if (name === undefined || whole.kind[name] !== Kind.String) continue
    const text = whole.text(whole.a[name] as number)
    if (isNamed(text)) found.push([node, text])
  }
  return found
}

/** `{ host: process.env.SHOP_REDIS_URL, password: … }`: what is called an address there and names the host alone. */
function namesOfHosts({ whole }: Linked): ReadonlySet<string> {
  const values = [...lookupOf(whole).named(Kind.Property, HOST)].map((property) => whole.b[property] as number)
  return new Set(values.flatMap((value) => (value >= 0 && whole.kind[value] === Kind.Load ? [whole.text(whole.b[value] as number)] : [])))
}

/** What a client of a database is handed as the address, and whatever else is the same value. */
function byUse(linked: Linked): [number, string][] {
  const { whole, values } = linked
  const found: [number, string][] = []
  const put = (node: number, otherwise: string, hops: number) => {
    if (node < 0 || node >= whole.size || hops > MOST_HOPS) return
    const kind = whole.kind[node] as Kind
    const name = variablesOf(whole, node)[0]?.name || nameOfValue(linked, node) || otherwise
    if (kind === Kind.Refine || kind === Kind.Await) put(whole.a[node] as number, name, hops + 1)
    if (kind !== Kind.Load && kind !== Kind.Param && kind !== Kind.Choice && kind !== Kind.Cell) return
    found.push([node, name])
    if (kind === Kind.Choice && whole.c[node] !== ChoiceKind.And) for (const item of whole.items(whole.a[node] as number)) put(item, name, hops + 1)
    if (kind === Kind.Load)
      for (const other of lookupOf(whole).named(Kind.Load, whole.text(whole.b[node] as number)))
        if (whole.a[other] === whole.a[node] && whole.b[other] === whole.b[node]) found.push([other, name])
  }
  for (const [call, { library }] of callsOfKind(linked, 'database-client')) {
    const [first, second, third] = whole.args(call)
    if (first === undefined) continue
    for (const option of OPTIONS) for (const node of values.property(first, option)) put(node, 'connection string', 0)
    // `new Sequelize(name, user, password)`, `new Redis(port, host)`
    if (third !== undefined && second !== undefined && !TAKES_ADDRESS.test(library)) continue
    const name = variablesOf(whole, first)[0]?.name || nameOfValue(linked, first)
    if (TAKES_ADDRESS.test(library) || IS_ADDRESS.test(name)) put(first, 'connection string', 0)
  }
  return found
}

/** Known to hold no password, or to be no text. */
function isHarmless(linked: Linked, node: number): boolean {
  const { solver, values } = linked
  const texts = values.texts(node)
  if (texts.length > 0 && texts.every(({ exact }) => exact)) return !texts.some(({ value }) => PASSWORD.test(value))
  const labels = solver.of(node)
  return (
    labels.length > 0 && labels.every((label) => solver.labels.kind[label] === LabelKind.Object || solver.labels.kind[label] === LabelKind.Function)
  )
}

/** `url.replace(/:[^@]*@/, ':***@')`, `new URL(url).host`, `url.split('@').pop()`, `redact(url)`. */
export function isPasswordTakenOut(linked: Linked, steps: readonly number[]): boolean {
  const { whole } = linked
  return steps.some((node) => {
    if (node >= whole.size) return false
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Load) return PARTS.test(whole.text(whole.b[node] as number))
    if (TAKES_OUT.test(helperAround(linked, node))) return true
    if (kind !== Kind.Call || receiverOf(linked, node) < 0) return false
    return CUTS.test(calledName(linked, node)) && whole.args(node).some((argument) => whole.sourceOf(argument, 120).includes('@'))
  })
}
