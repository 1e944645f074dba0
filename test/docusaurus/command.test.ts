import { describe, expect, test } from 'vitest'
import { commandName, type Invocation, planFor } from '../../plugin/docusaurus/command'

const typed = (line: string, more: Partial<Invocation> = {}): Invocation => ({
  argv: ['/usr/bin/node', '/site/node_modules/.bin/docusaurus', ...line.split(' ').filter(Boolean)],
  nodeEnv: 'development',
  isProposal: false,
  ...more,
})

describe('pages are made', () => {
  test.each(['build', 'build --locale fr', 'start', 'deploy', 'serve --build', 'write-translations --locale fr', 'docs:version:shop 1.0'])(
    'for %s',
    (line) => {
      expect(planFor(typed(line), 'shop', 'auto').analyse).toBe(true)
    },
  )

  test.each([
    'clear',
    'swizzle --list',
    'write-heading-ids',
    '--help',
    '',
    '--version',
    'build --help',
    'docs:version 1.0',
    'docs:version:other 1.0',
    'other:thing',
    'plumbline:shop',
  ])('but not for "%s"', (line) => {
    expect(planFor(typed(line), 'shop', 'auto').analyse).toBe(false)
  })

  test('for a program that uses Docusaurus as a library, served or built', () => {
    const program = ['/usr/bin/node', '/site/scripts/publish.js', 'clear']
    expect(planFor({ argv: program, nodeEnv: 'production', isProposal: false }, 'shop', 'auto')).toMatchObject({
      analyse: true,
      live: false,
      onlyBuild: false,
    })
    expect(planFor({ argv: program, nodeEnv: 'development', isProposal: false }, 'shop', 'auto')).toMatchObject({ analyse: true, live: true })
  })
})

test('an analysis is shared between languages where the process is one build', () => {
  expect(planFor(typed('build'), 'shop', 'auto').onlyBuild).toBe(true)
  expect(planFor(typed('start'), 'shop', 'auto').onlyBuild).toBe(false)
})

describe('the ledger is written', () => {
  test.each([
    ['build', false, false],
    ['deploy', false, false],
    ['plumbline:shop', false, false],
    ['build', true, true],
    ['start', false, true],
    ['write-translations', false, true],
    ['docs:version:shop 1', false, true],
  ])('or only read: %s, proposal %s', (line, isProposal, readOnlyLedger) => {
    expect(planFor(typed(line, { isProposal }), 'shop', 'auto')).toMatchObject({ readOnlyLedger })
  })

  test('or as the option says', () => {
    expect(planFor(typed('build', { isProposal: true }), 'shop', 'write').readOnlyLedger).toBe(false)
    expect(planFor(typed('build'), 'shop', 'read').readOnlyLedger).toBe(true)
  })
})

test('only further sections carry their id in the command', () => {
  expect([commandName('plumbline'), commandName('shop')]).toEqual(['plumbline', 'plumbline:shop'])
})
