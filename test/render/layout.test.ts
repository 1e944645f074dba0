/** What the specification asks of each page, held against the printed one. */
import { beforeAll, expect, test } from 'vitest'
import { render } from '../../plugin/render/index'
import { views } from '../../plugin/views/index'
import { all, cellsOf, parse, textOf } from './markdown'
import { shop } from './shop'

let pages: Map<string, string>
beforeAll(async () => {
  const context = shop()
  pages = new Map(
    (
      await render(
        views.flatMap((view) => view(context)),
        context,
      )
    ).map((page) => [page.path, page.content]),
  )
})

const headings = (page: string): string[] =>
  all(parse(pages.get(page)!), 'heading')
    .filter(({ depth }) => depth === 2)
    .map((heading) => textOf(heading))
const heads = (page: string): string[] => all(parse(pages.get(page)!), 'table').map((table) => cellsOf(table)[0]!.join(' | '))

test('the overview', () => {
  const page = 'security-docs/index.md'
  expect(headings(page)).toEqual([
    'Executive summary',
    'Finding overview',
    'Immediate actions',
    'Analysis reports',
    'Compliance reports',
    'Positive observations',
    'Remediation roadmap',
    'Limits of this analysis',
  ])
  const [fields, overview, reports] = all(parse(pages.get(page)!), 'table').map(cellsOf)
  expect(fields!.map(([field]) => field)).toEqual(['Field', 'Project', 'Analysis date', 'Analysed commit', 'Security grade', 'Status'])
  expect(overview!.map(([severity]) => severity)).toEqual(['Severity', 'Critical', 'High', 'Medium', 'Low'])
  expect(reports!.length).toBe(8)
  expect(reports!.filter(([, status]) => status === '✓')).toHaveLength(1)
  expect(reports!.filter(([, status]) => status === 'not yet assessed')).toHaveLength(6)
  const links = all(parse(pages.get(page)!), 'link').map(({ url }) => url)
  expect(links.filter((url) => /0[2-7]-/.test(url))).toEqual([])
})

test('the security surface', () => {
  const page = 'security-docs/analysis/01-security-surface.md'
  expect(headings(page)).toEqual([
    '1. Entry points inventory',
    '2. Network boundaries',
    '3. Exposed functionality matrix',
    '4. Attack surface summary',
    '5. Findings',
    'Notes on the answers',
  ])
  for (const head of [
    'Endpoint | Method | Auth required | Rate limited | Input validation',
    'Entry point | Type | Auth | Notes',
    'Function | Public | Auth | User | Admin | Risk',
    'Category | Count | Risk level | Because',
    'ID | Finding | Severity | CVSS | Location | Status',
  ])
    expect(heads(page)).toContain(head)
  const root = parse(pages.get(page)!)
  expect(root.children.slice(0, 3).map(({ type }) => type)).toEqual(['heading', 'paragraph', 'thematicBreak'])
  expect(textOf(root.children[1]!)).toMatch(/Analysis date: 2026-03-14\s*Analyst: A\. Analyst/)
  const diagram = all(root, 'code').find(({ lang }) => lang === 'mermaid')!.value
  for (const zone of ['External', 'Edge', 'Application', 'Data']) expect(diagram).toContain(`["${zone}"]`)
  const categories = all(root, 'table')
    .map(cellsOf)
    .find(([head]) => head![0] === 'Category')!
    .map(([category]) => category)
  expect(categories.slice(1)).toEqual([
    'Public endpoints',
    'Authenticated endpoints',
    'Admin endpoints',
    'File upload points',
    'External integrations',
  ])
})

test('the technology manifest', () => {
  const page = 'architecture/technology-manifest.md'
  expect(headings(page)).toEqual(['Languages', 'Frameworks', 'Libraries', 'Infrastructure', 'DevOps', 'Manifests'])
  expect(heads(page)).toContain('Language | Version | Share of code | Evidence')
  expect(heads(page).filter((head) => head === 'Name | Version | Purpose | Evidence')).toHaveLength(4)
})
