/** Which state of the advisories a run had. In: the option. Out: a text that changes when they may have; nothing is parsed. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

export interface AdvisoryFile {
  /** Relative to the folder. */
  path: string
  stamp: string
}

/** What the network says may change every day, and is asked for once a day. */
export const today = (now = Date.now()): string => `day ${Math.floor(now / 86_400_000)}`

export const isAddress = (option: string): boolean => option === 'osv' || /^https?:\/\//.test(option)

export function advisoryStamp(option: string | undefined, base = process.cwd()): string {
  if (option === undefined) return ''
  if (isAddress(option)) return today()
  const place = path.resolve(base, option)
  const stats = statSync(place, { throwIfNoEntry: false })
  if (!stats) return 'missing'
  return stats.isDirectory() ? stampOfFiles(filesIn(place)) : stampOf(stats)
}

export function stampOfFiles(files: AdvisoryFile[]): string {
  const digest = createHash('sha256')
  for (const { path: file, stamp } of files) digest.update(`${file} ${stamp}\n`)
  return digest.digest('hex').slice(0, 32)
}

export const stampOf = ({ size, mtimeMs }: { size: number; mtimeMs: number }): string => `${size} ${mtimeMs}`

/** Records below a folder, in order. Of a checkout of GitHub's database those that were reviewed: the others are copies of CVE texts. */
export function filesIn(folder: string): AdvisoryFile[] {
  const reviewed = ['advisories/github-reviewed', 'github-reviewed'].find((inner) => existsSync(path.join(folder, inner)))
  const found: AdvisoryFile[] = []
  const visit = (relative: string): void => {
    for (const entry of readdirSync(path.join(folder, relative), { withFileTypes: true })) {
      const inner = relative === '' ? entry.name : `${relative}/${entry.name}`
      if (entry.isDirectory() && !entry.name.startsWith('.')) visit(inner)
      // Not through links: a folder of records has no reason to lead elsewhere.
      else if (entry.isFile() && entry.name.endsWith('.json')) found.push({ path: inner, stamp: stampOf(statSync(path.join(folder, inner))) })
    }
  }
  visit(reviewed ?? '')
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}
