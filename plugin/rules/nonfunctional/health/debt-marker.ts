import { grouped } from '../../../grouped'
import type { DebtMarker, Impact } from '../../../types'
import { defineNonfunctionalRule } from '../rule'
import { type Found, isTestPath } from './counted'

export default defineNonfunctionalRule({
  id: 'debt-marker',
  class: 'debt-marker',
  area: 'Code health',
  title: 'Work that comments promise',
  why: 'A marker is a known fault or a missing part that no list of work shows. Read in comments only: FIXME, TODO, HACK and XXX. Their age is that of their line in version control.',
  check: (program) => grouped(program.quality.health.markers, ({ at }) => at.file).map(ofFile),
})

/** What says that something is wrong comes before what says that something is left. */
const RANK: DebtMarker['marker'][] = ['FIXME', 'XXX', 'HACK', 'TODO']

function ofFile(markers: readonly DebtMarker[]): Found {
  const [first, ...rest] = [...markers].sort(
    (one, other) => RANK.indexOf(one.marker) - RANK.indexOf(other.marker) || one.at.line - other.at.line,
  ) as [DebtMarker, ...DebtMarker[]]
  const oldest = markers.flatMap(({ since }) => since ?? []).sort()[0]
  const isFault = first.marker !== 'TODO' && !isTestPath(first.at.file)
  const impact: Impact = isFault ? 'Medium' : 'Low'
  const kinds = RANK.flatMap((kind) => {
    const count = markers.filter(({ marker }) => marker === kind).length
    return count === 0 ? [] : [`${count} ${kind}`]
  })
  const writers = [...new Set(markers.flatMap(({ author }) => author ?? []))]
  return {
    title:
      markers.length === 1 ? `${first.marker} in ${first.around ? `\`${first.around}\`` : first.at.file}` : `${kinds.join(', ')} in ${first.at.file}`,
    impact,
    reason: isFault
      ? 'Its author says that something here is wrong or held together by a trick.'
      : 'Its author says that something is left to do; nothing tells that it is wrong as it is.',
    found: `${markers
      .slice(0, 5)
      .map(({ text, since }) => `“${text}”${since ? ` (since ${since})` : ''}`)
      .join('; ')}${markers.length > 5 ? `; and ${markers.length - 5} more` : ''}.${writers.length > 0 ? ` Written by ${writers.join(', ')}.` : ''}`,
    subject: first.at.file,
    at: first.at,
    evidence: rest.slice(0, 8).map(({ at }) => at),
    ...(rest.length > 0 ? { places: rest.map(({ at }) => at) } : {}),
    around: first.around,
    recommendation: {
      text: `${oldest ? `The oldest stands since ${oldest}. ` : ''}Do it, or put it on the list of work and name its number in the comment; remove the comment where it does not hold any more.`,
    },
    confidence: 'high',
    figures: { markers: markers.length },
  }
}
