import type { Hotspot, Impact } from '../../../types'
import { distance, hotspotRule, lowered, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'floating-promise',
  title: 'Promise that nobody waits for',
  why: 'What fails later is heard by nobody: since Node 15 an unhandled rejection ends the process, and in a browser it is lost. What follows goes on before the work is done.',
  titleOf: ({ api, variant }) =>
    variant === 'assertion'
      ? 'An assertion about a promise is not awaited'
      : variant === 'return-in-try'
        ? `\`return ${api}()\` escapes its \`try\``
        : variant === 'for-each'
          ? `\`${api}\` drops the promises of its callback`
          : `The promise of \`${api}()\` is dropped`,
  impactOf: (hotspot) => ({ impact: impactOf(hotspot), reason: reasonOf(hotspot) }),
  recommendationOf: (hotspot) => ({ text: textFor(hotspot), ...(hotspot.suggestion ? { code: hotspot.suggestion } : {}) }),
})

function impactOf(hotspot: Hotspot): Impact {
  if (hotspot.variant === 'assertion' || hotspot.variant === 'return-in-try') return 'Medium'
  return lowered('High', Math.max(0, distance(hotspot) - (hotspot.exposure === 'request' ? distance(hotspot) : 1)))
}

function reasonOf(hotspot: Hotspot): string {
  if (hotspot.variant === 'assertion') return 'The test passes whatever the promise does, so it proves nothing.'
  if (hotspot.variant === 'return-in-try') return `${waiting(hotspot)} A rejection passes by the \`catch\` that was written for it.`
  if (hotspot.exposure === 'client') return 'In a browser a rejection is lost: the page goes on as if nothing had happened.'
  if (hotspot.exposure === 'startup') return 'When it fails, the program ends with a bare stack trace, or runs on half started.'
  return `${waiting(hotspot)} When the promise is rejected and nothing else listens, Node ends the process for everybody.`
}

function textFor({ variant }: Hotspot): string {
  switch (variant) {
    case 'assertion':
      return 'Await the assertion, or return it, and make the test function async.'
    case 'return-in-try':
      return 'Await inside the `try`, so that its `catch` sees the rejection.'
    case 'for-each':
      return 'Go through the items with `for … of` and `await`, or wait for all of them with `Promise.all(items.map(…))`.'
    case 'timer':
      return 'Handle rejections inside the callback, with `try` and `catch`.'
    default:
      return 'Await it where the result or the order matters. Where it is meant to run on alone, handle its rejection and say so.'
  }
}
