/** What callers are shown when something fails. In: the scene. Out: a control. */
import type { Control, Flow } from '../../../types'
import { control, counted, listed } from './control'
import { rows } from './rows'
import type { Scene } from './scene'
import { errorHandlers } from './seen-in-code'

/** Models of what a server answers; the others of the kind are logs. */
const TO_CALLERS = new Set(['answers', 'next'])
const FOR_DEVELOPERS = /\b(?:NODE_ENV|development|production|isDev\w*|isProd\w*|__DEV__)\b/

function isForDevelopers({ known }: Scene, { at, trace }: Flow): boolean {
  const inside = known.usages.some(
    (it) => it.kind === 'development-only' && it.at.file === at.file && it.at.line <= at.line && at.line <= (it.at.endLine ?? it.at.line),
  )
  return inside || trace.some(({ text }) => FOR_DEVELOPERS.test(text))
}

export function errorPages(scene: Scene): Control {
  const shown = scene.uses('shown-error-page')
  const made = scene.uses('error-page').filter(({ at }) => !shown.some((it) => it.at.line === at.line && it.at.file === at.file))
  const leaks = scene.known.flows.filter(
    (flow) =>
      flow.source === 'exception' && TO_CALLERS.has(flow.library) && !flow.test && scene.isLive(flow.at.file) && !isForDevelopers(scene, flow),
  )
  if (shown.length > 0)
    return control(
      rows.errors,
      'fail',
      `${listed(shown.map(({ library }) => library))} answers every error with its stack, in every environment`,
      'No condition on the environment keeps it out of production.',
      [...shown.map(({ at }) => at), ...leaks.map(({ at }) => at)],
    )
  if (leaks.length > 0)
    return control(
      rows.errors,
      'fail',
      `Stack or text of an error goes into the answer at ${counted(leaks.length, 'place')}`,
      'What went wrong inside is told to whoever caused it.',
      leaks.map(({ at }) => at),
    )
  const handlers = errorHandlers(scene)
  if (made.length > 0)
    return control(
      rows.errors,
      'pass',
      `${listed(made.map(({ library }) => library))} in development only`,
      'A condition on the environment stands around it.',
      made.map(({ at }) => at),
    )
  if (handlers.length > 0)
    return control(
      rows.errors,
      'pass',
      `Error handler of its own: ${listed(handlers.map(({ name }) => name))}`,
      'No stack or text of an exception was seen to reach an answer.',
      handlers.map(({ at }) => at),
    )
  return control(
    rows.errors,
    'unknown',
    'Left to the framework',
    `No error handler was found, and no exception was seen to reach an answer. ${frameworkErrors(scene)}`,
    scene.applications,
  )
}

function frameworkErrors({ frameworks }: Scene): string {
  return [...frameworks].some((it) => /^(?:express|connect)$/.test(it))
    ? 'Express shows the stack unless NODE_ENV is production.'
    : 'What the framework answers depends on its environment.'
}
