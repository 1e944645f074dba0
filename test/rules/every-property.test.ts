/** A loop over every property of an object knows none by its name. */
import { test } from 'vitest'
import { check } from './marked-lines'

const flat = (name: string) => [
  `function ${name}(given: any): Record<string, unknown> {`,
  '  const made: Record<string, unknown> = {}',
  '  for (const [key, value] of Object.entries(given)) {',
  "    if (typeof value === 'string') made[key] = value",
  `    else Object.assign(made, ${name}(value))`,
  '  }',
  '  return made',
  '}',
]

test('what is sent of all that a loop is handed, and of one object', () =>
  check(
    {
      'many.ts': [
        "import { init } from 'mixpanel'",
        "const mixpanel = init('1')",
        ...flat('flat'),
        'const tell = (what: string, about: any) => mixpanel.track(what, { ...flat(about) }) // sensitive-data-to-third-party: medium',
        'export class Account {',
        "  privateKey = ''",
        "  plan = 'free'",
        '  async open() {',
        '    const { privateKey } = await makeKeys()',
        '    this.privateKey = privateKey',
        "    tell('opened', { account: this, at: 1 })",
        '  }',
        "  close(reason: string) { tell('closed', { reason }) }",
        '}',
        'declare function makeKeys(): Promise<{ privateKey: string }>',
      ].join('\n'),
      'one.ts': [
        "import { init } from 'mixpanel'",
        "const mixpanel = init('1')",
        'export function signedUp(account: { password: string; plan: string }) {',
        '  const told: Record<string, unknown> = {}',
        '  for (const [key, value] of Object.entries({ password: account.password, plan: account.plan })) told[key] = value',
        "  mixpanel.track('signed up', { ...told }) // sensitive-data-to-third-party: high",
        '}',
      ].join('\n'),
    },
    { mixpanel: '0.18' },
  ))
