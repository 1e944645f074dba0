/** Whether answers name what made them. In: the scene and what sets headers. Out: a control. */
import type { Control } from '../../../types'
import { settingCalls } from './application-settings'
import { control, listed } from './control'
import type { HeaderSources } from './header-sources'
import { rows } from './rows'
import type { Scene } from './scene'
import { bannerSettings } from './seen-in-code'

/** Frameworks that name themselves in `X-Powered-By` unless told otherwise. */
const NAMES_ITSELF = /^(?:express|next|nuxt|@nestjs\/core|@nestjs\/common|sails|loopback|feathers|@feathersjs\/.+|connect|ultimate-express)$/

export function banner(scene: Scene, { all }: HeaderSources): Control {
  const off = settingCalls(scene, 'x-powered-by').filter(({ isOff }) => isOff)
  const removed = all.filter(({ header, wide }) => header === 'x-powered-by' && wide)
  const option = bannerSettings(scene)
  const found = [
    ...off.map(({ at, words }) => ({ at, words })),
    ...removed.map(({ at, by }) => ({ at, words: `removed by ${by}` })),
    ...option.map(({ at, name }) => ({ at, words: name })),
  ]
  if (found.length > 0)
    return control(
      rows.banner,
      'pass',
      `Disabled: ${listed(found.map(({ words }) => words))}`,
      'The header is not sent.',
      found.map(({ at }) => at),
    )
  const named = [...scene.frameworks].filter((framework) => NAMES_ITSELF.test(framework))
  if (named.length === 0)
    return control(
      rows.banner,
      'not applicable',
      '',
      `${listed([...scene.frameworks]) || 'The server'} sends no such header of its own.`,
      scene.applications,
    )
  return control(
    rows.banner,
    'fail',
    `Sent: the default of ${listed(named)}`,
    'Neither a call that disables x-powered-by nor a library that removes it (helmet, hide-powered-by) was found.',
    scene.applications,
  )
}
