/**
 * What stands in for a flag where the code chooses it itself: `options.seeds || 'src/seeds'`. In: the solved program and what
 * documents name. Out: of flags that a document names, by the name that the code reads, every such text.
 */
import { ChoiceKind, type FileFacts, Kind } from '../../graph'
import type { Inventory } from '../../types'
import { cite, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { Told } from '../told'

export function flagDefaultsOf(linked: Linked, { flags }: Pick<Told, 'flags'>): Inventory['flagDefaults'] {
  const { whole, values } = linked
  if (flags.length === 0) return []
  const reads = new Set(lookupOf(whole).named(Kind.Load, new Set(flags)))
  if (reads.size === 0) return []
  const found: Inventory['flagDefaults'] = []
  for (const choice of lookupOf(whole).of(Kind.Choice)) {
    const kind = whole.c[choice] as ChoiceKind
    if (kind !== ChoiceKind.Or && kind !== ChoiceKind.Nullish && kind !== ChoiceKind.Conditional) continue
    const items = [...whole.items(whole.a[choice] as number)]
    const read = items.map((item) => (whole.kind[item] === Kind.Refine ? (whole.a[item] as number) : item)).find((item) => reads.has(item))
    const other = items.find((item) => whole.kind[item] === Kind.String || whole.kind[item] === Kind.Number)
    if (read === undefined || other === undefined || isTestCode(linked, (whole.files[whole.fileOf(choice)] as FileFacts).path)) continue
    const exact = values.texts(other).find((text) => text.exact)
    if (exact) found.push({ name: whole.text(whole.b[read] as number), default: exact.value, at: cite(linked, other) })
  }
  return found.sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : a.at.line - b.at.line,
  )
}
