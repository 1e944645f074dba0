/** Texts that stand beside a name of secrets and are no value of it, in code and in other files. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'
import { check } from './marked-lines'

const made = (seed: number) => Array.from({ length: 18 }, (_, index) => 'qwx7zk2mvp9'[(index * seed) % 11]).join('')

test('in code', () =>
  check({
    'src/theme.ts': `
export const rules = [
  { token: 'function.json', foreground: '#8CD7B9' }, // hardcoded-secret: none
  { token: 'keyword.json', fontStyle: 'bold' }, // hardcoded-secret: none
]
export const session = { token: '${made(3)}', user: 'shop' } // hardcoded-secret: medium
`,
    'src/steps.ts': `
export const kinds = {
  'ask-ci-secrets': 'choice', // hardcoded-secret: none
  'ci-password': '${made(4)}', // hardcoded-secret: medium
}
export const events = {
  'PATCH /users/:id/password': 'User.Changed', // hardcoded-secret: none
}
export const label = (provider: string) => (provider === 'a' ? 'Repository secrets' : 'Variables of the pipeline') // hardcoded-secret: none
export const settings = { apiKey: process.env.LOCAL_KEY ?? 'not-used' } // hardcoded-secret: none
`,
  }))

test('in other files', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `  { "name": "${index}", "token": "${made(index + 2)}" }`).join(',\n')
  const program = await linkDirectory(
    tree({
      'package.json': JSON.stringify({ name: 'shop', dependencies: { 'password-strength-test': 'github:shop/password-strength-test' } }, null, 1),
      'db/copy.sql': `
INSERT INTO accounts (password) SELECT password FROM old
ON CONFLICT (id) DO UPDATE SET
  password = EXCLUDED.password,
  secret_key = old.secret_key;
CREATE USER shop WITH PASSWORD '${made(5)}';
`,
      'data/pictures.json': `[\n${rows(30)}\n]\n`,
      'config/services.json': `[\n${rows(2)}\n]\n`,
    }),
  )
  const told = judge(rules, program).findings.filter(({ rule }) => rule === 'hardcoded-secret')
  expect(told.map(({ at, confidence }) => `${at.file}:${at.line} ${confidence}`).sort()).toEqual([
    'config/services.json:2 medium',
    'data/pictures.json:2 low',
    'db/copy.sql:6 medium',
  ])
})
