/** Examples of settings files (`.env.example`): names, example values and comments. */
import type { DocumentFacts, Passage } from '../../types'
import { silencedIn } from './silenced'

export function envFacts(path: string, text: string): DocumentFacts {
  const lines = text.split(/\r?\n/)
  const passages: Passage[] = []
  lines.forEach((raw, index) => {
    const line = index + 1
    const comment = /^\s*#\s?(.*)$/.exec(raw)
    const assigned = /^\s*(?:#\s*)?(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/.exec(raw)
    if (assigned && !comment) passages.push({ kind: 'item', raw, line, codes: [{ text: assigned[1] as string, line }], heading: -1 })
    else if (comment?.[1]?.trim()) passages.push({ kind: 'paragraph', raw: comment[1], line, codes: [], heading: -1 })
  })
  const facts: DocumentFacts = {
    path,
    format: 'env',
    lines: lines.length,
    headings: [],
    anchors: [],
    passages,
    fences: [{ language: 'dotenv', meta: '', text, line: 1, heading: -1, before: '' }],
    links: [],
    silenced: [],
  }
  const starts = [0]
  for (const raw of lines) starts.push((starts.at(-1) as number) + raw.length + 1)
  facts.silenced = silencedIn(text, facts, (offset) =>
    Math.max(
      1,
      starts.findIndex((start) => start > offset),
    ),
  )
  return facts
}
