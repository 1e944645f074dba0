/** What the specification asks of each page, held against the printed one. */
import { beforeAll, expect, test } from 'vitest'
import { render } from '../../plugin/render/index'
import { views } from '../../plugin/views/index'
import { aContext, aRow, aRule, at } from '../program'
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
    'Completion checklist',
    'Limits of this analysis',
    'Versions of the frameworks',
  ])
  const [fields, overview, reports] = all(parse(pages.get(page)!), 'table').map(cellsOf)
  expect(fields!.map(([field]) => field)).toEqual(['Field', 'Project', 'Analysis date', 'Analysed commit', 'Security grade', 'Status'])
  expect(overview!.map(([severity]) => severity)).toEqual(['Severity', 'Critical', 'High', 'Medium', 'Low'])
  expect(reports!.length).toBe(8)
  const links = all(parse(pages.get(page)!), 'link').map(({ url }) => url)
  for (const number of [1, 2, 3, 4, 5, 6, 7]) expect(links.some((url) => url.includes(`/0${number}-`))).toBe(true)
})

test('the security surface', () => {
  const page = 'security-docs/analysis/01-security-surface.md'
  expect(headings(page)).toEqual([
    '1. Entry points inventory',
    '2. Network boundaries',
    '3. Exposed functionality matrix',
    '4. Attack surface summary',
    '5. Findings',
    'Less certain',
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

test.each([
  ['02-authentication', 'AUTH', 'ID | Finding | Severity | Location | Remediation | Status'],
  ['05-input-validation', 'INPUT', 'ID | Finding | Severity | Location | Status'],
])('the report %s', (name, prefix, head) => {
  const page = `security-docs/analysis/${name}.md`
  const root = parse(pages.get(page)!)
  expect(root.children.slice(0, 3).map(({ type }) => type)).toEqual(['heading', 'paragraph', 'thematicBreak'])
  for (const expected of ['Looked for | Weakness | Found', 'Severity | Count | Open', head]) expect(heads(page)).toContain(expected)
  // Every row of a table leads to a section that is called like it, and to no other.
  const ids = all(root, 'table')
    .map(cellsOf)
    .filter(([first]) => first![0] === 'ID')
    .flatMap((rows) => rows.slice(1).map(([id]) => id!))
  const sections = all(root, 'heading')
    .filter(({ depth }) => depth === 4)
    .map((heading) => textOf(heading))
    .filter((title) => title.startsWith(prefix))
  expect(ids.length).toBeGreaterThan(0)
  expect([...sections].sort()).toEqual([...ids].sort())
  for (const id of ids) {
    expect(id).toMatch(new RegExp(`^${prefix}-\\d{3}$`))
    expect(pages.get(page)).toContain(`](#${id.toLowerCase()})`)
  }
})

test('what is less certain stands after everything that is sure', () => {
  const page = pages.get('security-docs/analysis/05-input-validation.md')!
  const places = ['## 5. Findings', '#### INPUT-001', '#### INPUT-006', '## Less certain', '#### INPUT-004', '#### INPUT-005'].map((mark) =>
    page.indexOf(`\n${mark}\n`),
  )
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})

test('two hundred findings of one rule say once what it is about', async () => {
  const rows = Array.from({ length: 200 }, (_, index) =>
    aRow({
      id: `SEC-${String(index + 1).padStart(3, '0')}`,
      reportId: `DATA-${String(index + 1).padStart(3, '0')}`,
      finding: { phase: 'Data Protection', at: at(`src/a.ts:${index + 1}`, `store(${index})`) },
    }),
  )
  const context = aContext({ rows, verdict: { rulesRun: [aRule({ phase: 'Data Protection' })] } })
  const printed = await render(
    views.flatMap((view) => view(context)),
    context,
  )
  const page = printed.find(({ path }) => path.includes('04-'))!.content
  expect(page.match(/^#### DATA-\d{3}$/gm)).toHaveLength(200)
  expect(page.match(/\*\*Remediation\*\*/g)).toHaveLength(1)
  // The table of contents would be longer than the screen.
  expect(page).toContain('toc_max_heading_level: 3')
})

test('the technology manifest', () => {
  const page = 'architecture/technology-manifest.md'
  const order = ['The stack in short', 'Languages', 'Runtime versions', 'Frameworks', 'Libraries', 'Infrastructure', 'DevOps']
  expect(headings(page).filter((heading) => order.includes(heading))).toEqual(order)
  expect(heads(page)).toContain('Language | Version | Share of code | Evidence')
})
