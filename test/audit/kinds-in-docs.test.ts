import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { kinds } from '../../plugin/audit/kinds/index'

test('the page about the audit names every kind, in the order of the readers', () => {
  const page = readFileSync(path.join(__dirname, '../../site/docs/documentation-audit.md'), 'utf8')
  const section = page.split('## What is judged')[1]?.split('\n## ')[0] ?? ''
  expect([...section.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1])).toEqual(kinds.map(({ id }) => id))
})
