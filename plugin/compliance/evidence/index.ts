/**
 * The words in which standards ask for evidence. In: how a requirement asks, and the scene. Out: an outcome. A check arrives as
 * one file and one line here.
 */
import { rowsByName } from '../../rows-by-name'
import { advisories } from './advisories'
import { agility } from './agility'
import { any } from './any'
import { backups } from './backups'
import { cached } from './cached'
import type { Check } from './check'
import { connections } from './connections'
import { constants } from './constants'
import { contentTypes } from './content-types'
import { control } from './control'
import { copies } from './copies'
import { documents } from './documents'
import { doors } from './doors'
import { drawings } from './drawings'
import { figure } from './figure'
import { files } from './files'
import { header } from './header'
import { history } from './history'
import { images } from './images'
import { lastResort } from './last-resort'
import { lifetime } from './lifetime'
import { lockFile } from './lock-file'
import { logTimes } from './log-times'
import { madeAccounts } from './made-accounts'
import { mechanisms } from './mechanisms'
import { names } from './names'
import { origin } from './origin'
import { packages } from './packages'
import { parameters } from './parameters'
import { quality } from './quality'
import { readers } from './readers'
import { records } from './records'
import { register } from './register'
import { rights } from './rights'
import { roles } from './roles'
import { runtimes } from './runtimes'
import { secretSources } from './secret-sources'
import { sensitive } from './sensitive'
import { setting } from './setting'
import { sites } from './sites'
import { soleCode } from './sole-code'
import { spent } from './spent'
import { steps } from './steps'
import { storedKeys } from './stored-keys'
import { tests } from './tests'
import { tooling } from './tooling'
import { uses } from './uses'

const single: Record<string, Check> = {
  control,
  sites,
  setting,
  doors,
  names,
  packages,
  files,
  tooling,
  sensitive,
  secretSources,
  images,
  lockFile,
  connections,
  advisories,
  documents,
  drawings,
  mechanisms,
  quality,
  history,
  lifetime,
  figure,
  header,
  uses,
  parameters,
  runtimes,
  records,
  register,
  tests,
  roles,
  copies,
  backups,
  cached,
  constants,
  madeAccounts,
  origin,
  readers,
  soleCode,
  spent,
  steps,
  agility,
  rights,
  logTimes,
  contentTypes,
  lastResort,
  storedKeys,
}

export const checks: Record<string, Check> = rowsByName({ ...single, any: any(single) })
