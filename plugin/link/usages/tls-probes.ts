/**
 * Connections that are made to look at a certificate, or to see how long it takes: nothing is sent or read, so that nothing is lost to
 * whoever sits between. In: the options of a connection. Out: whether all that becomes of it is a question about the connection, or its end.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked } from '../linked'
import { isPromiseClass } from '../names'
import { usesOf } from '../uses'

/** Members of Node's TLS sockets by which no data passes. */
const ASKS =
  /^(?:getPeerCertificate|getPeerX509Certificate|getCertificate|getX509Certificate|getCipher|getProtocol|getSession|getEphemeralKeyInfo|getSharedSigalgs|getFinished|getPeerFinished|isSessionReused|authorized|authorizationError|alpnProtocol|encrypted|destroyed|connecting|remote\w+|local\w+|destroy|destroySoon|end|setTimeout|unref|on|once|off|addListener|removeListener|removeAllListeners)$/
const LISTENS = /^(?:on|once|addListener)$/
const CARRIES = /^(?:data|readable|keylog|session)$/
const MOST_NODES = 60

/** Of a request that is made for the certificate of the other end, and of its answer. */
const ENDS = /^(?:end|destroy|abort|setTimeout|on|once|off|removeListener|removeAllListeners|destroyed)$/
const LEAVES = /^(?:resume|destroy|on|once|off|removeListener|removeAllListeners|destroyed)$/
const CONNECTION = /^(?:socket|connection|client)$/
const ASKS_WHO = /^get(?:Peer)?(?:X509)?Certificate$/
/** Options by which a request carries something. */
const CARRYING = ['headers', 'auth', 'key', 'cert', 'pfx', 'agent', 'createConnection']

/** @param options the object that is handed to `tls.connect` or `https.request` */
export function isProbe(linked: Linked, options: number): boolean {
  const { whole } = linked
  const users = [...usesOf(whole).of(options)]
  const isCall = (user: number) => whole.kind[user] === Kind.Call
  const connects = users.filter((user) => isCall(user) && isCalled(linked, user, /^connect$/, /^(?:net|tls)\.connect$/))
  if (connects.length > 0) return connects.every((call) => isOnlyAsked(linked, call))
  const requests = users.filter((user) => isCall(user) && isCalled(linked, user, /^(?:request|get)$/, /^https?\.(?:request|get)$/))
  return requests.length > 0 && requests.length === users.length && isBare(linked, options) && requests.every((call) => isMadeToAsk(linked, call))
}

/** Models know modules of connections as one, encrypted or not; only of TLS is a certificate asked. */
const isCalled = (linked: Linked, call: number, name: RegExp, path: RegExp): boolean =>
  name.test(calledName(linked, call)) && apiPathsOf(linked, linked.whole.a[call] as number).some((each) => path.test(linked.models.paths.show(each)))

function isBare({ whole, values }: Linked, options: number): boolean {
  if (whole.items(whole.a[options] as number).some((entry) => whole.kind[entry] === Kind.Spread)) return false
  return CARRYING.every((name) => values.property(options, name).length === 0)
}

/** Whether all that becomes of a socket is a question about it, or its end. */
function isOnlyAsked(linked: Linked, socket: number): boolean {
  const asked = membersOf(linked, [socket])
  return asked !== undefined && asked.size > 0 && [...asked].every(([load, name]) => ASKS.test(name) && !carries(linked, load))
}

/** `https.request(options, (answer) => answer.socket.getPeerCertificate()).end()`: nothing is sent with it, and nothing of the answer read. */
function isMadeToAsk(linked: Linked, call: number): boolean {
  const { whole } = linked
  const answers: number[] = whole.args(call).flatMap((argument) => firstParameters(linked, argument))
  const sockets: number[] = []
  const request = membersOf(linked, [call])
  if (request === undefined) return false
  for (const [load, name] of request) {
    if (CONNECTION.test(name)) sockets.push(load)
    else if (!ENDS.test(name) || (name === 'end' && callsOf(linked, load).some((end) => whole.args(end).length > 0))) return false
    for (const { event, handler } of listenersOf(linked, load)) {
      if (event === 'response') answers.push(...firstParameters(linked, handler))
      else if (event === 'socket') sockets.push(...firstParameters(linked, handler))
      else if (event === undefined || CARRIES.test(event)) return false
    }
  }
  const answer = membersOf(linked, answers)
  if (answer === undefined) return false
  for (const [load, name] of answer) {
    if (CONNECTION.test(name)) sockets.push(load)
    else if (!LEAVES.test(name) || carries(linked, load)) return false
  }
  const asked = membersOf(linked, sockets)
  if (asked === undefined) return false
  const names = [...asked.values()]
  return names.some((name) => ASKS_WHO.test(name)) && [...asked].every(([load, name]) => ASKS.test(name) && !carries(linked, load))
}

/** What is read of values wherever they are held, by node; undefined where they get out of sight. */
function membersOf(linked: Linked, values: readonly number[]): Map<number, string> | undefined {
  const { whole } = linked
  const uses = usesOf(whole)
  const seen = new Set(values)
  const stack = [...values]
  const members = new Map<number, string>()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.size > MOST_NODES || (whole.functions[whole.functionOf(node)]?.returns.includes(node) ?? false)) return undefined
    for (const user of uses.of(node)) {
      const kind = whole.kind[user] as Kind
      const holder = kind === Kind.Call ? settledWith(linked, user) : user
      if (kind === Kind.Load) members.set(user, whole.text(whole.b[user] as number))
      else if (kind === Kind.Cell || kind === Kind.Refine || kind === Kind.Choice || kind === Kind.Await || (kind === Kind.Call && holder >= 0)) {
        if (seen.has(holder)) continue
        seen.add(holder)
        stack.push(holder)
      } else if (kind !== Kind.Unary && kind !== Kind.Binary) return undefined
    }
  }
  return members
}

/** `new Promise((resolve) => … resolve(socket))`: the promise that a call settles, -1 where it settles none. */
function settledWith({ whole }: Linked, call: number): number {
  const callee = whole.a[call] as number
  if (callee < 0 || whole.kind[callee] !== Kind.Param || whole.b[callee] !== 0) return -1
  const executor = whole.functions[whole.a[callee] as number]?.node ?? -1
  if (executor < 0) return -1
  return [...usesOf(whole).of(executor)].find((user) => whole.kind[user] === Kind.New && isPromiseClass(whole, whole.a[user] as number)) ?? -1
}

function firstParameters({ whole, solver }: Linked, callback: number): number[] {
  return solver
    .of(callback)
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.params[0] ?? [])
}

const callsOf = ({ whole }: Linked, load: number): number[] =>
  [...usesOf(whole).of(load)].filter((user) => whole.kind[user] === Kind.Call && whole.a[user] === load)

/** `socket.on('data', …)`: the event, undefined where it is not known, and what listens. */
function listenersOf(linked: Linked, load: number): { event: string | undefined; handler: number }[] {
  const { whole, values } = linked
  if (!LISTENS.test(whole.text(whole.b[load] as number))) return []
  return callsOf(linked, load).map((call) => {
    const [name, handler = -1] = whole.args(call)
    const [event] = values.texts(name ?? -1)
    return { event: event?.exact ? event.value : undefined, handler }
  })
}

const carries = (linked: Linked, load: number): boolean => listenersOf(linked, load).some(({ event }) => event === undefined || CARRIES.test(event))
