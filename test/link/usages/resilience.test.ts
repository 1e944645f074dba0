/** What goes on where another system fails: a call of it counts, a package that is merely there does not. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const KINDS = new Set(['retry', 'circuit-breaker', 'orderly-stop'])

function found(sources: Record<string, string>): string[] {
  const all = linkSources({ 'package.json': MANIFEST, ...sources })
    .usages.filter(({ kind }) => KINDS.has(kind))
    .map(({ kind, at }) => `${at.file}:${at.line} ${kind}`)
  // Several paths of one library may lead to one call.
  return [...new Set(all)]
}

const MANIFEST =
  '{ "name": "shop", "dependencies": { "p-retry": "6", "exponential-backoff": "3", "opossum": "8", "cockatiel": "3", "stoppable": "1", "got": "14", "express": "4" } }'

test('calls that are made again, and breakers', () => {
  const source = [
    "import pRetry from 'p-retry'",
    "import { backOff } from 'exponential-backoff'",
    "import CircuitBreaker from 'opossum'",
    "import { circuitBreaker, handleAll, retry, ConsecutiveBreaker } from 'cockatiel'",
    "import got from 'got'",
    'export const one = () => pRetry(() => ask(), { retries: 3 })', // retry
    'export const two = () => backOff(() => ask())', // retry
    'export const breaker = new CircuitBreaker(ask, { timeout: 3000 })', // circuit-breaker
    'export const policy = circuitBreaker(handleAll, { halfOpenAfter: 1000, breaker: new ConsecutiveBreaker(3) })', // circuit-breaker
    'export const again = retry(handleAll, { maxAttempts: 3 })', // retry
    "export const page = () => got('https://example.org/')", // retry
    "export const sent = () => got.post('https://example.org/')",
    'async function ask() { return 1 }',
  ]
  expect(found({ 'src/calls.ts': source.join('\n') })).toEqual([
    'src/calls.ts:6 retry',
    'src/calls.ts:7 retry',
    'src/calls.ts:8 circuit-breaker',
    'src/calls.ts:9 circuit-breaker',
    'src/calls.ts:10 retry',
    'src/calls.ts:11 retry',
  ])
})

test('packages that nothing calls', () => {
  expect(
    found({ 'src/calls.ts': "import pRetry from 'p-retry'\nimport CircuitBreaker from 'opossum'\nexport const tools = { pRetry, CircuitBreaker }" }),
  ).toEqual([])
})

test('a stop in good order does more than end the process', () => {
  const stops = [
    "import express from 'express'",
    "import stoppable from 'stoppable'",
    'const server = express().listen(3000)',
    "process.on('SIGTERM', () => server.close())", // orderly-stop
    "process.once('SIGINT', shutDown)", // orderly-stop
    "process.on('SIGHUP', () => process.exit(0))",
    "process.on('SIGQUIT', () => { console.log('bye'); process.exit(1) })",
    "process.on('exit', () => server.close())",
    "emitter.on('SIGTERM', () => server.close())",
    'stoppable(server, 1000)', // orderly-stop
    'async function shutDown() { await drain(); process.exit(0) }',
    'async function drain() { return server.close() }',
  ]
  expect(found({ 'src/server.ts': stops.join('\n') })).toEqual([
    'src/server.ts:4 orderly-stop',
    'src/server.ts:5 orderly-stop',
    'src/server.ts:10 orderly-stop',
  ])
})
