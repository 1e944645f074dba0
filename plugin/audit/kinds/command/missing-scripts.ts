/** Scripts that a complete list of them leaves out. In: documents. Out: one claim a script, where the list ends. */
import escapeStringRegexp from 'escape-string-regexp'
import type { Claim, DocumentFacts } from '../../../types'
import { type Spot, undocumented } from '../../claim'
import type { Ground } from '../../ground'
import { whyNotDocument, whyNotSection } from '../../not-claims'
import type { Named } from './packages'
import { askedFor } from './scripts'
import { packageAround, sitesOf } from './sites'

const leastOfList = 3
const leastShare = 0.5
/** npm runs these by itself. */
const HOOK = /^(?:pre|post)(?=\w)|^(?:prepare|prepublish|prepublishOnly|install|version|dependencies)$/

export function missingScripts(ground: Ground): Claim[] {
  return ground.documents.flatMap((document) => (whyNotDocument(document) ? [] : inDocument(document, ground)))
}

function inDocument(document: DocumentFacts, ground: Ground): Claim[] {
  const lists = new Map<string, { names: Set<string>; last: Spot; folder: string; heading: number }>()
  const everywhere = new Set<string>()
  for (const { words, passage, spot, folders } of sitesOf(document, ground)) {
    const asked = askedFor(words)
    if (asked?.runner !== 'script' || asked.of) continue
    everywhere.add(asked.name)
    const first = passage && (passage.cell ? passage.cell.column === 0 : passage.kind === 'item' && /^[\s*_[(]*`/.test(passage.raw))
    if (!passage || !first) continue
    const key = passage.cell ? `table ${passage.cell.table}` : `list ${passage.heading}`
    const list = lists.get(key) ?? { names: new Set<string>(), last: spot, folder: folders[0] as string, heading: passage.heading }
    list.names.add(asked.name)
    list.last = spot
    lists.set(key, list)
  }
  return [...lists.values()].flatMap(({ names, last, folder, heading }) => {
    const title = document.headings[heading]?.text ?? ''
    if (!/\b(?:scripts?|commands?|tasks?)\b/i.test(title) || whyNotSection(document, heading) || isSelection(document, heading)) return []
    const scripts = [...(packageAround(folder, ground)?.scripts.values() ?? [])].filter(({ name }) => !HOOK.test(name))
    const told = scripts.filter(({ name }) => names.has(name)).length
    if (told < leastOfList || told / scripts.length < leastShare) return []
    return scripts
      .filter(({ name }) => !everywhere.has(name) && !isHelper(name, scripts))
      .map(({ name, at, command }) =>
        undocumented('command', last, `script ${name}`, at, {
          says: 'The list of scripts leaves it out.',
          actual: `There is a script ${name}${command ? `, which runs ${command}` : ''}.`,
          impact: 'Who reads the list does not know of it.',
          action: `Add ${name} to the list.`,
        }),
      )
  })
}

/** The section says that there are more. */
function isSelection({ passages, headings }: DocumentFacts, heading: number): boolean {
  const texts = [
    headings[heading]?.text ?? '',
    ...passages.filter((passage) => passage.heading === heading && passage.kind === 'paragraph').map(({ raw }) => raw),
  ]
  return texts.some((text) => SELECTION.test(text))
}

const SELECTION =
  /\b(?:more|other|some|most|main|important|common(?:ly)?|useful|few|several|basic|key|helpful|including|e\.g\.?|etc)\b[^.]{0,40}\b(?:scripts?|commands?|tasks?|ones)\b|\b(?:scripts?|commands?|tasks?)\b[^.]{0,40}\b(?:including|such as|e\.g\.?|among)\b/i

/** Another script runs it, so nobody has to. */
function isHelper(name: string, scripts: Named[]): boolean {
  return scripts.some(
    (other) =>
      other.name !== name &&
      other.command !== undefined &&
      new RegExp(`(?<![\\w:-])${escapeStringRegexp(name)}(?![\\w:-])`).test(other.command) &&
      /\b(?:npm|yarn|pnpm|bun|run-[sp]|npm-run-all|concurrently|turbo|nx)\b/.test(other.command),
  )
}
