/** How the code was worked on: changes of files in the last year of the history, and when lines of promises were written. */
import { expect, test } from 'vitest'
import { workOf } from '../../plugin/outside/work/index'
import { createWorld } from '../../plugin/world'
import { git, options, repository, tree, write } from '../tree'

const told = async (root: string, lines: { file: string; line: number }[], given = {}) => {
  const world = await createWorld({ root, cacheDirectory: false })
  const files = ['a.js', 'b.js', 'later.js'].map((path) => ({
    path,
    kind: 'code' as const,
    language: undefined,
    bytes: 1,
    hash: path,
    uncommitted: false,
  }))
  return workOf(() => lines, { ...options, ...given }, world, files)
}

const commit = (root: string, date: string) => {
  git(root, 'add', '--all')
  git(root, '-c', `user.name=Ann`, 'commit', '--quiet', `--date=${date}`, '--message=next')
}

test('files that are still there, most changed first; promises by the day of their line', async () => {
  const root = repository({ 'a.js': '// TODO one\n', 'b.js': '1\n', 'gone.js': '1\n' })
  write(root, { 'a.js': '// TODO one\n2\n' })
  commit(root, '2026-01-02T00:00:00Z')
  const work = await told(root, [{ file: 'a.js', line: 1 }])
  expect(work.state).toBe('whole')
  expect(work.churn.map(({ file, changes }) => `${file} ${changes}`)).toEqual(['a.js 2', 'b.js 1'])
  expect(work.written['a.js:1']).toEqual({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
})

test('authors only where they are asked for', async () => {
  const root = repository({ 'a.js': '1\n' })
  write(root, { 'a.js': '1\n// TODO two\n' })
  commit(root, '2026-01-02T00:00:00Z')
  const lines = [{ file: 'a.js', line: 2 }]
  expect(Object.keys((await told(root, lines)).written['a.js:2'] ?? {})).toEqual(['day'])
  expect((await told(root, lines, { authors: true })).written['a.js:2']?.author).toBeTruthy()
})

test('no guess outside of git, with the option off, and for lines that are not committed', async () => {
  expect((await told(tree({ 'a.js': '1\n' }), [])).state).toBe('not looked')
  const root = repository({ 'a.js': '1\n' })
  expect((await told(root, [], { history: false })).state).toBe('not looked')
  write(root, { 'later.js': '// TODO\n' })
  expect((await told(root, [{ file: 'later.js', line: 1 }])).written).toEqual({})
})
