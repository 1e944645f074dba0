/** Formats of data, on small programs whose comments say what each line reads or writes. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectationsIn, FIXTURES, linkDirectory } from './fixture-programs'

const FORMATS = path.join(FIXTURES, 'formats')

describe('formats of data', () => {
  test.each(fs.readdirSync(FORMATS))('%s', async (name) => {
    const directory = path.join(FORMATS, name)
    const { formats } = await linkDirectory(directory)
    // A row stands where its first call does; further places are counted.
    const rows = new Map<string, { at: string; calls: number }>()
    for (const { at, text } of expectationsIn(directory, 'format')) {
      const key = text.replace(/%/g, ' ').replace(/ -$/, ' ')
      rows.set(key, { at: rows.get(key)?.at ?? at, calls: (rows.get(key)?.calls ?? 0) + 1 })
    }
    const wanted = [...rows].map(([key, { at, calls }]) => `${at} ${key} ${calls}`)
    expect(
      formats.map(({ format, direction, library, at, calls }) => `${at.file}:${at.line} ${format} ${direction} ${library} ${calls}`).sort(),
    ).toEqual(wanted.sort())
    if (name !== 'lookalikes') expect(wanted.length).toBeGreaterThan(0)
  })
})
