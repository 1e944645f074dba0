/** Dockerfiles: who runs the program, what it is made from, and what is put into it. A check is one file and one line in the list. */
import type { ConfigurationFault } from '../../../../../types'
import type { KnownQuality } from '../../../known'
import { settingsFiles } from '../../detector'
import { stagesOf } from '../dockerfile'
import { baseImages } from './base-images'
import { copies } from './copies'
import { habits } from './habits'
import { installs } from './installs'
import { runsAsRoot } from './root-user'
import { secrets } from './secrets'
import type { ImageCheck } from './shipped'

const checks: ImageCheck[] = [runsAsRoot, baseImages, installs, copies, secrets, habits]

export function dockerfileFaults(known: KnownQuality): ConfigurationFault[] {
  return settingsFiles(known, 'dockerfile').flatMap((file) => {
    // Where somebody works, not what is shipped.
    if (/(?:^|[/.])(?:gitpod|devcontainer|codespaces)(?:[/.]|$)/i.test(file.path)) return []
    const stages = stagesOf(file)
    const last = stages.at(-1)
    return last ? checks.flatMap((check) => check({ file, stages, last, known })) : []
  })
}
