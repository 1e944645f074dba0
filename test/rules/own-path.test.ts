/** A page's own path as the beginning of an address, beside pieces of it that somebody may have chosen. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

/** Rule → confidence, of one line of a page. */
async function found(line: string): Promise<Record<string, string>> {
  const { findings } = judge(rules, await linkDirectory(tree({ 'package.json': '{"name":"page","version":"1.0.0"}', 'page.js': `${line}\n` })))
  const about = findings.filter(({ rule }) => rule === 'javascript-address' || rule === 'open-redirect')
  return Object.fromEntries(about.map(({ rule, confidence }) => [rule, confidence]))
}

test.each([
  ['location.href = `${location.pathname.match(/(.*?)\\/ui/)?.[1] ?? ""}/ui/login`'],
  ['location.href = location.pathname.match(/^(\\/[a-z]+)\\//)[1] + "/login"'],
  ['location.href = location.pathname.match(/^(?<base>.*)\\/ui/)[1] + "/login"'],
])('%s begins with a slash', async (line) => {
  const rulesFound = await found(line)
  expect(rulesFound['javascript-address']).toBeUndefined()
  expect(rulesFound['open-redirect'] ?? 'low').toBe('low')
})

test.each([['location.href = location.pathname.match(/go\\/(.*)/)[1]'], ['location.href = location.pathname.match(/^(\\/go)\\/(.*)/)[2]']])(
  '%s begins as somebody likes',
  async (line) => {
    expect(await found(line)).toEqual({ 'javascript-address': 'high', 'open-redirect': 'high' })
  },
)

const LANGUAGES = "const languages = [{ code: 'de' }, { code: 'fr' }]; const first = location.pathname.split('/')[1];"

test.each([
  ["if (location.pathname.startsWith('/de/')) location.href = location.pathname.substring(3)"],
  ["if (location.pathname.split('/')[1] === 'de') location.href = location.pathname.slice(3)"],
  ["if (['de', 'fr'].includes(location.pathname.split('/')[1])) location.href = location.pathname.slice(3)"],
  [`${LANGUAGES} if (languages.map((one) => one.code).indexOf(first) !== -1) location.href = location.pathname.substring(3)`],
  ['const path = location.pathname; const base = process.env.BASE_PATH; if (base && path.startsWith(base)) location.href = path.slice(base.length)'],
  [
    `${LANGUAGES} let rest = location.pathname; if (languages.map((one) => one.code).includes(first)) rest = rest.substring(3); location.href = (chosen ? \`/\${chosen.id}\` : '') + rest`,
  ],
])('%s is cut in front of a slash', async (line) => {
  const rulesFound = await found(line)
  expect(rulesFound['javascript-address']).toBeUndefined()
  expect(rulesFound['open-redirect']).toBe('low')
})

test.each([
  ['location.href = location.pathname.substring(1)'],
  ["if (location.pathname.startsWith('/go')) location.href = location.pathname.substring(3)"],
  ["const base = '/go/'; if (location.pathname.startsWith(base)) location.href = location.pathname.slice(base.length)"],
  ['const base = process.env.BASE_PATH; location.href = location.pathname.slice(base.length)'],
  [
    'const [base, other] = [process.env.BASE_PATH, process.env.OTHER]; if (location.pathname.startsWith(other)) location.href = location.pathname.slice(base.length)',
  ],
  ["if (!location.pathname.startsWith('/go/')) location.href = location.pathname.substring(3)"],
  ["if (location.pathname.split('/')[1] === 'go') location.href = location.pathname.slice(4)"],
  ["if (['go', 'leave'].includes(location.pathname.split('/')[1])) location.href = location.pathname.slice(3)"],
  ["if (['go', 'to'].includes(location.pathname.split('/')[2])) location.href = location.pathname.slice(3)"],
  [
    `${LANGUAGES} languages.push(await load()); if (languages.map((one) => one.code).indexOf(first) === -1) location.href = location.pathname.substring(3)`,
  ],
])('%s is cut anywhere', async (line) => {
  expect(await found(line)).toEqual({ 'javascript-address': 'high', 'open-redirect': 'high' })
})

