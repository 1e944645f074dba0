import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

test('tasks and launch configurations of the editor', async () => {
  const { told, expected } = await toldAndExpected(
    {
      'package.json': JSON.stringify({ name: 'orchard', scripts: { watch: 'tsc -w' } }),
      '.vscode/tasks.json': '{\n  // two\n  "tasks": [{ "label": "build" }, { "taskName": "test" }]\n}',
      '.vscode/launch.json': '{ "configurations": [{ "name": "Debug" }] }',
      'README.md': `
There is a VS Code task called \`build\`, and one for tests called \`test\`.

There is also a vscode task for this called \`lint\`. ✗ config-key

In VS Code, run the \`npm: watch\` task, then start the \`Debug\` launch configuration.

In VS Code, start the \`Attach\` launch configuration. ✗ config-key

There is a background task called \`sweep\`.
`,
    },
    ['config-key'],
  )
  expect(told).toEqual(expected)
})
