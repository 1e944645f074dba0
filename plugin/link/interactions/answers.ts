/**
 * What the handlers of one door send back. In: its functions. Out: the reply at a node or a return, with its status; the reader of
 * handlers that fills the table of doors is asked.
 */
import { Kind } from '../../graph'
import type { EntryPoint } from '../../types'
import { HandlerReader } from '../entry-points/handler'
import type { Guards } from '../guards'
import { calledName, cite, type Linked } from '../linked'
import { messageIn } from '../posture/authentication/answers'
import { type ReplyItem, Weight } from './items'
import { statusText } from './statuses'
import { placeAt, shortened } from './words'

export interface Replies {
  /** A function that the reader of handlers could not follow answers too. */
  also(fn: number): void
  at(node: number): ReplyItem | undefined
  /** What a function of the door hands back, where its framework sends that. */
  returned(fn: number, index: number): ReplyItem[]
  /** A status that was set above a node, for whoever answers there without one. */
  statusBefore(node: number): number | undefined
}

interface Found {
  returned: boolean
  status: number | undefined
  fields: string[]
  message: string
  to: string
}

const MOST_FIELDS = 3
const MOST_TARGETS = 3

export class ReplyReader {
  private readonly reader: HandlerReader

  constructor(
    private readonly linked: Linked,
    guards: Guards,
  ) {
    this.reader = new HandlerReader(linked, guards)
  }

  of(entry: EntryPoint, functions: readonly number[]): Replies {
    const { linked } = this
    const { whole, effects, models } = linked
    // An operation's resolver hands back what is asked for.
    const sends = models.doors.returned.has(entry.framework) || entry.kind === 'graphql' || entry.kind === 'rpc'
    const found = new Map<number, Found>()
    const bare: { node: number; status: number }[] = []
    const read = new Set<number>()
    const add = (fn: number) => {
      if (read.has(fn)) return
      read.add(fn)
      for (const answer of this.reader.of(fn, entry.framework).answers) {
        if (answer.bare) {
          if (answer.status !== undefined) bare.push({ node: answer.node, status: answer.status })
          continue
        }
        const known = found.get(answer.node)
        if (known && known.status !== undefined) continue
        found.set(answer.node, {
          returned: answer.returned ?? false,
          status: answer.status,
          fields: (answer.shape?.fields ?? []).map(({ name }) => name),
          message: this.messageAt(answer.node, answer.status),
          to: this.targetOf(answer.node),
        })
      }
    }
    for (const fn of functions) add(fn)
    const statusBefore = (node: number) =>
      bare.filter((set) => set.node < node && effects.isInside(whole.region[node] as number, whole.region[set.node] as number)).at(-1)?.status
    return {
      also: add,
      at: (node) => {
        const answer = found.get(node)
        const kind = whole.kind[node] as Kind
        return answer && !answer.returned && (kind === Kind.Call || kind === Kind.New || kind === Kind.Store)
          ? replyOf(answer, cite(linked, node))
          : undefined
      },
      returned: (fn, index) => {
        const fact = whole.functions[fn]
        const node = fact?.returns[index] ?? -1
        if (!fact || node < 0 || !sends || whole.kind[node] === Kind.Undefined) return []
        const answer = found.get(node) ?? this.ofValue(node)
        // What answers by itself is told where it does.
        if (found.has(node) && !answer.returned) return []
        const region = fact.returnRegions[index] ?? -1
        const from = fact.fact.returnsAt[index * 3] ?? 0
        const set = bare
          .filter((each) => (whole.pos[each.node] as number) < from && effects.isInside(region, whole.region[each.node] as number))
          .at(-1)
        const status = answer.status ?? set?.status
        const message = status !== undefined && status >= 400 ? messageIn(linked, [node]) : ''
        return [replyOf({ ...answer, status, message }, placeAt(linked, fact.file, fact.fact.returnsAt[index * 3] ?? 0))]
      },
      statusBefore,
    }
  }

  /** A value that a callback of the handler hands back in its place. */
  private ofValue(node: number): Found {
    const { whole, values } = this.linked
    const fields = whole.kind[node] === Kind.Object ? values.propertyNames(node) : []
    return { returned: true, status: undefined, fields, message: '', to: '' }
  }

  private messageAt(node: number, status: number | undefined): string {
    const { whole } = this.linked
    if (status === undefined || status < 400) return ''
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call || kind === Kind.New) return messageIn(this.linked, [...whole.args(node)])
    return kind === Kind.Object ? messageIn(this.linked, [node]) : ''
  }

  private targetOf(node: number): string {
    const { whole, values } = this.linked
    if (whole.kind[node] !== Kind.Call) return ''
    const name = calledName(this.linked, node)
    if (!/^(?:redirect|render|view)$/i.test(name)) return ''
    const told = whole.args(node).map((argument) => values.texts(argument).filter(({ value }) => /[a-z/]/i.test(value)))
    const targets = [...new Set((told.find((texts) => texts.length > 0) ?? []).map(({ value }) => value))]
    if (targets.length === 0) return ''
    const shown = targets.length > MOST_TARGETS ? `one of ${targets.length} targets` : targets.join(' or ')
    return `${/redirect/i.test(name) ? 'redirects to' : 'shows'} ${shown}`
  }
}

function replyOf({ status, fields, message, to }: Found, at: ReplyItem['at']): ReplyItem {
  const shown = fields.length === 0 ? '' : `{ ${fields.slice(0, MOST_FIELDS).join(', ')}${fields.length > MOST_FIELDS ? ', …' : ''} }`
  // One word that every failure has says less than the name of its status.
  const said = (/^(?:error|fail|failed|failure)$/i.test(message) ? '' : message) || to || shown
  const label = status === undefined ? (to ? to : `answers ${said}`.trim()) : said ? `${status} ${said}` : statusText(status)
  return { kind: 'reply', label: shortened(label), status, at, weight: Weight.Main }
}
