/** Drawn diagrams as a reader meets them: in both formats, both themes, on a wide and on a narrow screen. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CopiedSite, copiedSite } from '../docusaurus/copied-site'
import { launch, open } from './browser'
import { type Served, serve } from './serve'

let browser: Browser
let site: CopiedSite
let served: Served

beforeAll(async () => {
  site = copiedSite({ fake: true })
  const { code, output } = await site.docusaurus('build', '--locale', 'en')
  if (code !== 0) throw new Error(output)
  served = await serve(site.at('build'), '/base/')
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await served?.close()
  site?.remove()
})

const dialog = 'dialog.plumbline-zoom'
const isWiderThanScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

test.each(['/', '/interactive', '/plumbline/security-docs/analysis/security-surface'])(
  '%s is drawn, in Markdown and in MDX, without an error',
  async (address) => {
    const { page, problems } = await open(browser, served.url + address)
    expect(await page.locator('figure.plumbline-diagram svg').count()).toBeGreaterThan(0)
    expect(await page.locator('pre:has-text("flowchart"):visible').count()).toBe(0)
    expect(problems).toEqual([])
  },
)

test('hostile labels are shown and do nothing', async () => {
  const { page, problems } = await open(browser, `${served.url}/`)
  expect(await page.locator('svg text:has-text("<script>alert(1)</script>")').count()).toBe(1)
  expect(await page.locator('.plumbline-diagram__title').first().textContent()).toBe('Hostile <img src=x onerror=alert(1)>')
  expect(await page.locator('figure a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '#target',
    'https://example.com/',
  ])
  // A linked box leads there, and opens no dialog.
  await page.locator('figure a[href="#target"]').click()
  expect(page.url()).toMatch(/#target$/)
  expect(await page.locator(dialog).count()).toBe(0)
  expect(problems).toEqual([])
})

test('light and dark are told apart by colours alone, and a switch needs no reload', async () => {
  const { page } = await open(browser, `${served.url}/`)
  const colours = () =>
    page.evaluate(() => {
      const style = (selector: string) => getComputedStyle(document.querySelector(selector)!)
      return [style('figure').backgroundColor, style('figure svg').fill, style('figure .pele-node rect').fill, style('figure .pele-edge path').stroke]
    })
  const light = await colours()
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  const dark = await colours()
  light.forEach((colour, index) => {
    expect(colour).not.toBe(dark[index])
  })
  const { page: darkPage } = await open(browser, `${served.url}/`, { dark: true })
  expect(await darkPage.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

test('the source is one click away', async () => {
  const { page } = await open(browser, `${served.url}/`)
  const source = page.locator('figure').nth(1).locator('details pre')
  expect(await source.isVisible()).toBe(false)
  await page.locator('figure').nth(1).locator('summary').click()
  expect(await source.isVisible()).toBe(true)
  expect(await source.textContent()).toContain('sequenceDiagram')
})

test('a wide diagram scrolls in its frame, stays readable, and never widens the page', async () => {
  const { page } = await open(browser, `${served.url}/interactive`, { width: 400 })
  const canvas = page.locator('.plumbline-diagram__canvas').nth(1)
  const [inner, outer] = await canvas.evaluate((it) => [it.scrollWidth, it.clientWidth])
  expect(inner).toBeGreaterThan(outer!)
  const scale = await canvas.locator('svg').evaluate((it: SVGSVGElement) => it.getBoundingClientRect().width / it.viewBox.baseVal.width)
  expect(scale).toBeGreaterThanOrEqual(0.69)
  expect(await isWiderThanScreen(page)).toBe(false)
})

test('a label never leaves its box, in the font of this machine', async () => {
  const { page } = await open(browser, `${served.url}/interactive`)
  const overflows = await page
    .locator('figure .pele-node')
    .evaluateAll(
      (nodes) =>
        nodes.filter((node) => node.querySelector('text')!.getBoundingClientRect().width > node.querySelector('rect')!.getBoundingClientRect().width)
          .length,
    )
  expect(overflows).toBe(0)
})

test('enlarges by mouse and by keyboard, zooms, and gives the focus back', async () => {
  const { page, problems } = await open(browser, `${served.url}/`)
  await page
    .locator('figure svg')
    .nth(1)
    .click({ position: { x: 3, y: 3 } })
  expect(await page.locator(dialog).getAttribute('aria-labelledby')).toBe('plumbline-zoom-title')
  expect(await page.locator(`${dialog} h2`).textContent()).toBe('Calls')
  const width = () => page.locator(`${dialog} svg`).evaluate((it) => it.getBoundingClientRect().width)
  const first = await width()
  await page.getByRole('button', { name: 'Larger' }).click()
  expect(await width()).toBeGreaterThan(first)
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  expect(await width()).toBeLessThan(first)
  await page.keyboard.press('Escape')
  await page.locator(dialog).waitFor({ state: 'detached' })

  const button = page.getByRole('button', { name: 'Enlarge: Calls' })
  await button.focus()
  await page.keyboard.press('Enter')
  expect(await page.locator(`${dialog}[open]`).count()).toBe(1)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator(dialog).waitFor({ state: 'detached' })
  expect(await button.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(problems).toEqual([])
})

test('works on a page that was reached by client-side navigation', async () => {
  const { page, problems } = await open(browser, `${served.url}/plumbline`)
  await page.evaluate('window.stillHere = true')
  await page.getByRole('link', { name: 'the surface' }).click()
  await page.locator('figure svg').click()
  expect(await page.locator(`${dialog}[open]`).count()).toBe(1)
  expect(await page.evaluate('window.stillHere')).toBe(true)
  await page.goBack()
  await page.waitForURL(/\/plumbline$/)
  await page.locator(dialog).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})
