import { hotspotRule, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'regex-in-loop',
  title: 'Regular expression compiled in a loop',
  why: '`new RegExp` parses and compiles each time it runs. What never changes need be compiled once.',
  titleOf: () => 'The same regular expression is compiled each time round',
  impactOf: (hotspot) => ({ impact: 'Low', reason: `${waiting(hotspot)} Compiling costs little once and adds up in a loop.` }),
  recommendationOf: ({ suggestion }) => ({
    text: 'Write it as a literal, or make it once in front of the loop. With the flag `g` or `y`, set `lastIndex` back before each use.',
    ...(suggestion ? { code: suggestion } : {}),
  }),
})
