/** How a request ends on the way: exceptions, faults handed to an error handler, parts of an answer. In: a node. Out: replies. */
import { Kind } from '../../graph'
import { calledName, cite, type Linked } from '../linked'
import { messageIn } from '../posture/authentication/answers'
import type { Replies } from './answers'
import type { Frame } from './frames'
import { endsInReply, type Item, type ReplyItem, Weight } from './items'
import { isAwaited } from './outcomes'
import { statusOf, statusText } from './statuses'
import { shortened } from './words'

/** A part of an answer that goes on. */
export function streamed(linked: Linked, node: number): ReplyItem | undefined {
  if (linked.whole.kind[node] !== Kind.Call || calledName(linked, node) !== 'write') return undefined
  const { models, solver } = linked
  const isAnswer = [...(solver.apiCalls.get(node) ?? [])].some((path) => /\/(?:Response|ServerResponse|Reply)\b/.test(models.paths.show(path)))
  return isAnswer ? { kind: 'reply', label: 'a part of the answer', status: undefined, at: cite(linked, node), weight: Weight.Telling } : undefined
}

/** An exception, unless what catches it answers in its place. */
export function thrown(linked: Linked, value: number, node: number, frame: Frame): Item[] {
  const status = statusOf(linked, value)
  // What catches it answers in its place.
  if (status === undefined && frame.caught) return []
  const message =
    linked.whole.kind[value] === Kind.New || linked.whole.kind[value] === Kind.Call ? messageIn(linked, [...linked.whole.args(value)]) : ''
  if (status === undefined && !message) return []
  return [replyOf(status, message, cite(linked, node))]
}

/** `next(new NotFound())`, `reject(…)`: an answer by way of an error handler. */
export function refused(linked: Linked, replies: Replies, node: number, frame: Frame): Item[] | undefined {
  const { whole } = linked
  const callee = whole.a[node] as number
  if (whole.kind[node] !== Kind.Call || !isHandler(linked, callee)) return undefined
  const name = linked.values.nameOf(callee)
  const [first] = whole.args(node)
  if (first === undefined && name === 'next' && frame.root && isAwaited(linked, node)) return [{ kind: 'goes on' }]
  if (first === undefined || !/^(?:next|reject|rej)$/.test(name)) return /^(?:next|resolve)$/.test(name) ? [] : undefined
  const kind = whole.kind[first] as Kind
  if (kind === Kind.String) return []
  const status = statusOf(linked, first)
  const message = kind === Kind.New || kind === Kind.Call ? messageIn(linked, [...whole.args(first)]) : ''
  if (status === undefined && frame.caught && name !== 'next') return []
  const reply = replyOf(status ?? replies.statusBefore(node), message || 'error, to the error handler', cite(linked, node))
  return [status === undefined && !message ? { ...reply, weight: Weight.Minor } : reply]
}

function isHandler({ whole }: Linked, callee: number): boolean {
  const kind = whole.kind[callee] as Kind
  return kind === Kind.Param || kind === Kind.Cell || kind === Kind.Refine
}

/** What happens where something fails: it ends the request, or the way goes on. */
export function failed(items: Item[], at: ReplyItem['at']): Item {
  return endsInReply(items)
    ? { kind: 'exit', failure: true, condition: 'it fails', at, items }
    : { kind: 'optional', condition: 'it fails', at, items }
}

function replyOf(status: number | undefined, message: string, at: ReplyItem['at']): ReplyItem {
  return {
    kind: 'reply',
    label: shortened(
      status === undefined ? `error: ${message}`.replace(/^error: error/, 'error') : message ? `${status} ${message}` : statusText(status),
    ),
    status,
    at,
    weight: Weight.Main,
  }
}
