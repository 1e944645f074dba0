/** Ways into the machines of a stack that are open to the whole world: from which addresses, to which ports. */
import type { Setting, Usage } from '../../types'
import type { Linked } from '../linked'
import { callsOfKind, usage } from './modelled'
import { settingAt, settingOf } from './setting'

const EVERYWHERE = ['0.0.0.0/0', '::/0']

/** Ports behind which machines are administered, and databases asked, that nobody outside has business with. */
const INNER = [22, 23, 1433, 1521, 3306, 3389, 5432, 5900, 5985, 6379, 9200, 11211, 27017]

const LAST_PORT = 65_535

export function openPorts(linked: Linked): Usage[] {
  const ways = callsOfKind(linked, 'cloud-way-in')
  const listed = listedWays(linked)
  if (ways.length === 0) return listed
  const everyone = everyoneOf(linked)
  const ports = new Map(callsOfKind(linked, 'cloud-port').map(([call, { values }]) => [call, portsOf(linked, call, values)]))
  const found = ways.flatMap(([call, { values }]) => {
    const { whole } = linked
    const argument = (spot: string | undefined) => (spot === undefined ? undefined : whole.args(call)[Number(spot)])
    const made = (spot: string | undefined) => {
      const node = argument(spot)
      return node === undefined ? [] : linked.values.definitions(node)
    }
    const isFromEverywhere = values.range
      ? [values.range, values.widerRange].some((spot) => spot && isEverywhere(settingAt(linked, call, spot)))
      : values.peer === undefined || made(values.peer).some((node) => everyone.has(node))
    if (!isFromEverywhere) return []
    const reached =
      values.port === undefined
        ? portsOf(linked, call, values)
        : [...made(values.port).flatMap((node) => ports.get(node) ?? []), ...namedPort(linked, argument(values.port))]
    return opened(linked, call, reached)
  })
  return [...found, ...listed]
}

function opened(linked: Linked, node: number, reached: readonly number[]): Usage[] {
  const inner = INNER.find((port) => reached.includes(port))
  return inner === undefined
    ? []
    : [usage(linked, node, 'cloud-open-port', 'aws', 'ingress', { port: { state: 'constant', texts: [String(inner)] } })]
}

/** Ports that the kit has a name for. */
const NAMED = new Map(Object.entries({ SSH: 22, MSSQL: 1433, ORACLEDB: 1521, MYSQL_AURORA: 3306, RDP: 3389, POSTGRES: 5432 }))

function namedPort(linked: Linked, node: number | undefined): number[] {
  const port = node === undefined ? undefined : NAMED.get(settingOf(linked, node).texts[0] ?? '')
  return port === undefined ? [] : [port]
}

/** Groups that list their ways in as plain objects: `securityGroupIngress: [{ cidrIp: '0.0.0.0/0', fromPort: 22, toPort: 22 }]`. */
function listedWays(linked: Linked): Usage[] {
  const { whole, values } = linked
  return callsOfKind(linked, 'cloud-ways-in').flatMap(([call, model]) => {
    const [index, name] = (model.values.ways ?? '').split('.')
    const options = whole.args(call)[Number(index)]
    if (options === undefined || name === undefined) return []
    const list = values.property(options, name).flatMap((each) => values.elements(each))
    return list.flatMap((way) => {
      const read = (key: string) => settingOf(linked, way, [key])
      if (!['cidrIp', 'cidrIpv6'].some((key) => isEverywhere(read(key)))) return []
      return opened(linked, way, portsBetween(read('ipProtocol'), read('fromPort'), read('toPort')))
    })
  })
}

function everyoneOf(linked: Linked): Set<number> {
  const ranges = callsOfKind(linked, 'cloud-peer').filter(([call]) => isEverywhere(settingAt(linked, call, '0')))
  return new Set([...callsOfKind(linked, 'cloud-any-peer'), ...ranges].map(([call]) => call))
}

const isEverywhere = ({ texts }: Setting) => texts.some((text) => EVERYWHERE.includes(text))

/** Which of the inner ports lie between two, where both are known; all of them where none is named. */
function portsOf(linked: Linked, call: number, { first, last, protocol }: Record<string, string>): number[] {
  const read = (spot: string | undefined) => (spot === undefined ? undefined : settingAt(linked, call, spot))
  return portsBetween(read(protocol), read(first), read(last))
}

function portsBetween(protocol: Setting | undefined, first: Setting | undefined, last: Setting | undefined): number[] {
  // By name or number; -1 stands for all of them.
  const spoken = protocol?.texts[0] ?? ''
  if (/^(?:udp|icmp|17$|1$|58$)/i.test(spoken)) return []
  if (first === undefined || last === undefined || spoken === '-1') return [...INNER]
  const [low, high] = [first, last].map((setting) => (setting.texts.length === 1 ? Number(setting.texts[0]) : Number.NaN)) as [number, number]
  // -1 stands for all of them.
  const end = low === -1 && high === -1 ? LAST_PORT : high
  return INNER.filter((port) => low <= port && port <= end)
}
