/** Ways into the machines of a stack that are open to the whole world: from which addresses, to which ports. */
import type { Setting, Usage } from '../../types'
import type { Linked } from '../linked'
import { callsOfKind, usage } from './modelled'
import { settingAt } from './setting'

const EVERYWHERE = ['0.0.0.0/0', '::/0']

/** Ports behind which machines are administered, and databases asked, that nobody outside has business with. */
const INNER = [22, 23, 1433, 1521, 3306, 3389, 5432, 5900, 5985, 6379, 9200, 11211, 27017]

const LAST_PORT = 65_535

export function openPorts(linked: Linked): Usage[] {
  const ways = callsOfKind(linked, 'cloud-way-in')
  if (ways.length === 0) return []
  const everyone = everyoneOf(linked)
  const ports = new Map(callsOfKind(linked, 'cloud-port').map(([call, { values }]) => [call, portsOf(linked, call, values)]))
  return ways.flatMap(([call, { values }]) => {
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
    const reached = values.port === undefined ? portsOf(linked, call, values) : made(values.port).flatMap((node) => ports.get(node) ?? [])
    const inner = INNER.find((port) => reached.includes(port))
    return inner === undefined
      ? []
      : [usage(linked, call, 'cloud-open-port', 'aws', 'ingress', { port: { state: 'constant', texts: [String(inner)] } })]
  })
}

function everyoneOf(linked: Linked): Set<number> {
  const ranges = callsOfKind(linked, 'cloud-peer').filter(([call]) => isEverywhere(settingAt(linked, call, '0')))
  return new Set([...callsOfKind(linked, 'cloud-any-peer'), ...ranges].map(([call]) => call))
}

const isEverywhere = ({ texts }: Setting) => texts.some((text) => EVERYWHERE.includes(text))

/** Which of the inner ports lie between two, where both are known; all of them where none is named. */
function portsOf(linked: Linked, call: number, { first, last, protocol }: Record<string, string>): number[] {
  if (protocol !== undefined && /^(?:udp|icmp)/i.test(settingAt(linked, call, protocol).texts[0] ?? '')) return []
  if (first === undefined || last === undefined) return INNER
  const [from, to] = [first, last].map((spot) => settingAt(linked, call, spot))
  const [low, high] = [from, to].map((setting) => (setting?.texts.length === 1 ? Number(setting.texts[0]) : Number.NaN)) as [number, number]
  // -1 stands for all of them.
  const end = low === -1 && high === -1 ? LAST_PORT : high
  return INNER.filter((port) => low <= port && port <= end)
}
