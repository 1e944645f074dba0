/** What is kept of the history between builds: how far it was read, and what was found, masked. */
import { codeFingerprint } from '../../product'
import type { SecretSighting, World } from '../../types'

export interface Kept {
  /** Commit up to which everything was read. */
  head: string
  isShallow: boolean
  isCut: boolean
  from: string | undefined
  to: string | undefined
  found: SecretSighting[]
}

const key = () => `history ${codeFingerprint('outside', 'secrets', 'secret-look')}`

/** Undefined where nothing was kept, or by other code, or when older commits have come in since. */
export async function recall(world: World, isShallow: boolean): Promise<Kept | undefined> {
  const bytes = await world.cache.get(key())
  if (!bytes) return undefined
  try {
    const kept = JSON.parse(Buffer.from(bytes).toString('utf8')) as Kept
    return kept.isShallow === isShallow && /^[0-9a-f]{40,64}$/.test(kept.head) && Array.isArray(kept.found) ? kept : undefined
  } catch {
    // Damaged, hence as good as missing.
    return undefined
  }
}

export async function keep(world: World, kept: Kept): Promise<void> {
  await world.cache.put(key(), Buffer.from(JSON.stringify(kept)))
}
