/**
 * Calls of other systems without a limit of time. What does not answer is waited for, request after request, until nothing is left
 * to wait with. One fault a client library: its limit is set in one place.
 */
import { Kind } from '../../../../graph'
import type { ConfigurationFault } from '../../../../types'
import { filesImporting } from '../../../imports'
import { cite, isTestCode, type Linked } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { serverFiles } from '../../../server-files'
import type { KnownQuality } from '../../known'
import { namesOf } from '../../testing/calls'
import { isSample } from '../detector'

interface Client {
  library: string
  /** Packages whose calls these are; undefined is a global. */
  from: RegExp | undefined
  /** What is called: the name at the root, then the method. */
  call: RegExp
  /** Options that set a limit, at any place of the arguments. */
  limits: RegExp
  /** How it waits when nothing is said, from its documentation. */
  waits: string
  code: string
}

const CLIENTS: Client[] = [
  {
    library: 'fetch',
    from: undefined,
    call: /^fetch$/,
    limits: /^(?:signal|dispatcher|timeout)$/,
    waits: 'up to five minutes for the headers, and as long again for the body',
    code: 'await fetch(url, { signal: AbortSignal.timeout(5_000) })',
  },
  {
    library: 'axios',
    from: /^axios$/,
    call: /^axios(?:\.(?:get|post|put|patch|delete|head|request|create))?$/,
    limits: /^(?:timeout|signal)$/,
    waits: 'without end',
    code: 'const client = axios.create({ baseURL, timeout: 5_000 })',
  },
  {
    library: 'node-fetch',
    from: /^(?:node-fetch|cross-fetch|isomorphic-fetch|isomorphic-unfetch)$/,
    call: /^(?:fetch|node-fetch|cross-fetch|isomorphic-fetch)$/,
    limits: /^(?:signal|timeout)$/,
    waits: 'without end',
    code: 'await fetch(url, { signal: AbortSignal.timeout(5_000) })',
  },
  {
    library: 'got',
    from: /^got$/,
    call: /^got(?:\.\w+)?$/,
    limits: /^(?:timeout|signal)$/,
    waits: 'without end',
    code: 'await got(url, { timeout: { request: 5_000 } })',
  },
  {
    library: 'request',
    from: /^(?:request|request-promise|request-promise-native|needle|superagent)$/,
    call: /^(?:request|request-promise|request-promise-native|needle)(?:\.\w+)?$/,
    limits: /^(?:timeout|open_timeout|response_timeout)$/,
    waits: 'as long as the system keeps the connection',
    code: 'request({ url, timeout: 5_000 })',
  },
  {
    library: 'http',
    from: /^(?:node:)?https?$/,
    call: /^https?\.(?:get|request)$/,
    limits: /^(?:timeout|signal)$/,
    waits: 'without end',
    code: "https.get(url, { timeout: 5_000 }, handle).on('timeout', function () { this.destroy() })",
  },
  {
    library: 'nodemailer',
    from: /^nodemailer$/,
    call: /^nodemailer\.createTransport$|^createTransport$/,
    limits: /^(?:connectionTimeout|greetingTimeout|socketTimeout|service|streamTransport|jsonTransport|SES)$/,
    waits: 'two minutes for a connection and ten for an answer',
    code: 'nodemailer.createTransport({ host, connectionTimeout: 5_000, socketTimeout: 10_000 })',
  },
  {
    library: 'pg',
    from: /^pg$/,
    call: /^(?:pg\.)?(?:Pool|Client)$/,
    limits: /^(?:connectionTimeoutMillis|statement_timeout|query_timeout)$/,
    waits: 'without end for a free connection and for an answer',
    code: 'new Pool({ connectionString, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 })',
  },
]

export function missingTimeouts(known: KnownQuality): ConfigurationFault[] {
  const { linked, entryPoints } = known
  const { whole } = linked
  const servers = serverFiles(linked, entryPoints).all
  if (servers.size === 0) return []
  const isAsked = whole.files.map(({ path }, file) => servers.has(file) && !isTestCode(linked, path) && !isSample(path) && !BROWSER.test(path))
  const found = new Map<Client, number[]>()
  const given = filesImporting(whole, (specifier) => CLIENTS.some(({ from }) => from?.test(specifier)), { types: true })
  for (const call of lookupOf(whole).of(Kind.Call, Kind.New)) {
    const file = whole.fileOf(call)
    // Without a client that is imported, `fetch` alone is left: a plain call.
    if (!isAsked[file] || (!given.has(file) && !isPlain(whole.kind[whole.a[call] as number] as Kind))) continue
    const { root, names, from } = namesOf(linked, whole.a[call] as number)
    const name = [root, ...names].join('.')
    const client = CLIENTS.find(
      (each) => (each.from === undefined ? from === undefined : from !== undefined && each.from.test(from)) && each.call.test(name),
    )
    if (!client || hasLimit(linked, call, client.limits)) continue
    found.set(client, [...(found.get(client) ?? []), call])
  }
  return [...found].map(([client, calls]): ConfigurationFault => {
    const places = calls.map((call) => cite(linked, call))
    const count = places.length === 1 ? 'This call sets' : `${places.length} calls of \`${client.library}\` set`
    return {
      kind: 'timeout-missing',
      form: 'no limit of time',
      subject: client.library,
      at: places[0] as ConfigurationFault['at'],
      evidence: places.slice(1, 15),
      detail: `${count} no limit of time. \`${client.library}\` then waits ${client.waits}, and the request that asked waits with it.`,
      values: { library: client.library, code: client.code },
      confidence: 'medium',
    }
  })
}

/** Sent to browsers, where the reader has a button to stop. */
const BROWSER = /(?:^|\/)(?:frontend|client|web|ui|public|static|assets|components|hooks|stores?|pages|views)\//i

/** A global that is called by its name, narrowed or not. */
const isPlain = (callee: Kind) => callee === Kind.Global || callee === Kind.Refine

function hasLimit({ whole, values, effects }: Linked, call: number, limits: RegExp): boolean {
  const args = [...whole.args(call)]
  for (const argument of args) {
    for (const at of [argument, ...values.definitions(argument)]) {
      if (whole.kind[at] === Kind.Object) {
        for (const entry of whole.items(whole.a[at] as number)) {
          if (whole.kind[entry] === Kind.Spread) return true
          if (whole.kind[entry] === Kind.Property && (whole.a[entry] as number) >= 0 && limits.test(whole.text(whole.a[entry] as number))) return true
        }
      } else if (whole.kind[at] === Kind.Param || (whole.kind[at] === Kind.Call && argument === args.at(-1) && args.length > 1)) return true
    }
    if (values.propertyNames(argument).some((name) => limits.test(name))) return true
  }
  // `request.setTimeout(…)`, `Promise.race([…])` and defaults set beside it.
  const fn = whole.functionOf(call)
  return effects.ofFunction(fn).some((node) => {
    if (whole.kind[node] === Kind.Store) return /^timeout$/.test(whole.text(whole.b[node] as number))
    const callee = whole.a[node] as number
    return (
      whole.kind[node] === Kind.Call &&
      whole.kind[callee] === Kind.Load &&
      /^(?:setTimeout|race|timeout)$/.test(whole.text(whole.b[callee] as number))
    )
  })
}
