import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { nonfunctionalRules } from '../../plugin/rules/nonfunctional/index'

test('the page about the section names every rule, in the order of the section', () => {
  const page = readFileSync(path.join(__dirname, '../../site/docs/reports/nonfunctional.md'), 'utf8')
  const section = page.split('## What is looked for')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| `([\w-]+)` \| (.+?) \| (.+?) \|$/gm)].map(([, id, area, title]) => [id, area, title])
  expect(rows).toEqual(nonfunctionalRules.map(({ id, area, title }) => [id, area, title]))
})

test('rules have ids and classes of their own', () => {
  const ids = nonfunctionalRules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
