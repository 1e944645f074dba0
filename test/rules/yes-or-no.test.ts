/** Names of secrets and people under which nothing but yes or no stands: whether a test was passed, whether there is a password. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const kept = (types: string, made: string, sure: string) =>
  check({
    'keep.ts': `import { writeFile } from 'node:fs/promises'
${types}
export async function keep(given: Given, pass: Pass, reasons: string[]) {
  await writeFile('out.json', JSON.stringify(${made})) // sensitive-data-in-storage: ${sure}
}
`,
  })
const YES_OR_NO = 'type Given = { summary: { readonly pass: boolean; password?: boolean | undefined } }\ntype Pass = boolean'
const TEXTS = 'type Given = { summary: { readonly pass: string; password?: string | undefined } }\ntype Pass = string'

describe('what is written into a file', () => {
  test('is declared as yes or no, or as a text', async () => {
    for (const made of ['given.summary.pass', 'given.summary.password', '{ pass }', 'given']) await kept(YES_OR_NO, made, 'none')
    for (const made of ['given.summary.pass', 'given.summary.password', '{ pass }']) await kept(TEXTS, made, 'high')
  })

  test('is made as yes or no, or as a text', async () => {
    for (const made of ['{ pass: reasons.length === 0 }', '{ password: !reasons.length }', "{ password: 'password' in given }"])
      await kept(TEXTS, made, 'none')
    for (const made of ['{ password: given.summary.password ?? pass }', '{ pass: given.summary.password + pass }']) await kept(TEXTS, made, 'high')
  })
})
