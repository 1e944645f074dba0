/** What the token of a workflow may do. */
import type { SettingsFacts } from '../../../../../graph'
import type { ConfigurationFault } from '../../../../../types'
import { at, below, operationFault, placeOf } from '../../detector'
import { jobsOf } from '../workflow'

/** One finding for all workflows that leave the token what the repository's settings give it; one for each that asks for everything. */
export function permissions(files: SettingsFacts[]): ConfigurationFault[] {
  const broad = files.flatMap((file) =>
    file.settings
      .filter(({ way, value }) => way.at(-1) === 'permissions' && value === 'write-all')
      .map((setting) =>
        operationFault(
          file,
          'broad permissions',
          file.path,
          setting,
          '`write-all`: every step, and every action it uses, may change code, releases and settings of the repository.',
        ),
      ),
  )
  const silent = files.filter(
    (file) =>
      /\/workflows\//.test(file.path) &&
      below(file, 'permissions').length === 0 &&
      !jobsOf(file).every(({ settings }) => settings.some(({ way }) => way[2] === 'permissions')),
  )
  const [first, ...others] = silent
  const jobs = first && at(first, 'jobs')[0]
  if (!first || !jobs) return broad
  const count = silent.length === 1 ? 'One workflow says' : `${silent.length} workflows say`
  return [
    ...broad,
    operationFault(
      first,
      'permissions left open',
      'permissions',
      jobs,
      `${count} nothing of \`permissions\`: the token has what the settings of the repository give it, which for older repositories is to write everywhere.`,
      {
        evidence: others.slice(0, 20).flatMap((file) =>
          at(file, 'jobs')
            .slice(0, 1)
            .map((setting) => placeOf(file, setting)),
        ),
        confidence: 'medium',
      },
    ),
  ]
}
