/** Tables on a narrow screen: which become cards, what a cell is called there, and where long words may break. */
import { describe, expect, test } from 'vitest'
import tables from '../../plugin/docusaurus/tables'
import { parse } from '../render/markdown'

interface Node {
  type: string
  name?: string
  value?: string
  children?: Node[]
  data?: { hProperties?: Record<string, string>; _mdxExplicitJsx?: boolean }
}

function marked(markdown: string): { tree: Node; table: Node; cells: Node[] } {
  const tree = parse(markdown) as unknown as Node
  tables()(tree)
  const table = tree.children!.find(({ type }) => type === 'table')!
  return { tree, table, cells: table.children!.slice(1).flatMap(({ children }) => children!) }
}

const classOf = ({ data }: Node) => data?.hProperties?.className

describe('a table', () => {
  test('of several columns of words becomes cards, whose lines say what they are', () => {
    const { table, cells } = marked('| Id | Finding | Location |\n| --- | --- | --- |\n| A-1 | A long sentence about it | `src/a.ts:1` |')
    expect(classOf(table)).toBe('plumbline-table plumbline-table--stacks')
    expect(cells.map(({ data }) => data?.hProperties?.['data-label'])).toEqual([undefined, 'Finding', 'Location'])
  })

  test.each([
    ['of two columns', '| Field | Value |\n| --- | --- |\n| Project | a long name of a project |'],
    ['of figures', '| Severity | Count | Open |\n| --- | ---: | ---: |\n| Critical | 17 | 17 |'],
  ])('%s stays one', (_, markdown) => {
    expect(classOf(marked(markdown).table)).toBe('plumbline-table')
  })

  test('brings its style along, and a page without one does not', () => {
    const imports = (markdown: string) => {
      const tree = parse(markdown) as unknown as Node
      tables()(tree)
      return tree.children!.flatMap(({ type, value }) => (type === 'mdxjsEsm' ? [value!.replace(/.*\//, '')] : []))
    }
    expect(imports('| A |\n| --- |\n| b |')).toEqual(['tables.css"'])
    expect(imports('No table.')).toEqual([])
  })
})

describe('a path in a cell', () => {
  const codes = (markdown: string): Node[] => {
    const found: Node[] = []
    const visit = (node: Node): void => {
      if (node.type === 'inlineCode' || node.name === 'code') found.push(node)
      for (const child of node.children ?? []) visit(child)
    }
    visit(marked(`| A |\n| --- |\n| ${markdown} |`).table)
    return found
  }
  const text = ({ value, children = [] }: Node): string => value ?? children.map(text).join('')

  test('may break after each folder, says the same as before, and is no block of code', () => {
    const [code] = codes('[`src/middleware/authenticate.ts:20`](x)')
    expect(text(code!)).toBe('src/middleware/authenticate.ts:20')
    expect(code!.children!.map(({ name, value }) => value ?? name)).toEqual(['src/', 'wbr', 'middleware/', 'wbr', 'authenticate.ts:20'])
    expect(code!.data?._mdxExplicitJsx).toBe(true)
  })

  test.each(['`GET`', '`a/b.ts`', '`/`'])('%s is short enough as it is', (markdown) => {
    expect(codes(markdown).map(({ type }) => type)).toEqual(['inlineCode'])
  })
})
