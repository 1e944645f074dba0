/**
 * A rehype plugin: boxes of checklists are decoration. In: the tree of a page. Out: the same, the boxes hidden from screen readers:
 * the mark beside each says more than a box can (in part, could not be told), and a box without a name would only be in the way.
 */
interface Node {
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

export default function plumblineCheckboxes() {
  return (tree: Node): void => hide(tree)
}

function hide(node: Node): void {
  if (node.tagName === 'input' && node.properties?.type === 'checkbox' && node.properties.disabled) node.properties.ariaHidden = 'true'
  for (const child of node.children ?? []) hide(child)
}
