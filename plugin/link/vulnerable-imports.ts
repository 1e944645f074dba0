/** Whether the code uses what advisories are about. In: affected packages. Out: the same, with the imports that lead to each. */
import type { Advisories, Evidence } from '../types'
import { citeLine, isTestCode, type Linked } from './linked'

/** Most places kept of one package: they show that it is used, and need not be all. */
const MOST_PLACES = 20

export function withImports(advisories: Advisories, linked: Linked): Advisories {
  if (advisories.found.length === 0) return advisories
  const wanted = new Set(advisories.found.map(importedAs))
  const places = placesOf(linked, wanted)
  return { ...advisories, found: advisories.found.map((it) => ({ ...it, imports: places.get(importedAs(it)) ?? [] })) }
}

/** The code names what it depends on itself; what that brings along has no import of its own. */
const importedAs = ({ package: name, direct, through }: Advisories['found'][number]): string => (direct ? name : (through[0] ?? name))

function placesOf(linked: Linked, wanted: Set<string>): Map<string, Evidence[]> {
  const { whole, modules } = linked
  const found = new Map<string, Evidence[]>()
  whole.files.forEach((facts, file) => {
    if (isTestCode(linked, facts.path)) return
    for (const { specifier, pos } of facts.graph.imports) {
      const to = modules.resolve(facts.path, specifier)
      if (to.kind !== 'package' || !wanted.has(to.name)) continue
      const places = found.get(to.name) ?? []
      found.set(to.name, places)
      const line = whole.lineAt(file, pos + (/^\s*/.exec(facts.text.slice(pos, pos + 400))?.[0].length ?? 0))
      if (places.length < MOST_PLACES && !places.some((at) => at.file === facts.path && at.line === line)) places.push(citeLine(linked, file, line))
    }
  })
  return found
}
