/** How complex the functions are, how much is written twice, how old promises are, and where change meets complexity. */
import type { DebtMarker, FunctionMetrics } from '../../../types'
import type { ViewContext } from '../../context'
import { compareText } from '../../order'
import { changesOf } from '../ranked'
import type { Dashboard } from './dashboard'

const most = 10

/** Bounds as SonarSource and McCabe use them: 10 is where a function is worth a look, 15 where reading it is hard. */
const bands: [label: string, from: number, to: number][] = [
  ['1 to 5', 0, 5],
  ['6 to 10', 6, 10],
  ['11 to 15', 11, 15],
  ['16 to 25', 16, 25],
  ['above 25', 26, Number.POSITIVE_INFINITY],
]

export function codeHealthFigures({ program, date }: ViewContext): Dashboard {
  const { health } = program.quality
  const functions = health.functions.filter(({ test }) => !test)
  const share = (count: number) => (functions.length === 0 ? 0 : count / functions.length)
  return {
    kind: 'dashboard-health',
    functions: functions.length,
    bands: bands.map(([label, from, to]) => {
      const count = (of: 'cyclomatic' | 'cognitive') => functions.filter((it) => it[of] >= from && it[of] <= to).length
      return {
        label,
        cyclomatic: count('cyclomatic'),
        cyclomaticShare: share(count('cyclomatic')),
        cognitive: count('cognitive'),
        cognitiveShare: share(count('cognitive')),
      }
    }),
    clones: health.clones.length,
    duplicated: health.duplicated,
    markers: markersOf(health.markers, date),
    unused: countsOf(health.unused.filter(({ confidence }) => confidence !== 'low').map(({ kind }) => kind)),
    typeHoles: countsOf(health.typeHoles.map(({ kind }) => kind)),
    hotspots: hotspotsOf(functions, changesOf(program)),
    hasChurn: health.churn.length > 0,
  }
}

function countsOf(kinds: string[]): { kind: string; count: number }[] {
  return [...new Set(kinds)].sort().map((kind) => ({ kind, count: kinds.filter((it) => it === kind).length }))
}

/** Age in whole days, where git knows the day. */
function markersOf(markers: DebtMarker[], date: string) {
  const dated = markers.filter(({ since }) => since)
  const oldest = [...dated].sort((a, b) => compareText(a.since!, b.since!))[0]
  const age = (since: string) => Math.max(0, Math.round((Date.parse(date) - Date.parse(since)) / 86_400_000))
  return {
    counts: countsOf(markers.map(({ marker }) => marker)),
    total: markers.length,
    dated: dated.length,
    overYear: dated.filter(({ since }) => age(since!) > 365).length,
    oldest: oldest ? { ...oldest, days: age(oldest.since!) } : null,
  }
}

/** Change frequency times complexity (Tornhill): what is hard to read and read often costs most. Of a file, the sum over its functions. */
function hotspotsOf(functions: FunctionMetrics[], changes: Map<string, number>) {
  const files = new Map<string, { cognitive: number; worst: FunctionMetrics }>()
  for (const it of functions) {
    const known = files.get(it.at.file)
    if (!known) files.set(it.at.file, { cognitive: it.cognitive, worst: it })
    else {
      known.cognitive += it.cognitive
      if (it.cognitive > known.worst.cognitive) known.worst = it
    }
  }
  return [...files]
    .map(([file, { cognitive, worst }]) => ({
      file,
      cognitive,
      worst,
      changes: changes.get(file) ?? 0,
      product: cognitive * (changes.get(file) ?? 0),
    }))
    .filter(({ product }) => product > 0)
    .sort((a, b) => b.product - a.product || compareText(a.file, b.file))
    .slice(0, most)
}
