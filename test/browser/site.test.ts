/** The demonstration site, built as `npm run build` builds it, in a browser. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, open, visit } from './browser'
import { type Served, serve } from './serve'

const repository = path.join(__dirname, '..', '..')
const built = mkdtempSync(path.join(tmpdir(), 'plumbline-built-'))

let browser: Browser
let served: Served
let addresses: string[]

beforeAll(async () => {
  await build()
  served = await serve(built)
  browser = await launch()
  addresses = readdirSync(built, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => `/${file.replace(/(index)?\.html$/, '')}`)
    .sort()
})

afterAll(async () => {
  await browser?.close()
  await served?.close()
  rmSync(built, { recursive: true, force: true })
})

/** As a pull request, so that a test leaves the ledgers of the site alone. */
function build(): Promise<void> {
  return new Promise((resolve, reject) => {
    const bin = path.join(repository, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
    const child = spawn(process.execPath, [bin, 'build', 'site', '--out-dir', built], {
      cwd: repository,
      env: { ...process.env, NODE_ENV: undefined, NO_UPDATE_NOTIFIER: '1', CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output))))
  })
}

test('the home page leads to the documentation and to both reports', async () => {
  const { page, problems } = await open(browser, `${served.url}/`)
  for (const [link, heading] of [
    ['Get started', 'Getting started'],
    ['See a report', 'Security overview'],
    ['This repository', 'Security overview'],
  ]) {
    await visit(page, served.url)
    await page.getByRole('link', { name: link }).first().click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  expect(problems).toEqual([])
})

test('the sidebar of a section leads to its pages', async () => {
  const { page, problems } = await open(browser, `${served.url}/sample-shop`)
  const sidebar = page.locator('nav.menu')
  await sidebar.getByRole('link', { name: /Security surface/ }).click()
  await page.getByRole('heading', { level: 1, name: /Security surface/ }).waitFor()
  await sidebar.getByRole('link', { name: 'Not analysed' }).click()
  await page.getByRole('heading', { level: 1, name: 'Not analysed' }).waitFor()
  expect(problems).toEqual([])
})

test('the boundary diagram of the sample shop differs in light and dark, and nothing else is needed to read it', async () => {
  const address = `${served.url}/sample-shop/security-docs/analysis/security-surface`
  const colours = async (dark: boolean) => {
    const { page } = await open(browser, address, { dark })
    const found = await page
      .locator('figure.plumbline-diagram .pele-node rect')
      .first()
      .evaluate((it) => getComputedStyle(it).fill)
    await page.context().close()
    return found
  }
  expect(await colours(false)).not.toBe(await colours(true))
})

describe.each([
  ['wide and light', { width: 1280, dark: false }],
  ['narrow and dark', { width: 400, dark: true }],
])('%s', (_, look) => {
  test('no page has an error in it or is wider than the screen', async () => {
    const context = await open(browser, `${served.url}/`, look)
    const wrong: string[] = []
    // Excerpts of sources are many, and all alike.
    const excerpts = addresses.filter((address) => address.includes('/source/'))
    for (const address of [...addresses.filter((it) => !excerpts.includes(it)), ...excerpts.slice(0, 3)]) {
      await visit(context.page, served.url + address)
      const tooWide = await context.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (tooWide > 0) wrong.push(`${address} is ${tooWide} px too wide`)
      wrong.push(...context.problems.splice(0).map((problem) => `${address}: ${problem}`))
    }
    expect(wrong).toEqual([])
  })
})
