import type { Impact } from '../../../types'
import { hotspotRule } from '../hotspot-rule'

export default hotspotRule({
  kind: 'large-client-import',
  title: 'Large library loaded whole into a page',
  why: 'Everybody who opens the page loads, parses and keeps it, whatever small part of it is used.',
  titleOf: ({ api }) => `\`${api}\` is loaded whole`,
  impactOf: ({ detail }) => {
    const impact: Impact = detail.endsWith('very large') ? 'Medium' : 'Low'
    return { impact, reason: 'Every first visit loads and parses all of it.' }
  },
  recommendationOf: ({ suggestion }) => ({
    text: 'Import the part that is used, take a smaller library, or load it when it is needed.',
    ...(suggestion ? { code: suggestion } : {}),
  }),
})
