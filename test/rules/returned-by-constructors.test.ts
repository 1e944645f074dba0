/** A constructor that returns an object: that is what `new` makes, in place of what the constructor worked on. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('methods of what a constructor returns are followed', async () => {
  await check(
    {
      'runner.ts': `import { exec } from 'node:child_process'
        export default function Runner(this: any, root: string) {
          this.root = root
          return {
            run: async (name: string) => {
              exec('cat ' + name) // command-injection: high
            },
            list: () => {
              exec('ls ' + root) // command-injection: none
            },
          }
        }`,
      'app.ts': `import express from 'express'
        import Runner from './runner'
        const app = express()
        app.get('/files/:name', (request, response) => {
          const runner = new Runner('/srv')
          runner.run(request.params.name).then(() => runner.list())
          response.end()
        })
        app.listen(3000)`,
    },
    { express: '^4.19.0' },
  )
})
