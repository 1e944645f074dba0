import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { formats } from '../../../plugin/extract/manifests/index'

const folder = path.join(__dirname, '..', '..', '..', 'plugin', 'extract', 'manifests', 'formats')

test.each(fs.readdirSync(folder))('every format of %s is in the list of index.ts', async (file) => {
  const exported = Object.values((await import(path.join(folder, file))) as Record<string, unknown>)
  const described = exported.filter((value) => typeof value === 'object' && value !== null && 'claims' in value)
  expect(described.length).toBeGreaterThan(0)
  expect(described.filter((format) => !formats.includes(format as (typeof formats)[number]))).toEqual([])
})

test('every format has a name of its own', () => {
  expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length)
})
