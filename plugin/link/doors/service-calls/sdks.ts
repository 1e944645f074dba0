/** Services that a library is made for. In: calls on such libraries, and commands that are sent. Out: a row for each, with what it asks for. */
import { Kind } from '../../../graph'
import type { ServiceCall } from '../../../types'
import { callsToPaths } from '../../acts'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { libraryOf } from '../../service-models'
import { type Host, hostAt } from './address'
import { atPlaces, importedFrom } from './places'

export function sdkCalls(linked: Linked): ServiceCall[] {
  return [...onClients(linked), ...commands(linked)].sort((one, other) => one.call - other.call).map(({ row }) => row)
}

interface Found {
  call: number
  row: ServiceCall
}

/** `stripe.checkout.sessions.create(…)`: whatever is called on a client. */
function onClients(linked: Linked): Found[] {
  const { solver, models, whole } = linked
  const { clientRoots, clients } = models.services
  const found: Found[] = []
  const operations = new Map<number, string[] | undefined>()
  const isOperation = (path: number) => {
    const members = clientRoots.has(libraryOf(models.paths.rootOf(path))) ? membersOf(linked, path) : undefined
    operations.set(path, members)
    return members !== undefined
  }
  for (const call of callsToPaths(linked, isOperation)) {
    if (whole.kind[call] !== Kind.Call) continue
    for (const path of solver.apiCalls.get(call) ?? []) {
      const members = operations.get(path)
      if (members === undefined) continue
      const operation = namesIn(linked, call, members).join('.')
      const library = importedFrom(linked, whole.a[call] as number) ?? libraryOf(models.paths.rootOf(path))
      const client = clients.find(({ packages }) => packages.test(library))
      if (!client || client.ignore?.test(operation) || isTestCode(linked, cite(linked, call).file)) continue
      const [first] = whole.args(call)
      // `octokit.request('GET /repos/{owner}')`, `supabase.from('users')`: the first text says more than the method's name.
      const said =
        first !== undefined && /(?:^|\.)(?:request|from|rpc|collection|doc|invoke|ref)$/.test(operation)
          ? linked.values.texts(first)[0]?.value
          : undefined
      const more = said === undefined || /^\{.*\}$/.test(said) ? '' : ` ${said}`
      found.push({ call, row: rowOf(linked, call, library, `${operation}${more}`, hostOf(linked, call, client)) })
      break
    }
  }
  // What is called on the answer of such a call goes on with it: `records.collection('orders').get()`.
  const calls = new Set(found.map(({ call }) => call))
  return found.filter(({ call }) => !calls.has(receiverOf(linked, call)))
}

/** Members from the client on, where at most one call made it: `checkout.sessions.create`. */
function membersOf(linked: Linked, path: number): string[] | undefined {
  const { paths } = linked.models
  const steps: string[] = []
  for (let at = path; paths.node(at).parent >= 0; at = paths.node(at).parent) steps.unshift(paths.node(at).step)
  const last = steps.findLastIndex((step) => !step.startsWith('.'))
  const made = steps.slice(0, last + 1).filter((step) => !step.startsWith('.')).length
  const members = steps.slice(last + 1).map((step) => step.slice(1))
  return made > 1 || members.length === 0 || steps.some((step) => /^[([]./.test(step) && step !== '()') ? undefined : members
}

/** Where a model says any member, the code names it. */
function namesIn({ whole }: Linked, call: number, members: readonly string[]): string[] {
  const names = [...members]
  let at = whole.a[call] as number
  for (let i = names.length - 1; i >= 0 && whole.kind[at] === Kind.Load; i--, at = whole.a[at] as number) names[i] = whole.text(whole.b[at] as number)
  return names
}

function hostOf(linked: Linked, call: number, { host, endpoint }: { host: string; endpoint: readonly string[] }): Host {
  for (const { node, context } of atPlaces(linked, call, endpoint)) for (const told of hostAt(linked, node, context)) return told
  return { text: host, from: 'code' }
}

/** `client.send(new PutItemCommand(…))` */
function commands(linked: Linked): Found[] {
  const { whole, values, models } = linked
  const found: Found[] = []
  for (const model of models.services.commands)
    for (const call of lookupOf(whole).named(Kind.Call, model.method)) {
      const [argument] = whole.args(call)
      if (argument === undefined) continue
      const made = values.definitions(argument).find((node) => whole.kind[node] === Kind.New)
      const name = made === undefined ? '' : calledName(linked, made)
      if (made === undefined || !name.endsWith(model.suffix)) continue
      const library = importedFrom(linked, whole.a[made] as number) ?? ''
      const match = model.packages.exec(library)
      if (!match || isTestCode(linked, cite(linked, call).file)) continue
      const host = atPlaces(linked, call, ['receiver.0.endpoint']).flatMap(({ node, context }) => hostAt(linked, node, context))[0]
      const text = model.host.replace('{1}', (match[1] ?? '').replace(/^client-/, ''))
      found.push({ call, row: rowOf(linked, call, library, name.slice(0, -model.suffix.length), host ?? { text, from: 'code' }) })
    }
  return found
}

const rowOf = (linked: Linked, call: number, library: string, path: string, host: Host): ServiceCall => ({
  protocol: 'sdk',
  library,
  method: undefined,
  host,
  path,
  at: cite(linked, call),
})
