/** Debian's Chromium with a profile of its own, and pages that remember what went wrong in them. */
import { type Browser, chromium, type Page } from 'playwright-core'

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface Seen {
  page: Page
  /** Console errors, uncaught exceptions, and requests that left this machine or failed. */
  problems: string[]
}

export async function open(browser: Browser, url: string, look: { dark?: boolean; width?: number } = {}): Promise<Seen> {
  const context = await browser.newContext({
    colorScheme: look.dark ? 'dark' : 'light',
    viewport: { width: look.width ?? 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`) && dialog.dismiss())
  page.on(
    'request',
    (request) => new URL(request.url()).hostname !== '127.0.0.1' && !request.url().startsWith('data:') && problems.push(`request: ${request.url()}`),
  )
  page.on('response', (response) => response.status() >= 400 && problems.push(`${response.status()}: ${response.url()}`))
  await visit(page, url)
  return { page, problems }
}

/** Goes there, and waits until the page has come to life: an error of hydration has been told by then. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForSelector('[data-has-hydrated=true]', { state: 'attached' })
}
