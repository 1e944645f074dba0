import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { diffOf, fixesFor } from '../../plugin/discrepancies/fix'
import { emptyDirectory, tree } from '../tree'
import { aDiscrepancy } from './discrepancy'

const patched = (line: number, from: string, to: string, more = {}) => aDiscrepancy({ docLine: line, patch: { line, from, to }, ...more })

test('a patch changes the one place of its line, and nothing else of the document', () => {
  const root = tree({ 'README.md': '# Shop\r\n\r\nSee `src/old.ts`.\tHere: src/old.ts2\r\n' })
  const fixes = fixesFor([patched(3, '`src/old.ts`', '`src/$&.ts`')], root)
  expect(fixes.documents.map(({ content }) => content)).toEqual(['# Shop\r\n\r\nSee `src/$&.ts`.\tHere: src/old.ts2\r\n'])
  expect(diffOf(fixes)).toBe(
    '--- a/README.md\n+++ b/README.md\n@@ -3 +3 @@\n-See `src/old.ts`.\tHere: src/old.ts2\n+See `src/$&.ts`.\tHere: src/old.ts2',
  )
  expect(readFileSync(path.join(root, 'README.md'), 'utf8')).toContain('old.ts`')
})

test('several of one line follow one another', () => {
  const root = tree({ 'README.md': 'A on 3000, B on 4000\n' })
  const { documents } = fixesFor([patched(1, '3000', '3001', { id: 'DISC-001' }), patched(1, '4000', '4001', { id: 'DISC-002' })], root)
  expect(documents[0]?.content).toBe('A on 3001, B on 4001\n')
  expect(documents[0]?.lines[0]?.ids).toEqual(['DISC-001', 'DISC-002'])
})

test.each([
  ['twice on the line', patched(1, 'a', 'b'), 'Line 1 of README.md does not hold the text exactly once.'],
  ['not on the line', patched(1, 'z', 'b'), 'Line 1 of README.md does not hold the text exactly once.'],
  ['no such line', patched(9, 'a', 'b'), 'Line 9 of README.md does not hold the text exactly once.'],
  ['a line too many', patched(1, 'x', 'y\nz'), 'Line 1 of README.md does not hold the text exactly once.'],
  ['no certainty', patched(1, 'x', 'y', { confidence: 'low' }), 'It is not certain enough.'],
  ['no patch', aDiscrepancy(), 'There is no patch for it.'],
])('left alone: %s', (_, discrepancy, why) => {
  const fixes = fixesFor([discrepancy], tree({ 'README.md': 'a x a\n' }))
  expect(fixes).toEqual({ documents: [], left: [{ id: 'DISC-001', why }] })
})

test('nothing is written through a link, in its place or on the way', () => {
  const [root, elsewhere] = [emptyDirectory(), tree({ 'notes.md': 'old\n' })]
  symlinkSync(path.join(elsewhere, 'notes.md'), path.join(root, 'README.md'))
  symlinkSync(elsewhere, path.join(root, 'docs'))
  mkdirSync(path.join(root, 'own'))
  writeFileSync(path.join(root, 'own/latin.md'), Buffer.from([0x6f, 0x6c, 0x64, 0xe9, 0x0a]))
  const those = ['README.md', 'docs/notes.md', '../x.md', 'own/latin.md'].map((docFile) => patched(1, 'old', 'new', { docFile }))
  expect(fixesFor(those, root).documents).toEqual([])
})
