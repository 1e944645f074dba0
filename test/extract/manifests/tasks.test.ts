import { expect, test } from 'vitest'
import { manifestFacts } from '../../../plugin/extract/manifests/index'

const tasks = (path: string, text: string) =>
  manifestFacts({ path }, text)
    .facts.filter(({ kind }) => kind === 'task')
    .map(({ ecosystem, name, value, line }) => [ecosystem, name, value, line])

test('targets of make', () => {
  expect(tasks('Makefile', 'VERSION := 1\n.PHONY: all\nall: image\nimage web:\n\t@docker build .\n\techo done\n%.o: %.c\n')).toEqual([
    ['make', 'all', undefined, 3],
    ['make', 'image', 'docker build . && echo done', 4],
    ['make', 'web', 'docker build . && echo done', 4],
    ['make', '*', undefined, 7],
  ])
})

test('targets of nx, tasks of turbo', () => {
  expect(tasks('apps/api/project.json', '{\n "name": "api",\n "targets": {\n  "serve": { "executor": "@nx/js:node" } } }')).toEqual([
    ['nx', 'api:serve', '@nx/js:node', 4],
  ])
  expect(tasks('nx.json', '{ "plugins": ["@nx/vite/plugin"] }')).toEqual([['nx', '*', undefined, 1]])
  expect(tasks('turbo.json', '{ "tasks": { "build": {}, "web#lint": {} } }')).toEqual([
    ['turbo', 'build', undefined, 1],
    ['turbo', 'lint', undefined, 1],
  ])
})

test('tasks and launch configurations of an editor', () => {
  expect(tasks('.vscode/tasks.json', '{ "tasks": [{ "label": "build" }, { "taskName": "old" }, { "type": "npm", "script": "watch" }] }')).toEqual([
    ['vscode', 'build', undefined, 1],
    ['vscode', 'old', undefined, 1],
    ['vscode', 'npm: watch', 'watch', 1],
  ])
  expect(
    tasks('.vscode/launch.json', '{ "configurations": [{ "name": "Debug" }], "compounds": [{ "name": "All" }] }').map(([, name]) => name),
  ).toEqual(['Debug', 'All'])
})

test('what a package says of itself', () => {
  const facts = (repository: unknown) =>
    manifestFacts({ path: 'package.json' }, JSON.stringify({ name: 'a', license: 'MIT', description: 'Trees.', repository }))
      .facts.filter(({ kind }) => ['licence', 'repository', 'description'].includes(kind))
      .map(({ name }) => name)
  for (const written of ['corner/shop', 'github:corner/shop', { url: 'git+https://github.com/corner/shop.git' }, 'git@github.com:corner/shop.git'])
    expect(facts(written)).toEqual(['MIT', 'corner/shop', 'Trees.'])
  expect(facts(undefined)).toEqual(['MIT', 'Trees.'])
})
