/** Report 02 as data: steps of which nothing is known stand together, rows about what is not there too, and branches are drawn apart. */
import { describe, expect, test } from 'vitest'
import type { Authentication, Control, Mechanism } from '../../plugin/types'
import { authentication } from '../../plugin/views/authentication'
import { aContext, aProgram, at } from '../program'

const none: Authentication = { mechanisms: [], signIns: [], passwords: [], sessions: [], bruteForce: [] }

const aControl = (given: Partial<Control>): Control => ({
  id: 'cookie-secure',
  aspect: 'Secure flag',
  state: 'fail',
  current: 'no',
  recommended: 'Set',
  reason: 'Sent in the clear, too.',
  evidence: [at('src/app.ts:9')],
  ...given,
})

// biome-ignore lint/suspicious/noExplicitAny: data of a page have no type of their own
function dataOf(given: Partial<Authentication>): any {
  const program = aProgram()
  program.posture = { ...program.posture, authentication: { ...none, ...given } }
  return authentication(aContext({ program })).data
}

describe('tables', () => {
  test('a risk is told in its cell, and what could not be told in a note', () => {
    const { sessions, notes } = dataOf({ sessions: [aControl({}), aControl({ state: 'unknown', current: '', reason: 'It comes from elsewhere.' })] })
    expect(sessions.rows.map(({ note }: { note: number | null }) => note)).toEqual([null, 1])
    expect(notes).toMatchObject([{ number: 1, reason: 'It comes from elsewhere.' }])
  })

  test('what is about nothing that is there stands together, by the reason for that', () => {
    const absent = { state: 'not applicable' as const, current: '', evidence: [], reason: 'No cookie is set.' }
    const { sessions } = dataOf({ sessions: [aControl(absent), aControl({ ...absent, aspect: 'SameSite' }), aControl({ aspect: 'Store' })] })
    expect(sessions.absent).toEqual([{ reason: 'No cookie is set.', aspects: ['Secure flag', 'SameSite'] }])
    expect(sessions.rows).toMatchObject([{ aspect: 'Store' }])
  })
})

test('steps keep their numbers, known or not', () => {
  const step = (aspect: string, given: Partial<Control>) => aControl({ aspect, recommended: '', ...given })
  const untold = { state: 'unknown' as const, current: '', reason: 'The library does it.', evidence: [] }
  const mechanism: Mechanism = {
    kind: 'delegated',
    name: 'Delegated login',
    implementation: 'passport-x',
    library: 'passport-x',
    usedAt: [],
    strength: 'adequate',
    because: 'Others ask.',
    evidence: [],
    steps: [step('Submission', { state: 'pass' }), step('Validation', untold), step('Creation', untold)],
  }
  const [shown] = dataOf({ mechanisms: [mechanism] }).mechanisms
  expect(shown.steps).toMatchObject([{ name: '1. Submission', state: 'pass' }])
  expect(shown.untold).toEqual([{ state: 'unknown', reason: 'The library does it.', names: ['2. Validation', '3. Creation'] }])
})

describe('flows', () => {
  const step = (outcome: Authentication['signIns'][number]['steps'][number]['outcome'], text: string, line: number) => ({
    from: 'Application',
    to: 'Client',
    text,
    outcome,
    reply: true,
    at: at(`src/app.ts:${line}`),
  })

  test('valid, second factor and invalid are branches, in this order', () => {
    const [flow] = dataOf({
      signIns: [
        {
          door: 'POST /login',
          at: at('src/app.ts:1'),
          steps: [step('invalid', 'refuses', 4), step('always', 'reads', 2), step('second factor', 'asks', 5), step('valid', 'answers', 3)],
        },
      ],
    }).flows
    const [first, choice] = flow.diagram.steps
    expect(first).toMatchObject({ kind: 'message', label: 'reads' })
    expect(choice.branches.map(({ label }: { label: string }) => label)).toEqual(['valid credentials', 'second factor needed', 'invalid credentials'])
    expect(flow.lacks).toBe('')
    expect(flow.evidence.map(({ text }: { text: string }) => text)).toEqual(['reads', 'answers', 'asks', 'refuses'])
  })

  test('a branch that was not found is said to be missing', () => {
    const lacks = (...outcomes: ('valid' | 'invalid')[]) =>
      dataOf({
        signIns: [{ door: 'POST /login', at: at('src/app.ts:1'), steps: outcomes.map((outcome, index) => step(outcome, outcome, index + 2)) }],
      }).flows[0].lacks
    expect([lacks('valid'), lacks('invalid'), lacks('valid', 'invalid'), lacks()]).toEqual(['invalid', 'valid', '', 'both'])
  })
})
