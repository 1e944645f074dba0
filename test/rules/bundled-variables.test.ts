/** Variables of the environment that a build writes into the scripts of the page, by a name that stands elsewhere, beside all of them. */
import { test } from 'vitest'
import { check } from './marked-lines'

const build = (defined: string, sure: string) =>
  check(
    {
      'names.ts': "export const BUILD = 'SHOP_BUILD'\nexport const KEY = 'SHOP_SIGNING_SECRET'\n",
      'vite.config.ts': `
import { defineConfig } from 'vite'
import { BUILD, KEY } from './names'
const version = (() => {
  const build = process.env[BUILD] ?? ''
  return build === '' ? '1.0' : \`1.0-\${build}\`
})()
const all = Object.keys(process.env).reduce((kept: Record<string, unknown>, key) => {
  kept[key] = process.env[key]
  return kept
}, {})
export default defineConfig({ define: ${defined} }) // build-artifact-leak: ${sure}
export const other = [version, KEY, all]
`,
    },
    { vite: '6' },
  )

test('one variable by a name that is written', async () => {
  await build('{ __VERSION__: `"${version}"` }', 'none')
  await build('{ __BUILD__: JSON.stringify(process.env[BUILD]) }', 'none')
})

test('a secret by its name, and all of them', async () => {
  await build('{ __KEY__: JSON.stringify(process.env[KEY]) }', 'medium')
  await build("{ 'process.env': all }", 'high')
  await build("{ 'process.env': JSON.stringify(process.env) }", 'high')
})
