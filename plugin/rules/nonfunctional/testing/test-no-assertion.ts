import type { TestCase } from '../../../types'
import { defineNonfunctionalRule } from '../rule'

export default defineNonfunctionalRule({
  id: 'test-no-assertion',
  class: 'test-no-assertion',
  area: 'Testing coverage',
  title: 'A test checks nothing',
  why: 'It passes whatever the code does, as long as nothing throws, and counts as a test all the same.',
  blind: ({ quality }) => (quality.testing.cases.length === 0 ? 'No test was found to look at.' : undefined),
  check: ({ quality }) =>
    quality.testing.cases
      .filter(({ state, seen, assertions }) => seen && assertions.length === 0 && (state === 'run' || state === 'only'))
      .map((test) => ({
        title: `The test "${lastOf(test.title)}" checks nothing`,
        impact: 'Medium',
        reason: 'The behaviour that its title promises can break, and the test stays green.',
        found: `Looked in the test and in the helpers that it calls for an assertion, a snapshot, an expected status, a conditional throw or an element that has to be there: found none.`,
        subject: test.title,
        at: { ...test.at, endLine: test.endLine },
        evidence: [],
        around: test.framework,
        recommendation: {
          text: 'Check what the title says: the answer, the state afterwards, or the call that should have been made.',
          code: exampleFor(test),
        },
        confidence: 'high',
      })),
})

const lastOf = (title: string) => title.split(' > ').at(-1) as string

function exampleFor({ framework, title }: TestCase): string {
  const name = JSON.stringify(lastOf(title))
  switch (framework) {
    case 'cypress':
      return `it(${name}, () => {\n  // …\n  cy.get('[data-cy=message]').should('be.visible')\n})`
    case 'playwright':
      return `test(${name}, async ({ page }) => {\n  // …\n  await expect(page.getByRole('alert')).toBeVisible()\n})`
    case 'node:test':
    case 'mocha':
      return `it(${name}, async () => {\n  const result = await …\n  assert.deepEqual(result, …)\n})`
    case 'ava':
    case 'tap':
    case 'tape':
      return `test(${name}, async (t) => {\n  const result = await …\n  t.deepEqual(result, …)\n})`
    default:
      return `it(${name}, async () => {\n  const result = await …\n  expect(result).toEqual(…)\n})`
  }
}
