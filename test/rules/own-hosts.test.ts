/** The host of an address that a framework makes of what it listens on, and the rest of it, which the sender writes. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('of Next', async () => {
  await check(
    {
      'app/api/search/route.ts': `
import { NextRequest } from 'next/server'

async function ask(origin: string) {
  return fetch(\`\${origin}/api/inner\`) // server-side-request-forgery: low
}
export async function GET(request: NextRequest) {
  await ask(new URL(request.url).origin)
  return fetch(String(new URL(request.url).searchParams.get('from'))) // server-side-request-forgery: high
}
`,
    },
    { next: '15' },
  )
})
