/** Our files in the real editor of Excalidraw: they open, nothing in them is repaired, arrows hold on to boxes, and boxes do not overlap. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { excalidraw } from '../../plugin/render/diagrams/excalidraw/index'
import type { Diagram } from '../../plugin/types'
import { everyKind, shopDrawings } from '../render/diagrams'
import { launch, open } from './browser'
import { type Served, serve } from './serve'

const built = mkdtempSync(path.join(tmpdir(), 'whiteboard-'))
let browser: Browser
let served: Served
let page: Page
let problems: string[]

beforeAll(async () => {
  await build({
    configFile: false,
    root: path.join(__dirname, 'whiteboard'),
    logLevel: 'error',
    define: { 'process.env.IS_PREACT': '"false"' },
    build: { outDir: built, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 100_000 },
  })
  served = await serve(built)
  browser = await launch()
  ;({ page, problems } = await open(browser, served.url))
})

afterAll(async () => {
  await browser?.close()
  await served?.close()
  rmSync(built, { recursive: true, force: true })
})

interface Shown {
  id: string
  type: string
  x: number
  y: number
  width: number
  height: number
  text?: string
  containerId?: string | null
  boundElements: { id: string; type: string }[] | null
  startBinding?: { elementId: string } | null
  endBinding?: { elementId: string } | null
}

interface Editor {
  api: {
    getAppState(): { scrollX: number; scrollY: number; zoom: { value: number }; offsetLeft: number; offsetTop: number }
    getSceneElements(): Shown[]
  }
}

async function shown(diagram: Diagram): Promise<{ elements: Shown[]; svg: string }> {
  const file = excalidraw.beside.write(diagram)
  return page.evaluate(async (text) => {
    const { elements, svg } = await (window as unknown as { show(file: string): Promise<{ elements: Shown[]; svg: string }> }).show(text)
    return { elements: JSON.parse(JSON.stringify(elements)) as Shown[], svg }
  }, file)
}

const drawings = [...shopDrawings, ...everyKind('Orders and payments').map((diagram) => ({ ...diagram, title: `Every ${diagram.kind}` }))]

test.each(drawings.map((diagram) => [`${diagram.kind}: ${diagram.title}`, diagram] as const))('%s', async (_, diagram) => {
  const written = (JSON.parse(excalidraw.beside.write(diagram)) as { elements: Shown[] }).elements
  const { elements, svg } = await shown(diagram)
  const byId = new Map(elements.map((element) => [element.id, element]))

  // The editor throws away what it cannot read, and text that has no container.
  expect(elements.map(({ id }) => id).sort()).toEqual(written.map(({ id }) => id).sort())

  for (const arrow of elements.filter(({ type }) => type === 'arrow'))
    for (const binding of [arrow.startBinding, arrow.endBinding]) {
      const box = byId.get(binding?.elementId ?? '')
      expect(box?.type, `${arrow.id} holds on to a box`).toMatch(/^(?:rectangle|ellipse)$/)
      expect(
        box?.boundElements?.some(({ id }) => id === arrow.id),
        `${box?.id} knows of ${arrow.id}`,
      ).toBe(true)
    }

  const boxes = elements.filter(({ type }) => type === 'rectangle' || type === 'ellipse')
  const apart = (a: Shown, b: Shown) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  const within = (a: Shown, b: Shown) => a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
  // After the editor has measured texts with its own fonts, boxes may have grown.
  const overlaps = boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => !apart(a, b) && !within(a, b) && !within(b, a))
      .map((b) => `${a.id} ${b.id}`),
  )
  expect(overlaps).toEqual([])

  expect(svg).toMatch(/^<svg/)
  for (const { text } of elements.filter(({ type }) => type === 'text'))
    for (const line of (text ?? '').split('\n'))
      expect(svg).toContain(
        line
          .trim()
          .split(' ')[0]
          ?.replace(/[<>&"].*$/, '') ?? '',
      )
})

test('an arrow follows the box that somebody drags', async () => {
  const { elements } = await shown(shopDrawings[0]!)
  const arrow = elements.find(({ type }) => type === 'arrow')!
  const box = elements.find(({ id }) => id === arrow.startBinding?.elementId)!
  const at = await page.evaluate(
    ({ x, y, width, height }) => {
      const { scrollX, scrollY, zoom, offsetLeft, offsetTop } = (window as unknown as Editor).api.getAppState()
      return { x: (x + width / 2 + scrollX) * zoom.value + offsetLeft, y: (y + height / 2 + scrollY) * zoom.value + offsetTop }
    },
    { x: box.x, y: box.y, width: box.width, height: box.height },
  )
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 40, at.y + 90, { steps: 5 })
  await page.mouse.up()
  const after = await page.evaluate(() => JSON.parse(JSON.stringify((window as unknown as Editor).api.getSceneElements())) as Shown[])
  const of = (id: string) => after.find((element) => element.id === id)!
  expect([of(box.id).x - box.x, of(box.id).y - box.y].map(Math.round)).toEqual([40, 90])
  expect(Math.abs(of(arrow.id).y - arrow.y) + Math.abs(of(arrow.id).height - arrow.height)).toBeGreaterThan(30)
  expect(of(arrow.id).startBinding?.elementId).toBe(box.id)
})

test('what is no file of Excalidraw is refused, so that opening proves something', async () => {
  await expect(
    page.evaluate(async () => (window as unknown as { show(file: string): Promise<unknown> }).show('{"type":"nonsense"}')),
  ).rejects.toThrow()
})

test('nothing went wrong on the way, and no other machine was asked', () => {
  // Its fonts are not served here, so it draws with those of this machine; and the file that it was to refuse is told.
  const expected = /\/fonts\/|favicon|Failed to load resource|font|invalid file/i
  expect(problems.filter((problem) => !expected.test(problem))).toEqual([])
})
