/** Tables on a narrow screen: which become cards, what a cell is called there, and where long words may break. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import checkboxes from '../../plugin/docusaurus/checkboxes'
import { breakableParts } from '../../plugin/docusaurus/long-words'
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

  test('of figures under long headings sets them upright, and of very many columns everything smaller', () => {
    const head = '| Domain | Controls | Implemented | Partial | N/A | Gap | All |'
    expect(classOf(marked(`${head}\n|${' --- |'.repeat(7)}\n| A.5 | 37 | 3 | 4 | 20 | 10 | 37 |`).table)).toBe(
      'plumbline-table plumbline-table--most plumbline-table--tall',
    )
  })

  test('whose first cells are long becomes cards, on which short cells share a line', () => {
    const { table, cells } = marked(
      `| Function | Public | Risk |\n| --- | --- | --- |\n| Payment: ${'`POST /orders` takes the card, '.repeat(3)} | 2 of 9 | High |`,
    )
    expect(classOf(table)).toContain('plumbline-table--stacks')
    expect(cells.map(classOf)).toEqual([undefined, 'plumbline-table__short', 'plumbline-table__short'])
  })

  test('keeps the id of a finding on one line', () => {
    const { cells } = marked('| Id | By |\n| --- | --- |\n| [NIS2-CRYPTO-001](x) | [a-team](y) |')
    expect(cells.map(({ children }) => classOf(children![0]!))).toEqual(['plumbline-table__id', undefined])
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

describe('a long word may break', () => {
  test.each([
    ['after a folder', 'src/middleware/authenticate.ts:20', 24, ['src/', 'middleware/', 'authenticate.ts:20']],
    ['before a member', 'this.sanitizer.bypass()', 16, ['this', '.sanitizer', '.bypass()']],
    ['between the words of a name, where that is too long', 'routes/dataErasure.ts:24', 11, ['routes/', 'data', 'Erasure.ts:24']],
    ['anywhere, where it has no joint', '0123456789012345678901234', 11, ['01234567890', '12345678901', '234']],
    ['never between a file and its line', 'server.ts:388', 11, ['server.ts:388']],
    ['nowhere, where it is short', 'GET /a/b', 4, ['GET /a/b']],
  ])('%s', (_, text, longest, parts) => {
    expect(breakableParts(text, longest)).toEqual(parts)
  })

  test('and says the same as before', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 1, max: 30 }),
        (text, longest) => breakableParts(text, longest).join('') === text,
      ),
    )
  })

  test('in a sentence, too, and the words around it do not', () => {
    const { cells } = marked('| A |\n| --- |\n| Copies of frontend/src/hacking-instructor/codingChallenges.ts stand apart |')
    const texts = cells[0]!.children!.flatMap(({ value }) => value ?? [])
    expect(texts[0]).toBe('Copies of ')
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.at(-1)).toBe(' stand apart')
  })
})

test('boxes of a checklist are hidden from screen readers, and others are not', () => {
  const box = (disabled: boolean) => ({ tagName: 'input', properties: { type: 'checkbox', disabled } as Record<string, unknown> })
  const [done, own] = [box(true), box(false)]
  checkboxes()({ children: [{ tagName: 'li', children: [done, own] }] })
  expect([done, own].map(({ properties }) => properties.ariaHidden)).toEqual(['true', undefined])
})
