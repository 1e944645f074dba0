// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { mermaid } from '../../plugin/render/diagrams/mermaid'
import type { DiagramNode, GraphDiagram, TimelineDiagram } from '../../plugin/types'
import { entities } from './diagrams'
import { fragments, hostileText } from './hostile'

type Judge = (text: string) => Promise<void>
let judges: Record<string, Judge>

beforeAll(async () => {
  const { default: real } = await import('mermaid')
  const pele = await import('pele')
  judges = {
    mermaid: async (text) => void (await real.parse(text)),
    pele: async (text) => void pele.render(text),
  }
})

const shapes: DiagramNode['shape'][] = [undefined, 'box', 'round', 'database', 'queue', 'actor', 'hexagon']

function graph(label: string): GraphDiagram {
  return {
    kind: 'graph',
    title: label,
    direction: 'LR',
    groups: [
      { id: 'g', label },
      { id: 'empty', label },
    ],
    nodes: shapes.map((shape, index) => ({ id: `${label}${index}`, label, shape, ...(index < 3 ? { group: 'g' } : {}) })),
    edges: [
      { from: `${label}0`, to: `${label}1`, label },
      { from: `${label}1`, to: `${label}2`, dashed: true, label },
      { from: `${label}2`, to: `${label}3`, label: '' },
      { from: `${label}2`, to: 'nowhere' },
    ],
  }
}

function timeline(label: string): TimelineDiagram {
  return { kind: 'timeline', title: label, sections: [{ label, tasks: [{ label, start: '2026-03-14', end: '2026-04-13' }] }] }
}

describe.each(['mermaid', 'pele'])('%s accepts', (judge) => {
  test.each([...fragments, '', 'SEC-001 A title', 'ª', 'µ name', 'º|', 'x²', 'call home', 'href there', 'click me', '2026-01-02 is due'])(
    'a label that says %j',
    async (label) => {
      await judges[judge]!(mermaid.write(graph(label)))
      await judges[judge]!(mermaid.write(timeline(label)))
      await judges[judge]!(mermaid.write(entities(label)))
    },
  )

  test('any label', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (label) => {
        await judges[judge]!(mermaid.write(graph(label)))
        await judges[judge]!(mermaid.write(timeline(label)))
        await judges[judge]!(mermaid.write(entities(label)))
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})

test('a label is drawn as it is written', async () => {
  const { render } = await import('pele')
  const { svg } = render(mermaid.write({ ...graph(''), nodes: [{ id: 'x', label: '"/a/:id" <b> #35; `x`' }], edges: [] }))
  expect(svg).toContain('&quot;/a/:id&quot; &lt;b&gt; #35; `x`')
})

test('a box leads to its line where the code host is known', async () => {
  const { render } = await import('pele')
  const at = { file: 'a b.ts', line: 3, text: '' }
  const text = mermaid.write({ ...graph(''), nodes: [{ id: 'x', label: 'x', leadsTo: at }], edges: [] }, () => 'https://host/a"b#L3')
  await judges.mermaid!(text)
  expect(render(text).svg).toContain('href="https://host/a%22b#L3"')
  expect(mermaid.write({ ...graph(''), nodes: [{ id: 'x', label: 'x', leadsTo: at }], edges: [] })).not.toContain('click')
})

test('the judges reject what is broken', async () => {
  for (const judge of Object.values(judges)) await expect(judge('flowchart LR\n  a[x]]')).rejects.toThrow()
})
