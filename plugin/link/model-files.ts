/**
 * Where model files lie, and whether they are the same as before. In: directories. Out: names and fingerprints. It stands
 * apart from what reads models, since a run that finds everything unchanged asks no more than this.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { UserError } from '../user-error'

export const OWN_MODELS = path.join(__dirname, '..', '..', 'plugin', 'models')
/** The product's own models, read and checked when it was compiled; beside its code in the package, missing in a checkout's sources. */
export const CHECKED_MODELS = path.join(__dirname, '..', 'models.json')

/** The directory's model files, sorted. */
export function modelFilesIn(directory: string): string[] {
  const stats = fs.statSync(directory, { throwIfNoEntry: false })
  if (!stats?.isDirectory())
    throw new UserError(`models: "${directory}" ${stats ? 'is a file' : 'does not exist'}; expected a directory with model files (*.yaml)`)
  return fs
    .readdirSync(directory)
    .sort()
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => path.join(directory, name))
}

/** Changes when any model file of these directories does. The product's own models count as its code. */
export function modelsFingerprint(directories: string[]): string {
  return fingerprintOf(directories.flatMap(modelFilesIn))
}

/** Of the product's own models and of the code that checks them. */
export function ownFingerprint(): string {
  const beside = codeIn(__dirname).filter((name) => /^(?:cost-|flow-|door-|service-|decorator-)?models\.[jt]s$/.test(path.basename(name)))
  const code = [...beside, ...codeIn(path.join(__dirname, 'models'))]
  return fingerprintOf([...code, ...modelFilesIn(OWN_MODELS)])
}

/** Declarations beside compiled code are left out. */
function codeIn(directory: string): string[] {
  return fs
    .readdirSync(directory)
    .sort()
    .filter((name) => /^[\w-]+\.[jt]s$/.test(name))
    .map((name) => path.join(directory, name))
}

function fingerprintOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(path.basename(file)).update(fs.readFileSync(file))
  return hash.digest('hex')
}
