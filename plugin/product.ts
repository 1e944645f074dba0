/** Who wrote the pages, and which code exactly did: name, version and fingerprints for caches. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(__dirname, '..')

export const product = readProduct()

function readProduct(): { name: string; title: string; version: string } {
  const { name, version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { name: string; version: string }
  return { name, title: 'Plumbline', version }
}

/** Hash of the contents of folders and modules of this program: a cache made by other code is no good. */
export function codeFingerprint(...parts: string[]): string {
  return once(parts.join(' '), () => codeHash(parts))
}

function codeHash(parts: string[]): string {
  const hash = createHash('sha256').update(product.version)
  // A module is `.ts` in a checkout and `.js` in the package.
  const names = readdirSync(__dirname).filter((name) => parts.includes(name.replace(/\.[jt]s$/, '')))
  for (const place of names.sort().map((name) => path.join(__dirname, name)))
    for (const file of statSync(place).isDirectory() ? filesBelow(place) : [place]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Changes with any file of this program, its models, its standards and its templates: names, sizes and times, since there are many. */
export function programFingerprint(): string {
  return once('all of it', programHash)
}

function programHash(): string {
  const hash = createHash('sha256').update(product.version)
  for (const folder of [__dirname, path.join(ROOT, 'plugin', 'models'), path.join(ROOT, 'plugin', 'standards'), path.join(ROOT, 'templates')])
    for (const file of filesBelow(folder)) {
      // Types are not run.
      if (file.endsWith('.d.ts')) continue
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file.slice(ROOT.length)} ${size} ${mtimeMs}\n`)
    }
  return hash.digest('hex').slice(0, 16)
}

/** A running program does not change, and a process that follows edits asks for each of these at every one. */
function once(name: string, hash: () => string): string {
  const known = fingerprints.get(name) ?? hash()
  fingerprints.set(name, known)
  return known
}

const fingerprints = new Map<string, string>()

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(path.join(folder, entry.name)) : [path.join(folder, entry.name)]))
}
