import { defineNonfunctionalRule } from '../rule'

export default defineNonfunctionalRule({
  id: 'focused-test',
  class: 'focused-test',
  area: 'Testing coverage',
  title: 'One test keeps the others from running',
  why: '`only` is for the minute in which somebody looks at one test; committed, it leaves the rest of the file out, and the build stays green.',
  blind: ({ quality }) => (quality.testing.cases.length === 0 ? 'No test was found to look at.' : undefined),
  check: ({ quality }) => {
    const seen = new Set<string>()
    return quality.testing.cases
      .filter(({ state }) => state === 'only')
      .filter(({ stateAt, at }) => {
        const key = `${(stateAt ?? at).file}:${(stateAt ?? at).line}`
        return !seen.has(key) && seen.add(key) !== undefined
      })
      .map((test) => {
        const at = test.stateAt ?? test.at
        const others = quality.testing.cases.filter((other) => other.at.file === test.at.file && other.state === 'run').length
        return {
          title: `Only "${test.title.split(' > ').at(-1)}" is run`,
          impact: others > 0 ? 'High' : 'Medium',
          reason:
            others > 0
              ? `${others} other tests of the file are left out, and nothing says so.`
              : 'Tests that are added to the file are left out, and nothing says so.',
          found: `\`only\` stands at "${test.title}".`,
          subject: test.title,
          at,
          evidence: [],
          around: 'only',
          recommendation: {
            text: 'Take it away, and let the linter refuse it (`no-only-tests/no-only-tests`, `vitest/no-focused-tests`, `forbidOnly` of Playwright).',
            code: at.text.replace(/\.only\b/, '').replace(/\bf(?=it\b|describe\b|test\b|context\b)/, ''),
          },
          confidence: 'high',
        }
      })
  },
})
