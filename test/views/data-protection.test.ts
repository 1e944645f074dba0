/** Report 04: what of the posture stands in which table, and which reasons become notes. */
import { expect, test } from 'vitest'
import type { Control, Log } from '../../plugin/types'
import { dataProtection } from '../../plugin/views/data-protection'
import { aContext, at, noPosture } from '../program'

const control = (given: Partial<Control> = {}): Control => ({
  id: 'some-control',
  aspect: 'Some control',
  state: 'pass',
  current: 'as it should be',
  recommended: '',
  reason: '',
  evidence: [at('src/server.ts:1')],
  ...given,
})

const absent = (reason: string): Control => control({ state: 'not applicable', current: '', reason, evidence: [] })

function dataOf(dataProtectionPosture: Partial<(typeof noPosture)['dataProtection']>) {
  const posture = { ...noPosture, dataProtection: { ...noPosture.dataProtection, ...dataProtectionPosture } }
  return dataProtection(aContext({ program: { posture } })).data as Record<string, never> & {
    encryption: Control[]
    parts: { of: string; aspect: string }[]
    logs: (Omit<Log, 'content'> & { content: { note: number | null } })[]
    retention: { data: string; kept: { current: string }; deletion: { note: number | null } }[]
    notes: { reason: string }[]
  }
}

test('parts of an answer stand in a table of their own, beside the state they belong to', () => {
  const { encryption, parts } = dataOf({
    encryption: [{ ...control({ aspect: 'In transit', state: 'fail' }), parts: [control({ aspect: 'Own servers', state: 'fail' })] }],
  })
  expect(encryption.map(({ aspect, state }) => `${aspect} ${state}`)).toEqual(['In transit fail'])
  expect(parts.map(({ of, aspect }) => `${of}: ${aspect}`)).toEqual(['In transit: Own servers'])
})

test('a log that is not there gives one reason, not four', () => {
  const none = absent('There is no audit log.')
  const writer = control({ state: 'fail', current: '', reason: 'Looked for one: none.', evidence: [] })
  const { notes } = dataOf({ logs: [{ kind: 'audit', writer, content: none, destination: none, kept: none }] })
  expect(notes.map(({ reason }) => reason)).toEqual(['Looked for one: none.'])
})

test('how long data are kept and how they are deleted stand in one row', () => {
  const { retention } = dataOf({
    retention: [{ data: 'Sessions', kept: control({ current: '1 hour' }), deletion: control({ reason: 'The cookie alone is cleared.' }) }],
  })
  expect(retention).toMatchObject([{ data: 'Sessions', kept: { current: '1 hour', note: null }, deletion: { note: 1 } }])
})
