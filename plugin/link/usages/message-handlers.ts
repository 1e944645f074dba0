/** Handlers of messages from other windows, and whether they use what they are sent without asking who sent it. */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { apiPathsOf, calledName, functionsAt, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { workerFiles } from '../workers'
import { usage } from './modelled'

/** Calls that look at a value without deciding anything. */
const INERT = /^(?:log|info|warn|error|debug|trace|toLowerCase|toUpperCase|trim|toString|String|stringify)$/

const LISTENS = new Set(['addEventListener', 'attachEvent'])
/** jQuery's, on `$(window)`. */
const LISTENS_BY_QUERY = new Set(['on', 'one', 'bind'])

export function messageHandlers(linked: Linked): Usage[] {
  const { whole, values } = linked
  const found: Usage[] = []
  const workers = workerFiles(linked)
  const report = (node: number, handler: number) => {
    if (workers.has(whole.fileOf(node))) return
    if (isSelf(linked, node) && !pages.has(whole.fileOf(node))) return
    const functions = functionsAt(linked, handler)
    if (functions.length === 0) return
    const unchecked = functions.every((fn) => usesUnchecked(linked, fn))
    found.push(usage(linked, node, 'message-handler', 'dom', 'message', { unchecked: { state: 'constant', texts: [String(unchecked)] } }))
  }
  const lookup = lookupOf(whole)
  const pages = new Set(Array.from(lookup.named(Kind.Global, OF_A_PAGE), (node) => whole.fileOf(node)))
  for (const node of merge([lookup.named(Kind.Call, LISTENS), lookup.named(Kind.Call, LISTENS_BY_QUERY), lookup.named(Kind.Store, 'onmessage')])) {
    if (whole.kind[node] === Kind.Call) {
      const [event, handler] = whole.args(node)
      if (event === undefined || handler === undefined || !values.texts(event).some(({ value }) => /^(?:on)?message(?:\.|$)/.test(value))) continue
      const receiver = receiverOf(linked, node)
      if (LISTENS_BY_QUERY.has(calledName(linked, node))) {
        if (receiver >= 0 && isQueriedWindow(linked, receiver)) report(node, handler)
        continue
      }
      if (receiver < 0 || isWindow(linked, receiver)) report(node, handler)
    } else if (isWindow(linked, whole.a[node] as number)) report(node, whole.c[node] as number)
  }
  // Angular: @HostListener('window:message', ['$event'])
  for (const cls of whole.classes)
    for (const member of cls.members) {
      const listens = member.decorators.some((decorator) => {
        if (whole.kind[decorator] !== Kind.Call || calledName(linked, decorator) !== 'HostListener') return false
        const [event] = whole.args(decorator)
        return event !== undefined && values.texts(event).some(({ value }) => /^(?:window|document):message$/.test(value))
      })
      if (listens && member.node >= 0) report(member.node, member.node)
    }
  return found
}

/** What only pages have: a script that says no more than `self` was written for a worker, whose messages have no origin. */
const OF_A_PAGE = new Set(['window', 'document', 'parent', 'top', 'opener'])

/** `self.onmessage = …`, `self.addEventListener('message', …)` */
function isSelf(linked: Linked, node: number): boolean {
  const { whole } = linked
  const object = whole.kind[node] === Kind.Call ? receiverOf(linked, node) : whole.kind[node] === Kind.Store ? (whole.a[node] as number) : -1
  return object >= 0 && whole.kind[object] === Kind.Global && whole.text(whole.a[object] as number) === 'self'
}

/** The window itself: a worker, a port or a socket has one known partner. */
function isWindow({ whole }: Linked, node: number): boolean {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Global) return /^(?:window|self|globalThis|parent|top|opener|document)$/.test(whole.text(whole.a[node] as number))
  return kind === Kind.Load && /^(?:window|defaultView|contentWindow|parent|top)$/.test(whole.text(whole.b[node] as number))
}

/** `$(window)` */
function isQueriedWindow(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  const [asked] = whole.kind[node] === Kind.Call ? whole.args(node) : []
  if (asked === undefined || !isWindow(linked, asked)) return false
  return (
    /^(?:\$|jQuery)$/.test(calledName(linked, node)) ||
    apiPathsOf(linked, whole.a[node] as number).some((path) => models.paths.rootOf(path) === 'type:jquery/Query')
  )
}

/** Reads `event.data`, and decides nothing by `event.origin` or `event.source`. */
function usesUnchecked(linked: Linked, fn: number): boolean {
  const { whole } = linked
  const fact = whole.functions[fn]
  if (fact === undefined) return false
  const [event] = fact.params
  if (event === undefined) return false
  const inside = nodesOf(linked, fn)
  const reads = (name: string) =>
    inside.filter(
      (node) => whole.kind[node] === Kind.Load && whole.text(whole.b[node] as number) === name && isEvent(linked, whole.a[node] as number, event),
    )
  if (reads('data').length === 0) return false
  // Handed on as a whole: what becomes of it is not decided here.
  if (inside.some((node) => whole.kind[node] === Kind.Call && whole.args(node).some((argument) => argument === event))) {
    const name = inside.filter((node) => whole.kind[node] === Kind.Call && whole.args(node).includes(event)).map((node) => calledName(linked, node))
    if (!name.every((called) => INERT.test(called))) return false
  }
  const origins = new Set([...reads('origin'), ...reads('source'), ...reads('isTrusted')])
  if (origins.size === 0) return true
  const known = new Map<number, boolean>()
  const carries = (node: number, hops = 0): boolean => {
    if (node < 0 || hops >= 8) return false
    const key = node * 8 + hops
    let is = known.get(key)
    if (is === undefined) {
      is = origins.has(node) || (whole.kind[node] !== Kind.Function && whole.madeOf(node).some((part) => carries(part, hops + 1)))
      known.set(key, is)
    }
    return is
  }
  return !inside.some((node) => {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Binary) return whole.c[node] !== 40 && whole.madeOf(node).some((part) => carries(part))
    if (kind === Kind.LoadDynamic) return carries(whole.b[node] as number)
    if (kind !== Kind.Call) return false
    return !INERT.test(calledName(linked, node)) && [...whole.args(node), receiverOf(linked, node)].some((part) => carries(part))
  })
}

const isEvent = ({ whole }: Linked, node: number, event: number): boolean =>
  node === event ||
  // What jQuery wraps.
  (whole.kind[node] === Kind.Load && whole.a[node] === event && whole.text(whole.b[node] as number) === 'originalEvent') ||
  ((whole.kind[node] === Kind.Refine || whole.kind[node] === Kind.Cell) && (whole.madeOf(node).includes(event) || node === event))

/** Nodes of a function and of those inside it, in source order. */
function nodesOf({ whole, effects }: Linked, fn: number): number[] {
  const lookup = lookupOf(whole)
  const functions = [fn]
  for (let at = 0; at < functions.length; at++) functions.push(...effects.functionsIn(functions[at] as number))
  return [...merge(functions.map((inner) => lookup.inFunction(inner)))]
}
