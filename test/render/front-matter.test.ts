import { expect, test } from 'vitest'
import { readFrontMatter, writeFrontMatter } from '../../plugin/front-matter'

const ran = globalThis as { frontMatterRan?: boolean }

test.each(['js', 'javascript', 'JS', 'Javascript', ' js', 'js '])('front matter in the language "%s" does not run', (language) => {
  const document = `---${language}\n(globalThis.frontMatterRan = true, { title: 'taken' })\n---\nbody\n`
  const { data, content, problem } = readFrontMatter(document)
  expect(ran.frontMatterRan).toBeUndefined()
  expect(data).toEqual({})
  expect(content).toBe(document)
  expect(problem).toMatch(/expected YAML or JSON/)
})

test('neither does it behind a byte order mark, nor in a body that is written', () => {
  const program = '---js\n(globalThis.frontMatterRan = true, {})\n---\n'
  expect(readFrontMatter(`\uFEFF${program}`).data).toEqual({})
  expect(writeFrontMatter({ title: 'x' }, program)).toBe(`---\ntitle: x\n---\n${program}`)
  expect(ran.frontMatterRan).toBeUndefined()
})

test.each(['coffee', 'cson', 'toml', 'constructor', '__proto__', 'toString'])('the language "%s" is named and left alone', (language) => {
  expect(readFrontMatter(`---${language}\na: 1\n---\nbody`)).toMatchObject({ data: {}, problem: expect.stringContaining(language.toLowerCase()) })
})

test.each(['', 'yaml', 'yml'])('YAML is read (language "%s")', (language) => {
  expect(readFrontMatter(`---${language}\ntitle: A page\n---\nbody\n`)).toEqual({ data: { title: 'A page' }, content: 'body\n', problem: undefined })
})

test('JSON is read', () => {
  expect(readFrontMatter('---json\n{"title": "A page"}\n---\nbody\n').data).toEqual({ title: 'A page' })
})

test('a text without front matter is all content', () => {
  expect(readFrontMatter('# Title\n\n---\n\ntext\n')).toEqual({ data: {}, content: '# Title\n\n---\n\ntext\n', problem: undefined })
  expect(readFrontMatter('----\nnot front matter\n').problem).toBeUndefined()
})

test.each(['a: [1', '- list\n- of things', '!!js/function "x"'])('%j is a problem, not an exception', (yaml) => {
  const { data, problem } = readFrontMatter(`---\n${yaml}\n---\nbody\n`)
  expect(data).toEqual({})
  expect(problem).toMatch(/front matter/)
})

test('what is written can be read again', () => {
  const data = { title: 'a: "b" # c', sidebar_position: 1, mdx: { format: 'md' } }
  expect(readFrontMatter(writeFrontMatter(data, 'body\n'))).toEqual({ data, content: 'body\n', problem: undefined })
})
