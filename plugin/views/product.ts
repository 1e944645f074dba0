/** Who wrote the pages: name and version of this package, read once from its manifest. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const product = readProduct()

function readProduct(): { name: string; title: string; version: string } {
  const { name, version } = JSON.parse(readFileSync(path.join(__dirname, '..', '..', 'package.json'), 'utf8')) as { name: string; version: string }
  return { name, title: 'Plumbline', version }
}
