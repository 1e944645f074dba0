/**
 * What is known of libraries, as data. In: YAML files, one a library, of this product and of the site's owner. Out: one
 * `Models`, checked and compiled onto API paths. A mistake names the file, the key and what was expected.
 *
 * ```
 * models/model-file    one file as it is written and checked, made of
 *   act-keys, file-routes, and the parts beside this file: cost-, decorator-, door-, flow-, service-models
 * models/compile       files onto API paths: libraries, locate, add-acts
 * models/compiled      what comes out, with the words of `acts`
 * ```
 */
import fs from 'node:fs'
import path from 'node:path'
import { CHECKED_MODELS, modelFilesIn, OWN_MODELS, ownFingerprint } from './model-files'
import { compile } from './models/compile'
import type { Models } from './models/compiled'
import { type ModelFile, modelFile } from './models/model-file'

export type { DecoratorModel } from './decorator-models'
export type { Act, ListenModel, Place, ResourceModel, RoleModel, RouteModel } from './models/acts'
export type { Models } from './models/compiled'
export type { FileApplications, FileRouteModel } from './models/file-routes'

/** Reads every model file of the product and of the given directories. */
export function loadModels(directories: string[]): Models {
  const given = directories.flatMap(modelFilesIn).map((name) => ({ name, file: modelFile(name) }))
  const own = Object.entries(checkedBefore() ?? checkedModels()).map(([name, file]) => ({ name: path.join(OWN_MODELS, name), file }))
  return compile([...own, ...given])
}

/** The product's own models by file name, read and checked. */
export function checkedModels(): Record<string, ModelFile> {
  return Object.fromEntries(modelFilesIn(OWN_MODELS).map((name) => [path.basename(name), modelFile(name)]))
}

/** What compiling the product left of them: reading one file instead of checking hundreds. Undefined when any is another by now. */
function checkedBefore(): Record<string, ModelFile> | undefined {
  if (!fs.existsSync(CHECKED_MODELS)) return undefined
  const { fingerprint, files } = JSON.parse(fs.readFileSync(CHECKED_MODELS, 'utf8')) as { fingerprint: string; files: Record<string, ModelFile> }
  return fingerprint === ownFingerprint() ? files : undefined
}
