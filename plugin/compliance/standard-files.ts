/**
 * Where standards lie, and whether they are the same as before. In: directories of the site's owner. Out: files and a
 * fingerprint. It stands apart from what reads them, since a run that finds everything unchanged asks no more than this.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { UserError } from '../user-error'

export const OWN_STANDARDS = path.join(__dirname, '..', '..', 'plugin', 'standards')

/** The directory's standards, sorted. Throws a `UserError` where there is no such directory. */
export function standardFilesIn(directory: string): string[] {
  if (!fs.existsSync(directory)) throw new UserError(`standards: "${directory}" does not exist; expected a directory with standards (*.yaml)`)
  return fs
    .readdirSync(directory)
    .sort()
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => path.join(directory, name))
}

/** Changes when any standard of these directories does. The product's own count as its code. */
export function standardsFingerprint(directories: string[]): string {
  const hash = createHash('sha256')
  for (const file of directories.flatMap(standardFilesIn)) hash.update(path.basename(file)).update(fs.readFileSync(file))
  return hash.digest('hex')
}
