/**
 * Calls over the network. In: calls of other services, the doors of containers. Out: arrows between containers where a door of the program
 * answers, sightings of external systems where an address leads elsewhere. A call whose address could not be told gives neither.
 */
import type { EntryPoint, ServiceCall } from '../../../types'
import type { CodeContainer } from '../components/containers'
import { productOfPackage, systemAt } from '../components/products'
import { displayOf } from '../components/stores'
import type { KnownArchitecture } from '../known'
import type { Sighting } from '../targets'
import type { Routes } from './routes'

export interface OwnCall {
  from: CodeContainer
  to: CodeContainer
  call: ServiceCall
  door: EntryPoint
}

const LOCAL = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|same origin|host\.docker\.internal)(?::|$)/

/** Names that stand for any host, in samples and in texts that explain. */
const RESERVED = /(?:^|\.)example\.(?:com|org|net)$|\.(?:example|test|invalid|localhost)$|^your[-_]|[<>{]your/i

export function networkCalls(
  known: KnownArchitecture,
  containerOf: (path: string) => CodeContainer | undefined,
  routes: Routes,
): { own: OwnCall[]; external: Sighting[] } {
  const own: OwnCall[] = []
  const external: Sighting[] = []
  for (const call of known.serviceCalls) {
    const from = containerOf(call.at.file)
    if (!from) continue
    const { host } = call
    const through = displayOf(call.library)
    const isOutside = host.from === 'code' && !LOCAL.test(host.text) && /\.[a-z]{2,}$/i.test(host.text)
    if (!isOutside && host.from !== 'request') {
      const answer = call.protocol === 'graphql' ? routes.operation(call.path) : routes.answering(call.method, call.path, from)
      // What a server itself asks at its own address it asks of itself.
      if (answer && (answer.container !== from || from.whole !== undefined)) {
        if (answer.container !== from) own.push({ from, to: answer.container, call, door: answer.door })
        continue
      }
      if (answer) continue
    }
    if (isOutside && RESERVED.test(host.text)) continue
    const name = nameOf(call, isOutside)
    if (name === undefined) continue
    external.push({
      target: { name, kind: 'external system', technology: call.protocol === 'sdk' ? through : protocolOf(call) },
      file: call.at.file,
      kind: /^(?:SendGrid|Mailgun|Postmark|Resend|Amazon SES)$/.test(name) ? 'sends mail' : 'calls',
      through: call.protocol === 'sdk' ? through : `${protocolOf(call)} (${through})`,
      at: call.at,
      calls: 1,
      ...(host.from === 'environment' || host.from === 'configuration' ? { conditional: true } : {}),
    })
  }
  return { own, external }
}

export function protocolOf({ protocol }: ServiceCall): string {
  return { http: 'HTTP', graphql: 'GraphQL', grpc: 'gRPC', websocket: 'WebSocket', sdk: 'SDK' }[protocol]
}

function nameOf({ host, protocol, library }: ServiceCall, isOutside: boolean): string | undefined {
  // A library of one service asks that service, wherever a setting says that it stands.
  if (protocol === 'sdk') return productOfPackage(library) ?? systemAt(host.text) ?? displayOf(library)
  if (isOutside) return systemAt(host.text) ?? host.text.replace(/^www\./, '')
  if (host.from === 'request') return 'Addresses that requests name'
  if (host.from === 'environment' || host.from === 'configuration') return host.name ? systemOfSetting(host.name) : undefined
  return undefined
}

/** `SOLUTIONS_WEBHOOK_URL` as `Solutions webhook`, `paymentService.baseUrl` as `Payment service`. Undefined where nothing but address words is left. */
export function systemOfSetting(name: string): string | undefined {
  // A key is part of an address and no name of it.
  if (/(?:key|secret|token|password|credential)s?$/i.test(name)) return undefined
  const parts = name.replace(/^(?:process\.env|import\.meta\.env)\./, '').split('.')
  // The last part of a setting names it, unless it is only `url`: then the one before does.
  for (let last = parts.length; last > 0; last--) {
    const system = systemOfWord(parts[last - 1] as string)
    if (system !== undefined) return system
  }
  return undefined
}

function systemOfWord(name: string): string | undefined {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.\-[\]'"]+/)
    .filter(
      (word) =>
        word !== '' &&
        !/^(?:url|uri|host|hostname|port|endpoint|address|addr|base|root|origin|next|public|vite|react|app|nuxt|env|config|http|https|the|to|domain|link|href|path)$/i.test(
          word,
        ),
    )
    .map((word) => word.toLowerCase())
  if (
    words.length === 0 ||
    words.every((word) =>
      /^(?:api|backend|server|service|src|target|remote|proxy|data|file|image|img|self|site|web|client|frontend|location|request|req|input|redirect|download|upload)$/.test(
        word,
      ),
    )
  )
    return undefined
  // What stands in front of another noun is singular: a webhook for solutions is a solution webhook.
  const text = words
    .map((word, index) => (index < words.length - 1 && /[^aeiuoscw]s$/.test(word) && word.length > 4 ? word.slice(0, -1) : word))
    .map((word) => ({ api: 'API', llm: 'LLM', sms: 'SMS', oauth: 'OAuth', oidc: 'OIDC', s3: 'S3', crm: 'CRM', ai: 'AI' })[word] ?? word)
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
