/**
 * A remark plugin: tables that can be read on every screen. In: the tree of a page. Out: the same, each table with classes that
 * say of what sort it is, each cell with the heading of its column, which `tables.css` shows where the columns no longer stand
 * side by side, and long code with places to break.
 */
import { importOf } from '../diagrams/page-imports'
import { breakableParts } from './long-words'

interface Node {
  type: string
  name?: string
  value?: string
  children?: Node[]
  data?: { hProperties?: Record<string, string> }
}

/** With fewer columns, a table of short cells fits a phone as it is. */
const fewest = 3

/** From so many columns on, words are set smaller and closer together, and from so many on smaller still. */
const many = 6
const most = 7

/** Signs that a column leaves for one word, by the number of columns: what fits into the 700 pixels of a page with two sidebars. */
const longestWord = (columns: number): number => (columns >= many ? 11 : columns > fewest ? 16 : 24)

/** Figures and marks, among them `about 45 %`. */
const shortCell = 10

/** Headings of figures that stand side by side on a phone, with what the cells leave around them. */
const fittingHeadings = 20

export default function plumblineTables() {
  return (tree: Node): void => {
    const tables = tablesIn(tree)
    if (tables.length === 0) return
    for (const table of tables) {
      const columns = table.children?.[0]?.children?.length ?? 0
      mark(table)
      table.children = table.children?.map((row) => readable(row, longestWord(columns)))
    }
    tree.children!.unshift(importOf('tables.css'))
  }
}

/** A path is one long word; with places to break it leaves room for the columns beside it. An id is never broken. */
function readable(node: Node, longest: number): Node {
  if (node.type === 'link' && isId(textOf(node))) set(node, 'className', 'plumbline-table__id')
  if (node.type !== 'inlineCode') return { ...node, ...(node.children ? { children: node.children.flatMap((child) => inCell(child, longest)) } : {}) }
  const parts = breakableParts(node.value ?? '', longest)
  return parts.length < 2 ? node : element('code', withBreaks(parts))
}

/** A sentence breaks between its words, and only those that no column holds within. */
function inCell(node: Node, longest: number): Node[] {
  if (node.type !== 'text') return [readable(node, longest)]
  const parts = (node.value ?? '').split(LONG_WORD).flatMap((part) => (LONG_WORD.test(part) ? breakableParts(part, longest) : [part]))
  return parts.length < 2 ? [node] : withBreaks(parts.filter((part) => part !== ''))
}

const LONG_WORD = /(\S{25,})/

const withBreaks = (parts: string[]): Node[] => parts.flatMap((value, index) => [...(index > 0 ? [element('wbr', [])] : []), { type: 'text', value }])

const isId = (text: string): boolean => /^[A-Z][A-Z0-9-]*-\d+$/.test(text)

/** Explicit, or the theme would take it for a block of code. */
function element(name: string, children: Node[]): Node {
  return { type: 'mdxJsxTextElement', name, attributes: [], children, data: { _mdxExplicitJsx: true } } as Node
}

function tablesIn(node: Node): Node[] {
  return node.type === 'table' ? [node] : (node.children ?? []).flatMap(tablesIn)
}

function mark(table: Node): void {
  const [head, ...rows] = table.children ?? []
  const labels = (head?.children ?? []).map(textOf)
  const stacks = labels.length >= fewest && !isOfFigures(rows)
  const tall = !stacks && labels.slice(1).join('').length > fittingHeadings
  const classes = [
    'plumbline-table',
    ...(labels.length >= most ? ['plumbline-table--most'] : labels.length >= many ? ['plumbline-table--many'] : []),
    ...(stacks ? ['plumbline-table--stacks'] : []),
    ...(tall ? ['plumbline-table--tall'] : []),
  ]
  set(table, 'className', classes.join(' '))
  if (!stacks) return
  for (const row of rows)
    for (const [index, cell] of (row.children ?? []).entries()) {
      if (index === 0) continue
      if (labels[index]) set(cell, 'data-label', labels[index])
      if (isShort(cell)) set(cell, 'className', 'plumbline-table__short')
    }
}

/** Such a table is read across, and stacked it would be a list of figures. Where the first cells are long, nothing is left beside them. */
const isOfFigures = (rows: Node[]): boolean =>
  rows.every(({ children: [, ...cells] = [] }) => cells.every(isShort)) &&
  !rows.some(({ children: [first] = [] }) => first && textOf(first).length > 60)

const isShort = (cell: Node): boolean => textOf(cell).length <= shortCell

function set(node: Node, name: string, value: string): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, [name]: value } }
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}
