/** What doors do with stored records. In: a door and who passes it. Out: one entry a kind of record, with what is done and whose it is. */
import { functionOf, wordsOf } from '../../../door-purposes'
import type { DataUse, EntryPoint } from '../../../types'
import { isNew } from './ground'
import type { Passes } from './passes'

export interface Access {
  door: EntryPoint
  passes: Passes
  kind: string
  does: 'read' | 'write' | 'delete'
  scope: 'own' | 'all'
}

export function accessesOf(door: EntryPoint, passes: Passes): Access[] {
  const data = door.data ?? []
  // Whoever signs in, registers or resets a password gets no records of it; what they add is theirs.
  const isWayIn = passes === 'anyone' && functionOf(door)?.open === true
  const path = wordsOf(door.path).map((word) => word.replace(/s$/, ''))
  const isNamed = (kind: string) => wordsOf(kind).every((word) => path.includes(word.replace(/s$/, '')))
  const namesOne = data.some((use) => use.does === 'read' && isNamed(kindOf(use, data)))
  return data.flatMap((use): Access[] => {
    const kind = kindOf(use, data)
    if (!kind || (isWayIn && use.does !== 'create') || isUntold(use)) return []
    // Looked up on the way: the answer is about what the path names.
    if (namesOne && use.does === 'read' && !use.bound && use.chosenBy.length === 0 && !isNamed(kind)) return []
    const does = use.does === 'delete' ? 'delete' : use.does === 'read' ? 'read' : 'write'
    const isOwn = use.bound === 'selection' || use.bound === 'comparison' || use.does === 'create' || isNew(use, data)
    return [{ door, passes, kind, does, scope: isOwn ? 'own' : 'all' }]
  })
}

/** Methods and pronouns that stand where a name is missing. */
const NO_KIND =
  /^(?:find|get|create|update|delete|save|remove|query|scope|unscoped|with|where|count|default$|this$|self$|model$|db$|prisma$|repository$)/i

const ONE = /\.(?:find\w*(?:One|ByPk|ById|Unique|First)\w*|findOne\w*|get)$/

/** One record, and nothing is known of what chooses it. */
const isUntold = ({ does, bound, chosenBy, chosenIn, api }: DataUse): boolean =>
  does === 'read' && !bound && chosenBy.length === 0 && chosenIn.length === 0 && ONE.test(api)

/** `Baskets`, `Basket` and `BasketModel` are one. A record that was read before is of the kind of that read. */
function kindOf(use: DataUse, data: readonly DataUse[]): string {
  const name = use.of || (data.find(({ of, chosenBy }) => of !== '' && chosenBy.some((part) => use.chosenBy.includes(part)))?.of ?? '')
  const plain = name.replace(/(?:Model|Entity|Repository|Repo|Collection|Col|Dao|DAO|Service)$/, '')
  if (!/^[A-Za-z_]\w*$/.test(plain) || NO_KIND.test(plain)) return ''
  return plain.slice(0, 1).toUpperCase() + plain.slice(1).replace(/(?<=ss)s$|(?<!s)s$/, '')
}
