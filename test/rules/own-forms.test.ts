/** Forms that the program makes itself, beside those that are sent to it. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what is read out of a form of the program’s own is no request', async () => {
  await check(
    {
      'app/page.js': `
const form = new FormData(document.forms[0])
export async function reload() {
  await fetch(form.get('picture'), { cache: 'no-cache' }) // server-side-request-forgery: none
}
`,
      'app/api/pictures/route.js': `
export async function POST(request) {
  const form = await request.formData()
  return fetch(form.get('picture')) // server-side-request-forgery: high
}
`,
    },
    { next: '15' },
  )
})
