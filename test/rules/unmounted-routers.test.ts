/** Handlers of routers: one that the program mounts, one that it imports and leaves alone, and one that nothing in it knows. */
import { test } from 'vitest'
import { check } from './marked-lines'

const router = (mark: string) => `import express from 'express'
  import { exec } from 'node:child_process'
  const router = express.Router()
  router.get('/:name', (request, response) => {
    exec('ls ' + request.params.name) // command-injection: ${mark}
    response.end()
  })
  export default router`

const app = (uses: string) => `import express from 'express'
  import shelves from './shelves'
  import attic from './attic'
  const app = express()
  app.use('/shelves', shelves)
  ${uses}
  app.listen(3000)`

const DEPENDENCIES = { express: '^4.19.0' }

test('a router that is imported and mounted nowhere is reached by no request', async () => {
  await check({ 'shelves.ts': router('high'), 'attic.ts': router('low'), 'app.ts': app('') }, DEPENDENCIES)
})

test('a router that is mounted too is reached', async () => {
  await check({ 'shelves.ts': router('high'), 'attic.ts': router('high'), 'app.ts': app("app.use('/attic', attic)") }, DEPENDENCIES)
})

test('what mounts a router that nothing here imports may stand elsewhere', async () => {
  await check({ 'shelves.ts': router('high'), 'cellar.ts': router('high'), 'attic.ts': router('low'), 'app.ts': app('') }, DEPENDENCIES)
})
