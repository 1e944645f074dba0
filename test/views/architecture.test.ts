/** The pages of the architecture over a small shop: a newcomer's questions are answered, each answer is proven, and what is not known is said. */
import { describe, expect, test, vi } from 'vitest'
import { render } from '../../plugin/render/index'
import type { Evidence, Program } from '../../plugin/types'
import { architecture } from '../../plugin/views/architecture/index'
import { advice, recommendationsOf } from '../../plugin/views/architecture/recommendations/index'
import { lineOf, RUNTIME_ENDS } from '../../plugin/views/architecture/recommendations/runtime-ends'
import { resultsOf, views } from '../../plugin/views/index'
import { SHOP } from '../link/architecture/shop'
import { linkDirectory } from '../link/fixture-programs'
import { aContext, anEntryPoint, aProgram, at, noArchitecture } from '../program'
import { tree } from '../tree'

// The first test links a program with all models, beside others that do the same.
vi.setConfig({ testTimeout: 60_000 })

let linked: Promise<Program> | undefined
/** Linked by the first test that asks, whose directory it needs no longer than that. */
const theShop = (): Promise<Program> => (linked ??= linkDirectory(tree(SHOP)))

const printed = async (of: Partial<Program>, page: string): Promise<string> => {
  const context = aContext({ program: of })
  const pages = await render(
    views.flatMap((view) => view(context)),
    context,
  )
  return pages.find(({ path }) => path === page)?.content ?? ''
}

