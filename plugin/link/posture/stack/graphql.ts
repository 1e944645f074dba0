/** What a GraphQL server tells of itself. In: the scene. Out: a control. */
import type { Control, Setting } from '../../../types'
import { control, listed } from './control'
import { rows } from './rows'
import type { Scene } from './scene'

export function graphqlControl(scene: Scene): Control {
  const { graphql } = rows
  const uses = scene.uses('graphql-server')
  const doors = scene.http.filter(({ kind }) => kind === 'graphql')
  if (uses.length === 0 && doors.length === 0) return control(graphql, 'not applicable', '', 'No GraphQL server was found.')
  if (uses.length === 0)
    return control(
      graphql,
      'unknown',
      '',
      'There are GraphQL operations; the call that makes their server, and so its settings, was not recognised.',
      doors.map(({ at }) => at),
    )
  const said = uses.map(({ values, library, at }) => {
    const { introspection, playground } = values
    const states = [introspection, playground].filter((it): it is Setting => it !== undefined)
    const on = states.some((setting) => setting.state === 'constant' && setting.texts.every((text) => text !== 'false' && text !== 'null'))
    const off = introspection?.state === 'constant' && introspection.texts.every((text) => text === 'false')
    const told = states.some(({ state }) => state === 'computed' || state === 'partly' || state === 'unknown')
    if (on) return { state: 'fail' as const, words: `switched on in ${library}`, at: introspection?.at ?? playground?.at ?? at }
    if (off) return { state: 'pass' as const, words: `switched off in ${library}`, at: introspection?.at ?? at }
    if (told) return { state: 'unknown' as const, words: `decided while running in ${library}`, at: introspection?.at ?? playground?.at ?? at }
    // Apollo looks at NODE_ENV; the others answer whoever asks.
    return /apollo/.test(library)
      ? { state: 'partial' as const, words: `left to ${library}: on unless NODE_ENV is production`, at }
      : { state: 'fail' as const, words: `left to ${library}: on`, at }
  })
  const state = (['fail', 'unknown', 'partial', 'pass'] as const).find((each) => said.some((it) => it.state === each)) as Control['state']
  return control(
    graphql,
    state,
    listed(said.map(({ words }) => words)),
    'With it the whole schema can be read by whoever may call it.',
    said.map(({ at }) => at),
  )
}
