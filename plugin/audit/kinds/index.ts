/** All readers of claims, in the order of the page. */
import type { ClaimReader } from '../reader'
import { badges } from './badge'
import { commands } from './command'
import { configKeys } from './config-key'
import { descriptions } from './description'
import { diagrams } from './diagram'
import { environment } from './environment'
import { graphql } from './graphql'
import { jsonSamples } from './json-sample'
import { licences } from './licence'
import { links } from './links'
import { paths } from './path'
import { routes } from './route'
import { samples } from './sample'
import { services } from './service'
import { symbols } from './symbol'
import { technologies } from './technology'
import { values } from './values'
import { versions } from './version'

export const kinds: ClaimReader[] = [
  routes,
  descriptions,
  environment,
  samples,
  symbols,
  values,
  graphql,
  jsonSamples,
  commands,
  paths,
  links,
  services,
  diagrams,
  versions,
  technologies,
  configKeys,
  badges,
  licences,
]
