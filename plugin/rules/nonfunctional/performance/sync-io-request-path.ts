import { rowsByName } from '../../../rows-by-name'
import type { Hotspot, Impact } from '../../../types'
import { distance, hotspotRule, lowered, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'sync-io-request-path',
  title: 'Blocking call while a request waits',
  why: 'Node runs all requests on one thread. A call that blocks it holds up everybody, not only the request that made it.',
  titleOf: ({ api, variant }) => (variant === 'busy-loop' ? 'A loop waits by asking the clock' : `\`${api}\` blocks the event loop`),
  impactOf: (hotspot) => ({ impact: impactOf(hotspot), reason: `${waiting(hotspot)} ${WEIGHT[hotspot.variant ?? 'file'] ?? WEIGHT.file}` }),
  recommendationOf: (hotspot) => ({ text: textFor(hotspot), ...codeFor(hotspot) }),
})

const WEIGHT: Record<string, string> = rowsByName({
  file: 'All other requests wait for the disk.',
  process: 'All other requests wait until the other program has ended.',
  'password-hash': 'The hash is slow by design, a tenth of a second and more, and nothing else runs meanwhile.',
  key: 'Making a key takes up to seconds, and nothing else runs meanwhile.',
  compression: 'The time grows with the size of the data, and nothing else runs meanwhile.',
  request: 'All other requests wait for another server.',
  input: 'All other requests wait for a person.',
  'busy-loop': 'Nothing else runs until the time is over.',
})

/** Asking whether a file is there is short; reading one, or a program, is not. */
function impactOf(hotspot: Hotspot): Impact {
  const isShort = hotspot.variant === 'file' && /(?:exists|access|stat|fstat|lstat|close|realpath|readlink)Sync$/.test(hotspot.api)
  const worst: Impact = hotspot.variant === 'file' ? (isShort ? 'Low' : 'Medium') : 'High'
  return lowered(worst, hotspot.exposure === 'request' ? 0 : Math.max(0, distance(hotspot) - 1))
}

function textFor({ variant, api }: Hotspot): string {
  switch (variant) {
    case 'busy-loop':
      return 'Wait with a timer that lets others run.'
    case 'process':
      return 'Start the program with the asynchronous call and await its end.'
    case 'password-hash':
    case 'key':
      return 'Use the asynchronous call: it computes on another thread.'
    case 'file':
      return /^(?:.*\.)?(?:exists|access)Sync$/.test(api)
        ? 'Try the operation itself with the asynchronous call and handle that the file is missing.'
        : 'Read it with the asynchronous call, or once when the program starts where it does not change.'
    default:
      return 'Use the asynchronous call and await it.'
  }
}

function codeFor({ variant, api, at }: Hotspot): { code?: string } {
  if (variant === 'busy-loop') return { code: 'await new Promise((resolve) => setTimeout(resolve, milliseconds))' }
  const name = api.split('.').at(-1) ?? ''
  if (variant !== 'file' && variant !== 'password-hash') return {}
  if (!/Sync$/.test(name) || /exists/.test(name)) return {}
  const called = variant === 'file' ? `await fs.promises.${name.replace(/Sync$/, '')}(` : `await ${api.replace(/Sync$/, '')}(`
  const text = at.text.replace(`${api}(`, called)
  return text === at.text ? {} : { code: text }
}
