/** The licence: what documents call it, and what package.json says. */
import type { Claim, DocumentFacts } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument } from '../not-claims'
import type { ClaimReader } from '../reader'
import { badgesIn } from './badges'

const kind = 'licence'

export const licences: ClaimReader = {
  id: kind,
  title: 'Licence',
  why: 'Two statements of the licence leave it open what others may do.',
  read: (document, ground) => mentioned(document).flatMap((mention) => judged(document, mention, ground)),
}

/** How people call the licences that there are many of. */
const NAMES: [string, RegExp][] = [
  ['MIT', /\bMIT\b/],
  ['Apache-2.0', /\bApache(?:[- ]License)?(?:,? ?-?(?:Version )?v?2(?:\.0)?)?\b/i],
  ['ISC', /\bISC\b/],
  ['BSD-3-Clause', /\bBSD[- ]3(?:[- ]Clause)?\b|\b3-Clause BSD\b/i],
  ['BSD-2-Clause', /\bBSD[- ]2(?:[- ]Clause)?\b|\b2-Clause BSD\b/i],
  ['AGPL-3.0', /\bA(?:ffero )?GPL(?:[- ]?v?3(?:\.0)?)?\b/i],
  ['LGPL-3.0', /\bLGPL(?:[- ]?v?3(?:\.0)?)?\b/i],
  ['GPL-3.0', /(?<![AL])\bGPL[- ]?v?3(?:\.0)?\b|\bGNU General Public License v3/i],
  ['GPL-2.0', /(?<![AL])\bGPL[- ]?v?2(?:\.0)?\b/i],
  ['MPL-2.0', /\bMPL(?:[- ]?2(?:\.0)?)?\b|\bMozilla Public License/i],
  ['Unlicense', /\bUnlicense\b/i],
  ['CC0-1.0', /\bCC0\b/i],
  ['WTFPL', /\bWTFPL\b/i],
]

interface Mention {
  name: string
  line: number
  text: string
  heading: number
}

function mentioned(document: DocumentFacts): Mention[] {
  const found: Mention[] = []
  for (const { label, message, line, text, heading } of badgesIn(document)) {
    if (!/^licen[cs]e$/i.test(label ?? '')) continue
    const names = namesIn(message ?? '')
    if (names.length === 1) found.push({ name: names[0] as string, line, text, heading })
  }
  document.headings.forEach((title, heading) => {
    if (!/^[^\p{L}]*(?:the )?licen[cs](?:e|ing)[^\p{L}]*$/iu.test(title.text)) return
    const passages = document.passages.filter((passage) => passage.heading === heading && passage.kind !== 'heading')
    const names = [...new Set(passages.flatMap(({ raw }) => namesIn(raw)))]
    // Several are told apart by what they are for, which is more than a name.
    if (
      names.length !== 1 ||
      /\b(?:except|dual|assets?|fonts?|third[- ]party|dependenc|under (?:its|their)|either|enterprise|docs?|documentation)\b/i.test(
        passages.map(({ raw }) => raw).join(' '),
      )
    )
      return
    const passage = passages.find(({ raw }) => namesIn(raw).length > 0)
    if (passage) found.push({ name: names[0] as string, line: passage.line, text: passage.raw.split('\n')[0] as string, heading })
  })
  return found
}

function namesIn(text: string): string[] {
  return NAMES.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
}

function judged(document: DocumentFacts, mention: Mention, ground: Ground): Claim[] {
  const spot: Spot = { document, ...mention }
  const manifest = ground
    .manifestsFor(document.path)
    .find(({ path, facts }) => /(?:^|\/)package\.json$/.test(path) && facts.some(({ kind: of }) => of === 'licence'))
  const fact = manifest?.facts.find(({ kind: of }) => of === 'licence')
  if (!manifest || !fact) return []
  const at = { file: manifest.path, line: fact.line, text: fact.text }
  const why = whyNotDocument(document)
  if (why) return [notJudged(kind, spot, mention.name, why)]
  const real = namesIn(fact.name)
  if (real.includes(mention.name)) return [holds(kind, spot, mention.name, `package.json says ${fact.name}.`, [at])]
  if (real.length !== 1) return [notJudged(kind, spot, mention.name, `package.json says ${fact.name}, which is not one licence by name.`)]
  return [
    contradicted(kind, spot, mention.name, {
      says: `The licence is ${mention.name}.`,
      actual: `package.json says ${fact.name}.`,
      impact: 'Whoever uses the code cannot know which of the two holds.',
      action: 'Say the same in both places, and in the file with the licence’s text.',
      evidence: [at],
    }),
  ]
}
