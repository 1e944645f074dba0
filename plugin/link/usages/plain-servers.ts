/** Servers that speak plain HTTP. Whether that matters is told beside: whether people sign in there, and whether a proxy adds TLS. */
import type { Usage } from '../../types'
import { calledName, isTest, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { callsOfKind, usage } from './modelled'
import { packageOf } from './origin'

const NAMES = new Set(['createServer', 'createSecureServer', 'Server', 'set', 'enable'])

export function plainServers(linked: Linked): Usage[] {
  const { whole, values } = linked
  const servers: number[] = []
  let encrypted = false
  const isTested = (node: number) => isTest(whole.files[whole.fileOf(node)]?.path ?? '')
  for (const node of lookupOf(whole).called(NAMES)) {
    if (isTested(node)) continue
    const name = calledName(linked, node)
    if (name === 'createServer' || name === 'createSecureServer' || name === 'Server') {
      const from = packageOf(linked, whole.a[node] as number)
      if (from === 'http' && name !== 'createSecureServer') servers.push(node)
      else if (/^(?:https|http2|tls|spdy)$/.test(from ?? '')) encrypted = true
    } else if (name === 'set' || name === 'enable') {
      const [setting] = whole.args(node)
      if (setting !== undefined && values.texts(setting).some(({ value }) => value === 'trust proxy')) encrypted = true
    }
  }
  const sessions = servers.length > 0 && callsOfKind(linked, 'session-cookie').some(([node]) => !isTested(node))
  const signsIn = String(sessions && !encrypted)
  return servers.map((node) => usage(linked, node, 'plain-server', 'http', 'createServer', { signsIn: { state: 'constant', texts: [signsIn] } }))
}
