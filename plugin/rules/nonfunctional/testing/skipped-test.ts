import { grouped } from '../../../grouped'
import type { Evidence, TestCase } from '../../../types'
import { defineNonfunctionalRule } from '../rule'

/** One for a suite that is left out, not one for each of its tests. */
export default defineNonfunctionalRule({
  id: 'skipped-test',
  class: 'skipped-test',
  area: 'Testing coverage',
  title: 'Tests are left out',
  why: 'A test that is skipped looks like one in the list, and checks nothing; the longer it is, the less it fits the code.',
  blind: ({ quality }) => (quality.testing.cases.length === 0 ? 'No test was found to look at.' : undefined),
  check: ({ quality }) =>
    grouped(
      quality.testing.cases.filter(({ state }) => state === 'skipped'),
      (test) => `${placeOf(test).file}:${placeOf(test).line}`,
    ).map((tests) => {
      const [first] = tests as [TestCase]
      const at = placeOf(first)
      const isSuite = first.stateAt !== undefined
      const name = isSuite ? first.title.split(' > ').slice(0, -1).join(' > ') : first.title
      return {
        title: isSuite
          ? `A suite with ${tests.length === 1 ? '1 test' : `${tests.length} tests`} is left out`
          : `The test "${first.title.split(' > ').at(-1)}" is left out`,
        impact: 'Low',
        reason: 'What it would check goes unchecked, and nothing reminds anybody of it.',
        found: isSuite ? `"${name}" is skipped with all that is in it.` : `"${name}" is skipped.`,
        subject: name,
        at,
        evidence: isSuite ? tests.slice(0, 5).map((test) => test.at) : [],
        around: 'skipped',
        recommendation: {
          text: 'Mend it, or delete it. Where it has to wait, say for what, with an issue and a day on which somebody looks again.',
          code: at.text.replace(/\bx(?=it\b|describe\b|test\b|context\b)/, '').replace(/\.skip\b|\.fixme\b/, ''),
        },
        confidence: 'high',
      }
    }),
})

/** The suite that is left out, or the test itself. */
const placeOf = (test: TestCase): Evidence => test.stateAt ?? test.at
