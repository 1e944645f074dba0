import { expect, test } from 'vitest'
import { shellReader } from '../../plugin/extract/documents/shell'

const read = await shellReader()
const words = (text: string) => read(text, 10).map((command) => command.words.join(' '))

test('commands, each with its words and its line', () => {
  expect(read('npm ci && npm test\n\nA=1 "npm" run \'a b\' \\\n  --flag\n', 10)).toEqual([
    { words: ['npm', 'ci'], line: 10, text: 'npm ci && npm test' },
    { words: ['npm', 'test'], line: 10, text: 'npm ci && npm test' },
    { words: ['npm', 'run', 'a b', '--flag'], line: 12, text: 'A=1 "npm" run \'a b\' \\' },
  ])
})

test('a remark belongs to the one command that it stands beside or above', () => {
  expect(read('# builds it\nnpm run build\nnpm test # tests it\nnpm start & npm test # both\n', 1).map(({ comment }) => comment)).toEqual([
    'builds it',
    'tests it',
    undefined,
    undefined,
  ])
})

test('in a block with prompts, what has none is output', () => {
  expect(words('$ npm test\nnpm run nothing\n$ npm run a \\\n    --b\nuser@host:~$ ls\n')).toEqual(['npm test', 'npm run a --b', 'ls'])
})

test('placeholders are words', () => {
  expect(words('npx make <project-name> --to <a file.txt> && cd <project-name>')).toEqual([
    'npx make <project-name> --to <a file.txt>',
    'cd <project-name>',
  ])
})

test('what is broken or no shell at all stops nothing', () => {
  for (const text of ['if [ -f x', '{ "a": [1, 2] }', '`'.repeat(500), '$('.repeat(2000), 'x'.repeat(50_000)])
    expect(() => read(text, 1)).not.toThrow()
})
