// @vitest-environment happy-dom
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { render } from 'pele'
import { describe, expect, test } from 'vitest'
import { figure } from '../../plugin/diagrams/figure'
import remark from '../../plugin/diagrams/remark'

const drawing = (source: string, title?: string) => figure({ source, title, section: undefined, ordinal: 1 }, render)

function parsed(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

describe('a figure', () => {
  const root = parsed(drawing('flowchart LR\n  a["Browser"] --> b[("Orders")]', 'Who asks "whom"'))

  test('has the picture, its title, its source and a way to enlarge it', () => {
    expect(root.querySelectorAll('svg')).toHaveLength(1)
    expect(root.querySelector('svg')?.textContent).toContain('Orders')
    expect(root.querySelector('.plumbline-diagram__title')?.textContent).toBe('Who asks "whom"')
    expect(root.querySelector('details code')?.textContent).toBe('flowchart LR\n  a["Browser"] --> b[("Orders")]')
    expect(root.querySelector('button')?.getAttribute('aria-label')).toBe('Enlarge: Who asks "whom"')
  })

  test('takes its colours from variables', () => {
    expect(root.innerHTML).toContain('var(--pele-fg')
  })

  test('keeps links that are safe, and no others', () => {
    const linked = parsed(
      drawing(
        'flowchart LR\n  a --> b --> c --> d\n  click a href "#orders"\n  click b href "https://example.com/x"\n  click c href "javascript:alert(1)"\n  click d href "data:text/html,x"',
      ),
    )
    expect([...linked.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual(['#orders', 'https://example.com/x'])
  })

  test.each(['click a href ', 'orders.md', 'HTTPS.example', 'a:b', '?x'])('drops the target %j, which is no address', (target) => {
    const linked = parsed(drawing(`flowchart LR\n  a --> b\n  click a href "${target}"\n  click b href "/orders"`))
    expect([...linked.querySelectorAll('a[href]')].map((a) => a.getAttribute('href'))).toEqual(['/orders'])
  })

  test('that is much wider than a page is turned where that helps, and shows the source that it was drawn from', () => {
    const steps = Array.from({ length: 14 }, (_, index) => `a${index}["A step of the chain"] --> a${index + 1}["A step of the chain"]`).join('\n  ')
    const turned = parsed(drawing(`flowchart LR\n  ${steps}`))
    expect(turned.querySelector('details code')?.textContent).toMatch(/^flowchart TD\n/)
    const spread = Array.from({ length: 14 }, (_, index) => `a["One"] --> b${index}["Another part of it"]`).join('\n  ')
    expect(parsed(drawing(`flowchart TD\n  ${spread}`)).querySelector('details code')?.textContent).toMatch(/^flowchart LR\n/)
    expect(parsed(drawing('flowchart LR\n  a --> b')).querySelector('details code')?.textContent).toMatch(/^flowchart LR\n/)
  })

  test('loads no picture from elsewhere', () => {
    expect(drawing('flowchart LR\n  a@{ img: "https://example.com/pixel.png" }').replace(/<code>.*<\/code>/s, '')).not.toContain('example.com')
  })
})

describe('what analysed code says stays text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "javascript:alert('1')",
    '</text><foreignObject><iframe src=javascript:alert(1)>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '#lt;script#gt;',
    '</code></pre></details><script>alert(1)</script>',
  ]

  /** Nothing that runs, loads or leads to a script. */
  function expectInert(html: string) {
    const root = parsed(html)
    expect(root.querySelectorAll('script, img, iframe, object, embed, foreignObject script, animate, set, use, image')).toHaveLength(0)
    for (const element of root.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/i)
        if (/^(xlink:)?href$|^src$/i.test(name)) expect(value).toMatch(/^(https?:|mailto:|#|\/)/)
      }
    }
  }

  test.each(hostile)('in a label, a title and an edge: %s', (text) => {
    const label = text.replaceAll('"', '#quot;')
    expectInert(drawing(`flowchart LR\n  a["${label}"] -->|"${label}"| b["x"]\n  subgraph g["${label}"]\n  b\n  end`, text))
  })

  const drawnOrRefused = (words: string[]) => {
    let html: string
    try {
      html = drawing(`flowchart LR\n  a["${words.join('')}"] --> b\n  ${words.join(' ')}`)
    } catch (error) {
      expect(error).toHaveProperty('name', 'PeleError')
      return
    }
    expectInert(html)
  }

  test('a link without an end leads nowhere', () => drawnOrRefused(['click a href "', 'click a href "']))

  test('whatever the source is, it is drawn harmlessly or refused', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(...hostile, 'click a href "', 'style a fill:', '%%{init:', '}}%%', '\n', '"', ']'),
    )
    fc.assert(fc.property(fc.array(word, { maxLength: 6 }), drawnOrRefused), { numRuns: 300 })
  })
})

describe('the remark plugin', () => {
  const file = {
    cwd: '/site',
    path: '/site/docs/page.md',
    fail(reason: string): never {
      throw new Error(reason)
    },
  }
  const run = async (markdown: string) => {
    const tree = fromMarkdown(markdown)
    await remark()(tree as never, file)
    return tree as unknown as { children: { type: string; name?: string; attributes: { name: string; value: { value: string } }[] }[] }
  }

  test('replaces Mermaid fences, and no others, wherever they stand', async () => {
    const tree = await run(
      '```mermaid\nflowchart LR\n  a --> b\n```\n\n```js\n1\n```\n\n- item\n\n  ```mermaid\n  flowchart LR\n    c --> d\n  ```\n',
    )
    expect(tree.children.map(({ type }) => type)).toEqual(['mdxjsEsm', 'mdxjsEsm', 'mdxJsxFlowElement', 'code', 'list'])
    expect(JSON.stringify(tree.children.at(-1))).toContain('mdxJsxFlowElement')
  })

  test('names a diagram without a title after the heading above it', async () => {
    const tree = await run('# Page\n\n## Network `boundaries`\n\n```mermaid\nflowchart LR\n  a --> b\n```\n')
    expect(tree.children.at(-1)!.attributes[1]!.value.value).toContain('aria-label=\\"Enlarge: Diagram: Network boundaries\\"')
  })

  test('leaves a page without diagrams as it was', async () => {
    expect((await run('# Page\n\n```js\n1\n```\n')).children.map(({ type }) => type)).toEqual(['heading', 'code'])
  })

  test('gives equal diagrams on one page ids of their own', async () => {
    const fence = '```mermaid\nflowchart LR\n  accTitle: Same\n  a --> b\n```\n'
    const tree = await run(`${fence}\n${fence}`)
    const ids = tree.children.slice(2).flatMap(({ attributes }) => [...attributes[1]!.value.value.matchAll(/ id=\\"([^"\\]+)/g)].map(([, id]) => id))
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('stops at a broken diagram, with page and line', async () => {
    await expect(run('# Page\n\ntext\n\n```mermaid\nflowchart LR\n  a --> b\n  a -->\n```\n')).rejects.toThrow(
      /docs\/page\.md:8 cannot be drawn\. Parse error/,
    )
    await expect(run('# Page\n\n```mermaid\nnonsense\n```\n')).rejects.toThrow(/docs\/page\.md:3 cannot be drawn/)
  })
})
