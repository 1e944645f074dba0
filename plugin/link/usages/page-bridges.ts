/**
 * What a preload script of Electron hands to the page. In: calls of `contextBridge.exposeInMainWorld`. Out: a use of the kind
 * `page-bridge-member` for each member, with what the page has of it: what is a library's own (`library`), a usual kit or one that opens
 * whatever it is given (`kit`), one that sends or hears whatever message the page names (`any-channel`, `any-event`), or a `function`.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { apiPathsOf, calledName, functionsAt, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { conditionsAbove } from '../regions'
import { callsOfKind, pathsOfCall, usage } from './modelled'
import { constant } from './setting'

/** Objects in objects that are looked at. */
const MOST_DEPTH = 3
/** Of a library as a whole, and of it what acts on the machine or on the main process. */
const WHOLE = /^(?:electron(?:\/\w+)?\.(?:ipcRenderer|remote|shell)|fs\/Fs|child_process|@electron\/remote)$/
const OWN =
  /^electron(?:\/\w+)?\.ipcRenderer\.(?:send|sendSync|sendToHost|invoke|on|once|addListener|postMessage)$|^child_process\.(?:exec|spawn|fork)\w*$|^fs\/Fs\.(?:read|write|append|rm|unlink|rename|copy|cp|mkdir|open|chmod|create\w+Stream|symlink|link|truncate|remove|move|output)\w*$/
/** What a usual kit of functions has; and what opens whatever it is given. */
const WIDE = /^@electron-toolkit\/preload\.electronAPI$|^electron(?:\/\w+)?\.shell\.(?:openExternal|openPath)$/
const CHANNELS = /^electron(?:\/\w+)?\.ipcRenderer\.(send|sendSync|sendToHost|invoke|postMessage|on|once|addListener)$/
/** Calls that look at a value without deciding anything. */
const INERT = /^(?:log|info|warn|error|debug|trace)$/

interface Member {
  node: number
  /** `api.files.read` */
  name: string
}

export function pageBridges(linked: Linked): Usage[] {
  const { whole, values } = linked
  const found: Usage[] = []
  for (const [call] of callsOfKind(linked, 'page-bridge')) {
    const [key, api] = whole.args(call)
    if (api === undefined) continue
    const name = values.texts(key as number).find(({ exact }) => exact)?.value ?? 'api'
    for (const member of membersOf(linked, { node: api, name }, 0)) {
      const has = hasOf(linked, member.node)
      const node = member.node === api || member.node >= whole.size ? call : member.node
      if (has !== undefined) found.push(usage(linked, node, 'page-bridge-member', 'electron', member.name, { has: constant(has) }))
    }
  }
  return found
}

/** Each value that is handed over, however deep. */
function membersOf(linked: Linked, { node, name }: Member, depth: number): Member[] {
  const { values } = linked
  const names = depth >= MOST_DEPTH || apiPathsOf(linked, node).length > 0 ? [] : values.propertyNames(node)
  if (names.length === 0) return [{ node, name }]
  return names.flatMap((key) => values.property(node, key).flatMap((value) => membersOf(linked, { node: value, name: `${name}.${key}` }, depth + 1)))
}

function hasOf(linked: Linked, node: number): string | undefined {
  const { models, whole } = linked
  const shown = apiPathsOf(linked, node).map((path) => models.paths.show(path))
  if (shown.some((path) => WHOLE.test(path) || OWN.test(path))) return 'library'
  if (node < whole.size && whole.kind[node] === Kind.Global && whole.text(whole.a[node] as number) === 'require') return 'library'
  if (shown.some((path) => WIDE.test(path))) return 'kit'
  const ways = functionsAt(linked, node).flatMap((fn) => channelsOf(linked, fn))
  return ways.includes('any-channel') ? 'any-channel' : (ways[0] ?? (functionsAt(linked, node).length > 0 ? 'function' : undefined))
}

/** `(channel, ...args) => ipcRenderer.invoke(channel, ...args)`, where nothing asks which channel it is. */
function channelsOf(linked: Linked, fn: number): string[] {
  const { whole, models } = linked
  const isOwnParameter = (node: number): boolean =>
    whole.kind[node] === Kind.Param ? whole.a[node] === fn : whole.kind[node] === Kind.Spread && isOwnParameter(whole.a[node] as number)
  const calls = [...lookupOf(whole).inFunction(fn)].filter((node) => whole.kind[node] === Kind.Call)
  return calls.flatMap((call) => {
    const [channel] = whole.args(call)
    if (channel === undefined || !isOwnParameter(channel) || conditionsAbove(whole, call).length > 0) return []
    const method = pathsOfCall(linked, call)
      .map((path) => CHANNELS.exec(models.paths.show(path))?.[1])
      .find((name) => name !== undefined)
    if (method === undefined) return []
    // Handed to something else as well, which may stop it.
    const isAsked = calls.some((other) => other < call && !INERT.test(calledName(linked, other)) && [...whole.args(other)].includes(channel))
    return isAsked ? [] : [/^(?:on|once|addListener)$/.test(method) ? 'any-event' : 'any-channel']
  })
}
