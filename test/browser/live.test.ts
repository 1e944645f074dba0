/** `docusaurus start`: a saved file of the analysed code changes the page that a reader has open. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CopiedSite, copiedSite, freePort } from '../docusaurus/copied-site'
import { launch, open, type Seen } from './browser'

/** Most of the time is the bundler's; a busy machine is no reason to fail. */
const patience = 30_000

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
})

async function started(site: CopiedSite): Promise<{ server: ChildProcess; url: string; output(): string; stop(): Promise<void> }> {
  const port = await freePort()
  const server = site.start(port)
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream!.on('data', (chunk) => (output += chunk))
  const url = `http://127.0.0.1:${port}/base`
  for (const end = Date.now() + 240_000; !output.includes('compiled successfully'); ) {
    if (server.exitCode !== null || Date.now() > end) throw new Error(`The server did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const stop = async () => {
    const gone = once(server, 'close')
    server.kill('SIGTERM')
    await gone
  }
  return { server, url, output: () => output, stop }
}

const quiet = (page: Seen['page']) => page.waitForTimeout(1500)

describe('with a core that only counts', () => {
  let site: CopiedSite
  let running: Awaited<ReturnType<typeof started>>
  let seen: Seen

  beforeAll(async () => {
    site = copiedSite({ fake: true })
    saveAll(0)
    running = await started(site)
    seen = await open(browser, `${running.url}/plumbline`)
    await seen.page.waitForSelector("p:has-text('plumb')")
    await seen.page.evaluate('window.stillHere = true')
  })

  function saveAll(value: number) {
    for (let index = 0; index < 30; index++) writeFileSync(site.at(`code/file-${index}.ts`), `export const n = ${value}\n`)
  }

  afterAll(async () => {
    await seen?.page.context().close()
    await running?.stop()
    site?.remove()
  })

  // A machine under load tells of the files in several goes, with pauses between them.
  test('thirty files saved together are one analysis a section, and change no page', { retry: 3 }, async () => {
    await quiet(seen.page)
    const before = site.analyses().length
    const compiled = running.output().split('compiled').length
    saveAll(before)
    await quiet(seen.page)
    expect(site.analyses().length - before).toBe(2)
    expect(running.output().split('compiled').length).toBe(compiled)
  })

  test('when nothing is saved, nothing runs', async () => {
    const before = { analyses: site.analyses().length, output: running.output() }
    await seen.page.waitForTimeout(4000)
    expect({ analyses: site.analyses().length, output: running.output() }).toEqual(before)
  })

  test('an analysis that fails is told, and the next one is shown', async () => {
    const file = site.at('code/title.ts')
    rmSync(file)
    await quiet(seen.page)
    expect(running.output()).toContain('ENOENT')
    writeFileSync(file, "export const title = 'back again'\n")
    await seen.page.waitForSelector("p:has-text('back again')", { timeout: patience })
    expect(await seen.page.evaluate('window.stillHere')).toBe(true)
    expect(seen.problems).toEqual([])
  })

  test('the ledger is only read', () => {
    expect(site.analyses().filter(({ readOnlyLedger }) => !readOnlyLedger)).toEqual([])
  })
})

describe('with the whole analysis', () => {
  test('a saved route is on the page soon, without a reload', async () => {
    const site = copiedSite()
    const running = await started(site)
    try {
      const { page, problems } = await open(browser, `${running.url}/plumbline/security-docs/analysis/security-surface`)
      await page.waitForSelector('td:has-text("/orders")')
      await page.evaluate('window.stillHere = true')
      const file = site.at('code/app.ts')
      const times: number[] = []
      for (const name of ['first', 'second', 'third']) {
        await page.waitForTimeout(500)
        const text = readFileSync(file, 'utf8').replace(
          'app.listen',
          `app.get('/added-${name}', (_request, response) => response.send(''))\n\napp.listen`,
        )
        const saved = performance.now()
        writeFileSync(file, text)
        // Looked for in every frame: the waiting of a selector has steps of half a second.
        await page.waitForFunction((text) => document.querySelector('main')?.textContent?.includes(text), `/added-${name}`, { timeout: patience })
        times.push(Math.round(performance.now() - saved))
      }
      console.log(`From save to page: ${times.join(', ')} ms`)
      expect(await page.evaluate('window.stillHere')).toBe(true)
      expect(problems).toEqual([])
    } finally {
      await running.stop()
      site.remove()
    }
  })
})
