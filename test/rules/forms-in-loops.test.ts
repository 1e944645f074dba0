/** A helper whose loop hands a variable on to itself is read to its end, and is no check of the path where it makes another text of it. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (found: string, mark: string) => `import express from 'express'
  import fs from 'node:fs'
  import path from 'node:path'
  const app = express()
  const ROOT = path.resolve('/srv/files')
  function settled(name) {
    let found = null
    for (let index = 0; index < 3; index++) {
      if (index > name.length) continue
      if (!found) {
        found = ${found}
        continue
      }
      if (index > found.length) found.index = index
    }
    return found
  }
  function isOutside(file) {
    return !file.startsWith(ROOT + path.sep)
  }
  app.get('/files', (request, response) => {
    const file = request.query.name
    if (isOutside(settled(file))) return response.sendStatus(400)
    response.end(fs.readFileSync(file)) // path-traversal: ${mark}
  })
  app.listen(3000)`

test('a variable that a loop hands on', () => check({ 'app.ts': app("name.split('//')[1]", 'high') }, { express: '^4.19.0' }))
