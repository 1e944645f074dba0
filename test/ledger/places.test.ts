/** A fault with several places keeps its id while any of them is left. */
import { describe, expect, test } from 'vitest'
import { parseLedger, printLedger } from '../../plugin/ledger/file'
import { reconcile } from '../../plugin/ledger/index'
import hardcodedSecret from '../../plugin/rules/crypto/hardcoded-secret'
import { judge } from '../../plugin/rules/judge'
import { byRootCause } from '../../plugin/rules/root-causes'
import type { Finding } from '../../plugin/types'
import { linkSources } from '../link/small-programs'
import { build, builds, finding } from './build'

const place = (file: string, text: string, more: Partial<Finding> = {}) => finding({ file, text, subject: `${file} query`, cause: 'line', ...more })
const first = place('src/a.ts', 'db.query(one)')
const second = place('src/b.ts', 'db.query(two, deeply)')
const third = place('src/c.ts', 'db.query(three) // of the shop')
const together = (...findings: Finding[]) => build(byRootCause(findings, () => false))
const states = ({ rows }: Pick<ReturnType<typeof reconcile>, 'rows'>) => rows.map(({ id, status, file }) => `${id} ${status} ${file}`)

describe('a fault with several places', () => {
  test('is one entry', () => {
    expect(states(builds(together(first, second, third)))).toEqual(['SEC-001 Open src/a.ts'])
  })

  test('is still open when the place that spoke for it is mended, and Fixed when the last one is', () => {
    const left = builds(together(first, second, third), together(second, third))
    expect(states(left)).toEqual(['SEC-001 Open src/b.ts'])
    expect(states(builds(together(first, second, third), together(second, third), together(third)))).toEqual(['SEC-001 Open src/c.ts'])
    expect(states(builds(together(first, second), build([])))).toEqual(['SEC-001 Fixed src/a.ts'])
  })

  test('keeps its id when a place is added in front', () => {
    expect(states(builds(together(second), together(first, second)))).toEqual(['SEC-001 Open src/a.ts'])
  })

  test('takes in what were findings of their own: none of them is called fixed', () => {
    const apart = [first, second].map(({ cause, ...rest }) => rest)
    expect(states(builds(build(apart), together(first, second)))).toEqual(['SEC-001 Open src/a.ts'])
  })

  test('when its cause is mended it is Fixed, though a place has the same fault for another reason', () => {
    const setting = finding({ rule: 'xss', class: 'xss', file: 'src/app.ts', line: 3, text: 'autoescape: false', subject: 'setting' })
    const template = finding({ class: 'xss', file: 'view.html', text: '{{ name }}', subject: 'view', cause: 'src/app.ts:3' })
    const { cause, ...alone } = template
    expect(states(builds(together(setting, template), build([alone])))).toEqual(['SEC-001 Fixed src/app.ts', 'SEC-002 Open view.html'])
  })

  test('the file holds its places as hashes of masked text, and takes them back', () => {
    const { ledger } = builds(together(first, second))
    expect(ledger.entries[0]?.also).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
    expect(parseLedger(printLedger(ledger), 'ledger.json')).toEqual(ledger)
    const damaged = printLedger(ledger).replace(/"also": \[\s*"/, '"also": ["x')
    expect(() => parseLedger(damaged, 'ledger.json')).toThrow('damaged at entries[0].also: expected a list of such hashes')
  })
})

describe('a secret', () => {
  test('has an identity that says nothing of its value: two values of one length look alike', () => {
    const identities = ['zk4Tq81LmPx7vB2nC9sD', 'qw7Xe55RtYu1iO8pA3dF'].map((value) => {
      const program = linkSources({ 'config.js': `exports.settings = { apiKey: '${value}' }` })
      const { findings } = judge([hardcodedSecret], program)
      const { ledger } = reconcile(null, build(findings))
      expect(JSON.stringify([findings, ledger])).not.toContain(value.slice(2, 8))
      return ledger.entries.map(({ identity }) => identity)
    })
    expect(identities[0]).toHaveLength(1)
    expect(identities[1]).toEqual(identities[0])
  })
})
