/** Settings of the compiler: V8 writes to the terminal when it is given one that it does not know. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { flagsFor } from '../plugin/apart/short-runs'

test.each([
  ['Node 20', '11.3.244.8-node.38', ['--interrupt-budget=600000']],
  ['Node 21, out of use', '11.8.172.17-node.20', []],
  ['Node 22', '12.4.254.21-node.57', ['--invocation-count-for-turbofan=30000']],
  ['Node 24', '13.6.233.17-node.53', ['--invocation-count-for-turbofan=30000']],
  ['Node 26', '14.6.202.34-node.34', ['--invocation-count-for-turbofan=30000']],
  ['one to come', '15.0.1', []],
])('%s', (_, v8, flags) => {
  expect(flagsFor(v8)).toEqual(flags)
})

test('this V8 takes its settings without a word', () => {
  const program = `for (const flag of ${JSON.stringify(flagsFor(process.versions.v8))}) require('node:v8').setFlagsFromString(flag)`
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
