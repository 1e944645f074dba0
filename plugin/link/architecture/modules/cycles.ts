/**
 * Files that import each other in a circle. In: the graph. Out: one entry a strongly connected component (Tarjan 1972), its files, and the steps
 * of a shortest circle in it, each with its import. First what is loaded counts, then what is only named: types are gone when it runs.
 */
import type { Evidence, ModuleGraph } from '../../../types'
import { citeLine } from '../../linked'
import type { Graph } from './graph'

export function cyclesOf(graph: Graph): ModuleGraph['cycles'] {
  const loads = targets(graph, ({ typesOnly }) => !typesOnly)
  const all = targets(graph, () => true)
  const running = components(loads)
  const inRunning = new Set(running.flat())
  // What is a circle with types and none without is told apart; one that only grows by types is the same.
  const withTypes = components(all).filter((component) => !component.some((node) => inRunning.has(node)))
  return [
    ...running.map((component) => cycleOf(graph, loads, component, false)),
    ...withTypes.map((component) => cycleOf(graph, all, component, true)),
  ].sort(
    (one, other) =>
      Number(one.typesOnly) - Number(other.typesOnly) ||
      other.files.length - one.files.length ||
      ((one.files[0] as string) < (other.files[0] as string) ? -1 : 1),
  )
}

type Edge = Graph['edges'][number]

function cycleOf(graph: Graph, next: readonly Edge[][], component: number[], typesOnly: boolean): ModuleGraph['cycles'][number] {
  const steps = shortest(next, new Set(component))
  return { files: component.map((node) => graph.nodes[node]?.path ?? '').sort(), steps: steps.map((edge) => importAt(graph, edge)), typesOnly }
}

export function importAt({ known, files }: Graph, { from, line }: Pick<Edge, 'from' | 'line'>): Evidence {
  return citeLine(known.linked, files[from] as number, line)
}

function targets({ nodes, edges }: Graph, counts: (edge: Edge) => boolean): Edge[][] {
  const found: Edge[][] = nodes.map(() => [])
  for (const edge of edges) if (counts(edge)) found[edge.from]?.push(edge)
  return found
}

/** Without recursion: chains of imports are deeper than a stack. */
function components(next: readonly Edge[][]): number[][] {
  const size = next.length
  const index = new Int32Array(size).fill(-1)
  const low = new Int32Array(size)
  const onStack = new Uint8Array(size)
  const stack: number[] = []
  const found: number[][] = []
  let counter = 0
  for (let root = 0; root < size; root++) {
    if (index[root] !== -1) continue
    const work: { node: number; edge: number }[] = [{ node: root, edge: 0 }]
    while (work.length > 0) {
      const frame = work[work.length - 1] as { node: number; edge: number }
      const { node } = frame
      if (frame.edge === 0 && index[node] === -1) {
        index[node] = low[node] = counter++
        stack.push(node)
        onStack[node] = 1
      }
      const edge = next[node]?.[frame.edge++]
      if (edge) {
        if (index[edge.to] === -1) work.push({ node: edge.to, edge: 0 })
        else if (onStack[edge.to]) low[node] = Math.min(low[node] as number, index[edge.to] as number)
        continue
      }
      work.pop()
      const parent = work[work.length - 1]
      if (parent) low[parent.node] = Math.min(low[parent.node] as number, low[node] as number)
      if (low[node] !== index[node]) continue
      const component: number[] = []
      for (;;) {
        const member = stack.pop() as number
        onStack[member] = 0
        component.push(member)
        if (member === node) break
      }
      if (component.length > 1) found.push(component.sort((one, other) => one - other))
    }
  }
  return found
}

/** Starting points that are tried for a shortest circle; in large components more add little. */
const MOST_STARTS = 24

function shortest(next: readonly Edge[][], component: ReadonlySet<number>): Edge[] {
  let best: Edge[] = []
  for (const start of [...component].slice(0, MOST_STARTS)) {
    const by = new Map<number, Edge>()
    const queue = [start]
    for (const node of queue) {
      if (by.has(start)) break
      for (const edge of next[node] ?? [])
        if (component.has(edge.to) && !by.has(edge.to)) {
          by.set(edge.to, edge)
          queue.push(edge.to)
        }
    }
    const path: Edge[] = []
    for (let at = by.get(start); at; at = at.from === start ? undefined : by.get(at.from)) path.unshift(at)
    if (path.length > 0 && (best.length === 0 || path.length < best.length)) best = path
    if (best.length === 2) break
  }
  return best
}
