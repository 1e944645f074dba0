/**
 * What files of the program import. In: the linked program. Out: one edge an import that leads to a code file, derived once; and the
 * files that import something, by the specifiers that they write.
 */
import { computedImports } from './computed-modules'
import type { Linked } from './linked'
import type { Whole } from './whole/index'

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

/** Specifier → files that import it, and whether only types of it. */
const importing = new WeakMap<Whole, Map<string, { file: number; typeOnly: boolean }[]>>()

/** Files that import what the test is for, whatever it leads to; each different specifier is put to it once. */
export function filesImporting(whole: Whole, isMeant: (specifier: string) => boolean, { types }: { types: boolean }): Set<number> {
  let all = importing.get(whole)
  if (!all) {
    all = new Map()
    for (const [file, { graph }] of whole.files.entries())
      for (const { specifier, typeOnly } of graph.imports) {
        const known = all.get(specifier)
        if (known) known.push({ file, typeOnly })
        else all.set(specifier, [{ file, typeOnly }])
      }
    importing.set(whole, all)
  }
  const found = new Set<number>()
  for (const [specifier, imports] of all) if (isMeant(specifier)) for (const { file, typeOnly } of imports) if (types || !typeOnly) found.add(file)
  return found
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
