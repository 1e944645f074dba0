/** What stands between callers and the code: proxies, limits of size, HTTPS. In: the scene. Out: a control each. */
import type { Control, Usage } from '../../../types'
import { settingCalls } from './application-settings'
import { control, counted, listed } from './control'
import { rows } from './rows'
import type { Scene } from './scene'
import { encryptedServers, redirectsToHttps } from './seen-in-code'

export function proxy(scene: Scene): Control {
  const calls = settingCalls(scene, 'trust proxy')
  const options = scene.uses('web-application').flatMap(({ values, at }) => {
    const setting = values.trustProxy
    return setting && setting.state !== 'missing'
      ? [
          {
            at: setting.at ?? at,
            isOn: setting.texts.includes('true'),
            isOff: setting.texts.includes('false'),
            value: setting.texts[0],
            words: `trustProxy: ${setting.texts[0] ?? '…'}`,
          },
        ]
      : []
  })
  const all = [...calls, ...options].filter(({ isOff }) => !isOff)
  const evidence = all.map(({ at }) => at)
  if (all.length === 0)
    return control(
      rows.proxy,
      'not applicable',
      'Not set',
      'The address of the connection counts. Behind a proxy that is the address of the proxy, for limits and logs alike.',
      scene.applications,
    )
  if (all.some(({ isOn }) => isOn))
    return control(
      rows.proxy,
      'fail',
      `Every proxy is trusted: ${listed(all.filter(({ isOn }) => isOn).map(({ words }) => words))}`,
      'A client may write X-Forwarded-For itself, and so choose the address by which it is limited and logged.',
      all.filter(({ isOn }) => isOn).map(({ at }) => at),
    )
  return control(
    rows.proxy,
    all.every(({ value }) => value !== undefined) ? 'pass' : 'unknown',
    listed(all.map(({ words }) => words)),
    'Which proxies are believed is named.',
    evidence,
  )
}

/** In bytes: what the usual parsers accept when nothing is said. */
const parserDefault = '100 KB, the default'

export function bodies(scene: Scene): Control {
  const parsers = scene.uses('body-parser')
  const limits = scene
    .uses('web-application')
    .flatMap(({ values, at }) => (values.bodyLimit && values.bodyLimit.state !== 'missing' ? [{ setting: values.bodyLimit, at }] : []))
  const given = [...parsers.map(({ values, at }) => ({ setting: values.limit, at })), ...limits]
  if (given.length === 0)
    return [...scene.frameworks].some((it) => it === 'fastify')
      ? control(rows.bodies, 'pass', '1 MB, the default of fastify', 'No other limit is given.', scene.applications)
      : control(rows.bodies, 'not applicable', '', 'No parser of request bodies was recognised.', scene.applications)
  const said = given.map(({ setting, at }) => {
    const text = setting?.texts[0]
    const bytes = text === undefined ? undefined : bytesOf(text)
    if (setting === undefined || setting.state === 'missing') return { words: parserDefault, state: 'pass' as const, at }
    if (bytes === undefined) return { words: 'decided while running', state: 'unknown' as const, at: setting.at ?? at }
    return { words: text as string, state: bytes > 1_100_000 ? ('fail' as const) : ('pass' as const), at: setting.at ?? at }
  })
  const state = (['fail', 'unknown', 'pass'] as const).find((each) => said.some((it) => it.state === each)) as Control['state']
  return control(
    rows.bodies,
    state,
    listed(said.map(({ words }) => words)),
    state === 'fail' ? 'Large bodies are read into memory before anything looks at them.' : `${counted(given.length, 'parser')} looked at.`,
    said.map(({ at }) => at),
  )
}

function bytesOf(text: string): number | undefined {
  const match = /^\s*([\d_.]+)\s*(b|kb|mb|gb)?\s*$/i.exec(text)
  if (!match) return undefined
  return (
    Number((match[1] as string).replaceAll('_', '')) *
    { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }[(match[2] ?? 'b').toLowerCase() as 'b' | 'kb' | 'mb' | 'gb']
  )
}

export function https(scene: Scene): Control {
  const plain = scene.uses('plain-server')
  const listens = scene.uses('listen')
  const encrypted = encryptedServers(scene)
  const redirects = redirectsToHttps(scene)
  if (redirects.length > 0 || encrypted.length > 0)
    return control(
      rows.https,
      plain.length > 0 && redirects.length === 0 ? 'partial' : 'pass',
      listed([...encrypted.map(({ name }) => name), ...redirects.map(() => 'requests by HTTP are redirected')]),
      'The code serves HTTPS, or sends visitors there.',
      [...redirects, ...encrypted].map(({ at }) => at),
    )
  const found: Usage[] = plain.length > 0 ? plain : listens
  if (found.length === 0)
    return control(rows.https, 'not applicable', '', 'No server is started by the code; whoever hosts it decides.', scene.applications)
  return control(
    rows.https,
    'unknown',
    'The code serves plain HTTP and redirects nobody',
    'Whether a proxy in front adds HTTPS is not in the code. No server with a certificate and no redirection to https was found.',
    found.map(({ at }) => at),
  )
}
