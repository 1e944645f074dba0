/** Markdown as Docusaurus' CommonMark pages and code hosts read it. */
import type { Nodes, Root, Table } from 'mdast'
import { directiveFromMarkdown } from 'mdast-util-directive'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as textOf } from 'mdast-util-to-string'
import { directive } from 'micromark-extension-directive'
import { gfm } from 'micromark-extension-gfm'
import { visit } from 'unist-util-visit'
import { readFrontMatter } from '../../plugin/front-matter'

export { textOf }

export function parse(markdown: string): Root {
  return fromMarkdown(readFrontMatter(markdown).content, {
    extensions: [gfm(), directive()],
    mdastExtensions: [gfmFromMarkdown(), directiveFromMarkdown()],
  })
}

export function all<Type extends Nodes['type']>(root: Root, type: Type): Extract<Nodes, { type: Type }>[] {
  const found: Nodes[] = []
  visit(root, (node) => {
    if (node.type === type) found.push(node)
  })
  return found as Extract<Nodes, { type: Type }>[]
}

export function cellsOf(table: Table): string[][] {
  return table.children.map((row) => row.children.map((cell) => textOf(cell)))
}

/** What could be smuggled in: markup, live links, and names that a renderer would replace. Empty when the page is clean. */
export function smuggled(root: Root): string[] {
  const found: string[] = []
  visit(root, (node) => {
    // Two forms of ours, with nothing of the analysed code in them, fold away what is long.
    if (node.type === 'html' && /^(?:<details>\n<summary>[\w ()]+<\/summary>|<\/details>)$/.test(node.value)) return
    if (['html', 'image', 'imageReference', 'linkReference', 'definition', 'footnoteReference', 'delete', 'emphasis'].includes(node.type))
      found.push(node.type === 'html' ? node.value : node.type)
    if (/Directive$/.test(node.type)) found.push(node.type)
    if (node.type === 'link' && !/^(https?:\/\/|\.{0,2}\/|#|[\w-]+(\/|\.md|\.json))/.test(node.url)) found.push(`link to ${node.url}`)
    // Within an address of the web these are letters like others.
    if (node.type === 'link' && /^[\s\p{Cc}]*(?:javascript|data|vbscript):/iu.test(node.url)) found.push(`link to ${node.url}`)
    if (node.type === 'text' && /:[+\-\w]+:/.test(node.value)) found.push(`emoji in ${node.value}`)
  })
  return found
}
