/** Of many texts that the credential of a header may be, as far as can be told, none need be it. */
import { test } from 'vitest'
import { check } from './marked-lines'

const hooks = (names: string[]) => `
export const hook = {
  alter(...given: any[]) {
    return given[given.length - 1]
  },
}
${names.map((name, index) => `export const path${index} = hook.alter('path', '/${name}/fx7Kq92mZpR4') // hardcoded-secret: none`).join('\n')}
export const header = (user: string) => ({ Authorization: 'Basic ' + hook.alter('secret', user) })
`

test('many', () => check({ 'src/hooks.ts': hooks(['users', 'orders', 'carts', 'papers', 'forms', 'rooms']) }))

test('one', () =>
  check({
    'src/header.ts': `
const secret = 'fx7Kq92mZpR4vT81' // hardcoded-secret: high
export const header = () => ({ Authorization: \`Bearer \${secret}\` })
`,
  }))
