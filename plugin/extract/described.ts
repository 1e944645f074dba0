/**
 * Files that are no code and describe something: manifests, lock files, settings, definitions, what is deployed. In: a file and its
 * text. Out: what it gives. Loaded where one changed, since it takes readers of many formats along.
 */
import type { SourceFile } from '../types'
import { definitionOf } from './definitions/index'
import { deploymentFile, mayDeploy } from './deployment/index'
import { namedIn } from './health/named'
import { lockedTree } from './lock-files/index'
import { manifestFacts } from './manifests/index'
import { settingsOf } from './settings/index'
import type { Taken } from './taken'
import { textFacts } from './texts'

export function takenFromManifest(file: SourceFile, text: string): Taken & { code: undefined } {
  return {
    code: undefined,
    manifest: manifestFacts(file, text),
    defined: [definitionOf(file.path, text)],
    locked: lockedTree(file.path, text),
    deployed: deploymentFile(file.path, text),
    settings: settingsOf(file.path, text),
    named: namedIn(file.path, text),
    text: textFacts(file.path, text) ?? null,
  }
}

/** What a file that is neither code nor manifest nor document gives. */
export function takenFromOther({ path }: SourceFile, text: string): Pick<Taken, 'deployed' | 'named'> {
  return { ...(mayDeploy(path) ? { deployed: deploymentFile(path, text) } : {}), named: namedIn(path, text) }
}
