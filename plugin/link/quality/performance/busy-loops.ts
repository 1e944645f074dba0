/** Loops that wait by asking the clock: `while (Date.now() < end) {}`. In: the solved program. Out: a hotspot each, at the function that blocks whoever calls it. */
import { Kind, RegionKind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { calledName, cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { placeOf, type Scene } from './scene'

const CLOCK = /^(?:now|getTime|hrtime|bigint|valueOf|uptime)$/

export function busyLoops(scene: Scene): Hotspot[] {
  const { linked, isTest, isTooling, isClient } = scene
  const { whole } = linked
  const found: Hotspot[] = []
  const loops = new Set<number>()
  for (const call of lookupOf(whole).named(Kind.Call, CLOCK)) {
    const file = whole.fileOf(call)
    if (isTest[file] || isTooling[file] || isClient[file]) continue
    const fn = whole.functionOf(call)
    for (const condition of conditionsWith(scene, call)) {
      const region = loopOf(scene, condition)
      if (region < 0 || loops.has(region)) continue
      loops.add(region)
      const inside = [...lookupOf(whole).inFunction(fn)].filter((node) => linked.effects.isInside(whole.region[node] as number, region))
      if (inside.some((node) => whole.kind[node] === Kind.Await || whole.kind[node] === Kind.Yield || whole.kind[node] === Kind.Call)) continue
      const place = placeOf(scene, condition)
      if (place.exposure === 'startup' || fn < 0) continue
      const [, endLine] = whole.linesOf(whole.functions[fn]?.node as number)
      found.push({
        kind: 'sync-io-request-path',
        api: calledName(linked, call),
        library: '',
        ...place,
        // Whoever calls the function stands still: it is what blocks.
        at: { ...cite(linked, whole.functions[fn]?.node as number), endLine },
        because: [place.at],
        variant: 'busy-loop',
        detail: 'the loop does nothing but ask the clock: the whole process stands still until it ends',
        confidence: place.exposure === 'request' ? 'high' : 'medium',
      })
    }
  }
  return found
}

function conditionsWith({ linked, uses }: Scene, call: number): number[] {
  const { whole } = linked
  const found: number[] = []
  let front = [call]
  for (let hops = 0; hops < 3; hops++) {
    front = front.flatMap((node) => [...uses.of(node)]).filter((node) => whole.kind[node] === Kind.Binary || whole.kind[node] === Kind.Unary)
    found.push(...front)
  }
  return found
}

function loopOf({ linked: { whole } }: Scene, condition: number): number {
  const { regions } = whole
  const around = whole.region[condition] as number
  for (let region = around + 1; region * 4 < regions.length && region < around + 40; region++)
    if (regions[region * 4] === RegionKind.Loop && regions[region * 4 + 2] === condition) return region
  return -1
}
