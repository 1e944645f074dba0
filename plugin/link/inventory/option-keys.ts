/**
 * What functions take out of a parameter that holds options. In: the solved program and the words of
 * documents. Out: of the functions that a document names, by function and parameter, the names
 * that are read, and whether that is all: nothing else is done with the parameter as a whole.
 */
import { ChoiceKind, type FileFacts, Kind } from '../../graph'
import type { OptionKeys } from '../../types'
import { cite, citeLine, isTestCode, type Linked } from '../linked'
import { NOT, TYPEOF } from '../operators'
import type { Words } from '../told'
import { skipTrivia } from '../whole/index'

const NAMED = /(?:^|[a-z_])(?:options?|opts?|config|configuration|settings|params|props|args)$/i

export function optionKeysOf(linked: Linked, told: Words): OptionKeys[] {
  const { whole } = linked
  /** By node: number of the parameter it is, and 0 for none. */
  const alias = new Int32Array(whole.size)
  const files = new Set<number>()
  const found: { entry: OptionKeys; keys: Map<string, OptionKeys['keys'][number]> }[] = []
  whole.functions.forEach(({ fact, params, file, owner }, fn) => {
    if (!told.has(fact.name)) return
    params.forEach((node, index) => {
      const name = fact.paramNames[index] ?? ''
      if (whole.c[node] === 1 || !(NAMED.test(name) || /^\{/.test(name))) return
      const { path } = whole.files[file] as FileFacts
      if (isTestCode(linked, path)) return
      const of = owner >= 0 ? whole.classes[owner]?.fact.name : undefined
      found.push({
        entry: {
          function: of ? `${of}.${fact.name}` : fact.name,
          parameter: NAMED.test(name) ? name : '',
          index,
          keys: [],
          closed: true,
          at: citeLine(linked, file, whole.lineAt(file, skipTrivia((whole.files[file] as FileFacts).text, whole.functions[fn]?.fact.pos ?? 0))),
        },
        keys: new Map(),
      })
      alias[node] = found.length
      files.add(file)
    })
  })
  if (found.length === 0) return []
  const is = (node: number): number => (node < 0 ? 0 : (alias[node] as number))
  const escapes = (node: number): void => {
    const of = found[is(node) - 1]
    if (of) of.entry.closed = false
  }
  const reads = new Map<number, { name: string; of: number }>()
  const look = (node: number): void => {
    const a = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Refine:
        alias[node] = is(a)
        break
      case Kind.Choice: {
        const items = [...whole.items(a)]
        alias[node] = items.map(is).find(Boolean) ?? 0
        const kind = whole.c[node]
        const first = reads.get(items[0] as number)
        if (first && items.length === 2 && (kind === ChoiceKind.Or || kind === ChoiceKind.Nullish)) {
          const key = found[first.of - 1]?.keys.get(first.name)
          if (key && key.default === undefined && isWritten(linked, items[1] as number)) key.default = whole.sourceOf(items[1] as number, 60)
        }
        break
      }
      case Kind.Load: {
        const of = is(a)
        if (of === 0) break
        const name = whole.text(whole.b[node] as number)
        reads.set(node, { name, of })
        const { keys } = found[of - 1] as (typeof found)[number]
        if (!keys.has(name)) keys.set(name, { name, at: cite(linked, node) })
        break
      }
      case Kind.Unary:
        if (whole.c[node] !== NOT && whole.c[node] !== TYPEOF) escapes(a)
        break
      case Kind.Call:
      case Kind.New:
      case Kind.Tagged:
        for (const argument of whole.args(node)) escapes(argument)
        escapes(a)
        break
      case Kind.Array:
      case Kind.Cell:
        for (const item of whole.items(a)) escapes(item)
        break
      case Kind.LoadDynamic:
      case Kind.Spread:
      case Kind.Rest:
      case Kind.Element:
      case Kind.Key:
      case Kind.Await:
      case Kind.Yield:
      case Kind.Throw:
        escapes(a)
        break
      case Kind.Store:
      case Kind.StoreDynamic:
        escapes(whole.c[node] as number)
        break
      case Kind.Property:
        escapes(whole.b[node] as number)
        break
      case Kind.Jsx:
        escapes(whole.b[node] as number)
        for (const child of whole.items(whole.c[node] as number)) escapes(child)
        break
    }
  }
  // A parameter is known by its name in its own file alone.
  for (const file of files) for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) look(node)
  for (const { returns, file } of whole.functions) if (files.has(file)) for (const node of returns) escapes(node)
  return found
    .filter(({ keys }) => keys.size > 0)
    .map(({ entry, keys }) => ({ ...entry, keys: [...keys.values()] }))
    .sort((a, b) => (a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : a.at.line - b.at.line || a.index - b.index))
}

function isWritten({ whole }: Linked, node: number): boolean {
  const kind = whole.kind[node] as Kind
  return kind === Kind.String || kind === Kind.Number || kind === Kind.Boolean
}
