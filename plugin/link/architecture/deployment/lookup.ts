/** Which unit is meant by a name, a host or labels? In: all units. Out: the one that is nearest, or nothing. */
import { rowsByName } from '../../../rows-by-name'
import type { DeclaredReference } from '../../../types'
import type { Declared } from './declared'

/** Files of these speak of each other's units. */
const FAMILIES: Record<string, string> = rowsByName({ helm: 'kubernetes' })
const familyOf = (from: string) => FAMILIES[from] ?? from

export function lookupOf(units: readonly Declared[]) {
  const byName = new Map<string, Declared[]>()
  const put = (name: string, unit: Declared) => byName.set(name, [...(byName.get(name) ?? []), unit])
  for (const unit of units) for (const name of new Set([unit.name, ...unit.aliases])) put(name, unit)
  const withLabels = units.filter(({ labels }) => labels.length > 0)

  return (reference: DeclaredReference, by: Declared): Declared[] => {
    if (reference.by === 'labels') {
      const wanted = reference.to.split(',')
      const picked = withLabels.filter(
        (unit) => familyOf(unit.from) === familyOf(by.from) && sameNamespace(unit, by) && wanted.every((label) => unit.labels.includes(label)),
      )
      const [best] = nearest(picked, by)
      return best ? picked.filter((unit) => unit.folder === best.folder) : []
    }
    const names = reference.by === 'host' ? [reference.to, reference.to.split('.')[0] as string] : [reference.to]
    for (const name of names) {
      const found = (byName.get(name) ?? []).filter((unit) => unit !== by && fits(unit, reference, by))
      const [best] = nearest(found, by)
      if (best) return [best]
    }
    return []
  }
}

/** A host in Compose is a service of the same project; in Kubernetes, a service. Elsewhere nothing answers to a bare name. */
function fits(unit: Declared, { by: how, type }: DeclaredReference, by: Declared): boolean {
  if (familyOf(unit.from) !== familyOf(by.from)) return false
  if (unit.from === 'compose' || unit.from === 'terraform') {
    if (unit.folder !== by.folder) return false
  } else if (familyOf(unit.from) !== 'kubernetes' && unit.file !== by.file) return false
  if (type !== undefined) return unit.type === type
  return how !== 'host' || familyOf(unit.from) !== 'kubernetes' || unit.type === 'Service' || unit.type === 'chart'
}

const sameNamespace = (one: Declared, other: Declared) => one.from === 'helm' || other.from === 'helm' || one.group === other.group

/** Those that share the longest way with who asks. */
function nearest(found: readonly Declared[], by: Declared): Declared[] {
  const shared = ({ file }: Declared) => {
    let length = 0
    while (length < file.length && file[length] === by.file[length]) length++
    return length
  }
  return [...found].sort((one, other) => shared(other) - shared(one) || (one.id < other.id ? -1 : 1))
}
