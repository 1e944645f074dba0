/** Which files of the program import which. In: the linked program. Out: one edge an import that leads to a code file. Derived once. */
import { computedImports } from './computed-modules'
import type { Linked } from './linked'

export interface ImportEdge {
  /** Numbers of code files. */
  from: number
  to: number
  typesOnly: boolean
  dynamic: boolean
  /** Offset of the import in the text of `from`. */
  pos: number
}

export interface ImportGraph {
  edges: ImportEdge[]
  /** By number of a file; each edge once, in source order. */
  importsOf: ImportEdge[][]
  importersOf: ImportEdge[][]
}

export function importGraphOf(linked: Linked): ImportGraph {
  const { whole, modules, fileIndex } = linked
  const importsOf: ImportEdge[][] = whole.files.map(() => [])
  const importersOf: ImportEdge[][] = whole.files.map(() => [])
  const edges = whole.files.flatMap(({ path, graph }, from) =>
    graph.imports.flatMap(({ specifier, pos, typeOnly, dynamic }): ImportEdge[] => {
      const target = modules.resolve(path, specifier)
      const to = target.kind === 'file' ? fileIndex.get(target.path) : undefined
      return to === undefined ? [] : [{ from, to, typesOnly: typeOnly, dynamic, pos }]
    }),
  )
  for (const { from, to, call } of computedImports(linked)) edges.push({ from, to, typesOnly: false, dynamic: true, pos: whole.pos[call] as number })
  for (const edge of edges) {
    importsOf[edge.from]?.push(edge)
    importersOf[edge.to]?.push(edge)
  }
  return { edges, importsOf, importersOf }
}
