/**
 * Libraries that a tool writes into the tree before the program is built, as the client of Prisma with `output`. In: what manifests
 * say. Out: the name of the library that a path stands for, whether or not the folder was there when the tree was read.
 */
import type { Extracted } from '../../graph'
import { dirOf, joinRelative } from './paths'

export function writtenInto(manifests: Extracted['manifests']): (path: string) => string | undefined {
  const folders = manifests.flatMap(({ path, facts }) =>
    facts.flatMap(({ kind, name, value }) => {
      const folder = kind === 'written' && value !== undefined ? joinRelative(dirOf(path), value) : undefined
      return folder ? [{ folder, name }] : []
    }),
  )
  return (path) => folders.find(({ folder }) => path === folder || path.startsWith(`${folder}/`))?.name
}
