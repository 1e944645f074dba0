/** Documents of a site that bear what the audit says of them. */
import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CopiedSite, copiedSite } from '../docusaurus/copied-site'
import { launch, open } from './browser'
import { type Served, serve } from './serve'

let browser: Browser
let site: CopiedSite
let served: Served

beforeAll(async () => {
  site = copiedSite({ options: { source: '.', markDocs: true, ledger: false, onDiscrepancies: 'ignore' } })
  writeFileSync(
    site.at('docs/wrong.md'),
    '# Places\n\nThe title is in `code/titel.ts`, then read on.\n\n- What is said of [the title](../code/title.ts) holds.\n',
  )
  writeFileSync(site.at('docs/right.md'), '# Places\n\nThe title is in `code/title.ts`.\n')
  const { code, output } = await site.docusaurus('build', '--locale', 'en')
  if (code !== 0) throw new Error(output)
  served = await serve(site.at('build'), '/base/')
  browser = await launch()
}, 180_000)

afterAll(async () => {
  await browser?.close()
  await served?.close()
  site?.remove()
})

test('a line that the code contradicts bears its discrepancy, and leads to it', async () => {
  const { page, problems } = await open(browser, `${served.url}/wrong`)
  const mark = page.locator('.plumbline-mark')
  await mark.waitFor()
  expect(await mark.count()).toBe(1)
  expect(await page.locator('p', { has: mark }).innerText()).toContain('code/titel.ts')
  expect(await page.locator('.plumbline-verified').count()).toBe(0)
  await mark.click()
  await page.waitForURL(/documentation-audit#disc-\d+$/)
  expect(await page.locator('h3:target').count()).toBe(1)
  expect(problems).toEqual([])
})

test('a page that holds says so, also when a reader comes by a link', async () => {
  const { page, problems } = await open(browser, `${served.url}/right`)
  await page.locator('.plumbline-verified').waitFor()
  expect(await page.locator('.plumbline-verified').innerText()).toContain('One statement')
  expect(await page.locator('.plumbline-mark').count()).toBe(0)
  expect(problems).toEqual([])
})
