/** What one argument or option of a call is: a text that is written in the code, something made while running, or nothing. */
import { Kind } from '../../graph'
import type { Setting } from '../../types'
import type { Spot } from '../flow-models'
import { LabelKind } from '../labels'
import { cite, type Linked, receiverOf } from '../linked'
import { remember } from '../lookup'
import { NOT } from '../operators'
import { environmentOf } from '../posture/data-protection/environment'
import { writtenLater } from './written-later'

const FOR_TESTS = 'in test'
/** Most ways of writing one setting that are told. */
const MOST_TEXTS = 12
/** Most items of one list. */
const MOST_ITEMS = 200

/** @param spot `0`, `1.cookie.secure`, `receiver` */
export function settingAt(linked: Linked, call: number, spot: Spot): Setting {
  const [first, ...names] = spot.split('.') as [string, ...string[]]
  if (first === 'receiver') return settingOf(linked, receiverOf(linked, call), names, call)
  const args = linked.whole.args(call)
  const index = Number.parseInt(first, 10)
  for (let i = 0; i <= index && i < args.length; i++) if (linked.whole.kind[args[i] as number] === Kind.Spread) return { state: 'unknown', texts: [] }
  return settingOf(linked, args[index] ?? -1, names, call)
}

/**
 * The setting that a path of property names leads to, from a value.
 * @param call that is handed it: what is written into the object behind it, comes too late
 */
export function settingOf(linked: Linked, node: number, names: readonly string[] = [], call = -1): Setting {
  if (node < 0) return { state: 'missing', texts: [] }
  let nodes = [node]
  for (const name of names) {
    const found = nodes.map((at) => optionOf(linked, at, name))
    if (found.some((option) => option === 'unknown')) return { state: 'unknown', texts: [] }
    const written = found.flatMap((option) => (Array.isArray(option) ? option : []))
    const known = [...written, ...writtenLater(linked, nodes, name, written, call)].filter((at) => !isForTests(linked, at, node))
    if (known.length === 0) return { state: 'missing', texts: [] }
    nodes = known
  }
  const settings = nodes.map((at) => plain(linked, at))
  const isList = settings.length === 1 && linked.whole.kind[nodes[0] as number] === Kind.Array
  const texts = [...new Set(settings.flatMap((setting) => setting.texts))].slice(0, isList ? MOST_ITEMS : MOST_TEXTS)
  const states = new Set(settings.map(({ state }) => state))
  const state = states.size === 1 ? (settings[0] as Setting).state : 'partly'
  // What was put in later has no place of its own.
  const written = nodes.find((at) => at < linked.whole.size)
  return { state, texts, ...(written === undefined ? {} : { at: cite(linked, written) }) }
}

/** `csrf(process.env.NODE_ENV === 'test' ? { ignoreMethods } : {})`: what is set for tests alone is no setting of the program. */
function isForTests(linked: Linked, value: number, options: number): boolean {
  const { whole } = linked
  if (value >= whole.size || options >= whole.size || whole.region[value] === whole.region[options]) return false
  return environmentOf(linked, value) === FOR_TESTS && environmentOf(linked, options) !== FOR_TESTS
}

/** Nodes of one option; `missing` where the object is written out without it, `unknown` where it comes from elsewhere. */
function optionOf(linked: Linked, node: number, name: string): number[] | 'missing' | 'unknown' {
  const { whole, solver, values } = linked
  const nodes = values.property(node, name)
  if (nodes.length > 0) return nodes
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Undefined || kind === Kind.Null || kind === Kind.Boolean || kind === Kind.String || kind === Kind.Number) return 'missing'
  // `gunzip(bytes, callback)`: where options may be left out, a function stands in their place.
  if (kind === Kind.Function) return 'missing'
  const labels = kind === Kind.Object ? [node] : solver.of(node)
  if (labels.length === 0) return 'unknown'
  for (const label of labels) {
    if (solver.labels.kind[label] === LabelKind.Function) continue
    if (solver.labels.kind[label] !== LabelKind.Object) return 'unknown'
    const at = solver.labels.data[label] as number
    if (whole.kind[at] !== Kind.Object) return 'unknown'
    for (const entry of whole.items(whole.a[at] as number))
      if (whole.kind[entry] === Kind.Spread ? !isPlain(linked, whole.a[entry] as number) : whole.a[entry] === -1) return 'unknown'
  }
  return 'missing'
}

/** An object that is written out here, so that all its properties are known. */
function isPlain({ whole, solver }: Linked, node: number): boolean {
  const labels = solver.of(node)
  return labels.length > 0 && labels.every((label) => whole.kind[solver.labels.data[label] as number] === Kind.Object && label < whole.size)
}

function plain(linked: Linked, node: number): Setting {
  let open = opened.get(linked)
  if (!open) {
    open = new Set()
    opened.set(linked, open)
  }
  // What a loop may leave as it was adds nothing.
  if (open.has(node)) return { state: 'constant', texts: [] }
  open.add(node)
  const setting = plainSettings(linked, node, 0, () => findPlain(linked, node))
  open.delete(node)
  return setting
}