describe('the overview', () => {
  test('says what it is, what it is made of and how that connects, with lines', async () => {
    const text = await printed(await theShop(), 'architecture/index.md')
    expect(text).toContain('> Sells things around the corner')
    expect(text).toContain('In short: **single-page application with an API**, made of 3 programs, 2 stores and 4 outside systems.')
    expect(text).toMatch(/\[Corner Shop server\]\(components\.md#corner-shop-server\) \| backend \| Express, JavaScript \| `src` \| 6 \| 4 \|/)
    expect(text).toMatch(/\| Corner Shop server \| MongoDB \| reads and writes \| Mongoose \| 3 \| \[`src\/server\.js:3`\]/)
    expect(text).toMatch(/\| Corner Shop server \| Order webhook \| calls, where a setting says so \|/)
    expect(text).toMatch(/\| `src\/server\.js` \| listens for callers \| \[`src\/server\.js:4`\]/)
    // A tag must not swallow the space in front of a word.
    expect(text).not.toMatch(/\b(?:store|program|system)s?and\b|\.[A-Z][a-z]+ are on/)
  })
  test('says what was looked for where nothing was found', async () => {
    const text = await printed({}, 'architecture/index.md')
    expect(text).toContain('Nothing that runs was recognised')
    expect(text).toContain('No database, cache, queue or folder of files was found.')
    expect(text).toContain('No other system was found.')
    expect(text).toContain('No style could be told')
  })
  test('holds the stated style against the code', async () => {
    const stated = { name: 'microservices', agrees: false, reason: 'The code is best described as monolith.' }
    const style = { found: [{ name: 'monolith', reasons: [{ text: 'One server.', evidence: [] }], against: [] }], stated }
    expect(await printed({ architecture: { ...noArchitecture, style } }, 'architecture/index.md')).toContain(
      'The owners call it **microservices**. The code does not agree: The code is best described as monolith.',
    )
  })
})

test('components: both directions of each arrow, and calls that lead nowhere', async () => {
  const text = await printed(await theShop(), 'architecture/components.md')
  const mongo = text.slice(text.indexOf('### MongoDB'), text.indexOf('## Outside systems'))
  expect(mongo).toMatch(/\| \[Corner Shop server\]\(#corner-shop-server\) \| reads and writes \|/)
  expect(mongo).toMatch(/\| \[Database scripts\]\(#database-scripts\) \|/)
  expect(text).toContain('## Calls whose other end could not be told')
  expect(text).toMatch(/`src\/services\/mail\.js:5`/)
})

test('structure: folders, beginnings, settings, documents', async () => {
  const text = await printed(await theShop(), 'architecture/structure.md')
  expect(text).toMatch(/\| `src\/routes` \| Routes: which address leads to which handler \| 3 entry points are registered here \| 1 \|/)
  expect(text).toMatch(/\| Containers run together \| /)
  expect(text).toMatch(/Corner Shop \| README \| 5 \|/)
})

test('names of the code are text, whatever they hold', async () => {
  const hostile = '<script>|`x`\n**bold**'
  const evidence = [at('a.js:1')]
  const component = {
    id: 'a',
    name: hostile,
    kind: 'backend' as const,
    level: 'container' as const,
    folder: hostile,
    technology: hostile,
    purpose: hostile,
    files: 1,
    doors: 0,
    evidence,
  }
  const text = await printed({ architecture: { ...noArchitecture, components: [component] } }, 'architecture/index.md')
  // Within code it is text; anywhere else it would be markup.
  expect(text.replace(/(`+).*?\1/g, '')).not.toContain('<script>')
  expect(text.split('\n').filter((line) => line.startsWith('| [')).length).toBeGreaterThan(0)
})

describe('recommendations', () => {
  const step: Evidence = at('a.ts:1')
  const modules = { ...noArchitecture.modules, cycles: [{ files: ['a.ts', 'b.ts'], steps: [step, at('b.ts:2')], typesOnly: false }] }
  const kinds = (given: Parameters<typeof aContext>[0]) => recommendationsOf(aContext(given)).map(({ kind, priority }) => `${kind} ${priority}`)

  test('nothing is advised where nothing speaks for it', () => {
    expect(recommendationsOf(aContext())).toEqual([])
  })
  test('what is urgent comes first; each rests on lines', () => {
    const runtimeAgreement: Program['runtimeAgreement'] = [
      {
        runtime: 'Node.js',
        agree: false,
        reason: 'The image runs 16 and engines ask for 20.',
        versions: [{ version: '16-alpine', from: 'Dockerfile', role: 'used', isFloating: false, at: at('Dockerfile:1') }],
        conflicts: [],
      },
    ]
    const given = {
      date: '2025-06-01',
      program: {
        runtimeAgreement,
        architecture: { ...noArchitecture, modules: { ...modules, orphans: [{ path: 'c.ts', reason: 'no file imports it', at: at('c.ts:1') }] } },
      },
    }
    expect(kinds(given)).toEqual(['outdated-runtimes High', 'disagreements Medium', 'cycles Medium', 'unreachable-modules Low'])
    expect(kinds({ ...given, date: '2022-06-01' })[0]).toBe('disagreements Medium')
    for (const { evidence, effort, kind } of recommendationsOf(aContext({ program: { architecture: { ...noArchitecture, modules } } }))) {
      expect(evidence.length, kind).toBeGreaterThan(0)
      expect(effort.hours, kind).toBeGreaterThan(0)
    }
  })
  test('circles of types are no reason, large circles are urgent', () => {
    const typed = modules.cycles.map((cycle) => ({ ...cycle, typesOnly: true }))
    expect(kinds({ program: { architecture: { ...noArchitecture, modules: { ...modules, cycles: typed } } } })).toEqual([])
    const large = [{ files: Array.from({ length: 12 }, (_, i) => `${i}.ts`), steps: [step], typesOnly: false }]
    expect(kinds({ program: { architecture: { ...noArchitecture, modules: { ...modules, cycles: large } } } })).toEqual(['cycles High'])
  })
  test('a described interface that agrees asks for nothing; none at all does from five operations on', () => {
    const doors = (count: number) => Array.from({ length: count }, (_, i) => anEntryPoint({ path: `/a${i}`, at: at(`a.ts:${i + 1}`) }))
    expect(kinds({ program: { entryPoints: doors(4) } })).toEqual([])
    expect(kinds({ program: { entryPoints: doors(5) } })).toEqual(['missing-descriptions Low'])
    expect(kinds({ program: { entryPoints: doors(20) } })).toEqual(['missing-descriptions Medium'])
    const described = [{ method: 'GET', path: '/a0', described: at('openapi.yaml:3'), registered: at('a.ts:1'), differences: [] }]
    expect(kinds({ program: { entryPoints: doors(20), described } })).toEqual([])
    expect(kinds({ program: { entryPoints: doors(20), described: [{ ...described[0]!, registered: undefined }] } })).toEqual([
      'missing-descriptions Medium',
    ])
  })
  test('a release line is read out of a version, and the table is one of days', () => {
    expect(lineOf('Node.js', 'v18.12.1-alpine')).toBe('18')
    expect(lineOf('Python', '3.11-slim')).toBe('3.11')
    expect(lineOf('Python', '3')).toBeUndefined()
    for (const days of Object.values(RUNTIME_ENDS)) for (const day of Object.values(days)) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
  test('every kind of advice is asked', () => {
    expect(new Set(advice).size).toBe(advice.length)
  })
})

test('the results file names both ends of each edge as components are named', async () => {
  const program = await theShop()
  const { components, edges } = resultsOf(aContext({ program }))
  const names = new Set(components.map(({ name }) => name))
  expect(names.size).toBe(components.length)
  expect(edges.length).toBe(program.architecture.relations.length)
  for (const { from, to, file, line } of edges) {
    expect(names.has(from), from).toBe(true)
    expect(names.has(to), to).toBe(true)
    expect(file).not.toBe('')
    expect(line).toBeGreaterThan(0)
  }
})

test('pages of the architecture stand in one folder', () => {
  for (const { path } of architecture(aContext({ program: aProgram() }))) expect(path).toMatch(/^architecture\//)
})
