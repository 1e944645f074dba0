/**
 * State that one test leaves for the next: a variable outside of all tests that one of them sets and another uses, and that no
 * hook sets. Each passes only after the other, so neither can be run alone, and the first failure takes the rest along.
 */
import { Kind } from '../../../../graph'
import type { UnsteadyPlace } from '../../../../types'
import { cite } from '../../../linked'
import type { TestCall } from '../calls'
import { placeAt, type TestFile } from './place'

export function sharedState(file: TestFile): UnsteadyPlace[] {
  const { linked, cases } = file
  const { whole } = linked
  const base = whole.base[file.file] as number
  const end = whole.base[file.file + 1] as number
  /** Values put into variables: where each is set, and under which name. */
  let namedAt: Set<string> | undefined
  const found: UnsteadyPlace[] = []
  const candidates = new Map<number, { node: number; call: TestCall | undefined }[]>()
  for (let cell = base; cell < end; cell++) {
    if (whole.kind[cell] !== Kind.Cell) continue
    const set = whole.items(whole.a[cell] as number)
    if (!set.some((node) => cases.around(whole.functionOf(node)) !== undefined)) continue
    const items = [...set]
    namedAt ??= new Set(namesIn(file).map(({ node, name }) => `${node} ${name}`))
    const name = whole.text(whole.b[cell] as number)
    const setters = items
      .map((node) => ({ node, call: cases.around(whole.functionOf(node)), isFilled: !isNothing(whole.kind[node] as Kind) }))
      .filter(({ node, call, isFilled }) => namedAt?.has(`${node} ${name}`) || (!isFilled && call !== undefined))
    const filled = setters.filter(({ isFilled }) => isFilled)
    // Set where it is made, or by a hook: then each test finds it as it should be. Set by several, each sees to itself.
    if (filled.length === 0 || filled.some(({ call }) => call === undefined || call.kind === 'hook' || call !== filled[0]?.call)) continue
    candidates.set(cell, [...filled, ...setters.filter(({ isFilled }) => !isFilled)])
  }
  const uses = usesOf(file, new Set(candidates.keys()), base, end)
  for (const [cell, setters] of candidates) {
    const name = whole.text(whole.b[cell] as number)
    const first = setters[0] as { node: number; call: { call: number } }
    const others = (uses.get(cell) ?? [])
      .map((node) => ({ node, call: cases.around(whole.functionOf(node)) }))
      .filter(({ call }) => call !== undefined && call.kind === 'test' && !setters.some((setter) => setter.call?.call === call.call))
    const other = others[0]
    if (!other) continue
    found.push(
      placeAt(
        file,
        first.node,
        'order',
        `\`${name}\` is set in this test alone, and ${others.length === 1 ? 'another test needs' : 'other tests need'} it: run by itself, or in another order, ${others.length === 1 ? 'that one fails' : 'they fail'}.`,
        'medium',
        [cite(linked, other.node)],
      ),
    )
  }
  return found
}

const isNothing = (kind: Kind) => kind === Kind.Undefined || kind === Kind.Null

function namesIn({ linked, file }: TestFile): { node: number; name: string }[] {
  const { whole } = linked
  const base = whole.base[file] as number
  const { names, strings } = (whole.files[file] as { graph: { names: Int32Array; strings: string[] } }).graph
  const found: { node: number; name: string }[] = []
  for (let i = 0; i < names.length; i += 3) found.push({ node: (names[i] as number) + base, name: strings[names[i + 1] as number] as string })
  return found
}

/** Where a shared variable is read: nodes that it is a part of. */
function usesOf({ linked }: TestFile, cells: Set<number>, base: number, end: number): Map<number, number[]> {
  const { whole } = linked
  const found = new Map<number, number[]>()
  if (cells.size === 0) return found
  for (let node = base; node < end; node++) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Choice || kind === Kind.Cell) continue
    const parts = kind === Kind.New ? [...whole.args(node)] : whole.madeOf(node)
    for (const part of parts)
      if (cells.has(part)) {
        const known = found.get(part)
        if (known) known.push(node)
        else found.set(part, [node])
      }
  }
  return found
}
