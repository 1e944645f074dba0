/** Commands that read `process.argv` themselves, without a parser. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Parameter } from '../../../types'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { textsOf } from '../written'
import { isRuntime } from './arguments'
import { flag } from './program'

/** Place of the first argument in the list of each runtime. */
const FIRST: Record<string, number> = rowsByName({ argv: 2, args: 0 })

/** Reads of the command line by file: arguments by the names they are put into, flags that are looked for. */
export function rawReads(linked: Linked): Map<number, { node: number; parameters: Parameter[] }> {
  const { whole } = linked
  const found = new Map<number, { node: number; parameters: Parameter[] }>()
  for (const node of lookupOf(whole).named(Kind.Load, new Set(Object.keys(FIRST)))) {
    if (!isRuntime(linked, whole.a[node] as number)) continue
    const name = whole.text(whole.b[node] as number)
    const isDeno = whole.kind[whole.a[node] as number] === Kind.Global && whole.text(whole.a[whole.a[node] as number] as number) === 'Deno'
    if ((name === 'args') !== isDeno) continue
    const file = whole.fileOf(node)
    const known = found.get(file) ?? { node, parameters: [] }
    known.parameters.push(...readsOf(linked, node, FIRST[name] ?? 0))
    found.set(file, known)
  }
  return found
}

const MOST_HOPS = 3

/** What a file takes out of a list: `[2]`, destructuring, `slice(2)`, `includes('--all')`. */
function readsOf(linked: Linked, list: number, first: number, hops = 0): Parameter[] {
  const { whole } = linked
  if (hops > MOST_HOPS) return []
  const file = whole.fileOf(list)
  const [from, to] = [whole.base[file] as number, whole.base[file + 1] as number]
  const found: Parameter[] = []
  // The variable that the list is put into stands for it.
  const same = new Set([list])
  for (let node = from; node < to; node++)
    if (whole.kind[node] === Kind.Cell && whole.items(whole.a[node] as number).some((item) => same.has(item))) same.add(node)
  for (let node = from; node < to; node++) {
    if (whole.kind[node] === Kind.Load && same.has(whole.a[node] as number)) {
      const key = whole.text(whole.b[node] as number)
      const index = Number(key)
      if (/^\d+$/.test(key) && index >= first)
        found.push(flag(linked, node, { name: variableOf(linked, node) ?? `argument${index - first + 1}` }, 'argument'))
    } else if (whole.kind[node] === Kind.Call) {
      const callee = whole.a[node] as number
      if (whole.kind[callee] !== Kind.Load || !same.has(whole.a[callee] as number)) continue
      const method = whole.text(whole.b[callee] as number)
      const [argument] = whole.args(node)
      if (method === 'slice') {
        const start = argument === undefined ? 0 : Number(textsOf(linked, argument)[0] ?? Number.NaN)
        if (!Number.isNaN(start)) found.push(...readsOf(linked, node, Math.max(0, first - start), hops + 1))
      } else if (/^(?:includes|indexOf|some|find)$/.test(method))
        for (const text of textsOf(linked, argument))
          if (/^--?\w/.test(text)) found.push(flag(linked, node, { name: text.replace(/^-+/, '').replace(/=$/, '') }))
    }
  }
  return found
}

const variables = new WeakMap<object, Map<number, string>>()

/** Variable that a value is put into. */
function variableOf({ whole }: Linked, node: number): string | undefined {
  let known = variables.get(whole)
  if (!known) {
    known = new Map()
    for (const { node: value, name } of whole.names) {
      if (!known.has(value)) known.set(value, name)
      // `process.argv[2] ?? 'a'`
      if (whole.kind[value] === Kind.Choice) for (const item of whole.items(whole.a[value] as number)) if (!known.has(item)) known.set(item, name)
    }
    variables.set(whole, known)
  }
  return known.get(node)
}
