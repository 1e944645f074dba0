/** A rule about hotspots of one kind. In: words and levels of the kind. Out: a rule that makes a finding of each hotspot. */
import type { Hotspot, Impact, NonfunctionalFinding } from '../../types'
import { defineNonfunctionalRule, type NonfunctionalRule } from './rule'

interface HotspotWords {
  kind: Hotspot['kind']
  title: string
  why: string
  /** Title of one finding, without its area. */
  titleOf: (hotspot: Hotspot) => string
  /** Level and its reason, of this place. */
  impactOf: (hotspot: Hotspot) => { impact: Impact; reason: string }
  recommendationOf: (hotspot: Hotspot) => NonfunctionalFinding['recommendation']
  figuresOf?: (hotspot: Hotspot) => Record<string, number>
}

export function hotspotRule({ kind, title, why, titleOf, impactOf, recommendationOf, figuresOf }: HotspotWords): NonfunctionalRule {
  return defineNonfunctionalRule({
    id: kind,
    class: kind,
    area: 'Performance hotspots',
    title,
    why,
    check: ({ quality }) =>
      quality.performance.hotspots
        .filter((hotspot) => hotspot.kind === kind)
        .map((hotspot) => ({
          title: titleOf(hotspot),
          ...impactOf(hotspot),
          found: foundIn(hotspot),
          subject: hotspot.around || hotspot.at.file,
          at: hotspot.at,
          evidence: hotspot.because,
          around: `${hotspot.api} ${hotspot.because[0]?.text ?? ''}`.trim(),
          recommendation: recommendationOf(hotspot),
          confidence: hotspot.confidence,
          ...(figuresOf ? { figures: figuresOf(hotspot) } : {}),
        })),
  })
}

function foundIn({ around, detail, route }: Hotspot): string {
  const where = around ? `In \`${around}()\`, ` : ''
  const said = `${where}${detail}`
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.${route ? ` \`${route}\` leads here.` : ''}`
}

/** Who waits, as the beginning of a reason. */
export function waiting({ exposure, route, open }: Hotspot): string {
  switch (exposure) {
    case 'request':
      return open ? `Anyone can make \`${route}\` do this, without signing in.` : `Each \`${route}\` waits for it.`
    case 'background':
      return `It runs behind the scenes${route ? ` (\`${route}\`)` : ''}, so no request waits, but the work is done all the same.`
    case 'startup':
      return 'It runs once, when the program starts.'
    case 'client':
      return 'It runs in the browser of one user.'
    default:
      return 'No entry point that leads here was found, so who waits is not known.'
  }
}

const levels: Impact[] = ['Critical', 'High', 'Medium', 'Low']

/** A level some steps lower, and no lower than the last. */
export const lowered = (impact: Impact, steps: number): Impact => levels[Math.min(levels.indexOf(impact) + steps, levels.length - 1)] as Impact

/** How far from a request that anyone can make. */
export const distance = ({ exposure, open }: Hotspot): number =>
  exposure === 'request' ? (open ? 0 : 1) : exposure === 'startup' || exposure === 'client' ? 3 : 2
