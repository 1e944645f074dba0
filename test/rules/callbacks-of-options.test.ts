/** A function that asks a callback of its options for what it gives back: which one is asked is for each call to say. */
import { test } from 'vitest'
import { check } from './marked-lines'

const ASKED = `import { v4 } from 'uuid'
export class Asked {
  getId(options: { missing?: 'error' | 'make'; generator?: () => string } = { generator: v4, missing: 'error' }): string {
    const id = this.args.id
    options.generator = options.generator || v4
    if (!id) {
      if (options.missing === 'make') return options.generator()
      throw new Error('no id')
    }
    return String(id)
  }
}
`
const calls = (body: string) => `import { Asked } from './asked'
const nextName = () => ['ash', 'elm'][Math.floor(Math.random() * 2)] + Math.floor(Math.random() * 1000)
export function user(asked: Asked) {
  return asked.getId({ missing: 'make', generator: () => nextName() })
}
export function keys(asked: Asked) {
${body}
}
`

test('another call hands another one over, or none', async () => {
  for (const call of ["asked.getId({ missing: 'make' })", 'asked.getId()', "asked.getId({ missing: 'make', generator: randomUUID })"])
    await check({
      'asked.ts': ASKED,
      'keys.ts': `import { randomUUID } from 'node:crypto'\n${calls(`  const apiKeyId = ${call} // insecure-random: none\n  return apiKeyId`)}`,
    })
})

test('this call hands it over', async () => {
  await check({
    'asked.ts': ASKED,
    'keys.ts': calls(
      "  const accessToken = asked.getId({ missing: 'make', generator: () => nextName() }) // insecure-random: high\n  return accessToken",
    ),
  })
})

test('what it hands over stands elsewhere', async () => {
  await check({
    'asked.ts': ASKED,
    'keys.ts': calls('  const accessToken = asked.getId(settings) // insecure-random: high\n  return accessToken').replace(
      'keys(asked: Asked)',
      'keys(asked: Asked, settings: object)',
    ),
  })
})
