/** Where sessions are kept, and who signs cookies. In: the scene. Out: a control each. */
import { rowsByName } from '../../../rows-by-name'
import type { Control, Evidence } from '../../../types'
import { packageOf } from '../../connections'
import { atPlace, cite } from '../../linked'
import { callsOfKind } from '../../usages/modelled'
import { told } from '../authentication/told'
import { control, listed } from './control'
import { rows } from './rows'
import type { Scene } from './scene'

/** Where each library keeps sessions when it is given no store. */
const stores: Record<string, string> = rowsByName({
  'express-session': 'memory',
  '@fastify/session': 'memory',
  'fastify-session': 'memory',
  'koa-generic-session': 'memory',
  'cookie-session': 'cookie',
  'koa-session': 'cookie',
  '@fastify/secure-session': 'cookie',
  'client-sessions': 'cookie',
  'iron-session': 'cookie',
})

export function sessionStore(scene: Scene): Control {
  const calls = callsOfKind(scene.linked, 'session-cookie').map(([call]) => ({
    at: cite(scene.linked, call),
    library: packageOf(scene.linked, call),
  }))
  const uses = scene
    .uses('session-cookie')
    .map((usage) => ({ ...usage, library: calls.find(({ at }) => at.file === usage.at.file && at.line === usage.at.line)?.library ?? usage.library }))
  if (uses.length === 0) return control(rows.sessions, 'not applicable', '', 'No session of a library was found.')
  const said = uses.map((usage): { state: Control['state']; words: string; at: Evidence } => {
    const { store } = usage.values
    const kept = stores[usage.library] ?? 'unknown'
    if (store && store.state !== 'missing' && store.state !== 'unknown')
      return { state: 'pass', words: `${usage.library} with ${storeName(store.at) ?? 'a store of its own'}`, at: store.at ?? usage.at }
    if (store?.state === 'unknown') return { state: 'unknown', words: `${usage.library}, settings from elsewhere`, at: usage.at }
    if (kept === 'cookie') return { state: 'pass', words: `${usage.library}: in the cookie itself`, at: usage.at }
    return kept === 'memory'
      ? { state: 'fail', words: `${usage.library} without a store: memory of the process (the default)`, at: usage.at }
      : { state: 'unknown', words: usage.library, at: usage.at }
  })
  const state = (['fail', 'unknown', 'pass'] as const).find((each) => said.some((it) => it.state === each)) as Control['state']
  const reason =
    state === 'fail'
      ? 'It grows with every visitor, is lost at a restart, and is not shared between processes; the library itself says that it is not for production.'
      : 'Where sessions are kept is written in the code.'
  return control(
    rows.sessions,
    state,
    listed(said.map(({ words }) => words)),
    reason,
    said.filter((it) => state !== 'fail' || it.state === 'fail').map(({ at }) => at),
  )
}

const storeName = (at: Evidence | undefined): string | undefined =>
  /\b(?:new\s+)?(\w*(?:Store|Redis|Mongo|Sequelize|Knex|Prisma)\w*)\b/.exec(at?.text.replace(/^.*?store\s*:/, '') ?? '')?.[1]

/** Models join parsers of all kinds: what was imported tells which one it is. */
const COOKIE_PARSERS = /^(?:cookie-parser|@fastify\/cookie|fastify-cookie)$/

export function cookieSecret(scene: Scene): Control {
  const { linked } = scene
  const found: { state: Control['state']; words: string; at: Evidence }[] = []
  for (const [call] of callsOfKind(linked, 'cookie-parser')) {
    const file = linked.whole.files[linked.whole.fileOf(call)]?.path ?? ''
    if (!scene.isLive(file) || !COOKIE_PARSERS.test(packageOf(linked, call) ?? '')) continue
    for (const place of ['0', '1.secret', '0.secret'])
      for (const node of atPlace(linked, call, place)) {
        const [way] = told(linked, node)
        if (!way || (place === '0' && way.from === 'unknown' && way.name === undefined)) continue
        if (way.from === 'code' && way.text !== undefined && !/^(?:true|false)$/.test(way.text))
          found.push({ state: 'fail', words: 'written in the code', at: way.at })
        else if (way.from === 'environment' || way.from === 'setting')
          found.push({
            state: way.text === undefined ? 'pass' : 'partial',
            words: `from ${way.from === 'environment' ? 'environment variable' : 'setting'} ${way.name}${way.text === undefined ? '' : ', with a text in the code that stands in for it'}`,
            at: way.at,
          })
      }
  }
  if (found.length === 0) return control(rows.cookies, 'not applicable', '', 'No cookie parser is given a secret, so no cookie is signed by one.')
  const state = (['fail', 'partial', 'pass'] as const).find((each) => found.some((it) => it.state === each)) as Control['state']
  return control(
    rows.cookies,
    state,
    listed(found.map(({ words }) => words)),
    state === 'fail' ? 'Whoever reads the code can sign cookies.' : 'Who signs cookies is decided outside of the code.',
    found.map(({ at }) => at),
  )
}
