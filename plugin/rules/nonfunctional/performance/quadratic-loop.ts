import { distance, hotspotRule, lowered, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'quadratic-loop',
  title: 'Quadratic work over lists',
  why: 'Searching or copying a list for each item of another takes time with the product of both lengths: ten times the data, a hundred times the time.',
  titleOf: ({ variant, api }) => (variant === 'copy' ? 'Each round of `reduce` copies what it gathered' : `\`${api}\` is searched in a loop`),
  impactOf: (hotspot) => ({
    impact: lowered('Medium', distance(hotspot) > 1 ? 1 : 0),
    reason: `${waiting(hotspot)} The time grows with the square of the lists.`,
  }),
  recommendationOf: ({ suggestion, variant }) =>
    variant === 'copy'
      ? {
          text: 'Add to one object or list in place: nobody else has seen it yet.',
          code: 'const gathered = {}\nfor (const item of items) gathered[item.id] = item',
        }
      : { text: 'Make a `Map` or a `Set` once, in front of the loop, and ask that.', ...(suggestion ? { code: suggestion } : {}) },
  figuresOf: ({ depth }) => ({ loops: depth ?? 2 }),
})