const plainSettings = remember<Setting>()
const opened = new WeakMap<Linked, Set<number>>()

function findPlain(linked: Linked, node: number): Setting {
  const { whole, values, solver } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Null:
      return { state: 'constant', texts: ['null'] }
    case Kind.Undefined:
      return { state: 'constant', texts: ['undefined'] }
    case Kind.Global:
      if (whole.text(whole.a[node] as number) === 'Infinity') return { state: 'constant', texts: ['Infinity'] }
      break
    case Kind.Array: {
      const items = whole.items(whole.a[node] as number).map((item) => plain(linked, item))
      const texts = items.flatMap(({ texts }) => texts)
      return { state: items.every(({ state }) => state === 'constant') ? 'constant' : texts.length > 0 ? 'partly' : 'computed', texts }
    }
    case Kind.Function:
      return { state: 'computed', texts: [] }
    case Kind.Unary:
      if (whole.c[node] === NOT) {
        const inner = plain(linked, whole.a[node] as number)
        if (inner.state === 'constant') return { state: 'constant', texts: inner.texts.map((text) => (isTruthy(text) ? 'false' : 'true')) }
      }
      return { state: 'computed', texts: [] }
    case Kind.Template: {
      // A source of a content security policy that is made anew for each answer: that it is there matters, not what it is.
      const first = whole.items(whole.a[node] as number)[0]
      if (first !== undefined && whole.kind[first] === Kind.String && whole.text(whole.a[first] as number).startsWith("'nonce-"))
        return { state: 'partly', texts: ["'nonce-…'"] }
      break
    }
    case Kind.Choice: {
      const ways = whole.items(whole.a[node] as number).map((item) => plain(linked, item))
      const texts = [...new Set(ways.flatMap(({ texts }) => texts))]
      return { state: ways.every(({ state }) => state === 'constant') ? 'constant' : texts.length > 0 ? 'partly' : 'computed', texts }
    }
  }
  const written = solver
    .of(node)
    .filter((label) => solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] === Kind.Array)
  if (written.length > 0) return plain(linked, solver.labels.data[written[0] as number] as number)
  const name = libraryConstant(linked, node)
  if (name) return { state: 'constant', texts: [name] }
  const texts = values.texts(node)
  const exact = texts.filter((text) => text.exact).map(({ value }) => value)
  if (exact.length === 0) return { state: 'computed', texts: [] }
  return { state: exact.length === texts.length && isClosed(linked, node) ? 'constant' : 'partly', texts: exact.slice(0, MOST_TEXTS) }
}

/** `QueueEncryption.UNENCRYPTED`: what a library calls in capitals does not change, and its name says what it is. */
function libraryConstant({ whole, solver, models }: Linked, node: number): string | undefined {
  if (whole.kind[node] !== Kind.Load) return undefined
  const name = whole.text(whole.b[node] as number)
  if (!/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name)) return undefined
  const labels = solver.of(node)
  const isLibrary = (label: number) =>
    solver.labels.kind[label] === LabelKind.Api && models.paths.rootOf(solver.labels.data[label] as number).startsWith('npm:')
  return labels.length > 0 && labels.every(isLibrary) ? name : undefined
}

/** Whether everything a value may be is written out: nothing of it comes from a library, a parameter or the environment. */
function isClosed(linked: Linked, node: number, hops = 0): boolean {
  const { whole, solver } = linked
  if (hops > 6) return false
  switch (whole.kind[node] as Kind) {
    case Kind.Choice:
    case Kind.Cell:
      return closed(linked, node, hops, () => whole.items(whole.a[node] as number).every((item) => isClosed(linked, item, hops + 1)))
    case Kind.Refine:
    case Kind.Await:
      return isClosed(linked, whole.a[node] as number, hops + 1)
    case Kind.Null:
    case Kind.Undefined:
      return true
    case Kind.Call: {
      // What one of its ways gives may be all that is known of it.
      const returns = [...(solver.callees.get(node) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [])
      return onlyValues(linked, node) && closed(linked, node, hops, () => returns.every((value) => isClosed(linked, value, hops + 1)))
    }
    default:
      return onlyValues(linked, node)
  }
}

function onlyValues({ solver }: Linked, node: number): boolean {
  const labels = solver.of(node)
  return labels.length > 0 && labels.every((label) => solver.labels.kind[label] === LabelKind.Value)
}

const closed = remember<boolean>()

/** Whether a text, as a setting tells it, counts as true. */
export function isTruthy(text: string): boolean {
  return !['false', '0', '', 'null', 'undefined'].includes(text)
}

/** What is known in full. */
export const constant = (...texts: string[]): Setting => ({ state: 'constant', texts })

/** Whether a setting is known in full, and is nothing but one text. */
export const isOnly = (setting: Setting | undefined, text: string): boolean =>
  setting?.state === 'constant' && setting.texts.length > 0 && setting.texts.every((each) => each === text)
