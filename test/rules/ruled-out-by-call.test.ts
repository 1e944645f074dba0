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

const BODY = (first: string) => `function run(${first}) {
    if (loud) {
      exec('ls ' + name) // command-injection: high
    }
  }`

test.each([
  ['a value that stands in for what is left out', BODY('name, loud = true'), 'run(request.params.name)'],
  ['an object whose parts have such values', BODY('name, { loud = true } = {}'), 'run(request.params.name)'],
  ['arguments behind the thing it is called on', BODY('name, loud'), 'run.call(null, request.params.name, true)'],
  [
    'what it is called on in front',
    'function run(loud, name) { if (loud) exec(name) } // command-injection: high',
    'run.call(null, true, request.params.name)',
  ],
  [
    'what it is bound to in front',
    'function run(loud, name) { if (loud) exec(name) } // command-injection: high',
    'run.bind(null, true, request.params.name)()',
  ],
  [
    'a property that the function writes first',
    'function run(name, options) { options.deep = options.deep ?? true; if (options.deep) exec(name) } // command-injection: high',
    'run(request.params.name, {})',
  ],
  ['arguments in a list', BODY('name, loud'), 'run.apply(null, [request.params.name, true])'],
  ['arguments that were bound before', BODY('name, loud'), 'run.bind(null, request.params.name)(true)'],
  ['a callback that a list calls', BODY('name, loud'), 'request.query.names.forEach(run)'],
  ['a callback that is written there', '', 'request.query.names.forEach((name, loud) => { if (loud) exec(name) }) // command-injection: high'],
])('what a call hands over otherwise: %s', (_, body, calls) => check({ 'app.ts': app(body, calls) }, DEPENDENCIES))
