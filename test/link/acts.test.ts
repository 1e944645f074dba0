import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { callsToPaths } from '../../plugin/link/acts'
import { link, solve } from '../../plugin/link/index'
import { defaultOptions } from '../../plugin/options'
import { extractSources, shippedModels } from './small-programs'

const source = `
  import express from 'express'
  import { createHash } from 'node:crypto'
  const app = express()
  app.get('/a', (request, response) => response.send(createHash('md5').update(request.query.a).digest('hex')))
  for (const verb of ['get', 'post']) app[verb]('/b', (request, response) => response.send('b'))
  app.get('/c', (request, response) => response.send(createHash('sha256').digest('hex')))`

function solved() {
  const { scan, extracted } = extractSources({ 'app.ts': source })
  return solve(scan, extracted, shippedModels())
}

test('calls that mean something to whoever asks are those whose paths do, in source order and each once', () => {
  const linked = solved()
  const { solver, models, whole } = linked
  const isHash = (path: number) => /crypto\.createHash$/.test(models.paths.show(path))
  const one = [...solver.apiCalls].filter(([, paths]) => [...paths].some(isHash)).map(([call]) => call)
  const asked = [...callsToPaths(linked, isHash)]
  expect(asked).toEqual(one.sort((a, b) => a - b))
  expect(asked.map((call) => whole.sourceOf(call))).toEqual([`createHash('md5')`, `createHash('sha256')`])
  expect([...callsToPaths(linked, () => false)]).toEqual([])
  expect([...callsToPaths(linked, () => true)]).toEqual([...solver.apiCalls.keys()].sort((a, b) => a - b))
})

test('what was linked is let go when linking is done', async () => {
  let sources: ReturnType<typeof extractSources> | undefined = extractSources({ 'app.ts': source })
  const program = link(sources.scan, sources.extracted, shippedModels(), defaultOptions)
  const facts = new WeakRef(sources.extracted.code[0] as object)
  sources = undefined
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // A reference that was just made keeps what it refers to until the task is over.
  await new Promise((done) => setTimeout(done, 0))
  collect()
  expect(facts.deref(), 'Something at the top of a module still holds the program of an earlier run.').toBeUndefined()
  expect(program.entryPoints.map(({ path }) => path)).toContain('/a')
})
