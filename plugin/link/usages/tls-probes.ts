/**
 * Connections that are made to look at a certificate, or to see how long it takes: nothing is sent or read, so that nothing is lost to
 * whoever sits between. In: the options of a connection. Out: whether all that becomes of it is a question about the connection, or its end.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usesOf } from '../uses'

/** Members of Node's TLS sockets by which no data passes. */
const ASKS =
  /^(?:getPeerCertificate|getPeerX509Certificate|getCertificate|getCipher|getProtocol|getSession|authorized|authorizationError|alpnProtocol|encrypted|destroyed|connecting|remote\w+|local\w+|destroy|destroySoon|end|setTimeout|unref|on|once|off|addListener|removeListener|removeAllListeners)$/
const LISTENS = /^(?:on|once|addListener)$/
const CARRIES = /^(?:data|readable|keylog|session)$/
const MOST_NODES = 60

/** @param options the object that is handed to `tls.connect` */
export function isProbe(linked: Linked, options: number): boolean {
  const { whole } = linked
  const connects = [...usesOf(whole).of(options)].filter((user) => whole.kind[user] === Kind.Call && isConnect(linked, user))
  return connects.length > 0 && connects.every((call) => isOnlyAsked(linked, call))
}

/** Models know the two modules as one; only of TLS is a certificate asked. */
const isConnect = (linked: Linked, call: number): boolean =>
  calledName(linked, call) === 'connect' &&
  apiPathsOf(linked, linked.whole.a[call] as number).some((path) => /^(?:net|tls)\.connect$/.test(linked.models.paths.show(path)))

function isOnlyAsked(linked: Linked, socket: number): boolean {
  const { whole } = linked
  const uses = usesOf(whole)
  const seen = new Set([socket])
  const stack = [socket]
  let asked = false
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.size > MOST_NODES || (whole.functions[whole.functionOf(node)]?.returns.includes(node) ?? false)) return false
    for (const user of uses.of(node)) {
      const kind = whole.kind[user] as Kind
      if (kind === Kind.Load && ASKS.test(whole.text(whole.b[user] as number)) && !carries(linked, user)) asked = true
      else if (kind === Kind.Cell || kind === Kind.Refine || kind === Kind.Choice) {
        if (seen.has(user)) continue
        seen.add(user)
        stack.push(user)
      } else if (kind !== Kind.Unary && kind !== Kind.Binary) return false
    }
  }
  return asked
}

/** `socket.on('data', …)` */
function carries({ whole, values }: Linked, load: number): boolean {
  if (!LISTENS.test(whole.text(whole.b[load] as number))) return false
  return [...lookupOf(whole).named(Kind.Call, whole.text(whole.b[load] as number))]
    .filter((call) => whole.a[call] === load)
    .some((call) => {
      const [event] = values.texts(whole.args(call)[0] ?? -1)
      return !event?.exact || CARRIES.test(event.value)
    })
}