test.each([
  ["location.href = location.href.split('#')[0] + '#top'"],
  ["const [page, rest] = location.href.split('?'); location.href = `${page}?q=${rest}`"],
  ["location.replace(location.href.replace(/([?&])lang=[^&]*/, '$1lang=de'))"],
  ['location.href = location.href.replace(/lang=(\\w+)/, (all, language) => all + language)'],
  ["const here = new URL(location.href); here.searchParams.set('a', '1'); location.href = here.toString()"],
  ['location.href = `${new URL(location.href).origin}/login`'],
  ['location.href = `${location.href.match(/^https?:\\/\\/[^/]+/)[0]}/login`'],
  ["location.href = location.href.split('/').slice(0, 3).join('/') + '/login'"],
  ["location = location.href.slice(0, location.href.lastIndexOf('/')) + '/other'"],
  ['function reload(address = location.href) { location.replace(address) } reload(); reload(`${location.toString()}&again`)'],
  ['location.href = decodeURI(location.href)'],
  ['location = location.href.substring(1)'],
  ["document.querySelector('a').href = document.URL + '#top'"],
  ['const here = { url: location.href }; window.open(here.url)'],
])('%s begins as the page does', async (line) => {
  expect(await found(line)).toEqual({})
})

const SENT = 'return found ? decodeURIComponent(found[1]) : null'

test.each([
  ['const [, next] = /#(.*)/.exec(location.href); location.href = next'],
  [`function sent(name) { const found = new RegExp(\`[?&]\${name}=([^&#]*)\`).exec(window.location.href); ${SENT} } location.href = sent('next')`],
  [`function sent(address) { const found = /next=(.*)/.exec(address); ${SENT} } location.href = sent(location.href)`],
  ['const sent = {}; location.href.replace(/[?&]([^=&]+)=([^&]*)/gi, (all, name, value) => { sent[name] = value }); location.assign(sent.next)'],
  [
    "const sent = {}; const page = location.href; page.slice(page.indexOf('?') + 1).split('&').forEach((pair) => { const [name, value] = pair.split('='); sent[name] = value }); location.assign(sent.next)",
  ],
  ["location.href = new URL(location.href).searchParams.get('next')"],
  ['location.href = new URL(location.toString()).hash.slice(1)'],
  ["location.href = location.href.split('next=')[1]"],
  ["location.href = location.href.replace(/^.*next=/, '')"],
  ['location = document.URL.substring(document.URL.indexOf(mark()) + 1)'],
])('%s begins behind what the page begins with', async (line) => {
  expect(await found(line)).toEqual({ 'javascript-address': 'high', 'open-redirect': 'high' })
})

const LIST = "const pages = ['/', '/map']; const next = new URLSearchParams(location.search).get('next'); const index = pages.indexOf(next);"
const PLACE = "const pages = ['/', '/map']; const next = new URLSearchParams(location.search).get('next');"

test.each([
  [`${LIST} if (index >= 0) location.href = next`],
  [`${LIST} if (index > -1) setTimeout(() => location.replace(\`\${next}?from=here\`), 100)`],
  [`${LIST} if (index !== -1) setTimeout(() => { location.href = next + '?from=here' }, 100)`],
  [`${LIST} if (index > 0) location.href = next`],
  [`${LIST} if (index < 0) throw new Error('none'); location.href = next + '#top'`],
  [
    `${PLACE} const place = pages.findIndex((page) => page === next); if (place >= 0) setTimeout(() => location.replace(\`\${next}?from=here\`), 100)`,
  ],
  [`${PLACE} const place = pages.findIndex((page) => page === next); if (place !== -1) location.href = next`],
])('%s leads to a page of the list', async (line) => {
  expect(await found(line)).toEqual({})
})

test.each([
  [`${LIST} if (index < 0) setTimeout(() => location.replace(\`\${next}?from=here\`), 100)`],
  [`${LIST} if (index <= 0) location.href = next`],
  [`${LIST} if (index >= -1) location.href = next`],
  [`${PLACE} const place = pages.findIndex((page) => page !== next); if (place >= 0) location.href = next`],
  [`${PLACE} const place = [next].indexOf(next); if (place >= 0) location.href = next`],
])('%s leads anywhere', async (line) => {
  expect(await found(line)).toEqual({ 'javascript-address': 'high', 'open-redirect': 'high' })
})
