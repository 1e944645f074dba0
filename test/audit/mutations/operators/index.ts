/** All changes, by what they make false. */
import type { Mutant } from '../mutant'
import { ofCode } from './code'
import { ofCommands } from './commands'
import { ofEnvironment } from './environment'
import { ofFiles } from './files'
import { ofRoutes } from './routes'
import { ofVersions } from './versions'

export const mutants: Mutant[] = [...ofRoutes, ...ofEnvironment, ...ofCommands, ...ofFiles, ...ofVersions, ...ofCode]
