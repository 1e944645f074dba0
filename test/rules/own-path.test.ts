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
