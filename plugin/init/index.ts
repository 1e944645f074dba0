/**
 * `plumbline init`. In: a directory, the answers that were typed, and a terminal where there is one. Out: in a Docusaurus
 * site its configuration with the plugin in it; elsewhere a file of settings and the folder that the pages go into.
 */
import { statSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../user-error'
import { beginFolder } from './folder'
import { whoAnswers } from './questions'
import { configOf } from './site'
import { addToSite } from './site-plugin'
import type { InitFlags, InitRim } from './types'

export type { InitFlags, InitRim } from './types'

export async function init(directory: string, flags: InitFlags, rim: InitRim): Promise<void> {
  const root = path.resolve(directory)
  const stats = statSync(root, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) throw new UserError(`${directory} ${stats ? 'is a file' : 'does not exist'}; expected the directory to set up.`)
  const config = configOf(root)
  const answers = whoAnswers(flags, rim)
  if (config) await addToSite(config, answers, rim)
  else await beginFolder(root, answers, rim)
}
