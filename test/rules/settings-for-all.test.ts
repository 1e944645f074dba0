/** Options that a page sets once for all calls of a library, beside twins that leave them or take them back. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({ name: 'board', version: '1.0.0', dependencies: { toastr: '2' } })

/** Lines with markup out of what a page does not choose. */
async function markupIn(contents: Record<string, string[]>): Promise<string[]> {
  const files = Object.entries(contents).map(([name, lines]) => [name, `${lines.join('\n')}\n`])
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, ...Object.fromEntries(files) })))
  expect(problems).toEqual([])
  return findings.filter(({ rule }) => rule === 'dom-xss').map(({ at }) => `${at.file}:${at.line}`)
}

const GREETS = ['const name = decodeURIComponent(location.hash.slice(1))', 'toastr.info(`Hello ${name}`)']

describe('messages that escape what they are told', () => {
  test('an option of all messages makes them harmless, in other files too', async () => {
    expect(await markupIn({ 'page.js': GREETS })).toEqual(['page.js:2'])
    expect(await markupIn({ 'page.js': GREETS, 'setup.js': ['toastr.options.escapeHtml = true'] })).toEqual([])
    expect(await markupIn({ 'page.js': GREETS, 'setup.js': ['toastr.options = { timeOut: 500, escapeHtml: true }'] })).toEqual([])
  })

  test('a message of a package, too', async () => {
    const page = ["import toastr from 'toastr'", ...GREETS]
    expect(await markupIn({ 'page.js': page })).toEqual(['page.js:3'])
    expect(await markupIn({ 'page.js': page, 'setup.js': ["import toastr from 'toastr'", 'toastr.options.escapeHtml = true'] })).toEqual([])
  })

  test('one that is switched off somewhere, other options, and a message that asks for markup are left', async () => {
    const asks = [...GREETS, "toastr.info(`<b>${name}</b>`, 'News', { escapeHtml: false })", "toastr.info(name, 'News', { timeOut: 5 })"]
    expect(await markupIn({ 'page.js': asks, 'setup.js': ['toastr.options.escapeHtml = true'] })).toEqual(['page.js:3'])
    expect(await markupIn({ 'page.js': GREETS, 'setup.js': ['toastr.options.escapeHtml = false'] })).toEqual(['page.js:2'])
    expect(await markupIn({ 'page.js': GREETS, 'setup.js': ['toastr.options.closeButton = true'] })).toEqual(['page.js:2'])
  })

  test('a message alone may escape', async () => {
    expect(await markupIn({ 'page.js': [...GREETS.slice(0, 1), "toastr.info(name, 'News', { escapeHtml: true })"] })).toEqual([])
  })
})
