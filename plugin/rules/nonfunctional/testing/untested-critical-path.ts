import type { Evidence, Impact, NonfunctionalFinding, Program, TestReach } from '../../../types'
import { defineNonfunctionalRule } from '../rule'

/** From this weight on something is worth a test of its own; below it stands in the table of the section only. */
const MATTERS = 25
/** A function behind the doors is worth a finding from here on, and the heaviest of them only: doors come first. */
const HEAVY = 60
/** Where there is no test at all, these come first; the rest is told by the finding that says so. */
const FIRST = 10

type Found = Omit<NonfunctionalFinding, 'rule' | 'class' | 'area'>

export default defineNonfunctionalRule({
  id: 'untested-critical-path',
  class: 'untested-critical-path',
  area: 'Testing coverage',
  title: 'No test comes by something that matters',
  why: 'What no test requests or calls can break with any change, and users find it first. Entry points, guards, payments, changes of data and functions that are hard to follow are looked at, ranked by who gets in, what they change, how complex they are and how often they change.',
  blind: ({ quality }) => (quality.testing.reach.length === 0 ? 'No entry point and no guard was found that tests could come by.' : undefined),
  check: (program) => {
    const { cases, reach } = program.quality.testing
    const untested = reach.filter(({ reached, weight, kind }) => reached !== 'called' && weight >= MATTERS && kind !== 'function')
    const functions = reach.filter(({ reached, weight, kind }) => reached === 'none' && kind === 'function' && weight >= HEAVY)
    if (cases.length > 0) return [...untested, ...functions.slice(0, FIRST)].map(findingOf)
    return untested.length === 0 ? [] : [withoutTests(program, untested), ...untested.slice(0, FIRST).map(findingOf)]
  },
})

function findingOf(subject: TestReach): Found {
  const { kind, reached, by, weight, reasons } = subject
  const what =
    kind === 'guard' ? `the guard \`${subject.subject}\`` : kind === 'function' ? `the function \`${subject.subject}()\`` : `\`${subject.subject}\``
  return {
    title: `No test for ${what}`,
    impact: impactOf(weight),
    reason: `${sentence(reasons)} (${weight} of 100).`,
    found:
      reached === 'imported'
        ? `A test loads the file (\`${by[0]?.file ?? ''}\`), and none requests ${what} or calls what it runs.`
        : kind === 'function'
          ? 'Looked for a chain of calls from any test to it, and for a test that loads its file: found none.'
          : `Looked for requests of this path, for calls of what it runs and for its name in all tests: found none.`,
    subject: subject.subject,
    at: subject.at,
    evidence: by,
    around: kind,
    recommendation: { text: recommended(subject), code: exampleOf(subject) },
    confidence: 'medium',
    figures: { weight },
  }
}

const impactOf = (weight: number): Impact => (weight >= 70 ? 'High' : weight >= 40 ? 'Medium' : 'Low')

function sentence(reasons: string[]): string {
  const text = reasons.length > 1 ? `${reasons.slice(0, -1).join(', ')} and ${reasons.at(-1)}` : (reasons[0] ?? 'it can be reached from outside')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function recommended({ kind, reasons }: TestReach): string {
  if (kind === 'function') return 'Test it by itself: one case for each way through it that somebody depends on, and one for what it must refuse.'
  if (kind === 'guard') return 'Test it both ways: a caller whom it lets pass, and one whom it turns away.'
  const isClosed = reasons.some((reason) => reason.startsWith('signed-in'))
  return `Test that it works${isClosed ? ', that it turns away who is not signed in' : ''}${kind === 'entry point' ? '' : ', that it refuses what is not valid'}, and what stands in the database afterwards.`
}

function exampleOf({ kind, subject }: TestReach): string | undefined {
  if (kind === 'guard' || kind === 'function') return undefined
  const [method = '', path = ''] = subject.split(' ')
  if (!/^(?:GET|POST|PUT|PATCH|DELETE|ALL|ANY)$/.test(method) || !path.startsWith('/')) return undefined
  const verb = method === 'ALL' || method === 'ANY' ? 'get' : method.toLowerCase()
  const send = /^(?:post|put|patch)$/.test(verb) ? '.send({ … })' : ''
  return `it(${JSON.stringify(subject)}, async () => {\n  const response = await request(app).${verb}(${JSON.stringify(path.replace(/:\w+/g, '1'))})${send}\n  expect(response.status).toBe(200)\n})`
}

/** One for all: a list of every door would say the same many times over. */
function withoutTests({ files, manifests }: Program, untested: TestReach[]): Found {
  const manifest = manifests.find(({ path }) => path === 'package.json')
  const script = manifest?.facts.find(({ kind, name }) => kind === 'script' && name === 'test')
  const at: Evidence = script
    ? { file: 'package.json', line: script.line, text: script.text }
    : manifest
      ? { file: 'package.json', line: 1, text: '{' }
      : (untested[0] as TestReach).at
  const code = files.filter(({ kind }) => kind === 'code').length
  const heavy = untested.filter(({ weight }) => weight >= 70).length
  return {
    title: 'The repository has no tests',
    impact: heavy > 0 ? 'High' : 'Medium',
    reason: `Whatever a change breaks is found by users; ${untested.length === 1 ? '1 entry point or guard' : `${untested.length} entry points and guards`} matter enough for a test, ${heavy} of them a great deal.`,
    found: `Among ${code} files of code no test of a known runner was found (Jest, Vitest, Mocha, node:test, AVA, tap, Playwright, Cypress and others). The ${Math.min(FIRST, untested.length)} that matter most follow.`,
    subject: 'tests',
    at,
    evidence: untested.slice(0, FIRST).map((each) => each.at),
    around: 'no tests',
    recommendation: {
      text: 'Begin with one test through the entry point of what matters most, run it in the pipeline, and add one with every fault that is mended.',
      code: 'npm install --save-dev vitest supertest\nnpx vitest run',
    },
    confidence: 'high',
  }
}
