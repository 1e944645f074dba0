/** Where the code imports which package. In: the linked program. Out: places by name; of an advisory, those that lead to its package. */
import type { Advisories, Evidence } from '../types'
import { citeLine, isTestCode, type Linked } from './linked'

/** Most places kept of one package: they show that it is used, and need not be all. */
const MOST_PLACES = 20

export function importersOf(linked: Linked): Map<string, Evidence[]> {
  const { whole, modules } = linked
  const found = new Map<string, Evidence[]>()
  whole.files.forEach((facts, file) => {
    if (isTestCode(linked, facts.path)) return
    for (const { specifier, pos } of facts.graph.imports) {
      const to = modules.resolve(facts.path, specifier)
      if (to.kind !== 'package') continue
      const places = found.get(to.name) ?? []
      found.set(to.name, places)
      if (places.length === MOST_PLACES) continue
      const line = whole.lineAt(file, pos + (/^\s*/.exec(facts.text.slice(pos, pos + 400))?.[0].length ?? 0))
      if (!places.some((at) => at.file === facts.path && at.line === line)) places.push(citeLine(linked, file, line))
    }
  })
  return found
}

export function withImports(advisories: Advisories, importers: ReadonlyMap<string, Evidence[]>): Advisories {
  return { ...advisories, found: advisories.found.map((it) => ({ ...it, imports: importers.get(importedAs(it)) ?? [] })) }
}

/** The code names what it depends on itself; what that brings along has no import of its own. */
const importedAs = ({ package: name, direct, through }: Advisories['found'][number]): string => (direct ? name : (through[0] ?? name))
