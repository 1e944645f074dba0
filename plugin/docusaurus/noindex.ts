/**
 * A remark plugin: what a page asks of search engines gets into the head of its HTML. Our pages are CommonMark, in which the
 * element would stay in the text: browsers and most engines heed it there, a site map does not.
 */
interface Node {
  type: string
  value?: string
  name?: string
  children?: Node[]
}

/** As `render/` writes it at the end of a page. */
const written = /^<head>\s*<meta name="robots" content="(noindex)">\s*<\/head>$/

export default function plumblineNoindex() {
  return (tree: Node): void => {
    tree.children = tree.children?.map((node) => {
      const content = node.type === 'html' ? written.exec(node.value ?? '')?.[1] : undefined
      // Docusaurus makes its own component of an element of that name.
      return content === undefined ? node : element('head', {}, [element('meta', { name: 'robots', content }, [])])
    })
  }
}

function element(name: string, attributes: Record<string, string>, children: Node[]): Node {
  const listed = Object.entries(attributes).map(([key, value]) => ({ type: 'mdxJsxAttribute', name: key, value }))
  return { type: 'mdxJsxFlowElement', name, attributes: listed, children } as Node
}
