/** What the options of a parser say: functions that filter and name, storage, directory, limit of size. */
import { Kind } from '../../../../graph'
import { calledName, functionsAt, type Linked } from '../../../linked'
import type { Parser } from './parsers'
import { bytesOf } from './sizes'

export interface Settings {
  /** Functions that decide whether a file is taken. */
  filters: number[]
  /** Values that become names. */
  names: number[]
  /** Call that makes the storage; -1 without one. */
  storage: number
  storageKind: 'memory' | 'disk' | 'other' | undefined
  /** Nodes of the directory. */
  directories: number[]
  size: { node: number; bytes: number | undefined } | undefined
  /** Options come from elsewhere as a whole. */
  unknown: boolean
}

export function settingsOf(linked: Linked, { kind, options }: Parser): Settings {
  const { whole, values } = linked
  const at = (paths: readonly string[]): number[] =>
    options < 0
      ? []
      : paths.flatMap((path) => path.split('.').reduce<number[]>((nodes, name) => nodes.flatMap((node) => values.property(node, name)), [options]))
  const functionsIn = (nodes: readonly number[]): number[] => [...new Set(nodes.flatMap((node) => functionsOf(linked, node)))]
  const filters = functionsIn(at(kind.filter))
  const storage = at(kind.storage)
    .flatMap((node) => values.definitions(node))
    .find((node) => node < whole.size && (whole.kind[node] === Kind.Call || whole.kind[node] === Kind.New))
  const made = storage === undefined ? '' : calledName(linked, storage)
  const storageKind = storage === undefined ? undefined : /memory/i.test(made) ? 'memory' : /disk/i.test(made) ? 'disk' : 'other'
  const [given] = storage === undefined ? [] : whole.args(storage)
  const inStorage = (name: string): number[] => (given === undefined || storageKind !== 'disk' ? [] : values.property(given, name))
  const directing = functionsIn(inStorage('destination'))
  const naming = functionsIn([...inStorage('filename'), ...at(kind.filename)])
  const [size] = at(kind.size)
  return {
    filters: [...filters, ...directing, ...naming],
    names: naming.flatMap((fn) => handedBack(linked, fn)),
    storage: storage ?? -1,
    storageKind,
    directories: [
      ...directing.flatMap((fn) => handedBack(linked, fn)),
      ...inStorage('destination').filter((node) => functionsOf(linked, node).length === 0),
      ...at(kind.directory),
    ],
    size: size === undefined ? undefined : { node: size, bytes: bytesOf(linked, size) },
    unknown: options >= 0 && values.propertyNames(options).length === 0 && whole.kind[values.definitions(options)[0] ?? options] !== Kind.Object,
  }
}

function functionsOf(linked: Linked, node: number): number[] {
  const { whole } = linked
  if (node < whole.size && whole.kind[node] === Kind.Function) return [whole.a[node] as number]
  return functionsAt(linked, node)
}

/** `done(null, value)` of a callback, or what the function returns. */
function handedBack({ whole, effects }: Linked, fn: number): number[] {
  const params = new Set(whole.functions[fn]?.params)
  const calls = effects.within(fn).filter((node) => {
    if (whole.kind[node] !== Kind.Call) return false
    const callee = whole.a[node] as number
    const on = whole.kind[callee] === Kind.Cell ? (whole.items(whole.a[callee] as number)[0] as number) : callee
    return params.has(on)
  })
  const values = calls.flatMap((call) => whole.args(call)[1] ?? [])
  return values.length > 0 ? values : (whole.functions[fn]?.returns ?? [])
}
