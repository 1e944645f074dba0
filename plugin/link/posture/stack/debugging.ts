/** Switches for developers that are on where the program runs for others. In: the scene. Out: a control. */
import type { Control } from '../../../types'
import { settingCalls } from './application-settings'
import { control, listed } from './control'
import { rows } from './rows'
import type { Scene } from './scene'

export function debugging(scene: Scene): Control {
  const scripts = scene.known.extracted.manifests.flatMap(({ path, facts }) =>
    facts
      .filter(
        ({ kind, name, value }) =>
          kind === 'script' &&
          /^(?:start|serve|prod|start:prod)$/.test(name) &&
          /--inspect|NODE_ENV=dev|\bnodemon\b|ts-node-dev|\bnext dev\b|\bvite\b(?! (?:build|preview))/.test(value ?? ''),
      )
      .map(({ name, value, line, text }) => ({ words: `script ${name} runs ${value ?? ''}`.slice(0, 90), at: { file: path, line, text } })),
  )
  const settings = settingCalls(scene, 'env')
    .filter(({ value }) => value === 'development')
    .map(({ at, words }) => ({ words, at }))
  const found = [...settings, ...scripts]
  if (found.length > 0)
    return control(
      rows.debug,
      settings.length > 0 ? 'fail' : 'partial',
      listed(found.map(({ words }) => words)),
      'What is meant for developers runs where that is used in production.',
      found.map(({ at }) => at),
    )
  return {
    ...control(
      rows.debug,
      'pass',
      'None found',
      'Looked for an environment of development that is set by the code, and for inspectors and watchers in the start scripts.',
      scene.applications,
    ),
    absent: true,
  }
}
