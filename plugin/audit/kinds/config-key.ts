/** Tasks and launch configurations of the editor that documents name. */
import type { Claim, DocumentFacts, Evidence, Passage } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyNotPassage } from '../not-claims'
import type { ClaimReader } from '../reader'

const kind = 'config-key'

export const configKeys: ClaimReader = {
  id: kind,
  title: 'Names in settings of the editor',
  why: 'Who looks for a task that is not there does not know what else is missing.',
  read: (document, ground) => document.passages.flatMap((passage) => inPassage(document, passage, ground)),
}

/** Longer passages are data and no statements. In characters. */
const MOST_TEXT = 5000

const EDITOR = /\b(?:VS ?Code|Visual Studio Code)\b/i
/** `a vscode task for this called `lint``, `the `Debug` launch configuration`. */
const NAMED: [string, RegExp][] = [
  ['vscode', /\btasks?\b[^`.]{0,40}?\b(?:called|named)\s+[`"“]([^`"”]+)[`"”]/gi],
  ['vscode', /[`"“]([^`"”]+)[`"”]\s+(?:VS ?Code |Visual Studio Code )?task\b/gi],
  ['vscode-launch', /\b(?:launch|debug) configurations?\b[^`.]{0,40}?\b(?:called|named)\s+[`"“]([^`"”]+)[`"”]/gi],
  ['vscode-launch', /[`"“]([^`"”]+)[`"”]\s+(?:launch|debug(?:ger)?) (?:configuration|profile|target)\b/gi],
]

function inPassage(document: DocumentFacts, passage: Passage, ground: Ground): Claim[] {
  const title = document.headings[passage.heading]?.text ?? ''
  if (passage.raw.length > MOST_TEXT || (!EDITOR.test(passage.raw) && !EDITOR.test(title))) return []
  return NAMED.flatMap(([ecosystem, pattern]) =>
    [...passage.raw.matchAll(pattern)].flatMap((match): Claim[] => {
      const name = (match[1] as string).trim()
      const below = passage.raw.slice(0, match.index + match[0].indexOf(name)).split('\n').length - 1
      const spot: Spot = { document, line: passage.line + below, text: passage.raw.split('\n')[below] ?? passage.raw, heading: passage.heading }
      const subject = `${ecosystem === 'vscode' ? 'editor task' : 'launch configuration'} ${name}`
      const all = tasks(ground, ecosystem)
      const found = all.find((it) => it.name === name) ?? (ecosystem === 'vscode' ? script(ground, name) : undefined)
      if (found) return [holds(kind, spot, subject, 'There is one of that name.', [found.at])]
      const why = whyNotPassage(document, passage, match.index) ?? (isPlaceholder(name) ? 'The name is a placeholder.' : undefined)
      if (why) return [notJudged(kind, spot, subject, why)]
      const file = ecosystem === 'vscode' ? '.vscode/tasks.json' : '.vscode/launch.json'
      if (all.length === 0) return [notJudged(kind, spot, subject, `No ${file} with names was read.`)]
      return [
        contradicted(kind, spot, subject, {
          says: `The editor offers ${name}.`,
          actual: `${file} has ${all.map((it) => it.name).join(', ')}.`,
          impact: 'Whoever looks for it in the list does not find it.',
          action: 'Name one that is there, or add it.',
          severity: 'Low',
          evidence: [(all[0] as { at: Evidence }).at],
        }),
      ]
    }),
  )
}

function tasks({ program }: Ground, ecosystem: string): { name: string; at: Evidence }[] {
  return program.manifests.flatMap(({ path, facts }) =>
    facts.flatMap(({ kind: of, ecosystem: it, name, line, text }) =>
      of === 'task' && it === ecosystem ? [{ name, at: { file: path, line, text } }] : [],
    ),
  )
}

/** The editor offers every script of package.json as `npm: name`. */
function script({ program }: Ground, name: string): { at: Evidence } | undefined {
  const wanted = /^(?:npm|yarn|pnpm): (.+)$/.exec(name)?.[1]
  if (wanted === undefined) return undefined
  for (const { path, facts } of program.manifests) {
    const found = facts.find(({ kind: of, name: it }) => of === 'script' && it === wanted)
    if (found) return { at: { file: path, line: found.line, text: found.text } }
  }
  return undefined
}
