/** The HTML of one drawn diagram: picture, a way to enlarge it, and its source. Analysed code is in it, so all text is escaped. */
import { createHash } from 'node:crypto'
import { widestFont } from './measure'

export interface Fence {
  source: string
  title: string | undefined
  /** Heading under which it stands: its name for those who cannot see it, when it has no title. */
  section: string | undefined
  /** Counts the diagrams of a page, from 1. */
  ordinal: number
}

/** The part of the renderer that is used; its own types belong to an ES module, which this file is not. */
export type Render = (
  source: string,
  options: { idPrefix: string; images: boolean; measurer: typeof widestFont; maxWidth: number; autoDirection: boolean },
) => { svg: string; width: number }

/** What a page of Docusaurus gives to its text, in pixels. */
const pageWidth = 750

/** Wider than this, a diagram is laid out more tightly: scaled down it just fits. */
const comfortableWidth = 1000

/** Below this share of its natural size a diagram is scrolled rather than shrunk: 16 px of text become 11. */
const smallestScale = 0.7

/** @throws as the renderer does, when the source is no diagram */
export function figure({ source, title, section, ordinal }: Fence, render: Render): string {
  // Ids have to be unique on a page, which may include others; equal diagrams at equal places may share theirs.
  const id = `diagram-${createHash('sha256').update(source).digest('hex').slice(0, 8)}-${ordinal}-`
  // A picture from another host would tell it who reads the page.
  const options = { idPrefix: id, images: false, measurer: widestFont, maxWidth: comfortableWidth, autoDirection: false }
  const { drawn, svg, width } = narrower(source, (text) => render(text, options))
  const name = title ?? (section === undefined ? 'Diagram' : `Diagram: ${section}`)
  return [
    `<div class="plumbline-diagram__canvas" role="group" tabindex="0" aria-label="${escaped(name)}" style="--plumbline-diagram-least:${Math.round(width * smallestScale)}px">`,
    withoutOddTargets(svg),
    '</div>',
    '<figcaption class="plumbline-diagram__caption">',
    title === undefined ? '' : `<span class="plumbline-diagram__title">${escaped(title)}</span>`,
    `<button type="button" class="plumbline-diagram__enlarge" aria-haspopup="dialog" aria-label="Enlarge: ${escaped(name)}">Enlarge</button>`,
    `<details><summary>Source</summary><pre tabindex="0"><code>${escaped(drawn)}</code></pre></details>`,
    '</figcaption>',
  ].join('')
}

/** Of a graph that is too wide, the other direction is tried, and taken where that saves enough. The source below the picture is that of the picture. */
function narrower(source: string, draw: (source: string) => { svg: string; width: number }): { drawn: string; svg: string; width: number } {
  const asked = { drawn: source, ...draw(source) }
  if (asked.width * smallestScale <= pageWidth || !direction.test(source)) return asked
  const drawn = source.replace(direction, (_, keyword: string, way: string) => `${keyword}${way === 'LR' ? 'TD' : 'LR'}`)
  const turned = { drawn, ...draw(drawn) }
  return turned.width <= asked.width * worthTurning ? turned : asked
}

const direction = /^(flowchart )(LR|TD)\b/

/** A picture that stays almost as wide stays as its author wanted it. */
const worthTurning = 0.85

/** The renderer keeps whatever is no script. A target that is no address of the web or of this site leads nowhere a reader wants to go. */
function withoutOddTargets(svg: string): string {
  return svg.replace(/(<a\b[^<>]*?)\s(?:xlink:)?href="(?!https?:|mailto:|#|\/)[^"]*"/g, '$1')
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (sign) => entities[sign]!)
}
