/** What is called a secret and is none of anybody's, where it is written down. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const signIn = (read: string, noted: string) => `export function check(user: { password: string }, sent: string) {
  const name = user.password.replace(/^APP_/, 'VITE_')
  if (!${read}) {
    ${noted}
    return false
  }
  return ${read} === sent
}
`

describe('names of variables under which secrets stand', () => {
  test('the name is written down', async () => {
    const note = "sessionStorage.setItem('fault', `nothing under ${name}`) // sensitive-data-in-storage: none"
    await check({ 'sign-in.ts': signIn('process.env[name]', note) })
    await check({ 'sign-in.ts': signIn('import.meta.env[name]', note) })
    const whole = "sessionStorage.setItem('fault', `nothing under ${user.password}`) // sensitive-data-in-storage: none"
    await check({ 'sign-in.ts': signIn('process.env[name]', whole) })
  })

  test('what stands under it is written down, or a name that is no key of the environment', async () => {
    const note = "sessionStorage.setItem('fault', `nothing under ${name}`) // sensitive-data-in-storage: high"
    await check({ 'sign-in.ts': signIn('accounts[name]', note) })
    const other =
      "sessionStorage.setItem('fault', sent)\n    const { password } = JSON.parse(sent)\n    sessionStorage.setItem('word', password) // sensitive-data-in-storage: high"
    await check({ 'sign-in.ts': signIn('process.env[name]', other) })
  })
})

describe('texts that a file gives out', () => {
  const WRITES = "import { writeFileSync } from 'node:fs'\nimport { FIRST_PASSWORD } from './constants'\n"

  test('a fixed text', async () => {
    await check({
      'constants.ts': "export const FIRST_PASSWORD = 'superadmin1'\n",
      'make.ts': `${WRITES}export function make(root: string) {\n  writeFileSync(root + '/README.md', 'sign in by ' + FIRST_PASSWORD) // sensitive-data-in-storage: none\n}\n`,
    })
  })

  test('a text of the environment', async () => {
    await check({
      'constants.ts': 'export const FIRST_PASSWORD = process.env.FIRST_PASSWORD\n',
      'make.ts': `${WRITES}export function make(root: string) {\n  writeFileSync(root + '/README.md', 'sign in by ' + FIRST_PASSWORD) // sensitive-data-in-storage: high\n}\n`,
    })
  })
})
