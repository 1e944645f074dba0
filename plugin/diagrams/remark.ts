/**
 * A remark plugin: Mermaid fences become static SVG while the site is built. In: the tree of a Markdown or MDX page. Out:
 * the same tree with a figure in the place of each fence; a fence that is no diagram stops the build, with page and line.
 */
import path from 'node:path'
import { type Fence, figure } from './figure'
import { importOf, literal } from './page-imports'

/** The part of a Markdown tree that is looked at. Fences can stand in lists, quotes and admonitions too. */
interface Node {
  type: string
  lang?: string | null
  meta?: string | null
  value?: string
  position?: { start: { line: number } }
  children?: Node[]
}

/** What a virtual file of any version offers. */
interface PageFile {
  cwd: string
  path?: string
  fail(reason: string, place?: unknown): never
}

export default function plumblineDiagrams() {
  return async (tree: Node, file: PageFile): Promise<void> => {
    const fences = fencesIn(tree)
    if (fences.length === 0) return
    // Published as an ES module only.
    const { render } = await import('pele')
    for (const [index, { parent, node, section }] of fences.entries()) {
      const fence: Fence = { source: node.value ?? '', title: titleIn(node.meta), section, ordinal: index + 1 }
      const html = drawn(() => figure(fence, render), node, file)
      parent.children![parent.children!.indexOf(node)] = rawElement('figure', 'plumbline-diagram', html)
    }
    // With the page that has a diagram, and with no other, come its style and its script.
    tree.children!.unshift(importOf('diagram.css'), importOf('zoom.js'))
  }
}

interface Found {
  parent: Node
  node: Node
  /** Text of the last heading above it. */
  section: string | undefined
}

function fencesIn(tree: Node): Found[] {
  const found: Found[] = []
  let section: string | undefined
  const visit = (parent: Node) => {
    for (const node of parent.children ?? []) {
      if (node.type === 'heading') section = textOf(node)
      if (node.type === 'code' && node.lang === 'mermaid') found.push({ parent, node, section })
      else visit(node)
    }
  }
  visit(tree)
  return found
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

/** As on the code blocks of Docusaurus: `title="Network boundaries"`. */
function titleIn(meta: string | null | undefined): string | undefined {
  const found = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)')/.exec(meta ?? '')
  return found?.[1] ?? found?.[2]
}

function drawn(draw: () => string, node: Node, file: PageFile): string {
  try {
    return draw()
  } catch (cause) {
    const { message, line = 0 } = cause as Error & { line?: number }
    // The renderer counts lines from the first one inside the fence.
    const at = (node.position?.start.line ?? 0) + line
    const page = file.path ? path.relative(file.cwd, file.path) : 'this page'
    return file.fail(`The Mermaid diagram at ${page}:${at} cannot be drawn. ${message}`, node)
  }
}

/**
 * An element whose inside is given as HTML. Only this shape passes through both of Docusaurus' formats: MDX refuses raw
 * HTML nodes, and a tree of elements would be shipped to the browser a second time, as code.
 */
function rawElement(name: string, className: string, html: string): Node {
  const property = { type: 'Property', kind: 'init', method: false, shorthand: false, computed: false, key: literal('__html'), value: literal(html) }
  const expression = { type: 'ObjectExpression', properties: [property] }
  const estree = { type: 'Program', sourceType: 'module', comments: [], body: [{ type: 'ExpressionStatement', expression }] }
  const attributes = [
    { type: 'mdxJsxAttribute', name: 'className', value: className },
    {
      type: 'mdxJsxAttribute',
      name: 'dangerouslySetInnerHTML',
      value: { type: 'mdxJsxAttributeValueExpression', value: JSON.stringify({ __html: html }), data: { estree } },
    },
  ]
  return { type: 'mdxJsxFlowElement', name, attributes, children: [] } as Node
}
