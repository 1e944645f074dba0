/**
 * Whether pages import what a `use server` file exports. In: the linked program. Out: by file. What only code of the server imports
 * has an address all the same up to Next.js 14; from 15 on, actions that no page refers to are given none.
 */
import { isTest, type Linked } from './linked'

const known = new WeakMap<Linked, Map<number, number[]>>()

/** True where nothing imports it, too: then it is not known who does. */
export function isImportedByPages(linked: Linked, file: number): boolean {
  const by = importersOf(linked).get(file) ?? []
  return by.length === 0 || by.some((from) => isOfPages(linked.whole.files[from] as { path: string; directives: readonly string[] }))
}

/** Files of the program, tests apart, by which `use server` file they import. */
function importersOf(linked: Linked): Map<number, number[]> {
  const before = known.get(linked)
  if (before) return before
  const { whole, modules, fileIndex } = linked
  const found = new Map<number, number[]>()
  known.set(linked, found)
  const files = new Set(whole.files.flatMap(({ directives }, file) => (directives.includes('use server') ? [file] : [])))
  if (files.size === 0) return found
  whole.files.forEach(({ path, graph }, from) => {
    if (isTest(path)) return
    for (const { specifier } of graph.imports) {
      const to = modules.resolve(path, specifier)
      const file = to.kind === 'file' ? fileIndex.get(to.path) : undefined
      if (file === undefined || !files.has(file)) continue
      const importers = found.get(file)
      if (importers) importers.push(from)
      else found.set(file, [from])
    }
  })
  return found
}

/** What runs in a browser, or is shown there. */
const isOfPages = ({ path, directives }: { path: string; directives: readonly string[] }): boolean =>
  directives.includes('use client') || /\.[jt]sx$|\/use[-A-Z][^/]*$/.test(path)
