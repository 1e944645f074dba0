/**
 * Where imports in samples of documents lead that name a package of the tree, or an alias. In: what documents name and what resolves
 * modules. Out: by specifier, the file; packages of others are none of ours and are left out.
 */
import path from 'node:path'
import type { Extracted } from '../../graph'
import type { Inventory } from '../../types'
import type { Linked } from '../linked'
import type { Told } from '../told'

export function sampleModules(
  { modules }: Linked,
  { manifests }: Pick<Extracted, 'manifests'>,
  { imports }: Pick<Told, 'imports'>,
): Inventory['modules'] {
  const own = new Set(manifests.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'package').map(({ name }) => name)))
  const found: Inventory['modules'] = new Map()
  for (const { from, specifier } of imports) {
    if (found.get(specifier)?.file) continue
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
    const to = modules.resolve(path.posix.join(from, 'sample.ts'), specifier)
    if (to.kind === 'file') found.set(specifier, { ...(own.has(name) ? { package: name } : {}), file: to.path })
    else if (own.has(name)) found.set(specifier, { package: name })
    else if (to.kind === 'unresolved') found.set(specifier, {})
  }
  return found
}
