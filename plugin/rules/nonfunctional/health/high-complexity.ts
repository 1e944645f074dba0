import { grouped } from '../../../grouped'
import type { FunctionMetrics, Impact } from '../../../types'
import { defineNonfunctionalRule } from '../rule'
import { counted, type Found } from './counted'

/**
 * Where the tools whose counts these are begin to complain: SonarSource's default for cognitive complexity, and ESLint's for
 * `complexity`. Twice that is where studies of maintenance find most of the time lost, so there it weighs more.
 */
const COGNITIVE = 15
const CYCLOMATIC = 20
const HARD = 30
const VERY_HARD = 60
/** Changes in a year from which a file counts as worked on again and again: one a month. */
const OFTEN = 12

export default defineNonfunctionalRule({
  id: 'high-complexity',
  class: 'high-complexity',
  area: 'Performance hotspots',
  title: 'Functions that are hard to follow',
  why: `Whoever changes such a function has to keep all of its branches in mind, and tests have to walk them. Told from a cognitive complexity of ${COGNITIVE + 1} (SonarSource's limit) or a cyclomatic one of ${CYCLOMATIC + 1} (ESLint's).`,
  check(program) {
    const { functions, churn } = program.quality.health
    const changes = new Map(churn.map((it) => [it.file, it.changes]))
    const high = functions.filter(({ test, cognitive, cyclomatic }) => !test && (cognitive > COGNITIVE || cyclomatic > CYCLOMATIC))
    const isHard = ({ cognitive, cyclomatic }: FunctionMetrics) => cognitive > HARD || cyclomatic > 2 * CYCLOMATIC
    return [
      ...high.filter(isHard).map((it) => alone(it, changes.get(it.at.file) ?? 0)),
      ...grouped(
        high.filter((it) => !isHard(it)),
        ({ at }) => at.file,
      ).map((all) => together(all, changes.get(all[0]?.at.file ?? '') ?? 0)),
    ]
  },
})

function alone(it: FunctionMetrics, changes: number): Found {
  const impact: Impact = it.cognitive > VERY_HARD ? 'High' : changes >= OFTEN ? 'High' : 'Medium'
  return {
    title: `${nameOf(it)} has a cognitive complexity of ${it.cognitive}`,
    impact,
    reason: `${reasonOf(it)}${changes > 1 ? ` Its file changed ${changes} times in the last year of its history.` : ''}`,
    found: `${nameOf(it)} has ${counted(it.lines, 'line')}, a cyclomatic complexity of ${it.cyclomatic} and a cognitive complexity of ${it.cognitive}.`,
    subject: `${it.at.file}#${it.name}`,
    at: { ...it.at, endLine: it.endLine },
    evidence: [],
    around: '',
    recommendation: advice,
    confidence: 'high',
    figures: { cyclomatic: it.cyclomatic, cognitive: it.cognitive, lines: it.lines, ...(changes > 0 ? { changes } : {}) },
  }
}

/** Those a little above the limit are read file by file. */
function together(all: readonly FunctionMetrics[], changes: number): Found {
  const [first, ...rest] = [...all].sort((one, other) => other.cognitive - one.cognitive || other.cyclomatic - one.cyclomatic) as [
    FunctionMetrics,
    ...FunctionMetrics[],
  ]
  if (rest.length === 0) return { ...alone(first, changes), impact: changes >= OFTEN ? 'Medium' : 'Low' }
  const { file } = first.at
  return {
    title: `${counted(all.length, 'function')} of ${file} are hard to follow`,
    impact: changes >= OFTEN ? 'Medium' : 'Low',
    reason: `${reasonOf(first)}${changes > 1 ? ` The file changed ${changes} times in the last year of its history.` : ''}`,
    found: `${[first, ...rest]
      .slice(0, 6)
      .map((it) => `${nameOf(it)}: ${counted(it.lines, 'line')}, cyclomatic ${it.cyclomatic}, cognitive ${it.cognitive}`)
      .join('; ')}${all.length > 6 ? `; and ${all.length - 6} more` : ''}.`,
    subject: file,
    at: { ...first.at, endLine: first.endLine },
    evidence: [],
    places: rest.map((it) => ({ ...it.at, endLine: it.endLine })),
    around: '',
    recommendation: advice,
    confidence: 'high',
    figures: {
      functions: all.length,
      cyclomatic: first.cyclomatic,
      cognitive: first.cognitive,
      lines: first.lines,
      ...(changes > 0 ? { changes } : {}),
    },
  }
}

const nameOf = ({ name, at }: FunctionMetrics) => (name === '' ? `A function in line ${at.line}` : `\`${name}\``)

const reasonOf = ({ cognitive, cyclomatic }: FunctionMetrics) =>
  cognitive > COGNITIVE
    ? `SonarSource's limit is ${COGNITIVE}: above it, readers lose track of which conditions hold.`
    : `ESLint's limit is ${CYCLOMATIC} paths: this one has ${cyclomatic}, and a test is needed for each.`

const advice = {
  text: 'Return early where a condition ends the work, give each part that has a name of its own a function, and turn long chains of conditions into a table. Cover it by tests before.',
}
