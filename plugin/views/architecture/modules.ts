/** What the graph of imports shows: circles, broken layers, files with too much on them, files that nothing loads. */
import type { ModuleNode, View } from '../../types'
import type { ViewContext } from '../context'
import { compareText } from '../order'
import { modulesPagePath } from '../reports'

const MOST_CYCLES = 25
const MOST_ROWS = 40
const MOST_FAN = 12

export function modules({ program, date }: ViewContext): View {
  const graph = program.architecture.modules
  const node = new Map(graph.modules.map((each) => [each.path, each]))
  const placed = (each: ModuleNode) => ({ ...each, at: { file: each.path, line: 1, text: '' } })
  const running = graph.cycles.filter(({ typesOnly }) => !typesOnly)
  const types = graph.cycles.filter(({ typesOnly }) => typesOnly)
  return {
    path: modulesPagePath,
    template: 'modules',
    data: {
      project: program.project.name,
      date,
      modules: graph.modules.length,
      imports: graph.imports.length,
      typesOnly: graph.imports.filter(({ typesOnly }) => typesOnly).length,
      dynamic: graph.imports.filter(({ dynamic }) => dynamic).length,
      unresolved: program.knowledge.importsUnresolved,
      cycles: running.slice(0, MOST_CYCLES),
      moreCycles: Math.max(0, running.length - MOST_CYCLES),
      cycleCount: running.length,
      inCycles: new Set(running.flatMap(({ files }) => files)).size,
      typeCycles: types.slice(0, MOST_CYCLES),
      typeCycleCount: types.length,
      violations: graph.violations.slice(0, MOST_ROWS),
      moreViolations: Math.max(0, graph.violations.length - MOST_ROWS),
      violationCount: graph.violations.length,
      rules: [...new Set(graph.violations.map(({ rule }) => rule))]
        .map((rule) => ({ rule, count: graph.violations.filter((each) => each.rule === rule).length }))
        .sort((a, b) => b.count - a.count),
      god: graph.godModules.slice(0, MOST_ROWS).map((each) => ({ ...each, functions: node.get(each.path)?.functions ?? 0 })),
      godCount: graph.godModules.length,
      orphans: graph.orphans.slice(0, MOST_ROWS),
      moreOrphans: Math.max(0, graph.orphans.length - MOST_ROWS),
      orphanCount: graph.orphans.length,
      fanIn: [...graph.modules]
        .filter(({ fanIn }) => fanIn > 1)
        .sort((a, b) => b.fanIn - a.fanIn || compareText(a.path, b.path))
        .slice(0, MOST_FAN)
        .map(placed),
      fanOut: [...graph.modules]
        .filter(({ fanOut }) => fanOut > 1)
        .sort((a, b) => b.fanOut - a.fanOut || compareText(a.path, b.path))
        .slice(0, MOST_FAN)
        .map(placed),
    },
  }
}
