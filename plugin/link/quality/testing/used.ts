/** Whether a value goes nowhere: the last of its chain, a statement of its own, awaited or not. In: a node. Out: yes or no. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'

/** By number of a file: what is a part of something else in it. Few files are asked about. */
const known = new WeakMap<Linked, Map<number, Uint8Array>>()

export function isStatement(linked: Linked, node: number): boolean {
  const { whole } = linked
  let files = known.get(linked)
  if (!files) {
    files = new Map()
    known.set(linked, files)
  }
  const file = whole.fileOf(node)
  const [base, end] = [whole.base[file] as number, whole.base[file + 1] as number]
  let used = files.get(file)
  if (!used) {
    used = usedIn(whole, file, base, end)
    files.set(file, used)
  }
  return used[node - base] !== 1
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
