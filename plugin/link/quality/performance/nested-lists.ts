/**
 * Lists that are read along with one record. In: a question for one record that includes others. Out: a hotspot where the answer is
 * wanted for such a list alone and nothing limits it.
 */
import { Kind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { atPlace } from '../../linked'
import type { Query } from './queries'
import { placeOf, type Scene } from './scene'

export function nestedLists(scene: Scene, query: Query): Hotspot[] {
  const { linked, known } = scene
  const { values } = linked
  if (query.includes.length === 0) return []
  const read = fieldsRead(scene, query.end)
  // Wanted for one thing only.
  if (read.size !== 1) return []
  const [name] = read as Set<string>
  for (const spot of query.includes)
    for (const included of atPlace(linked, query.call, spot)) {
      if (!values.propertyNames(included).includes(name as string)) continue
      const isMany = known.entities.some(({ relations }) => relations.some(({ by, kind }) => by === name && /to many$/.test(kind)))
      const options = values.property(included, name as string)
      if (!isMany || options.some((option) => values.property(option, 'take').length > 0 || values.property(option, 'limit').length > 0)) continue
      return [
        {
          kind: 'unbounded-read',
          api: query.api,
          library: query.library,
          ...placeOf(scene, query.call),
          because: [],
          variant: 'nested',
          detail: `\`${query.api}\` reads all \`${name}\` along with the record, however many there are`,
          confidence: 'high',
        },
      ]
    }
  return []
}

/** Fields that are read of an answer; several, or none where it is handed on as a whole. */
function fieldsRead({ linked, uses }: Scene, call: number): Set<string> {
  const { whole } = linked
  const fields = new Set<string>()
  const stack = [call]
  for (let hops = 0; stack.length > 0 && hops < 40; hops++)
    for (const user of uses.of(stack.pop() as number)) {
      const kind = whole.kind[user]
      if (kind === Kind.Load) fields.add(whole.text(whole.b[user] as number))
      else if (kind === Kind.Await || kind === Kind.Refine) stack.push(user)
      else fields.add('')
    }
  return fields
}
