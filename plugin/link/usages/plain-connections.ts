/**
 * Connections on which somebody signs in, or writes mail, and that nothing encrypts: `connect('mqtt://broker.example.com', { password })`.
 * In: calls that models name. Out: a use of the kind `plain-login` for each that leads out of the machine and the network around it.
 */
import type { Setting, Usage } from '../../types'
import type { Linked } from '../linked'
import { isNear } from './addresses'
import { callsOfKind, usage } from './modelled'
import { constant, isOnly, settingAt } from './setting'

const PLAIN_ADDRESS = /^(?:ldap|mqtt|tcp|amqp):\/\/([^/?#]+)/i

export function plainConnections(linked: Linked): Usage[] {
  const signsIn = callsOfKind(linked, 'directory-sign-in').some(([call]) => !isNone(settingAt(linked, call, '1')))
  const isEncrypted = callsOfKind(linked, 'directory-encrypted').length > 0
  const directories = signsIn && !isEncrypted ? callsOfKind(linked, 'directory-connection') : []
  return [...directories, ...callsOfKind(linked, 'plain-connection')].flatMap(([call, model]) => {
    const read = (name: string): Setting => {
      const spot = model.values[name]
      return spot === undefined ? { state: 'missing', texts: [] } : settingAt(linked, call, spot)
    }
    const host = model.values.address === undefined ? hostBesideOption(read) : hostInAddress(read, model.kind === 'directory-connection')
    if (host === undefined || (host !== '' && isNear(host))) return []
    const shown = host.replace(/^.*@/, '')
    return [usage(linked, call, 'plain-login', model.library, '', { host: host === '' ? { state: 'computed', texts: [] } : constant(shown) })]
  })
}

const isNone = ({ state, texts }: Setting) =>
  state === 'missing' || (state === 'constant' && texts.every((text) => text === '' || text === 'undefined'))

/** The host of a plain address that somebody signs in to. */
function hostInAddress(read: (name: string) => Setting, signedIn: boolean): string | undefined {
  const { texts } = read('address')
  const hosts = texts.map((text) => PLAIN_ADDRESS.exec(text)?.[1])
  // What is one of several addresses is a choice, and what stands first a default for developers.
  const host = hosts.length === 1 ? hosts[0] : undefined
  return host !== undefined && (signedIn || host.includes('@') || !isNone(read('password'))) ? host : undefined
}

/** The host, empty where it is not known, of a connection that is told to stay plain. */
function hostBesideOption(read: (name: string) => Setting): string | undefined {
  const isToldNever =
    isOnly(read('never'), 'true') || (isOnly(read('encrypted'), 'false') && !read('later').texts.some((text) => /always|required/.test(text)))
  if (!isToldNever) return undefined
  const { state, texts } = read('host')
  if (state === 'missing') return undefined
  return texts.length === 1 ? texts[0] : ''
}
