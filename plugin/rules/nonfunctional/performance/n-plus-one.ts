import type { Hotspot } from '../../../types'
import { distance, hotspotRule, lowered, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'n-plus-one',
  title: 'N+1 query: one question to the store for each record',
  why: 'The number of questions grows with the data: a list of a thousand records waits a thousand times for the store. One question for all of them takes about as long as one for the first.',
  titleOf: ({ api, variant }) =>
    variant === 'resolver' ? `\`${api}\` is asked for each object of a GraphQL list` : `\`${api}\` is called in a loop`,
  impactOf: (hotspot) => ({
    impact: (hotspot.depth ?? 1) > 1 ? lowered('Critical', distance(hotspot)) : lowered('High', Math.max(0, distance(hotspot) - 1)),
    reason: `${waiting(hotspot)} ${
      (hotspot.depth ?? 1) > 1
        ? 'The loops stand inside each other, so the number of questions is the product of both lists.'
        : 'The number of questions grows with the length of the list.'
    }`,
  }),
  recommendationOf: (hotspot) => ({ text: textFor(hotspot), ...(hotspot.suggestion ? { code: hotspot.suggestion } : {}) }),
  figuresOf: ({ depth }) => ({ loops: depth ?? 1 }),
})

function textFor({ variant, api }: Hotspot): string {
  if (variant === 'resolver') return `Gather the keys of one answer and ask \`${api}\` once, with a DataLoader that is made for each request.`
  if (variant === 'write') return 'Gather what changes and write it in one statement, or in one batch, after the loop.'
  return 'Gather the keys first, ask once for all of them, and find each record in a `Map`.'
}
