/** Places in a function that a call never gets to, by what it hands over and what it leaves out. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (body: string, calls: string) => `import express from 'express'
  import { exec } from 'node:child_process'
  const app = express()
  ${body}
  app.get('/:name', (request, response) => {
    ${calls}
    response.end()
  })
  app.listen(3000)`

const DEPENDENCIES = { express: '^4.19.0' }
const under = (condition: string, mark: string) => `function run(name, options, loud, other) {
    if (${condition}) {
      exec('ls ' + name) // command-injection: ${mark}
    }
  }`

test.each([
  ['loud', 'run(request.params.name, {})', 'none'],
  ['loud', 'run(request.params.name, {}, false)', 'none'],
  ['loud', 'run(request.params.name, {}, true)', 'high'],
  ['loud', 'run(request.params.name, {}, request.query.loud)', 'high'],
  ['!loud', 'run(request.params.name, {}, true)', 'none'],
  ['!loud', 'run(request.params.name)', 'high'],
  ['loud && other', 'run(request.params.name, {}, true)', 'none'],
  ['loud || other', 'run(request.params.name, {}, true)', 'high'],
  ['loud === undefined', 'run(request.params.name, {}, 7)', 'none'],
  ['loud == null', 'run(request.params.name, {}, null)', 'high'],
  ['loud !== null', 'run(request.params.name, {})', 'high'],
  ['loud != null', 'run(request.params.name, {})', 'none'],
  ['options.deep', 'run(request.params.name, {})', 'none'],
  ['options.deep', 'run(request.params.name, { deep: true })', 'high'],
  ['options.deep', 'run(request.params.name, { ...request.query })', 'high'],
  ['options.wait === undefined', 'run(request.params.name, { wait: 30 })', 'none'],
  ['options.wait === undefined', 'run(request.params.name, { wait: request.query.wait })', 'high'],
  ['options.wait === undefined', 'run(request.params.name, {})', 'high'],
  ['loud', 'run(request.params.name, {}, false); run(request.params.name, {}, true)', 'high'],
])('under %s, of %s', (condition, calls, mark) => check({ 'app.ts': app(under(condition, mark), calls) }, DEPENDENCIES))

test('what a closure inside does where it was not asked for', () =>
  check(
    {
      'app.ts': app(
        `function run(name, loud) {
    if (loud) {
      setTimeout(() => {
        exec('ls ' + name) // command-injection: none
      }, 10)
    }
    exec('cat ' + name) // command-injection: high
  }`,
        'run(request.params.name)',
      ),
    },
    DEPENDENCIES,
  ))
