import type { Hotspot } from '../../../types'
import { distance, hotspotRule, lowered, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'memory-growth',
  title: 'Memory that requests add to and nothing gives back',
  why: 'What outlives requests and is only added to grows until the process runs out of memory and ends, with every request it is serving.',
  titleOf: ({ api, variant }) =>
    variant === 'listener'
      ? `Each request adds a listener with \`${api}\``
      : variant === 'timer'
        ? 'Each request starts a timer that nothing stops'
        : `\`${api}\` only grows`,
  impactOf: (hotspot) => ({
    impact: lowered('High', distance(hotspot)),
    reason: `${waiting(hotspot)} Memory grows with the number of requests until the process is restarted.`,
  }),
  recommendationOf: (hotspot) => ({ text: textFor(hotspot), ...codeFor(hotspot) }),
})

function textFor({ variant }: Hotspot): string {
  if (variant === 'listener') return 'Add the listener once, when the program starts, or take it off when the request is done.'
  if (variant === 'timer') return 'Keep the timer and stop it when the request is done.'
  return 'Give it a size or an age at which entries go, or keep it in a store that does.'
}

function codeFor({ variant, api }: Hotspot): { code?: string } {
  if (variant === 'listener') return { code: `emitter.on(event, listener)\nresponse.on('close', () => emitter.off(event, listener))` }
  if (variant === 'timer') return { code: `const timer = setInterval(work, 1000)\nresponse.on('close', () => clearInterval(timer))` }
  return { code: `import { LRUCache } from 'lru-cache'\nconst ${/^\w+$/.test(api) ? api : 'cache'} = new LRUCache({ max: 1000, ttl: 60_000 })` }
}
