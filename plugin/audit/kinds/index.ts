/** All readers of claims, in the order of the page. */
import type { ClaimReader } from '../reader'
import { environment } from './environment'
import { commands } from './command'
import { links } from './links'
import { paths } from './path'
import { routes } from './route'

export const kinds: ClaimReader[] = [routes, environment, commands, paths, links]
