/** A fault of the sample shop is mended and the site is built again: exactly its finding is Fixed, and nothing else moves. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Ledger } from '../../plugin/types'
import { emptyDirectory } from '../tree'
import { home } from './runs'

vi.setConfig({ testTimeout: 60_000 })

const SHOP = path.join(__dirname, '..', '..', 'site', 'samples', 'shop')

interface Repair {
  rule: string
  file: string
  from: string
  to: string
}

const repairs: Repair[] = [
  {
    rule: 'sql-injection',
    file: 'src/routes/products.ts',
    from: `(name ILIKE '%\${term}%' OR description ILIKE '%\${term}%') AND stock > 0
       ORDER BY name LIMIT 50\`,
      { type: QueryTypes.SELECT },`,
    to: `(name ILIKE $term OR description ILIKE $term) AND stock > 0
       ORDER BY name LIMIT 50\`,
      { type: QueryTypes.SELECT, bind: { term: \`%\${term}%\` } },`,
  },
  {
    rule: 'permissive-cors',
    file: 'src/app.ts',
    from: 'cors({ origin: true, credentials: true })',
    to: `cors({ origin: 'https://shop.example', credentials: true })`,
  },
  { rule: 'weak-password-hash-settings', file: 'src/services/passwords.ts', from: 'const ROUNDS = 8', to: 'const ROUNDS = 12' },
]

describe('one fault is mended', () => {
  test.each(repairs)('$rule', async ({ rule, file, from, to }) => {
    const root = path.join(emptyDirectory(), 'shop')
    cpSync(SHOP, root, { recursive: true })
    const place = home()
    const before = JSON.parse((await place.run(root)).ledgerText!) as Ledger
    const text = readFileSync(path.join(root, file), 'utf8')
    expect(text.split(from), `${file} holds the fault once`).toHaveLength(2)
    writeFileSync(
      path.join(root, file),
      text.replace(from, () => to),
    )
    const after = JSON.parse((await place.run(root)).ledgerText!) as Ledger

    const states = ({ entries }: Ledger) => entries.filter(({ id }) => id.startsWith('SEC-')).map(({ id, status }) => `${id} ${status}`)
    const mended = before.entries.filter((entry) => entry.rule === rule && entry.file === file)
    expect(mended.map(({ status }) => status)).toEqual(['Open'])
    expect(states(after)).toEqual(states(before).map((state) => (state === `${mended[0]!.id} Open` ? `${mended[0]!.id} Fixed` : state)))
  })
})
