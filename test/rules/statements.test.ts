/** The code that is shown of a finding: its line, or the statement that the line begins. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is code
import { describe, expect, test } from 'vitest'
import { statements } from '../../plugin/rules/statements'

const codeAt = (text: string, line = 1) => statements([{ path: 'a.ts', text }])({ file: 'a.ts', line, text: '' })

describe('a statement', () => {
  test('is shown to its end, moved to the left', () => {
    const code = '  const rows = await db.query(\n    `select * from t\n     where n = ${name}`,\n    { type: SELECT },\n  )\n  return rows'
    expect(codeAt(code)).toBe('const rows = await db.query(\n  `select * from t\n   where n = ${name}`,\n  { type: SELECT },\n)')
  })

  test.each([
    ['a line that says everything', 'exec(`ls ${name}`)\nnext()'],
    ['the inside of a function, which is another', "app.get('/a', (req, res) => {\n  res.send(req.query.a)\n})"],
    ['brackets in a text', "log('(')\nnext()"],
    ['brackets in a comment', 'next() // (\nother()'],
    ['a file that is no code', undefined],
  ])('is not for %s', (_, text) => {
    expect(text === undefined ? statements([])({ file: 'a.yaml', line: 1, text: '' }) : codeAt(text)).toBeUndefined()
  })

  test('goes on where the line ends in the middle', () => {
    expect(codeAt('const url =\n  base + req.query.path\nnext()')).toBe('const url =\n  base + req.query.path')
  })

  test('stops where a function begins, and says that there is more', () => {
    expect(codeAt("account.patch(\n  '/',\n  guard,\n  async (req, res) => {\n    res.send(1)\n  },\n)")).toBe(
      "account.patch(\n  '/',\n  guard,\n  async (req, res) => { …",
    )
  })

  test('is cut after eight lines', () => {
    expect(codeAt(`f(\n${'  1,\n'.repeat(20)})`)!.split('\n')).toHaveLength(8)
  })
})
