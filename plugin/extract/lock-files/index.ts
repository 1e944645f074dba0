/**
 * What was installed. In: path and text of a lock file. Out: its packages with their lines, and who needs whom; nothing for
 * any other file. One file a package manager; each reads all formats that it has had.
 */
import { rowsByName } from '../../rows-by-name'
import type { LockedTree } from '../../types'
import { bunLock } from './bun'
import { npmLock } from './npm'
import { pnpmLock } from './pnpm'
import { yarnLock } from './yarn'

const readers: Record<string, (text: string) => LockedTree> = rowsByName({
  'package-lock.json': npmLock,
  'npm-shrinkwrap.json': npmLock,
  'yarn.lock': yarnLock,
  'pnpm-lock.yaml': pnpmLock,
  'bun.lock': bunLock,
})

export function lockedTree(path: string, text: string): LockedTree | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!Object.hasOwn(readers, name)) return undefined
  try {
    return (readers[name] as (text: string) => LockedTree)(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch (cause) {
    // Contained here, one file at a time: a conflict that is not merged, or a file cut short.
    return {
      manager: 'npm',
      packages: [],
      roots: [],
      asked: {},
      problem: `The lock file could not be read: ${(cause as Error).message.split('\n')[0]}`,
    }
  }
}
