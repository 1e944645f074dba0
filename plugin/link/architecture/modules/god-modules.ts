/**
 * Files on which too much hangs. In: the graph. Out: those that pass both a share and an absolute bound, with the figures. The bounds, where `pN`
 * is the N-th percentile of all files of the program:
 *
 *     hub    fan-in ≥ max(15, p95) and fan-out ≥ max(10, p90): much leans on it, and it leans on much
 *     knows  fan-out ≥ max(25, p99) and lines ≥ max(300, p90): it knows too many others
 *     large  lines ≥ max(1000, p99) and functions ≥ 30: more than one reader can hold
 *
 * A share alone would blame someone in every program, a bound alone every file of a large one. Files that only pass on what others export
 * are left out. After the idea of "god class" and "hub-like dependency" (Lanza and Marinescu 2006; Suryanarayana et al. 2014).
 */
import type { ModuleGraph, ModuleNode } from '../../../types'
import { firstLine } from '../components/containers'
import type { Graph } from './graph'

export function godModulesOf({ known, files, nodes }: Graph): ModuleGraph['godModules'] {
  if (nodes.length === 0) return []
  const bound = (figure: (node: ModuleNode) => number, percentile: number, least: number) =>
    Math.max(least, percentileOf(nodes.map(figure), percentile))
  const hubIn = bound(({ fanIn }) => fanIn, 95, 15)
  const hubOut = bound(({ fanOut }) => fanOut, 90, 10)
  const knows = bound(({ fanOut }) => fanOut, 99, 25)
  const long = bound(({ lines }) => lines, 90, 300)
  const large = bound(({ lines }) => lines, 99, 1000)
  const found: (ModuleGraph['godModules'][number] & { weight: number })[] = []
  nodes.forEach((node, index) => {
    const { path, fanIn, fanOut, lines, functions } = node
    // A list of what others export is large and knows nothing.
    if (functions === 0 && lines < 4 * Math.max(1, fanOut)) return
    const reasons = [
      ...(fanIn >= hubIn && fanOut >= hubOut ? [`${fanIn} files import it and it imports ${fanOut}`] : []),
      ...(fanOut >= knows && lines >= long ? [`it imports ${fanOut} files of the program in ${lines} lines`] : []),
      ...(lines >= large && functions >= 30 ? [`it has ${lines} lines and ${functions} functions`] : []),
    ]
    if (reasons.length === 0) return
    found.push({
      path,
      fanIn,
      fanOut,
      lines,
      reason: reasons.join('; '),
      at: firstLine(known, files[index] as number),
      weight: reasons.length * 1e6 + fanIn * fanOut + lines,
    })
  })
  return found.sort((one, other) => other.weight - one.weight || (one.path < other.path ? -1 : 1)).map(({ weight: _, ...rest }) => rest)
}

function percentileOf(values: number[], percentile: number): number {
  const sorted = values.sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((percentile / 100) * sorted.length))] ?? 0
}
