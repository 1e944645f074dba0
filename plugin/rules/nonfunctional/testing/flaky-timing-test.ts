import type { Impact, UnsteadyPlace } from '../../../types'
import { defineNonfunctionalRule } from '../rule'

interface Words {
  title: string
  impact: Impact
  reason: string
  text: string
  code?: (place: UnsteadyPlace) => string
}

const WORDS: Record<UnsteadyPlace['why'], Words> = {
  sleep: {
    title: 'A test waits for a fixed time',
    impact: 'Medium',
    reason: 'On a busy machine the time is too short and the test fails by chance; on every other it is lost.',
    text: 'Wait for what is to happen, with a limit, and go on as soon as it has.',
    code: ({ code }) =>
      /^cy\./.test(code)
        ? "cy.intercept('POST', '/api/…').as('saved')\n// …\ncy.wait('@saved')"
        : /waitForTimeout/.test(code)
          ? 'await expect(page.getByText(…)).toBeVisible()'
          : /sleep|pause/i.test(code) && /driver|browser/i.test(code)
            ? 'await driver.wait(until.elementLocated(By.id(…)), 10_000)'
            : 'await vi.waitFor(() => expect(…).toBe(…))   // or await the promise that the code under test returns',
  },
  'real timer': {
    title: 'A test depends on a real timer',
    impact: 'Medium',
    reason: 'What has happened by the time the timer fires differs from machine to machine.',
    text: 'Use the fake timers of the test runner, or ask until the answer is there, with a limit.',
    code: () => 'vi.useFakeTimers()   // jest.useFakeTimers(), mock.timers.enable(), sinon.useFakeTimers()\n// …\nvi.advanceTimersByTime(1_000)',
  },
  'fixed port': {
    title: 'A test listens on a fixed port',
    impact: 'Low',
    reason: 'Two runs at once, or another program on the machine, and the test cannot start.',
    text: 'Ask for any free port, and use the one that was given.',
    code: () => 'const server = app.listen(0)\nconst { port } = server.address()',
  },
  date: {
    title: 'A test compares with the clock',
    impact: 'Medium',
    reason: 'Between the two readings of the clock time goes by, more on some days than on others.',
    text: 'Stop the clock for the test, or compare with what the code was given.',
    code: () => "vi.useFakeTimers({ now: new Date('2024-01-01') })",
  },
  random: {
    title: 'Chance decides what a test does',
    impact: 'Medium',
    reason: 'The test looks at one thing today and at another tomorrow, and a failure cannot be repeated.',
    text: 'Go through both ways, each in a test of its own, or fix the seed and print it.',
    code: () => "vi.spyOn(Math, 'random').mockReturnValue(0.25)",
  },
  network: {
    title: 'A test asks a host outside',
    impact: 'Medium',
    reason: 'The test fails when the network, the host or its certificate does, which says nothing of the code.',
    text: 'Answer the request in the test (msw, nock), and keep those that need the real host in a run of their own.',
    code: () => "nock('https://host').get('/path').reply(200, { … })",
  },
  order: {
    title: 'Tests depend on the order in which they run',
    impact: 'Medium',
    reason: 'None of them can be run alone, and the first that fails takes the others along.',
    text: 'Let each test make what it needs, or make it in `beforeEach`.',
    code: ({ code }) => `beforeEach(async () => {\n  … = ${code}\n})`,
  },
}

function whereOf({ around }: UnsteadyPlace): string {
  if (around === '') return ''
  const hook = /^a hook: (.*)$/.exec(around)?.[1]
  return hook ? ` It stands in \`${hook}\`, before or after the tests.` : ` It stands in "${around}".`
}

export default defineNonfunctionalRule({
  id: 'flaky-timing-test',
  class: 'flaky-timing-test',
  area: 'Testing coverage',
  title: 'A test passes by time or by chance',
  why: 'A test that fails now and then is run again until it passes, and soon nobody believes any of them.',
  blind: ({ quality }) => (quality.testing.files === 0 ? 'No test was found to look at.' : undefined),
  check: ({ quality }) =>
    quality.testing.unsteady.map((place) => {
      const { title, impact, reason, text, code } = WORDS[place.why]
      return {
        title,
        impact: place.confidence === 'low' ? 'Low' : impact,
        reason,
        found: `${place.detail}${whereOf(place)}`,
        subject: place.around || place.at.file,
        at: place.at,
        evidence: place.evidence,
        around: `${place.why} ${place.code}`,
        recommendation: { text, ...(code ? { code: code(place) } : {}) },
        confidence: place.confidence,
      }
    }),
})
