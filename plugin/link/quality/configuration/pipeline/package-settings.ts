/** Settings of npm that take a guard away: no lock file, no check of certificates. */
import type { ConfigurationFault } from '../../../../types'
import type { KnownQuality } from '../../known'
import { placeOf, settingsFiles } from '../detector'

export function packageSettings(known: KnownQuality): ConfigurationFault[] {
  return settingsFiles(known, 'npmrc').flatMap((file) =>
    file.settings.flatMap((setting): ConfigurationFault[] => {
      const [key = ''] = setting.way
      const made = (form: string, detail: string): ConfigurationFault => ({
        kind: 'ci-container-misconfig',
        form,
        subject: key,
        at: placeOf(file, setting),
        evidence: [],
        detail,
        confidence: 'high',
      })
      if ((key === 'package-lock' || key === 'lockfile') && setting.value === 'false')
        return [
          made('no lock file', 'No lock file is written: every install, on every machine, may bring other versions, and none can be brought back.'),
        ]
      if (key === 'strict-ssl' && setting.value === 'false')
        return [made('unchecked registry', 'Packages are fetched without a look at the certificate: whoever is on the way can hand out others.')]
      return []
    }),
  )
}
