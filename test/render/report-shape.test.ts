/** Every report of the sample shop, analysed as it lies there, held against the sections and columns of the specification. */
import path from 'node:path'
import type { Root } from 'mdast'
import { beforeAll, describe, expect, test } from 'vitest'
import { analyse } from '../../plugin/pipeline'
import { createWorld } from '../../plugin/world'
import { options } from '../tree'
import { all, cellsOf, parse, textOf } from './markdown'
import { type PageShape, pageShapes, type SectionShape } from './report-shape'

const shop = path.join(__dirname, '..', '..', 'site', 'samples', 'shop')
const bare = path.join(__dirname, '..', 'fixtures', 'posture', 'bare')

const pagesOf = async (root: string): Promise<Map<string, Root>> => {
  const { pages } = await analyse({ ...options, history: false }, await createWorld({ root, cacheDirectory: false }))
  return new Map(pages.filter((page) => page.path.endsWith('.md')).map((page) => [page.path, parse(page.content)]))
}

describe.each([
  ['the sample shop', shop],
  ['a program with nothing to report', bare],
])('%s', (_, root) => {
  let pages: Map<string, Root>
  beforeAll(async () => {
    pages = await pagesOf(root)
  }, 120_000)

  test.each(pageShapes)('$page', (shape) => {
    expect(problemsOf(shape, pages.get(shape.page)!)).toEqual([])
  })
})

function problemsOf(shape: PageShape, page: Root): string[] {
  const head = page.children
    .slice(0, 3)
    .map((node) => textOf(node))
    .join('\n')
  const missing = shape.fields.filter((field) => !head.includes(field)).map((field) => `no field ${field}`)
  const sections = sectionsOf(page)
  let at = -1
  const wrong = shape.sections.flatMap((section) => {
    const found = sections.findIndex(({ title }, index) => index > at && section.heading.test(title))
    if (found < 0) return [`no section ${section.heading} after ${sections[at]?.title ?? 'the beginning'}`]
    at = found
    return contentProblems(section, sections[found]!)
  })
  return [...missing, ...wrong]
}

interface Section {
  title: string
  body: Root
}

function sectionsOf(page: Root): Section[] {
  const sections: Section[] = []
  for (const node of page.children) {
    if (node.type === 'heading' && node.depth === 2) sections.push({ title: textOf(node), body: { type: 'root', children: [] } })
    else sections.at(-1)?.body.children.push(node)
  }
  return sections
}

function contentProblems({ tables = [], diagram, orText }: SectionShape, { title, body }: Section): string[] {
  const text = body.children.map((node) => textOf(node)).join('\n')
  if (text.trim() === '') return [`${title} is empty`]
  const found = all(body, 'table').map(cellsOf)
  const says = orText?.test(text) ?? false
  const wrong = tables.flatMap(({ head, rows = [] }) => {
    const table = found.find(([first]) => first!.join(' | ') === head)
    if (!table) return says ? [] : [`${title} has no table ${head}`]
    const firsts = table.slice(1).map(([first]) => first!)
    return rows.filter((row) => !firsts.some((first) => first.startsWith(row))).map((row) => `${title} has no row ${row}`)
  })
  const isDrawn = all(body, 'code').some(({ lang }) => lang === 'mermaid')
  return diagram && !isDrawn && !says ? [...wrong, `${title} has no diagram`] : wrong
}
