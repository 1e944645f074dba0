/**
 * What libraries of configuration give where nobody sets anything. In: a node that asks one (`config.get('jwt.secret')`,
 * `config.jwt.secret`). Out: the defaults that stand in a schema of convict or in the files of node-config, and whether the program
 * refuses to run with one.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, remember } from '../lookup'
import { thingNamed } from '../names'
import { conditionsAbove } from '../regions'

/** What node-config reads, the weightier first: what is set for production leaves nothing of the default. */
const FILES = [/(?:^|\/)config\/production\.[cm]?[jt]s$/, /(?:^|\/)config\/default\.[cm]?[jt]s$/]
/** Names in one key, and conditions on settings around a throw. */
const MOST_NAMES = 8
const MOST_CONDITIONS = 4
const NONE: readonly number[] = []

export function configurationDefaults(linked: Linked, node: number): readonly number[] {
  if (!hasLibrary(linked)) return NONE
  const kind = linked.whole.kind[node] as Kind
  if (kind === Kind.Call) {
    const names = namesAsked(linked, node, 'get')
    if (!names) return NONE
    return isNodeConfig(linked, receiverOf(linked, node)) ? inFiles(linked, names) : inSchemas(linked, node, names)
  }
  return kind === Kind.Load ? readByName(linked, node) : NONE
}

/** Whether the program stops where a default was left as it is: `if (config.get(key) === config.default(key)) throw …`. */
export function isRefusedByDefault(linked: Linked, literal: number): boolean {
  return hasLibrary(linked) && refused(linked, 0, 0, () => findRefused(linked)).has(literal)
}

const refused = remember<ReadonlySet<number>>()

const hasLibrary = ({ dependencies }: Linked) => dependencies.has('convict') || dependencies.has('config')

const isConvict = (linked: Linked, node: number) => apiPathsOf(linked, node).some((path) => linked.models.paths.rootOf(path) === 'npm:convict')

/** By what is imported: models say the same of all libraries of settings, so their paths do not tell this one apart. */
const isNodeConfig = ({ whole, values }: Linked, node: number) =>
  values.definitions(node).some((made) => made < whole.size && whole.kind[made] === Kind.Import && whole.text(whole.a[made] as number) === 'config')

/** Names in the key of a call of such a method: `a.b` of `get('a.b')`. */
function namesAsked(linked: Linked, call: number, method: string): string[] | undefined {
  const [key] = linked.whole.args(call)
  if (calledName(linked, call) !== method || key === undefined || receiverOf(linked, call) < 0) return undefined
  return linked.values
    .texts(key)
    .find(({ exact }) => exact)
    ?.value.split('.')
    .slice(0, MOST_NAMES)
}

const below = ({ values }: Linked, nodes: readonly number[], names: readonly string[]): number[] =>
  names.reduce((found, name) => found.flatMap((node) => values.property(node, name)), [...nodes])

// ── convict ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const schemas = remember<number[]>()

/** What `convict(schema)` is handed, of all such calls. */
function schemasOf(linked: Linked): number[] {
  return schemas(linked, 0, 0, () =>
    Array.from(lookupOf(linked.whole).of(Kind.Call)).flatMap((call) => {
      const [schema] = linked.whole.args(call)
      return schema !== undefined && isConvict(linked, linked.whole.a[call] as number) ? [schema] : []
    }),
  )
}

/** Whoever hands a configuration on may leave nothing known of it: the key says which one is meant. */
function inSchemas(linked: Linked, call: number, names: readonly string[]): number[] {
  const of = receiverOf(linked, call)
  if (linked.solver.count(of) > 0 && !isConvict(linked, of)) return []
  return below(linked, schemasOf(linked), [...names, 'default'])
}

function findRefused(linked: Linked): Set<number> {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const asked = new Map<number, string[]>()
  for (const call of lookup.named(Kind.Call, 'default')) {
    const names = namesAsked(linked, call, 'default')
    if (names) asked.set(call, names)
  }
  const found = new Set<number>()
  if (asked.size === 0) return found
  for (const node of lookup.of(Kind.Throw))
    for (const condition of conditionsAbove(whole, node, MOST_CONDITIONS))
      for (const side of whole.kind[condition] === Kind.Binary ? [whole.a[condition] as number, whole.b[condition] as number] : []) {
        const names = asked.get(side)
        if (names) for (const literal of below(linked, schemasOf(linked), [...names, 'default'])) found.add(literal)
      }
  return found
}

// ── node-config ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** `config.jwt.secret`, and `secret` of `const { secret } = config.get('jwt')`. */
function readByName(linked: Linked, node: number): readonly number[] {
  const { whole } = linked
  const names: string[] = []
  let at = node
  for (; whole.kind[at] === Kind.Load && names.length < MOST_NAMES; at = thingNamed(whole, whole.a[at] as number))
    names.unshift(whole.text(whole.b[at] as number))
  const asked = whole.kind[at] === Kind.Call ? namesAsked(linked, at, 'get') : undefined
  return isNodeConfig(linked, asked ? receiverOf(linked, at) : at) ? inFiles(linked, [...(asked ?? []), ...names]) : NONE
}

const files = remember<number[][]>()

function inFiles(linked: Linked, names: readonly string[]): number[] {
  for (const given of files(linked, 0, 0, () => FILES.map((path) => givenBy(linked, path)))) {
    const found = below(linked, given, names)
    if (found.length > 0) return found
  }
  return []
}

/** What files of a name give to whoever loads them. */
const givenBy = ({ whole, values }: Linked, path: RegExp): number[] =>
  whole.files.flatMap((facts, file) => (path.test(facts.path) ? [...(whole.commonjs[file] as number[]), ...values.exported(file, 'default')] : []))
