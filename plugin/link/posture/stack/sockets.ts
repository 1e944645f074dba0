/** Who may open a socket. In: the scene. Out: a control. */
import type { Control } from '../../../types'
import { control, counted, listed } from './control'
import { rows } from './rows'
import type { Scene } from './scene'

export function socketsControl(scene: Scene): Control {
  const doors = scene.known.entryPoints.filter(({ kind }) => kind === 'websocket')
  const servers = scene.uses('cors-option').filter(({ library }) => library === 'socket.io')
  if (doors.length === 0 && servers.length > 0)
    return control(
      rows.sockets,
      'unknown',
      'socket.io',
      'A server for sockets is started; what it listens to, and who may connect, could not be told.',
      servers.map(({ at }) => at),
    )
  if (doors.length === 0) return control(rows.sockets, 'not applicable', '', 'No WebSocket handler was found.')
  const open = doors.filter(({ authRequired }) => authRequired.answer === 'no')
  const untold = doors.filter(({ authRequired }) => authRequired.answer !== 'no' && authRequired.answer !== 'yes')
  const libraries = listed([...new Set(doors.map(({ framework }) => framework))])
  const origins = servers
    .map(({ values }) => values.origin)
    .find((setting) => setting !== undefined && setting.state !== 'missing' && setting.state !== 'unknown')
  const from =
    origins === undefined
      ? libraries.includes('socket.io')
        ? ', no origin allowed besides its own'
        : ''
      : `, origins: ${origins.texts.length > 0 ? listed(origins.texts, 3) : 'decided while running'}`
  const who =
    open.length === 0
      ? untold.length > 0
        ? 'could not tell who may connect'
        : 'callers are checked'
      : open.length === doors.length
        ? 'no authentication'
        : `${open.length} of ${doors.length} handlers without authentication`
  const state = open.length > 0 ? 'fail' : untold.length > 0 ? 'unknown' : origins?.texts.includes('*') ? 'partial' : 'pass'
  return control(
    rows.sockets,
    state,
    `${libraries}: ${counted(doors.length, 'event handler')}, ${who}${from}`,
    doors[0]?.authRequired.reason ? `${doors[0].authRequired.reason}.` : '',
    [...servers.map(({ at }) => at), ...doors.map(({ at }) => at)],
  )
}
