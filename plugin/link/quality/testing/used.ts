/** What is done with values in one file: which are called on or read from, and which go anywhere at all. In: a file. Out: two questions. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'

export interface Uses {
  /** Something is read from it or called on it: `expect(x)` in `expect(x).toBe(1)`. */
  isReadFrom(node: number): boolean
  /** It is the last of its chain and goes nowhere: a statement of its own, awaited or not. */
  isStatement(node: number): boolean
}

const known = new WeakMap<Linked, Map<number, Uses>>()

export function usesIn(linked: Linked, file: number): Uses {
  let files = known.get(linked)
  if (!files) {
    files = new Map()
    known.set(linked, files)
  }
  let uses = files.get(file)
  if (!uses) {
    uses = find(linked, file)
    files.set(file, uses)
  }
  return uses
}

function find({ whole }: Linked, file: number): Uses {
  const base = whole.base[file] as number
  const end = whole.base[file + 1] as number
  const readFrom = new Uint8Array(end - base)
  for (let node = base; node < end; node++) {
    const kind = whole.kind[node] as Kind
    if (kind !== Kind.Load && kind !== Kind.LoadDynamic) continue
    const from = whole.a[node] as number
    if (from >= base && from < end) readFrom[from - base] = 1
  }
  // Few files ask what is a statement.
  let used: Uint8Array | undefined
  return {
    isReadFrom: (node) => readFrom[node - base] === 1,
    isStatement: (node) => {
      used ??= usedIn(whole, file, base, end)
      return used[node - base] !== 1
    },
  }
}

function usedIn(whole: Linked['whole'], file: number, base: number, end: number): Uint8Array {
  const used = new Uint8Array(end - base)
  const mark = (node: number) => {
    if (node >= base && node < end) used[node - base] = 1
  }
  for (let node = base; node < end; node++) {
    const kind = whole.kind[node] as Kind
    // A promise that is awaited goes nowhere by that.
    if (kind === Kind.Await || kind === Kind.Unary) continue
    for (const part of whole.madeOf(node)) mark(part)
    if (kind === Kind.Store) mark(whole.c[node] as number)
    if (kind === Kind.New) for (const part of whole.args(node)) mark(part)
  }
  const { names } = (whole.files[file] as { graph: { names: Int32Array } }).graph
  for (let i = 0; i < names.length; i += 3) mark((names[i] as number) + base)
  return used
}
