import { grouped } from '../../../grouped'
import type { CloneClass, Impact } from '../../../types'
import { defineNonfunctionalRule } from '../rule'
import { counted, type Found, isTestPath, someOf } from './counted'

/** From here a copy is a piece of logic of its own, whose faults are mended in one place and stay in the other. In tokens. */
const LARGE = 150
const MIDDLE = 90

export default defineNonfunctionalRule({
  id: 'duplicate-block',
  class: 'duplicate-block',
  area: 'Code health',
  title: 'The same code in several places',
  why: 'A change or a mended fault has to be made in every copy, and the one that is forgotten goes on with the old behaviour. Copies are found by their words and signs over the whole repository: at least 50 of them and five lines, literals apart. Tables of values do not count.',
  check(program) {
    const { clones } = program.quality.health
    const isTest = ({ places }: CloneClass) => places.every(({ file }) => isTestPath(file))
    return [
      ...clones.filter((it) => !isTest(it) && isLarge(it)).map(alone),
      ...grouped(
        clones.filter((it) => !isTest(it) && !isLarge(it)),
        ({ places }) => [...new Set(places.map(({ file }) => file))].sort().join('\n'),
      ).map((all) => (all.length === 1 ? alone(all[0] as CloneClass) : several(all))),
      // In tests a reader decides about a suite, not about one passage.
      ...grouped(clones.filter(isTest), ({ places: [first] }) => suiteOf(first?.file ?? '')).map(inTests),
    ]
  },
})

/** First two folders of a path: `test/api`, `frontend/src`. */
function suiteOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/')
}

/** Worth a finding of its own, whatever else the same files share. */
const isLarge = ({ tokens, places }: CloneClass) => tokens >= LARGE || tokens * (places.length - 1) >= 3 * LARGE

function alone({ tokens, lines, places }: CloneClass): Found {
  const files = new Set(places.map(({ file }) => file))
  const [first, ...rest] = places as [CloneClass['places'][number], ...CloneClass['places']]
  const copied = tokens * (places.length - 1)
  const impact: Impact = copied >= 3 * LARGE ? 'High' : tokens >= LARGE || copied >= 2 * MIDDLE ? 'Medium' : 'Low'
  return {
    title: `${counted(lines, 'line')} of ${first.file} stand in ${counted(places.length, 'place')}`,
    impact: impact === 'High' && files.size === 1 ? 'Medium' : impact,
    reason:
      files.size > 1
        ? `${counted(places.length, 'copy', 'copies')} in ${counted(files.size, 'file')} have to be changed together, and nothing tells whoever changes one of the others.`
        : `${counted(places.length, 'copy', 'copies')} in one file have to be changed together.`,
    found: `About ${counted(lines, 'line')} (${counted(tokens, 'word and sign', 'words and signs')}) are the same in ${counted(places.length, 'place')}.`,
    subject: [...files].sort().join(' '),
    at: first,
    evidence: rest,
    places: rest,
    around: first.text,
    recommendation: { text: 'Move what they share into one function that takes what differs, and call it from each place.' },
    confidence: 'high',
    figures: { tokens, lines, places: places.length },
  }
}

/** Small passages that the same files share: taken together they may be one part that is missing. */
function several(classes: readonly CloneClass[]): Found {
  const { places, lines, tokens, files } = summed(classes)
  const [first, ...rest] = places as [CloneClass['places'][number], ...CloneClass['places']]
  return {
    title:
      files.length === 1
        ? `${counted(classes.length, 'passage')} of ${first.file} repeat`
        : `${someOf(files, 3).replaceAll('`', '')} share ${counted(classes.length, 'passage')}`,
    impact: tokens >= 2 * LARGE ? 'Medium' : 'Low',
    reason: `Each is short; together ${counted(lines, 'line')} have to be changed with their copies.`,
    found: `${counted(classes.length, 'passage')} with ${counted(lines, 'line')} in all stand in ${counted(places.length, 'place')}.`,
    subject: files.join(' '),
    at: first,
    evidence: rest.slice(0, 8),
    places: rest,
    around: 'short passages',
    recommendation: { text: 'See whether the passages belong to one part that the files could share: a base, a hook, a helper.' },
    confidence: 'high',
    figures: { passages: classes.length, lines, places: places.length },
  }
}

function summed(classes: readonly CloneClass[]) {
  const places = classes.flatMap((it) => it.places)
  return {
    places,
    files: [...new Set(places.map(({ file }) => file))].sort(),
    lines: classes.reduce((sum, it) => sum + it.lines * (it.places.length - 1), 0),
    tokens: classes.reduce((sum, it) => sum + it.tokens * (it.places.length - 1), 0),
  }
}

function inTests(classes: readonly CloneClass[]): Found {
  const { places, lines, files } = summed(classes)
  const [first, ...rest] = places as [CloneClass['places'][number], ...CloneClass['places']]
  return {
    title:
      files.length === 1
        ? `${counted(classes.length, 'passage')} of ${first.file} ${classes.length === 1 ? 'repeats' : 'repeat'}`
        : `${counted(files.length, 'test file')} share ${counted(classes.length, 'passage')}`,
    impact: 'Low',
    reason: `Some repetition keeps a test readable. About ${counted(lines, 'line')} of it have to be changed together when what they test changes.`,
    found: `${counted(classes.length, 'passage')} of tests ${classes.length === 1 ? 'stands' : 'stand'} in ${counted(places.length, 'place')}: ${files.length === 1 ? 'all in one file' : `in ${files.slice(0, 4).join(', ')}${files.length > 4 ? ` and ${files.length - 4} more` : ''}`}.`,
    subject: suiteOf(first.file),
    at: first,
    evidence: rest.slice(0, 8),
    places: rest,
    around: '',
    recommendation: {
      text: 'Put what sets the scene into a helper or a `beforeEach`, and cases that differ in values only into a table (`test.each`).',
    },
    confidence: 'high',
    figures: { passages: classes.length, lines, places: places.length },
  }
}
