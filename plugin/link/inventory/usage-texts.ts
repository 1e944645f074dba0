/** Texts by which a program tells how to call it. In: the solved program. Out: each with the name that it calls itself by. */
import path from 'node:path'
import { type Extracted, Kind } from '../../graph'
import type { Inventory } from '../../types'
import { cite, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'

const CALLED =
  /(?:^|[\s`'"])(npx|npm (?:create|init)|yarn (?:create|dlx)|pnpm (?:dlx|create)|bunx|npm (?:i|install) -g|npm (?:i|install) --global)\s+(?:-y\s+|--yes\s+)?((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:@[\w.-]+)?(?=\s|$|[`'"])/
/** Longest text that is shown, in characters. */
const MOST_TEXT = 120

/** Only of files that a command runs: elsewhere such a text names a tool that somebody lacks. */
export function usageTextsOf(linked: Linked, { manifests }: Pick<Extracted, 'manifests'>): Inventory['usageTexts'] {
  const { whole } = linked
  const programs = new Set([
    ...whole.files.flatMap((file) => (file.text.startsWith('#!') ? [file.path] : [])),
    ...manifests.flatMap(({ path: manifest, facts }) =>
      facts.flatMap(({ kind, value }) => (kind === 'bin' && value ? [path.posix.join(path.posix.dirname(manifest), value)] : [])),
    ),
  ])
  if (programs.size === 0) return []
  const found: Inventory['usageTexts'] = []
  for (const node of lookupOf(whole).of(Kind.String)) {
    const text = whole.text(whole.a[node] as number)
    if (text.length > 2000) continue
    const match = CALLED.exec(text)
    if (!match) continue
    const at = cite(linked, node)
    if (!programs.has(at.file) || isTestCode(linked, at.file)) continue
    found.push({ text: text.trim().slice(0, MOST_TEXT), program: match[2] as string, how: match[1] as string, at })
  }
  return found
}
