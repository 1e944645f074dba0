import { distance, hotspotRule, lowered, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'sequential-await',
  title: 'Independent reads awaited one after the other',
  why: 'Each `await` lets the next read begin only when the one before is done. Reads that need nothing of each other take as long as the slowest when they begin together.',
  titleOf: ({ depth }) => `${depth === 2 ? 'Two' : depth === 3 ? 'Three' : depth} independent reads wait for each other`,
  impactOf: (hotspot) => ({
    impact: lowered('Medium', hotspot.exposure === 'request' ? ((hotspot.depth ?? 2) > 2 ? -1 + distance(hotspot) : 0) : 1),
    reason: `${waiting(hotspot)} The answer takes the sum of ${hotspot.depth ?? 2} waits instead of the longest of them.`,
  }),
  recommendationOf: ({ suggestion }) => ({
    text: 'Begin them together and wait once. Where one of them may fail without the others being in vain, use `Promise.allSettled`.',
    ...(suggestion ? { code: suggestion } : {}),
  }),
  figuresOf: ({ depth }) => ({ reads: depth ?? 2 }),
})
