/**
 * The graph of imports. In: code files and what imports what. Out: every file with its figures, circles, imports against the order of layers,
 * files that nothing loads, files on which too much hangs. Tests and settings of tools are left out: they may import anything.
 */
import type { ModuleGraph, ModuleNode } from '../../../types'
import { isTestCode } from '../../linked'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'
import { isAside, isSettings } from '../paths'
import { lineOf } from '../relations/code'
import { cyclesOf } from './cycles'
import { godModulesOf } from './god-modules'
import type { Graph } from './graph'
import { type Layering, violationsOf } from './layers'
import { orphansOf } from './orphans'

export function moduleGraphOf(known: KnownArchitecture, model: Model, layerings: readonly Layering[]): ModuleGraph {
  const graph = graphOf(known, model)
  return {
    modules: graph.nodes,
    imports: graph.edges,
    cycles: cyclesOf(graph),
    violations: violationsOf(graph, layerings),
    orphans: orphansOf(graph),
    godModules: godModulesOf(graph),
  }
}

function graphOf(known: KnownArchitecture, model: Model): Graph {
  const { linked, imports } = known
  const { whole } = linked
  const files: number[] = []
  const indexOf = new Map<number, number>()
  whole.files.forEach(({ path }, file) => {
    if (isAside(path) || isSettings(path) || isTestCode(linked, path)) return
    indexOf.set(file, files.length)
    files.push(file)
  })
  const functions = new Array<number>(whole.files.length).fill(0)
  for (const { file } of whole.functions) functions[file] = (functions[file] ?? 0) + 1
  const edges: Graph['edges'] = []
  const nodes: ModuleNode[] = files.map((file) => ({
    path: whole.files[file]?.path ?? '',
    fanIn: 0,
    fanOut: 0,
    lines: linesOf(whole.files[file]?.text ?? ''),
    exports: (whole.exports[file]?.length ?? 0) + (whole.commonjs[file]?.length ?? 0),
    functions: functions[file] ?? 0,
  }))
  for (const file of files) {
    const best = new Map<number, (typeof imports.edges)[number]>()
    for (const edge of imports.importsOf[file] ?? []) {
      if (edge.to === file || !indexOf.has(edge.to)) continue
      const before = best.get(edge.to)
      if (!before || rank(edge) < rank(before)) best.set(edge.to, edge)
    }
    for (const { from, to, typesOnly, dynamic, pos } of best.values()) {
      const [a, b] = [indexOf.get(from) as number, indexOf.get(to) as number]
      edges.push({ from: a, to: b, typesOnly, dynamic, line: lineOf(known, from, pos) })
      ;(nodes[a] as ModuleNode).fanOut++
      ;(nodes[b] as ModuleNode).fanIn++
    }
  }
  return { known, model, files, nodes, edges }
}

function rank({ typesOnly, dynamic }: { typesOnly: boolean; dynamic: boolean }): number {
  return typesOnly ? 2 : dynamic ? 1 : 0
}

function linesOf(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return text.endsWith('\n') ? lines - 1 : lines
}
