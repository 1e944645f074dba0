/** What the imports of each file lead to. Several detectors ask, and finding one means looking at the settings of its package. */
import type { Linked } from '../linked'
import type { ModuleMap } from '../modules'

type Target = ReturnType<ModuleMap['resolve']>

/** By file, in order of appearance. */
export function importsOf(linked: Linked): readonly (readonly Target[])[] {
  const { whole, modules } = linked
  let imports = known.get(whole)
  if (!imports) {
    imports = whole.files.map(({ path, graph }) => graph.imports.map(({ specifier }) => modules.resolve(path, specifier)))
    known.set(whole, imports)
  }
  return imports
}

const known = new WeakMap<Linked['whole'], Target[][]>()
