/** What a page reads out of its own address: the visitor's page acts on it, and no server. */
import { test } from 'vitest'
import { check } from './marked-lines'

test.each(['location.href', 'window.location.href', 'document.URL', 'location'])('a query of `new URL(%s)`', (address) =>
  check(
    {
      'src/page.ts': `
const { searchParams } = new URL(${address})
export function start(names: string[]) {
  const shown = searchParams.getAll('run').map((run) => new RegExp(run)) // regex-injection: none
  document.body.innerHTML = searchParams.get('title') ?? '' // dom-xss: high
  return names.filter((name) => shown.some((it) => it.test(name)))
}
start([])
`,
    },
    {},
  ),
)

test('but not: the address of a request', () =>
  check({
    'src/server.ts': `
import http from 'node:http'
http.createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://here')
  const shown = new RegExp(searchParams.get('run') ?? '') // regex-injection: high
  response.setHeader('content-type', 'text/html')
  response.end('<p>' + shown.test('a') + searchParams.get('run') + '</p>') // reflected-xss: high
}).listen(8080)
`,
  }))

test('a part of an address behind a sign that no scheme has', () =>
  check(
    {
      'src/page.ts': `
const tab = new URLSearchParams(location.search).get('tab') ?? ''
export function mark(link: HTMLAnchorElement, base: string, kind: string) {
  link.href = base + 'tab=' + tab // javascript-address: none
  link.href = kind + 'javascript:' + tab // javascript-address: high
  link.href = kind + tab // javascript-address: high
}
`,
    },
    {},
  ))

test('what libraries that a page loads by a tag take apart', () =>
  check(
    {
      'preview.html': `<script>
const text = location.hash.slice(1)
document.write(Base64.decode(text)) // dom-xss: high
document.write(Tools.count(text)) // dom-xss: none
</script>
`,
    },
    {},
  ))

test('globals as members of the object that has them', () =>
  check(
    {
      'page.html': `<script>
const text = location.hash.slice(1)
document.body.innerHTML = window.atob(text) // dom-xss: high
window.document.title = text // dom-xss: none
document.write(new window.TextDecoder().decode(new globalThis.Uint8Array(text))) // dom-xss: high
document.write(window.encodeURIComponent(text)) // dom-xss: none
document.write(window.shop.atob(text)) // dom-xss: none
</script>
`,
    },
    {},
  ))
