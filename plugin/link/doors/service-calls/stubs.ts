/** Stubs of gRPC that a generator wrote. In: services of `.proto` files, and `new GreeterClient(address, …)`. Out: a row for each method that is called. */
import type { Definition } from '../../../graph'
import { Kind } from '../../../graph'
import type { ServiceCall } from '../../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { packageOf } from '../../usages/origin'
import { hostAt } from './address'

export function stubCalls(linked: Linked, definitions: readonly Definition[]): ServiceCall[] {
  const services = servicesOf(definitions)
  if (services.size === 0) return []
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const isStub = (node: number) => whole.kind[node] === Kind.New && services.has(calledName(linked, node))
  if (lookup.named(Kind.New, (name) => services.has(name)).length === 0) return []
  const names = new Set([...services.values()].flatMap(({ methods }) => [...methods.keys()]))
  const found: ServiceCall[] = []
  for (const call of lookup.named(Kind.Call, names)) {
    const receiver = receiverOf(linked, call)
    const stub = receiver < 0 ? undefined : values.definitions(receiver).find(isStub)
    if (stub === undefined || isTestCode(linked, cite(linked, call).file)) continue
    const service = services.get(calledName(linked, stub)) as Service
    const path = service.methods.get(calledName(linked, call))
    if (path === undefined) continue
    const [address] = whole.args(stub)
    const [host] = address === undefined ? [] : hostAt(linked, address, { bindings: new Map() })
    const library = packageOf(linked, whole.a[stub] as number)
    found.push({
      protocol: 'grpc',
      library: library === undefined || /^[./]/.test(library) ? 'gRPC' : library,
      method: undefined,
      host: host ?? { text: '{…}', from: 'unknown' },
      path,
      at: cite(linked, call),
    })
  }
  return found
}

interface Service {
  /** As code spells a method → `pkg.Greeter/SayHello`. */
  methods: Map<string, string>
}

/** Services by the name of the class that generators make for them. */
function servicesOf(definitions: readonly Definition[]): Map<string, Service> {
  const found = new Map<string, Service>()
  for (const { format, operations } of definitions)
    for (const { kind, path, handler } of format === 'proto' ? operations : []) {
      const full = kind === 'http' ? (handler ?? path) : path
      const slash = full.lastIndexOf('/')
      const method = full.slice(slash + 1)
      const simple = full.slice(full.slice(0, slash).lastIndexOf('.') + 1, slash)
      if (slash < 0 || method === '' || simple === '') continue
      for (const name of [`${simple}Client`, `${simple}ClientImpl`, `${simple}PromiseClient`]) {
        const service = found.get(name) ?? { methods: new Map<string, string>() }
        for (const spelled of [method, method[0]?.toLowerCase() + method.slice(1)]) service.methods.set(spelled, full)
        found.set(name, service)
      }
    }
  return found
}
