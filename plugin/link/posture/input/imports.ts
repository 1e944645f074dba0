/** What the program imports, by specifier: asked for by many, and walked once. Tests are left out. */
import type { Evidence } from '../../../types'
import { citeLine, isTestCode, type Linked } from '../../linked'
import { skipTrivia } from '../../whole/index'

export interface Import {
  file: number
  pos: number
  typeOnly: boolean
}

const known = new WeakMap<Linked, Map<string, Import[]>>()

export function importsIn(linked: Linked): ReadonlyMap<string, readonly Import[]> {
  let found = known.get(linked)
  if (found) return found
  found = new Map()
  known.set(linked, found)
  for (const [file, { path, graph }] of linked.whole.files.entries()) {
    if (graph.imports.length === 0 || isTestCode(linked, path)) continue
    for (const { specifier, pos, typeOnly } of graph.imports) {
      const list = found.get(specifier)
      if (list) list.push({ file, pos, typeOnly })
      else found.set(specifier, [{ file, pos, typeOnly }])
    }
  }
  return found
}

export function citeImport(linked: Linked, { file, pos }: Import): Evidence {
  const { text } = linked.whole.files[file] as { text: string }
  return citeLine(linked, file, linked.whole.lineAt(file, skipTrivia(text, pos)))
}
