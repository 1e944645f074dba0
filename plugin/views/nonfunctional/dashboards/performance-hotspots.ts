/** Hotspots by kind, and how many of them requests come by. */
import type { Hotspot } from '../../../types'
import type { ViewContext } from '../../context'
import { compareText } from '../../order'
import type { Dashboard } from './dashboard'

const most = 10

export function performanceFigures({ program }: ViewContext): Dashboard {
  const { hotspots } = program.quality.performance
  const sure = hotspots.filter(({ confidence }) => confidence !== 'low')
  const kinds = [...new Set(sure.map(({ kind }) => kind))].sort()
  return {
    kind: 'dashboard-performance',
    total: sure.length,
    onRequest: sure.filter(({ route }) => route).length,
    kinds: kinds.map((kind) => {
      const those = sure.filter((hotspot) => hotspot.kind === kind)
      return { kind, count: those.length, onRequest: those.filter(({ route }) => route).length }
    }),
    doors: doorsOf(sure),
  }
}

/** Doors that several hotspots stand behind. */
function doorsOf(hotspots: Hotspot[]) {
  const doors = new Map<string, Hotspot[]>()
  for (const hotspot of hotspots) if (hotspot.route) doors.set(hotspot.route, [...(doors.get(hotspot.route) ?? []), hotspot])
  return [...doors]
    .filter(([, those]) => those.length > 1)
    .map(([route, those]) => ({
      route,
      count: those.length,
      kinds: [...new Set(those.map(({ kind }) => kind))].map((kind) => ({ kind })),
      places: [...new Map(those.map(({ at }) => [`${at.file}:${at.line}`, at])).values()].slice(0, 3),
    }))
    .sort((a, b) => b.count - a.count || compareText(a.route, b.route))
    .slice(0, most)
}
