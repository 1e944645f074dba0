/**
 * A remark plugin: tables that can be read on a narrow screen. In: the tree of a page. Out: the same, each table with a class,
 * and each cell with the heading of its column, which `tables.css` shows where the columns no longer stand side by side.
 */
import { importOf } from '../diagrams/page-imports'

interface Node {
  type: string
  value?: string
  children?: Node[]
  data?: { hProperties?: Record<string, string> }
}

/** With fewer columns, a table of short cells fits a phone as it is. */
const fewest = 3

export default function plumblineTables() {
  return (tree: Node): void => {
    const tables = tablesIn(tree)
    if (tables.length === 0) return
    for (const table of tables) {
      mark(table)
      table.children = table.children?.map(breakable)
    }
    tree.children!.unshift(importOf('tables.css'))
  }
}

/** A path is one long word; with places to break it leaves room for the columns beside it. Explicit, or the theme would take it for a block. */
function breakable(node: Node): Node {
  if (node.type !== 'inlineCode') return { ...node, ...(node.children ? { children: node.children.map(breakable) } : {}) }
  const parts = (node.value ?? '').split(/(?<=[\w)}\]]\/|[,({] ?)(?=[^/\s])/)
  if ((node.value ?? '').length < longWord || parts.length < 2) return node
  const children = parts.flatMap((value, index) => [...(index > 0 ? [element('wbr', [])] : []), { type: 'text', value }])
  return element('code', children)
}

const longWord = 14

function element(name: string, children: Node[]): Node {
  return { type: 'mdxJsxTextElement', name, attributes: [], children, data: { _mdxExplicitJsx: true } } as Node
}

function tablesIn(node: Node): Node[] {
  return node.type === 'table' ? [node] : (node.children ?? []).flatMap(tablesIn)
}

function mark(table: Node): void {
  const [head, ...rows] = table.children ?? []
  const labels = (head?.children ?? []).map(textOf)
  const stacks = labels.length >= fewest && !areShort(rows)
  set(table, 'className', stacks ? 'plumbline-table plumbline-table--stacks' : 'plumbline-table')
  if (!stacks) return
  for (const row of rows)
    for (const [index, cell] of (row.children ?? []).entries()) if (index > 0 && labels[index]) set(cell, 'data-label', labels[index] as string)
}

/** Numbers and marks: such a table is read across, and stacked it would be a list of figures. */
const areShort = (rows: Node[]): boolean => rows.every(({ children = [] }) => children.slice(1).every((cell) => textOf(cell).length <= 8))

function set(node: Node, name: string, value: string): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, [name]: value } }
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}
