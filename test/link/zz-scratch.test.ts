import { test } from 'vitest'
import { probes, endpoints } from './small-programs'
import { loadModels } from '../../plugin/link/models'
import { tree } from '../tree'
import { readFileSync } from 'node:fs'
test('x', () => {
  const [, model = ''] = /```yaml title="plumbline-models\/acme-web\.yaml"\n([\s\S]*?)```/.exec(readFileSync('site/docs/writing-a-model.md','utf8')) ?? []
  console.log(model)
  const m = loadModels([tree({ 'acme-web.yaml': model })])
  console.log(probes(`import { createRouter, requireUser } from '@acme/web'; probe('x', createRouter()); probe('y', requireUser()); probe('z', createRouter().get)`, m))
  console.log(endpoints({ 'a.ts': `import { createRouter, requireUser } from '@acme/web'; const r = createRouter(); r.get('/orders', requireUser(), list)` }, m))
})
