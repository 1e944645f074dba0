/** What the guide says of data holds: its model does what is written beside it, and its tables are complete. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { flowKeys } from '../../plugin/link/flow-models'
import { loadModels } from '../../plugin/link/models'
import { sinkKinds, sourceKinds } from '../../plugin/link/taint/kinds'
import { tree } from '../tree'
import { linkSources } from './small-programs'

const guide = readFileSync(path.join(__dirname, '..', '..', 'site', 'docs', 'writing-a-model.md'), 'utf8')

/** First cells, where they are code. */
function kindsUnder(heading: string): string[] {
  const section = guide.split(/^##+ /m).find((it) => it.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, kind]) => kind!)
}

describe('the tables', () => {
  test('have every kind of source and of sink', () => {
    const kinds = (heading: string) => kindsUnder(heading).sort()
    expect(kinds('Kinds of sources')).toEqual([...sourceKinds].sort())
    expect(kinds('Kinds of sinks')).toEqual([...sinkKinds].sort())
  })
})

test('every key of an entry is told', () => {
  const told = (text: string, keys: string[]) => expect(keys.filter((key) => !text.includes(`\`${key}`))).toEqual([])
  for (const [key, schema] of Object.entries(flowKeys)) {
    const { items } = schema.describe() as { items: { keys: Record<string, { keys?: object }> }[] }
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${key}\` | `)) ?? ''
    told(row, Object.keys(items[0]!.keys))
    told(guide, Object.keys(items[0]!.keys.when?.keys ?? {}))
  }
})

describe('the model', () => {
  const [, model = ''] = /```yaml title="plumbline-models\/acme-store\.yaml"\n([\s\S]*?)```/.exec(guide) ?? []
  const program = (body: string) =>
    linkSources(
      {
        'app.ts': [
          `import express from 'express'`,
          `import { connect, format, isKey, quote } from '@acme/store'`,
          `const store = connect({ tls: { enabled: true } })`,
          `const app = express()`,
          `app.get('/orders', (request, response) => {`,
          body,
          `})`,
        ].join('\n'),
      },
      loadModels([tree({ 'acme-store.yaml': model })]),
    )
  const flows = (body: string) => program(body).flows.map(({ source, sink, confidence }) => `${source} → ${sink}, ${confidence}`)

  test.each([
    ['a request in a statement', `store.query('select * from orders where id = ' + request.query.id)`, ['request → sql, high']],
    ['the same through a step', `store.query(format('select %s', request.query.id))`, ['request → sql, high']],
    ['what was stored', `store.query('select ' + store.read())`, ['stored → sql, medium']],
    ['a command, where the option says so', 'store.run({ shell: true, line: request.query.line })', ['request → command, high']],
    ['no command, where it does not', 'store.run({ shell: false, line: request.query.line })', []],
    ['a bound value', `store.query('select * from orders where id = $1', [request.query.id])`, []],
    ['a quoted value', `store.query('select * from orders where id = ' + quote(request.query.id))`, []],
    ['a tested value', `if (!isKey(request.query.id)) return\nstore.query('select * from orders where id = ' + request.query.id)`, []],
  ])('finds in %s what the guide says', (_, body, expected) => {
    expect(flows(body)).toEqual(expected)
  })

  test('tells the setting', () => {
    expect(program('').usages.find(({ kind }) => kind === 'database-connection')?.values).toMatchObject({
      encrypted: { state: 'constant', texts: ['true'] },
    })
  })
})
