/** Holds a mutant against what the audit says of it. */
import type { Claim } from '../../../plugin/types'
import { discrepancies, type Files, type Held, hold, project, told } from '../documented'
import { appended } from './edits'
import type { Mutant, Project } from './mutant'

export interface Outcome {
  mutant: Mutant
  /** Lines that were to be told and were not. */
  missed: string[]
  /** What was told besides. */
  collateral: string[]
  held: Held
}

/** False from the beginning, at the end of a document: what was known before a change has to stay as it is. */
const standing = appended('README.md', '\n## More\n\nMore is in [the handbook](docs/handbook.md) and in [its appendix](docs/appendix.md#maps).\n')

const untouched = new Map<Project, Promise<Held>>()

export function unchangedProject(name: Project): Promise<Held> {
  let held = untouched.get(name)
  if (!held) {
    held = hold(standing(project(name)))
    untouched.set(name, held)
  }
  return held
}

export async function outcomeOf(mutant: Mutant): Promise<Outcome> {
  const files = standing(mutant.edit(project(mutant.project)))
  const known = new Set(discrepancies((await unchangedProject(mutant.project)).audited).map(told))
  const held = await hold(files)
  const left = discrepancies(held.audited).filter((claim) => !known.has(told(claim)))
  const missed = mutant.lines.filter((line) => !taken(left, placeOf(files, line)))
  for (const line of mutant.also ?? []) taken(left, placeOf(files, line))
  return { mutant, missed, collateral: left.map(told), held }
}

/** One line is one discrepancy; a second one at the same line is one too many. */
function taken(left: Claim[], place: string): boolean {
  const at = left.findIndex(({ doc }) => `${doc.file}:${doc.line}` === place)
  if (at >= 0) left.splice(at, 1)
  return at >= 0
}

/** `README.md: some text` is the only line of the document that holds the text, `README.md: ^text` the one that begins so. */
function placeOf(files: Files, line: string): string {
  const [, file = '', text] = /^([^:]+):(?: (.+))?/.exec(line) ?? []
  if (text === undefined) return line
  const lines = (files[file] ?? '').split('\n')
  const holding = lines.flatMap((it, index) => ((text.startsWith('^') ? it.startsWith(text.slice(1)) : it.includes(text)) ? [index + 1] : []))
  if (holding.length !== 1) throw new Error(`${holding.length} lines of ${file} hold “${text}”`)
  return `${file}:${holding[0]}`
}
