/**
 * What earlier scans saw in files, so that a file is read again only when it may be another. In: a world, and each file's
 * stamp as the disk tells it. Out: what was seen, where that can be trusted.
 */
import type { Stats } from 'node:fs'
import { codeFingerprint } from '../product'
import type { World } from '../types'
import type { Reason } from './sniff'

/** Everything a scan takes from the bytes of a file. */
export interface Seen {
  hash: string
  /** Ours; not part of the analysed code. */
  isOwn: boolean
  reason: Reason | undefined
  /** For this reason nothing of it is read further on. */
  isStopped: boolean
  /** A program that its first line names the interpreter of, since its name says nothing. */
  isScript: boolean
  /** Undefined where it was not asked. */
  isCompiled: boolean | undefined
  /** Object in HEAD with which it was compared; undefined where HEAD has none. */
  comparedWith: string | undefined
  isUncommitted: boolean
}

export interface Sightings {
  find(file: string, stats: Stats): Seen | undefined
  /** @param since milliseconds since 1970, before the file's stamp was asked for */
  keep(file: string, stats: Stats, seen: Seen, since: number): void
  save(): Promise<void>
}

type Row = [ino: number, size: number, mtime: number, ctime: number, seen: Seen]

/**
 * A file that changed twice within one tick of the disk's clock has one stamp for two contents. So what is younger than the
 * look at it by less than this is read again next time, as git does; two seconds is the coarsest clock of a file system.
 */
const tick = 2000

export async function sightings(world: World): Promise<Sightings> {
  const key = `sightings ${codeFingerprint('scan', 'git')}`
  const before = rowsOf(await world.cache.get(key))
  const now = new Map<string, Row>()
  let fresh = 0
  return {
    find(file, { ino, size, mtimeMs, ctimeMs }) {
      const row = before.get(file)
      if (!row || row[1] !== size || row[2] !== mtimeMs || row[3] !== ctimeMs || row[0] !== ino) return undefined
      now.set(file, row)
      return row[4]
    },
    keep(file, { ino, size, mtimeMs, ctimeMs }, seen, since) {
      now.delete(file)
      if (Math.max(mtimeMs, ctimeMs) + tick > since) return
      now.set(file, [ino, size, mtimeMs, ctimeMs, seen])
      fresh++
    },
    async save() {
      if (fresh > 0 || now.size !== before.size) await world.cache.put(key, Buffer.from(JSON.stringify([...now])))
    },
  }
}

/** Nothing where it is damaged, or written by something else. */
function rowsOf(bytes: Uint8Array | undefined): Map<string, Row> {
  if (!bytes) return new Map()
  try {
    return new Map(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')) as [string, Row][])
  } catch {
    return new Map()
  }
}
