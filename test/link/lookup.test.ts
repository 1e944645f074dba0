import { describe, expect, test } from 'vitest'
import { Kind } from '../../plugin/graph'
import { filesImporting } from '../../plugin/link/imports'
import { solve } from '../../plugin/link/index'
import { lookupOf } from '../../plugin/link/lookup'
import { extractSources, shippedModels } from './small-programs'

const { scan, extracted } = extractSources({
  'app.ts': `
    import express from 'express'
    import type { Pool } from 'pg'
    app.get('/a', show)
    app.post('/b', store)
    app.getAll('/c', show)
    target.get('/d')`,
  'other.ts': `
    import { Pool } from 'pg'
    new Pool()`,
})
const { whole } = solve(scan, extracted, shippedModels())

describe('calls are found by', () => {
  const lookup = lookupOf(whole)
  const isMeant = (name: string) => name === 'get' || name === 'post'

  test.each([
    ['a set', new Set(['get', 'post'])],
    ['an expression of words', /^(?:get|post)$/],
    ['an expression that says the same in another way', /^(?:post|ge[t])$/],
  ])('%s as by asking of each name', (_, names) => {
    expect([...lookup.named(Kind.Call, names)]).toEqual([...lookup.named(Kind.Call, isMeant)])
    expect(lookup.named(Kind.Call, names)).toHaveLength(3)
  })

  test('one word, and by none that is nowhere', () => {
    expect([...lookup.named(Kind.Call, /^post$/)]).toEqual([...lookup.named(Kind.Call, 'post')])
    expect([...lookup.named(Kind.Call, /^nowhere$/)]).toEqual([])
    expect(whole.strings, 'What was only looked for gets no number.').not.toContain('nowhere')
  })
})

test('files are found by what they import, with types of it or without', () => {
  const pathsOf = (files: Set<number>) => [...files].map((file) => whole.files[file]?.path)
  expect(pathsOf(filesImporting(whole, (specifier) => specifier === 'pg', { types: true }))).toEqual(['app.ts', 'other.ts'])
  expect(pathsOf(filesImporting(whole, (specifier) => specifier === 'pg', { types: false }))).toEqual(['other.ts'])
})
