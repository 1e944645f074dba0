/**
 * Questions for the old password that whoever leaves it out is not asked: `if (old && hash(old) !== user.password) refuse()`. In: the
 * functions of a door that writes a password. Out: the conditions, each with the part of the request that may be left out.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { AccessFault, DataUse } from '../../types'
import { cite } from '../linked'
import { isUnequal } from '../operators'
import { conditionsAbove } from '../regions'
import type { Asker } from './conditions'
import { newWay } from './provenance'
import { MOST_REGIONS, type Scene } from './scene'
import type { Steps } from './steps'

const PASSWORD = /^(?:new_?)?(?:pass(?:word|wd|phrase)?|pwd)(?:_?hash)?$/i
const PASSWORD_PART = /pass|pwd|current|old/i

export const writesPassword = ({ writes }: DataUse): boolean => writes.some(({ field }) => PASSWORD.test(field))

export function skippableChecks(scene: Scene & { steps: Steps } & Pick<Asker, 'overwritten'>, fn: number): AccessFault[] {
  const { linked, steps } = scene
  const found = new Map<number, AccessFault>()
  for (const node of steps.nodesOf(fn))
    for (const condition of conditionsAbove(linked.whole, node, MOST_REGIONS)) {
      const part = found.has(condition) ? undefined : partLeftOut(scene, condition)
      if (part !== undefined) found.set(condition, { fault: 'skippable', name: part.replace(/^.*\./, ''), at: cite(linked, condition), trace: [] })
    }
  return [...found.values()]
}

/** The part of the request that is held against what is kept, where it is there at all. */
function partLeftOut({ linked, provenance, overwritten }: Scene & Pick<Asker, 'overwritten'>, condition: number): string | undefined {
  const { whole } = linked
  const way = newWay()
  const of = (node: number) => provenance.of(node, way, overwritten)
  if (whole.kind[condition] !== Kind.Choice || whole.c[condition] !== ChoiceKind.And) return undefined
  const [first, second] = [...whole.items(whole.a[condition] as number)]
  if (first === undefined || second === undefined || whole.kind[second] !== Kind.Binary || !isUnequal(whole.c[second] as number)) return undefined
  const asked = of(first)
  if (asked.request.size !== 1 || asked.caller || asked.stored || whole.kind[first] === Kind.Binary || whole.kind[first] === Kind.Call)
    return undefined
  const [one, other] = [of(whole.a[second] as number), of(whole.b[second] as number)]
  const [sent, kept] = one.request.size > 0 ? [one, other] : [other, one]
  const [part = ''] = asked.request
  return sent.request.has(part) && (kept.caller || kept.stored) && PASSWORD_PART.test(part) ? part : undefined
}
