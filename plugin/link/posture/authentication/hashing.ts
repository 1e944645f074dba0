/**
 * How passwords are kept and compared. In: uses of hashing libraries, comparisons and statements of the program. Out: each hash that a
 * password goes into, each comparison, and places at which one is stored or looked for as it came.
 */
import type { Evidence } from '../../../types'
import { type Comparison, comparisonsOf } from './comparisons'
import { type Hash, hashesOf } from './hashes'
import { isOfTests, type Scene } from './scene'
import { usesOf } from './uses'

export interface Hashing {
  hashes: Hash[]
  comparisons: Comparison[]
  /** Stored or asked for as they came. */
  plain: { way: 'stored' | 'compared' | 'queried'; at: Evidence }[]
  /** Hash libraries that are imported, and of which nothing is called. */
  idle: { package: string; at: Evidence }[]
}

export function hashingOf(scene: Scene): Hashing {
  const { linked } = scene
  const hashes = hashesOf(scene)
  const comparisons = comparisonsOf(scene, hashes)
  const plain = scene.known.usages
    .filter(({ kind, test, at }) => kind === 'plain-password' && !test && !scene.isPage(at.file))
    .map(({ library, at }) => ({ way: library as 'stored' | 'compared' | 'queried', at }))
  return { hashes, comparisons, plain, idle: idleLibraries(scene, [...hashes, ...usesOf(linked, 'password-compare')]) }
}

const LIBRARIES = /^(?:bcrypt|bcryptjs|bcrypt-nodejs|argon2|@node-rs\/(?:bcrypt|argon2)|scrypt|scrypt-js|pbkdf2|password-hash|secure-password)$/

function idleLibraries(scene: Scene, used: readonly { package: string }[]): Hashing['idle'] {
  const { linked } = scene
  const { whole } = linked
  const found: Hashing['idle'] = []
  whole.files.forEach((facts, file) => {
    for (const { specifier, pos } of facts.graph.imports) {
      if (!LIBRARIES.test(specifier) || used.some((use) => use.package === specifier) || isOfTests(linked, whole.base[file] as number)) continue
      if (found.some((one) => one.package === specifier)) continue
      const line = whole.lineAt(file, pos + (/^\s*/.exec(facts.text.slice(pos, pos + 400))?.[0].length ?? 0))
      found.push({ package: specifier, at: { file: facts.path, line, text: whole.lineText(file, line).trim().slice(0, 160) } })
    }
  })
  return found
}
