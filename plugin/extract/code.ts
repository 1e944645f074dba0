/** Files of code and templates. In: path and text. Out: what they give. Loaded where one changed, since it takes the compiler along. */
import type { SourceFile } from '../types'
import { embeddedSchema } from './definitions/embedded-graphql'
import { embeddedTables } from './definitions/embedded-sql'
import { commentedDefinition } from './definitions/jsdoc'
import { extractFile } from './file'
import { namedIn } from './health/named'
import type { Taken } from './taken'
import { warmUp } from './warm-up'

/** Below this much code the time that warming up saves is less than the time that it takes. */
const WORTH_WARMING_UP = 1_000_000

export function warmUpFor(files: SourceFile[]): void {
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > WORTH_WARMING_UP) warmUp()
}

export function takenFromCode(path: string, text: string): Taken {
  const code = extractFile(path, text)
  return {
    code,
    manifest: undefined,
    defined: [commentedDefinition(path, code.text), embeddedSchema(code), embeddedTables(code)],
    // A page names the scripts that it loads.
    ...(/\.html?$/i.test(path) ? { named: namedIn(path, code.text) } : {}),
  }
}
